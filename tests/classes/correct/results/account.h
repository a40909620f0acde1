// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stdbool.h>

/** An amount with a limit below: every operation is one step for everybody else. */
typedef struct account account;

/** What account_state() tells. */
struct account_state {
	long balance;
	int operations;
};

/** Make an empty account that may be overdrawn by up to `credit`, which is 0 to 1000000; NULL when
 * that is wrong or there is no memory. */
account *account_new(long credit);

/** Free the account. No other thread may use it any more. */
void account_free(account *account);

/** Pay in an amount of 0 to 1000000; false when it is another one. */
bool account_deposit(account *account, long amount);

/** Pay out an amount of 0 to 1000000; false when it is another one or there is not enough. */
bool account_withdraw(account *account, long amount);

/** Pay out everything above 0; how much that was. */
long account_empty(account *account);

/** Balance and number of operations that changed it, of one moment. */
struct account_state account_state(account *account);

/** The balance. */
long account_balance(account *account);

#endif
