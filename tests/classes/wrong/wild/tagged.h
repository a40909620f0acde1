// heddle: wild-access
// tagged_add marks the head as being changed and gives up the lock meanwhile; tagged_sum follows the marked pointer.
// SPDX-License-Identifier: Apache-2.0
#ifndef TAGGED_H
#define TAGGED_H

typedef struct tagged tagged;

/** An empty list; NULL when there is no memory. */
tagged *tagged_new(void);
/** Free it. */
void tagged_free(tagged *t);
/** Add a value in front. */
void tagged_add(tagged *t, int value);
/** The sum of all values. */
int tagged_sum(tagged *t);

#endif
