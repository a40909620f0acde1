// heddle: data-race|not-linearizable
// Bug: two depot_put calls at once; no depot can be opened before depot_library_init.
// SPDX-License-Identifier: Apache-2.0
#include "depot.h"

#include <pthread.h>
#include <stdlib.h>

struct depot {
	pthread_mutex_t lock;
	int level, limit;
};

static int ready;

int depot_library_init(void)
{
	ready = 1;
	return 0;
}

void depot_library_exit(void)
{
	ready = 0;
}

struct depot *depot_open(int limit)
{
	struct depot *d = ready ? calloc(1, sizeof(*d)) : NULL;

	if (!d) {
		return NULL;
	}
	pthread_mutex_init(&d->lock, NULL);
	d->limit = limit;
	return d;
}

void depot_close(struct depot *d)
{
	pthread_mutex_destroy(&d->lock);
	free(d);
}

int depot_put(struct depot *d, int amount)
{
	int level;

	d->level += amount > 0;
	level = d->level;
	return level;
}

int depot_take(struct depot *d, int amount)
{
	int taken = 0;

	pthread_mutex_lock(&d->lock);
	if (d->level > 0 && amount > 0) {
		d->level--;
		taken = 1;
	}
	pthread_mutex_unlock(&d->lock);
	return taken;
}

int depot_level(struct depot *d)
{
	pthread_mutex_lock(&d->lock);
	int level = d->level;
	pthread_mutex_unlock(&d->lock);
	return level;
}
