// SPDX-License-Identifier: Apache-2.0
// A value that is counted up in two ways.
#ifndef WRONG_LOCK_H
#define WRONG_LOCK_H

typedef struct wrong_lock wrong_lock;

/** The value 0; NULL when there is no memory. */
wrong_lock *wrong_lock_new(void);

/** Free the value. No other thread may use it any more. */
void wrong_lock_free(wrong_lock *counter);

/** Count up; the new value. */
int wrong_lock_a(wrong_lock *counter);

/** Count up. */
void wrong_lock_b(wrong_lock *counter);

#endif
