// SPDX-License-Identifier: Apache-2.0
#include "nested.h"

#include <pthread.h>
#include <stdlib.h>

struct gauge {
	pthread_mutex_t lock;
	int value;
};

gauge *gauge_new(void)
{
	gauge *g = calloc(1, sizeof(*g));
	pthread_mutex_init(&g->lock, NULL);
	return g;
}

void gauge_free(gauge *g)
{
	pthread_mutex_destroy(&g->lock);
	free(g);
}

int gauge_step(gauge *g)
{
	pthread_mutex_lock(&g->lock);
	int value = ++g->value;
	pthread_mutex_unlock(&g->lock);
	return value;
}

int gauge_twice(gauge *g)
{
	gauge_step(g);
	return gauge_step(g);
}
