// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef TILL_H
#define TILL_H

typedef struct till till_t;

till_t *till_new(void);
void till_free(till_t *t);
/// Any thread may call it.
void till_sell(till_t *t, int amount);
int till_amount(till_t *t);

/// What all tills have taken.
long shop_takings(void);
/// The same, and from then on it is 0. Any thread may call it.
long shop_close_day(void);

#endif
