// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "doorman.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct doorman {
	pthread_mutex_t lock;
	pthread_cond_t left;
	int places, inside;
};

doorman *doorman_new(int places)
{
	doorman *d = calloc(1, sizeof(*d));
	if (d) {
		pthread_mutex_init(&d->lock, NULL);
		pthread_cond_init(&d->left, NULL);
		d->places = places > 0 ? places % 3 + 1 : 1;
	}
	return d;
}

void doorman_free(doorman *d)
{
	pthread_cond_destroy(&d->left);
	pthread_mutex_destroy(&d->lock);
	free(d);
}

bool doorman_enter(doorman *d, unsigned milliseconds)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += milliseconds / 1000 % 60;
	until.tv_nsec += milliseconds % 1000 * 1000000l;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&d->lock);
	int status = 0;
	while (d->inside >= d->places && status != ETIMEDOUT) {
		status = pthread_cond_timedwait(&d->left, &d->lock, &until);
	}
	bool enters = d->inside < d->places;
	d->inside += enters;
	pthread_mutex_unlock(&d->lock);
	return enters;
}

void doorman_leave(doorman *d)
{
	pthread_mutex_lock(&d->lock);
	if (d->inside > 0) {
		d->inside--;
		pthread_cond_signal(&d->left);
	}
	pthread_mutex_unlock(&d->lock);
}

int doorman_inside(doorman *d)
{
	pthread_mutex_lock(&d->lock);
	int inside = d->inside;
	pthread_mutex_unlock(&d->lock);
	return inside;
}
