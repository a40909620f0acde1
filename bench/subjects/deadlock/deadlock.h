// SPDX-License-Identifier: Apache-2.0
// A counter that two locks guard.
#ifndef DEADLOCK_H
#define DEADLOCK_H

typedef struct deadlock deadlock;

/** A counter at 0; NULL when there is no memory. */
deadlock *deadlock_new(void);

/** Free the counter. No other thread may use it any more. */
void deadlock_free(deadlock *deadlock);

/** Count up; the new value. */
int deadlock_increment(deadlock *deadlock);

/** Count down; the new value. */
int deadlock_decrement(deadlock *deadlock);

#endif
