// heddle: use-after-free|double-free|lock-misuse|data-race
// Two shared_unref calls give back the last two references and both see that none is left.
// SPDX-License-Identifier: Apache-2.0
#ifndef SHARED_H
#define SHARED_H

typedef struct shared shared;

/** A value with one reference; NULL when there is no memory. */
shared *shared_new(int value);

/** Take another reference; returns the object. */
shared *shared_ref(shared *shared);

/** Give one reference back; the last one frees the object. */
void shared_unref(shared *shared);

/** The value. */
int shared_get(shared *shared);

/** Change the value. */
void shared_set(shared *shared, int value);

#endif
