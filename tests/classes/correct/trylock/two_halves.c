// SPDX-License-Identifier: Apache-2.0
#include "two_halves.h"

#include <pthread.h>
#include <stdlib.h>

struct half {
	pthread_mutex_t lock;
	int sum;
};

struct two_halves {
	struct half front, back;
};

two_halves *two_halves_new(void)
{
	two_halves *h = calloc(1, sizeof(*h));

	if (h) {
		pthread_mutex_init(&h->front.lock, NULL);
		pthread_mutex_init(&h->back.lock, NULL);
	}
	return h;
}

void two_halves_free(two_halves *h)
{
	if (h) {
		pthread_mutex_destroy(&h->front.lock);
		pthread_mutex_destroy(&h->back.lock);
		free(h);
	}
}

void two_halves_add(two_halves *h, int n)
{
	pthread_mutex_lock(&h->front.lock);
	h->front.sum = (int)((unsigned)h->front.sum + (unsigned)n);
	pthread_mutex_unlock(&h->front.lock);
}

enum two_halves_status two_halves_try_swap(two_halves *h)
{
	enum two_halves_status status = TWO_HALVES_EMPTY;

	pthread_mutex_lock(&h->front.lock);
	if (pthread_mutex_trylock(&h->back.lock) != 0) {
		pthread_mutex_unlock(&h->front.lock);
		return TWO_HALVES_BUSY;
	}
	if (h->front.sum != 0) {
		h->back.sum = h->front.sum;
		h->front.sum = 0;
		status = TWO_HALVES_OK;
	}
	pthread_mutex_unlock(&h->back.lock);
	pthread_mutex_unlock(&h->front.lock);
	return status;
}

static int get(struct half *h)
{
	pthread_mutex_lock(&h->lock);
	int sum = h->sum;
	pthread_mutex_unlock(&h->lock);
	return sum;
}

int two_halves_front(two_halves *h)
{
	return get(&h->front);
}

int two_halves_back(two_halves *h)
{
	return get(&h->back);
}
