// heddle: data-race|not-linearizable
// Bug: gauge_raise reads the level without the lock.
// SPDX-License-Identifier: Apache-2.0
#include "gauge.h"

#include <pthread.h>
#include <stdlib.h>

struct gauge {
	pthread_mutex_t lock;
	int level, limit;
};

gauge_t *gauge(int limit)
{
	gauge_t *g = calloc(1, sizeof(*g));

	pthread_mutex_init(&g->lock, NULL);
	g->limit = limit;
	return g;
}

void gauge_drop(gauge_t *g)
{
	pthread_mutex_destroy(&g->lock);
	free(g);
}

int gauge_raise(gauge_t *g)
{
	int next = g->level + 1;

	pthread_mutex_lock(&g->lock);
	g->level = next;
	pthread_mutex_unlock(&g->lock);
	return next;
}

int gauge_level(gauge_t *g)
{
	pthread_mutex_lock(&g->lock);
	int level = g->level;
	pthread_mutex_unlock(&g->lock);
	return level;
}
