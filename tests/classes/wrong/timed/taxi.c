// heddle: null-dereference
// taxi_wait does not look again after it was woken: another driver has the guest.
// SPDX-License-Identifier: Apache-2.0
#include "taxi.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct taxi {
	pthread_mutex_t lock;
	pthread_cond_t came;
	int *guest;
};

taxi *taxi_new(void)
{
	taxi *t = calloc(1, sizeof(*t));
	if (t) {
		pthread_mutex_init(&t->lock, NULL);
		pthread_cond_init(&t->came, NULL);
	}
	return t;
}

void taxi_free(taxi *t)
{
	free(t->guest);
	pthread_cond_destroy(&t->came);
	pthread_mutex_destroy(&t->lock);
	free(t);
}

bool taxi_take(taxi *t, int guest)
{
	int *fresh = malloc(sizeof(*fresh));
	pthread_mutex_lock(&t->lock);
	bool takes = fresh && !t->guest;
	if (takes) {
		*fresh = guest;
		t->guest = fresh;
		pthread_cond_signal(&t->came);
	}
	pthread_mutex_unlock(&t->lock);
	if (!takes) {
		free(fresh);
	}
	return takes;
}

int taxi_wait(taxi *t, unsigned milliseconds)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += milliseconds / 1000 % 60 + 1;
	int status = 0;
	pthread_mutex_lock(&t->lock);
	if (!t->guest) {
		status = pthread_cond_timedwait(&t->came, &t->lock, &until);
	}
	int number = -1;
	if (status != ETIMEDOUT) {
		number = *t->guest;
		free(t->guest);
		t->guest = NULL;
	}
	pthread_mutex_unlock(&t->lock);
	return number;
}
