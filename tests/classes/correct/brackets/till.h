// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef TILL_H
#define TILL_H

/** A till. Everything but till_lock itself must be called while holding the lock. */
typedef struct till till;

till *till_new(void);
void till_free(till *t);
void till_lock(till *t);
void till_unlock(till *t);
void till_pay(till *t, int cents);
int till_cents(till *t);

#endif
