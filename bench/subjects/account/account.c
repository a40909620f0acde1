// SPDX-License-Identifier: Apache-2.0
// Every function holds the monitor of its account. account_transfer changes the
// other account, too, whose monitor it does not hold.
#include "account.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct account {
	pthread_mutex_t monitor;
	char *name;
	double amount;
};

#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct account *held = enter(object)

static account *enter(account *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(account **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

account *account_new(const char *name, double amount)
{
	account *account = calloc(1, sizeof *account);
	if (!account) {
		return NULL;
	}
	account->name = name ? strdup(name) : NULL;
	account->amount = amount;
	monitor_init(&account->monitor);
	return account;
}

void account_free(account *account)
{
	if (!account) {
		return;
	}
	pthread_mutex_destroy(&account->monitor);
	free(account->name);
	free(account);
}

void account_deposit(account *account, double money)
{
	SYNCHRONIZED(account);
	account->amount += money;
}

void account_withdraw(account *account, double money)
{
	SYNCHRONIZED(account);
	account->amount -= money;
}

static void move(account *from, account *to, double money)
{
	from->amount -= money;
	to->amount += money;
}

void account_transfer(account *account, struct account *to, double money)
{
	if (!to) {
		return;
	}
#ifdef FIXED
	// Both monitors, always in the same order.
	struct account *first = account < to ? account : to;
	SYNCHRONIZED(first);
	{
		SYNCHRONIZED(first == account ? to : account);
		move(account, to, money);
	}
#else
	SYNCHRONIZED(account);
	move(account, to, money);
#endif
}

double account_get_amount(account *account)
{
	SYNCHRONIZED(account);
	return account->amount;
}
