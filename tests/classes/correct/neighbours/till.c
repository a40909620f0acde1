// SPDX-License-Identifier: Apache-2.0
#include "till.h"

#include <pthread.h>
#include <stdlib.h>

struct till {
	pthread_mutex_t lock;
	int amount;
};

static pthread_mutex_t takings_lock = PTHREAD_MUTEX_INITIALIZER;
static long takings;

till_t *till_new(void)
{
	till_t *t = calloc(1, sizeof(*t));

	if (t) {
		pthread_mutex_init(&t->lock, NULL);
	}
	return t;
}

void till_free(till_t *t)
{
	if (t) {
		pthread_mutex_destroy(&t->lock);
		free(t);
	}
}

void till_sell(till_t *t, int amount)
{
	pthread_mutex_lock(&t->lock);
	t->amount += amount % 100;
	pthread_mutex_unlock(&t->lock);
	pthread_mutex_lock(&takings_lock);
	takings += amount % 100;
	pthread_mutex_unlock(&takings_lock);
}

int till_amount(till_t *t)
{
	pthread_mutex_lock(&t->lock);
	int amount = t->amount;
	pthread_mutex_unlock(&t->lock);
	return amount;
}

long shop_takings(void)
{
	pthread_mutex_lock(&takings_lock);
	long all = takings;
	pthread_mutex_unlock(&takings_lock);
	return all;
}

long shop_close_day(void)
{
	pthread_mutex_lock(&takings_lock);
	long all = takings;
	takings = 0;
	pthread_mutex_unlock(&takings_lock);
	return all;
}
