// SPDX-License-Identifier: Apache-2.0
#include "hatch.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct hatch {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool full;
	int thing;
};

hatch_t *hatch_new(void)
{
	hatch_t *h = calloc(1, sizeof(*h));

	if (h) {
		pthread_mutex_init(&h->lock, NULL);
		pthread_cond_init(&h->changed, NULL);
	}
	return h;
}

void hatch_free(hatch_t *h)
{
	if (h) {
		pthread_cond_destroy(&h->changed);
		pthread_mutex_destroy(&h->lock);
		free(h);
	}
}

void hatch_give(hatch_t *h, int thing)
{
	pthread_mutex_lock(&h->lock);
	while (h->full) {
		pthread_cond_wait(&h->changed, &h->lock);
	}
	h->thing = thing;
	h->full = true;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->lock);
}

int hatch_take(hatch_t *h)
{
	pthread_mutex_lock(&h->lock);
	while (!h->full) {
		pthread_cond_wait(&h->changed, &h->lock);
	}
	int thing = h->thing;
	h->full = false;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->lock);
	return thing;
}
