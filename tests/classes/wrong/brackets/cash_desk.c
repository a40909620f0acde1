// heddle: assertion|data-race
// cash_desk_unlock writes the receipt after the desk is free again.
// SPDX-License-Identifier: Apache-2.0
#include "cash_desk.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct cash_desk {
	pthread_mutex_t lock;
	int total;
	int moves;
	int receipts;
};

cash_desk *cash_desk_new(void)
{
	cash_desk *d = calloc(1, sizeof(*d));
	if (d) {
		pthread_mutex_init(&d->lock, NULL);
	}
	return d;
}

void cash_desk_free(cash_desk *d)
{
	pthread_mutex_destroy(&d->lock);
	free(d);
}

void cash_desk_lock(cash_desk *d)
{
	pthread_mutex_lock(&d->lock);
}

void cash_desk_unlock(cash_desk *d)
{
	pthread_mutex_unlock(&d->lock);
	d->receipts = d->moves; // too late: another thread has the desk
	assert(d->receipts == d->moves);
}

void cash_desk_put(cash_desk *d, int amount)
{
	d->total = (int)((unsigned)d->total + (unsigned)amount);
	d->moves++;
}

int cash_desk_take(cash_desk *d, int amount)
{
	if (amount > d->total) {
		return 0;
	}
	d->total = (int)((unsigned)d->total - (unsigned)amount);
	d->moves++;
	return 1;
}

int cash_desk_total(const cash_desk *d)
{
	return d->total;
}
