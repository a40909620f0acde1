// heddle: assertion|not-linearizable
// Two limiter_enter calls both see the last free place and both take it.
// SPDX-License-Identifier: Apache-2.0
#include "limiter.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct limiter {
	pthread_mutex_t lock;
	int places;
	int reserve;
	int inside;
};

limiter *limiter_new(const struct limiter_config *config)
{
	if (!config || config->places < 1 || config->reserve < 0) {
		return NULL;
	}
	if (config->reserve >= config->places) {
		return NULL;
	}
	limiter *limiter = calloc(1, sizeof *limiter);
	if (!limiter) {
		return NULL;
	}
	limiter->places = config->places;
	limiter->reserve = config->reserve;
	pthread_mutex_init(&limiter->lock, NULL);
	return limiter;
}

void limiter_free(limiter *limiter)
{
	if (!limiter) {
		return;
	}
	pthread_mutex_destroy(&limiter->lock);
	free(limiter);
}

int limiter_free_places(limiter *limiter)
{
	pthread_mutex_lock(&limiter->lock);
	assert(limiter->inside <= limiter->places);
	int places = limiter->places - limiter->inside;
	pthread_mutex_unlock(&limiter->lock);
	return places;
}

static bool enter(limiter *limiter, int reserve)
{
	if (limiter_free_places(limiter) <= reserve) {
		return false;
	}
	pthread_mutex_lock(&limiter->lock);
	limiter->inside++;
	pthread_mutex_unlock(&limiter->lock);
	return true;
}

bool limiter_enter(limiter *limiter)
{
	return enter(limiter, limiter->reserve);
}

bool limiter_enter_urgent(limiter *limiter)
{
	return enter(limiter, 0);
}

bool limiter_leave(limiter *limiter)
{
	pthread_mutex_lock(&limiter->lock);
	bool inside = limiter->inside > 0;
	if (inside) {
		limiter->inside--;
	}
	pthread_mutex_unlock(&limiter->lock);
	return inside;
}
