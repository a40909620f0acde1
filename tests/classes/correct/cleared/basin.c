// heddle: none
// All that a call does is done in one critical section.
// SPDX-License-Identifier: Apache-2.0
#include "basin.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define BUCKET (16 << 10)

struct basin {
	pthread_mutex_t lock;
	unsigned level;
	char *room;
};

static char *make_room(size_t buckets)
{
	char *room = buckets < 1 << 16 ? malloc(buckets * BUCKET + 1) : NULL;

	if (room) {
		memset(room, 0, buckets * BUCKET + 1);
	}
	return room;
}

basin *basin_new(size_t buckets)
{
	basin *b = calloc(1, sizeof(*b));

	b->room = make_room(buckets);
	if (!b->room) {
		free(b);
		return NULL;
	}
	pthread_mutex_init(&b->lock, NULL);
	return b;
}

void basin_free(basin *b)
{
	pthread_mutex_destroy(&b->lock);
	free(b->room);
	free(b);
}

int basin_resize(basin *b, size_t buckets)
{
	char *room = make_room(buckets);

	if (!room) {
		return 0;
	}
	pthread_mutex_lock(&b->lock);
	char *old = b->room;
	b->room = room;
	pthread_mutex_unlock(&b->lock);
	free(old);
	return 1;
}

void basin_fill(basin *b, unsigned water)
{
	pthread_mutex_lock(&b->lock);
	b->level += water;
	pthread_mutex_unlock(&b->lock);
}

unsigned basin_draw(basin *b, unsigned water)
{
	pthread_mutex_lock(&b->lock);
	unsigned drawn = water < b->level ? water : b->level;
	b->level -= drawn;
	pthread_mutex_unlock(&b->lock);
	return drawn;
}

unsigned basin_level(basin *b)
{
	pthread_mutex_lock(&b->lock);
	unsigned level = b->level;
	pthread_mutex_unlock(&b->lock);
	return level;
}
