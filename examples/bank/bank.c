// SPDX-License-Identifier: Apache-2.0
// A small bank. Every account has a lock, every access takes it, and two things
// are still wrong. Try:
//
//   heddle run examples/bank/bank.c                       money is lost
//   heddle run examples/bank/bank.c -- both-ways          two transfers deadlock
//   heddle run --schedule dpor examples/bank/bank.c -- one-way    nothing to find
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account accounts[2] = {
	{PTHREAD_MUTEX_INITIALIZER, 100},
	{PTHREAD_MUTEX_INITIALIZER, 100},
};

static long balance(struct account *account)
{
	pthread_mutex_lock(&account->lock);
	long value = account->balance;
	pthread_mutex_unlock(&account->lock);
	return value;
}

static void set_balance(struct account *account, long value)
{
	pthread_mutex_lock(&account->lock);
	account->balance = value;
	pthread_mutex_unlock(&account->lock);
}

// Each step is locked, but not the whole: a deposit in between is overwritten.
static void deposit(struct account *account, long amount)
{
	long value = balance(account);
	set_balance(account, value + amount);
}

// Both locks are held at once, in the order of the arguments.
static void transfer(struct account *from, struct account *to, long amount)
{
	pthread_mutex_lock(&from->lock);
	pthread_mutex_lock(&to->lock);
	from->balance -= amount;
	to->balance += amount;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void *deposit_ten(void *account)
{
	deposit(account, 10);
	return NULL;
}

static void *transfer_forth(void *unused)
{
	(void)unused;
	transfer(&accounts[0], &accounts[1], 5);
	return NULL;
}

static void *transfer_back(void *unused)
{
	(void)unused;
	transfer(&accounts[1], &accounts[0], 5);
	return NULL;
}

static void run_two(void *(*first)(void *), void *(*second)(void *), void *argument)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, first, argument);
	pthread_create(&threads[1], NULL, second, argument);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "deposits";
	long expected = 200;
	if (strcmp(what, "both-ways") == 0) {
		run_two(transfer_forth, transfer_back, NULL);
	} else if (strcmp(what, "one-way") == 0) {
		run_two(transfer_forth, transfer_forth, NULL);
	} else {
		run_two(deposit_ten, deposit_ten, &accounts[0]);
		expected += 20;
	}
	long total = balance(&accounts[0]) + balance(&accounts[1]);
	printf("%ld in the bank\n", total);
	assert(total == expected);
	return 0;
}
