// heddle: double-free|invalid-free|out-of-bounds|wild-access|null-dereference|not-linearizable
// roll_call_strike looks before it has the lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef ROLL_CALL_H
#define ROLL_CALL_H

/** Names of a class. Thread-safe. The function given to roll_call_each must not call any of these. */
typedef struct roll_call roll_call;

roll_call *roll_call_new(void);
void roll_call_free(roll_call *r);
int roll_call_enter(roll_call *r, int name);
int roll_call_strike(roll_call *r);
int roll_call_each(roll_call *r, int (*f)(int name, void *data), void *data);

#endif
