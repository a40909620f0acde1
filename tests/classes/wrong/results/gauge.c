// SPDX-License-Identifier: Apache-2.0
#include "gauge.h"

#include <pthread.h>
#include <stdlib.h>

struct gauge {
	pthread_mutex_t lock;
	struct gauge_reading now;
};

gauge *gauge_new(void)
{
	gauge *g = calloc(1, sizeof(*g));

	if (g) {
		pthread_mutex_init(&g->lock, NULL);
		g->now.level = 0.1f;
	}
	return g;
}

void gauge_free(gauge *g)
{
	if (g) {
		pthread_mutex_destroy(&g->lock);
		free(g);
	}
}

struct gauge_reading gauge_get_reading(const gauge *g)
{
	pthread_mutex_lock((pthread_mutex_t *)&g->lock);
	struct gauge_reading now = g->now;
	pthread_mutex_unlock((pthread_mutex_t *)&g->lock);
	return now;
}

void gauge_raise(gauge *g, float *level)
{
	struct gauge_reading now = gauge_get_reading(g);

	now.level += 0.7f;
	now.below--;
	*level = now.level;
	pthread_mutex_lock(&g->lock);
	g->now = now; // another may have raised it meanwhile
	pthread_mutex_unlock(&g->lock);
}
