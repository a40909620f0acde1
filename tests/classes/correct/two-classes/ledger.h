// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef LEDGER_H
#define LEDGER_H

/** A ledger owns its accounts and frees them. */
typedef struct ledger ledger;

/** An account of one ledger; valid as long as that. */
typedef struct account account;

/** Make a ledger without accounts; NULL when there is no memory. */
ledger *ledger_new(void);

/** Free the ledger with all its accounts. No other thread may use them any more. */
void ledger_free(ledger *ledger);

/** How much money is in all accounts, at one moment. */
long ledger_total(ledger *ledger);

/** Open an empty account in a ledger; NULL when there is no memory. */
account *account_open(ledger *ledger);

/** Pay in an amount of 0 to 1000000; -1 when it is another one. */
int account_deposit(account *account, long amount);

/** Move money to another account of any ledger, or to the same one; -1 when there is not enough or
 * the amount is negative. */
int account_transfer(account *from, account *to, long amount);

/** How much money is in the account. */
long account_balance(account *account);

#endif
