// heddle: not-linearizable
// counter_add(a, source_new_counter(a)) twice at once: both add what the counter was before. A fixed source is safe.
// SPDX-License-Identifier: Apache-2.0
#ifndef COUNTER_H
#define COUNTER_H

typedef struct counter counter;
typedef struct source source;

/** A number that can be added; NULL when there is no memory. */
source *source_new_fixed(int number);

/** What a counter says when it is added; the counter is not owned. NULL when there is no memory. */
source *source_new_counter(counter *counter);

/** Free the source. */
void source_free(source *source);

/** A counter that says 1; NULL when there is no memory. */
counter *counter_new(void);

/** Free the counter. No other thread may use it any more. */
void counter_free(counter *counter);

/** Add what the source gives. */
void counter_add(counter *counter, source *source);

/** What the counter says. */
unsigned counter_get(counter *counter);

#endif
