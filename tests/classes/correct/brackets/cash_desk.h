// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef CASH_DESK_H
#define CASH_DESK_H

/** A desk with a till. All calls but cash_desk_lock must be made while holding the lock. */
typedef struct cash_desk cash_desk;

cash_desk *cash_desk_new(void);
void cash_desk_free(cash_desk *d);
void cash_desk_lock(cash_desk *d);
void cash_desk_unlock(cash_desk *d);
void cash_desk_put(cash_desk *d, int amount);
int cash_desk_take(cash_desk *d, int amount);
int cash_desk_total(const cash_desk *d);

#endif
