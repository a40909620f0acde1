// heddle: livelock
// depot_tidy, twice: each says that it is at it and then waits, by and by, until the other no longer is.
// SPDX-License-Identifier: Apache-2.0
#include "depot.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct depot {
	pthread_mutex_t lock;
	pthread_cond_t tidied;
	int things, tidying;
};

depot *depot_new(void)
{
	depot *d = calloc(1, sizeof(*d));
	if (d) {
		pthread_mutex_init(&d->lock, NULL);
		pthread_cond_init(&d->tidied, NULL);
	}
	return d;
}

void depot_free(depot *d)
{
	pthread_cond_destroy(&d->tidied);
	pthread_mutex_destroy(&d->lock);
	free(d);
}

void depot_put(depot *d)
{
	pthread_mutex_lock(&d->lock);
	d->things++;
	pthread_mutex_unlock(&d->lock);
}

int depot_count(depot *d)
{
	pthread_mutex_lock(&d->lock);
	int n = d->things;
	pthread_mutex_unlock(&d->lock);
	return n;
}

static void wait_a_little(depot *d)
{
	struct timespec end;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_nsec += 5000000;
	if (end.tv_nsec >= 1000000000) {
		end.tv_nsec -= 1000000000;
		end.tv_sec++;
	}
	pthread_cond_timedwait(&d->tidied, &d->lock, &end);
}

int depot_tidy(depot *d)
{
	pthread_mutex_lock(&d->lock);
	d->tidying++;
	pthread_mutex_unlock(&d->lock);
	pthread_mutex_lock(&d->lock);
	while (d->tidying > 1) {
		wait_a_little(d);
	}
	int n = d->things;
	d->things = 0;
	d->tidying--;
	pthread_cond_broadcast(&d->tidied);
	pthread_mutex_unlock(&d->lock);
	return n;
}
