// heddle: data-race|not-linearizable|use-after-free|double-free
// Bug: pile_push moves a full pile (32, 64, ... items) before it locks.
// SPDX-License-Identifier: Apache-2.0
#include "pile.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct pile {
	pthread_mutex_t lock;
	int height;
	atomic_int room;
	void **things;
};

pile_t *pile_create(void)
{
	pile_t *p = calloc(1, sizeof(*p));

	pthread_mutex_init(&p->lock, NULL);
	atomic_init(&p->room, 32);
	p->things = calloc(32, sizeof(*p->things));
	return p;
}

void pile_destroy(pile_t *p)
{
	pthread_mutex_destroy(&p->lock);
	free(p->things);
	free(p);
}

static void grow(pile_t *p)
{
	int room = atomic_load(&p->room);
	void **things = calloc(2 * (size_t)room, sizeof(*things));

	memcpy(things, p->things, (size_t)room * sizeof(*things));
	free(p->things);
	p->things = things;
	atomic_store(&p->room, 2 * room);
}

void pile_push(pile_t *p, void *thing)
{
	pthread_mutex_lock(&p->lock);
	if (p->height == atomic_load(&p->room)) {
		pthread_mutex_unlock(&p->lock);
		grow(p);
		pthread_mutex_lock(&p->lock);
	}
	p->things[p->height++] = thing;
	pthread_mutex_unlock(&p->lock);
}

void *pile_pop(pile_t *p)
{
	void *thing = NULL;

	pthread_mutex_lock(&p->lock);
	if (p->height > 0) {
		thing = p->things[--p->height];
	}
	pthread_mutex_unlock(&p->lock);
	return thing;
}

int pile_height(pile_t *p)
{
	pthread_mutex_lock(&p->lock);
	int height = p->height;
	pthread_mutex_unlock(&p->lock);
	return height;
}
