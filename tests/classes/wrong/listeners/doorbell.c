// heddle: use-after-free
// doorbell_press uses the answer after the lock; doorbell_set frees it.
// SPDX-License-Identifier: Apache-2.0
#include "doorbell.h"

#include <pthread.h>
#include <stdlib.h>

struct answer {
	void (*ring)(void *who);
	void *who;
};

struct doorbell {
	pthread_mutex_t lock;
	struct answer *answer;
	int pressed;
};

doorbell *doorbell_new(void)
{
	doorbell *d = calloc(1, sizeof(*d));
	if (d) {
		pthread_mutex_init(&d->lock, NULL);
	}
	return d;
}

void doorbell_free(doorbell *d)
{
	free(d->answer);
	pthread_mutex_destroy(&d->lock);
	free(d);
}

void doorbell_set(doorbell *d, void (*ring)(void *who), void *who)
{
	struct answer *fresh = ring ? malloc(sizeof(*fresh)) : NULL;
	if (fresh) {
		*fresh = (struct answer){ring, who};
	}
	pthread_mutex_lock(&d->lock);
	struct answer *old = d->answer;
	d->answer = fresh;
	pthread_mutex_unlock(&d->lock);
	free(old);
}

void doorbell_press(doorbell *d)
{
	pthread_mutex_lock(&d->lock);
	struct answer *answer = d->answer;
	d->pressed++;
	pthread_mutex_unlock(&d->lock);
	if (answer) {
		answer->ring(answer->who);
	}
}

int doorbell_pressed(doorbell *d)
{
	pthread_mutex_lock(&d->lock);
	int pressed = d->pressed;
	pthread_mutex_unlock(&d->lock);
	return pressed;
}
