// heddle: not-linearizable
// Two counter_add calls read the same value and one of the two additions is lost.
// SPDX-License-Identifier: Apache-2.0
#ifndef COUNTER_H
#define COUNTER_H

typedef struct counter counter;

/** Make a counter that starts at 0; NULL when there is no memory. */
counter *counter_new(void);

/** Free the counter. No other thread may use it any more. */
void counter_free(counter *counter);

/** Add to the counter, modulo the range of unsigned. */
void counter_add(counter *counter, unsigned amount);

/** Set the counter back to 0. */
void counter_reset(counter *counter);

/** The value of the counter. */
unsigned counter_get(counter *counter);

#endif
