// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "ledger.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct account {
	account *next;
	ledger *ledger;
	long balance;
};

// The accounts and their balances are under the lock of their ledger.
struct ledger {
	pthread_mutex_t lock;
	account *accounts;
};

ledger *ledger_new(void)
{
	ledger *ledger = calloc(1, sizeof *ledger);
	if (ledger) {
		pthread_mutex_init(&ledger->lock, NULL);
	}
	return ledger;
}

void ledger_free(ledger *ledger)
{
	if (!ledger) {
		return;
	}
	while (ledger->accounts) {
		account *account = ledger->accounts;
		ledger->accounts = account->next;
		free(account);
	}
	pthread_mutex_destroy(&ledger->lock);
	free(ledger);
}

long ledger_total(ledger *ledger)
{
	long total = 0;
	pthread_mutex_lock(&ledger->lock);
	for (account *account = ledger->accounts; account; account = account->next) {
		total += account->balance;
	}
	pthread_mutex_unlock(&ledger->lock);
	return total;
}

account *account_open(ledger *ledger)
{
	account *account = calloc(1, sizeof *account);
	if (!account) {
		return NULL;
	}
	account->ledger = ledger;
	pthread_mutex_lock(&ledger->lock);
	account->next = ledger->accounts;
	ledger->accounts = account;
	pthread_mutex_unlock(&ledger->lock);
	return account;
}

int account_deposit(account *account, long amount)
{
	if (amount < 0 || amount > 1000000) {
		return -1;
	}
	pthread_mutex_lock(&account->ledger->lock);
	account->balance += amount;
	pthread_mutex_unlock(&account->ledger->lock);
	return 0;
}

// The lower address first, so that there is one order for all.
static void lock_both(ledger *a, ledger *b)
{
	ledger *low = (uintptr_t)a < (uintptr_t)b ? a : b;
	ledger *high = low == a ? b : a;
	pthread_mutex_lock(&low->lock);
	if (high != low) {
		pthread_mutex_lock(&high->lock);
	}
}

static void unlock_both(ledger *a, ledger *b)
{
	pthread_mutex_unlock(&a->lock);
	if (a != b) {
		pthread_mutex_unlock(&b->lock);
	}
}

int account_transfer(account *from, account *to, long amount)
{
	if (amount < 0) {
		return -1;
	}
	int status = -1;
	lock_both(from->ledger, to->ledger);
	if (from->balance >= amount) {
		from->balance -= amount;
		to->balance += amount;
		status = 0;
	}
	unlock_both(from->ledger, to->ledger);
	return status;
}

long account_balance(account *account)
{
	pthread_mutex_lock(&account->ledger->lock);
	long balance = account->balance;
	pthread_mutex_unlock(&account->ledger->lock);
	return balance;
}
