// heddle: none
// Drawers belong to the desk that made them.
// SPDX-License-Identifier: Apache-2.0
#include "desk.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct desk_drawer {
	struct desk *desk;
	struct desk_drawer *next;
	int number;
};

struct desk {
	pthread_mutex_t lock;
	struct desk_drawer *first;
};

struct desk *desk_create(void)
{
	struct desk *d = calloc(1, sizeof(*d));

	pthread_mutex_init(&d->lock, NULL);
	return d;
}

void desk_destroy(struct desk *d)
{
	while (d->first) {
		struct desk_drawer *next = d->first->next;
		free(d->first);
		d->first = next;
	}
	pthread_mutex_destroy(&d->lock);
	free(d);
}

int desk_drawers(struct desk *d)
{
	int count = 0;

	pthread_mutex_lock(&d->lock);
	for (struct desk_drawer *drawer = d->first; drawer; drawer = drawer->next) {
		count++;
	}
	pthread_mutex_unlock(&d->lock);
	return count;
}

struct desk_drawer *desk_drawer_open(struct desk *d, int number)
{
	struct desk_drawer *drawer = malloc(sizeof(*drawer));

	drawer->desk = d;
	drawer->number = number;
	pthread_mutex_lock(&d->lock);
	drawer->next = d->first;
	d->first = drawer;
	pthread_mutex_unlock(&d->lock);
	return drawer;
}

void desk_drawer_close(struct desk *d, struct desk_drawer *drawer)
{
	assert(drawer->desk == d);
	pthread_mutex_lock(&d->lock);
	for (struct desk_drawer **at = &d->first; *at; at = &(*at)->next) {
		if (*at == drawer) {
			*at = drawer->next;
			break;
		}
	}
	pthread_mutex_unlock(&d->lock);
	free(drawer);
}
