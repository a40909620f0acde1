// SPDX-License-Identifier: Apache-2.0
// A bank account.
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stddef.h>

typedef struct account account;

/** An account with this amount of money; NULL when there is no memory. */
account *account_new(const char *name, double amount);

/** Free the account. No other thread may use it any more. */
void account_free(account *account);

/** Put money in. */
void account_deposit(account *account, double money);

/** Take money out; the amount may become negative. */
void account_withdraw(account *account, double money);

/** Move money to another account; nothing happens without one. */
void account_transfer(account *account, struct account *to, double money);

/** How much money there is. */
double account_get_amount(account *account);

#endif
