// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "account.h"

#include <pthread.h>
#include <stdlib.h>

#define MOST 1000000

struct account {
	pthread_mutex_t lock;
	long credit;
	struct account_state state;
};

account *account_new(long credit)
{
	if (credit < 0 || credit > MOST) {
		return NULL;
	}
	account *account = calloc(1, sizeof *account);
	if (!account) {
		return NULL;
	}
	pthread_mutex_init(&account->lock, NULL);
	account->credit = credit;
	return account;
}

void account_free(account *account)
{
	if (!account) {
		return;
	}
	pthread_mutex_destroy(&account->lock);
	free(account);
}

// Moves the balance when that is allowed, in one step.
static bool change(account *account, long amount)
{
	pthread_mutex_lock(&account->lock);
	bool allowed = account->state.balance + amount >= -account->credit;
	if (allowed) {
		account->state.balance += amount;
		account->state.operations++;
	}
	pthread_mutex_unlock(&account->lock);
	return allowed;
}

bool account_deposit(account *account, long amount)
{
	return amount >= 0 && amount <= MOST && change(account, amount);
}

bool account_withdraw(account *account, long amount)
{
	return amount >= 0 && amount <= MOST && change(account, -amount);
}

long account_empty(account *account)
{
	long amount = 0;
	pthread_mutex_lock(&account->lock);
	if (account->state.balance > 0) {
		amount = account->state.balance;
		account->state.balance = 0;
		account->state.operations++;
	}
	pthread_mutex_unlock(&account->lock);
	return amount;
}

struct account_state account_state(account *account)
{
	pthread_mutex_lock(&account->lock);
	struct account_state state = account->state;
	pthread_mutex_unlock(&account->lock);
	return state;
}

long account_balance(account *account)
{
	return account_state(account).balance;
}
