// heddle: data-race|not-linearizable
// Bug: shelf_cursor_free gives its place back without the lock.
// SPDX-License-Identifier: Apache-2.0
#include "shelf.h"

#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 16 };

struct shelf {
	pthread_mutex_t lock;
	int count, readers;
	int items[ROOM];
};

struct shelf_cursor {
	struct shelf *shelf;
	int at;
};

struct shelf *shelf_new(void)
{
	struct shelf *s = calloc(1, sizeof(*s));

	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void shelf_free(struct shelf *s)
{
	pthread_mutex_destroy(&s->lock);
	free(s);
}

int shelf_add(struct shelf *s, int item)
{
	int added = 0;

	pthread_mutex_lock(&s->lock);
	if (s->count < ROOM) {
		s->items[s->count++] = item;
		added = 1;
	}
	pthread_mutex_unlock(&s->lock);
	return added;
}

int shelf_size(struct shelf *s)
{
	pthread_mutex_lock(&s->lock);
	int count = s->count;
	pthread_mutex_unlock(&s->lock);
	return count;
}

int shelf_readers(struct shelf *s)
{
	pthread_mutex_lock(&s->lock);
	int readers = s->readers;
	pthread_mutex_unlock(&s->lock);
	return readers;
}

struct shelf_cursor *shelf_walk(struct shelf *s)
{
	struct shelf_cursor *c = malloc(sizeof(*c));

	c->shelf = s;
	c->at = 0;
	pthread_mutex_lock(&s->lock);
	s->readers++;
	pthread_mutex_unlock(&s->lock);
	return c;
}

int shelf_cursor_next(struct shelf_cursor *c, int *item)
{
	struct shelf *s = c->shelf;
	int got = 0;

	pthread_mutex_lock(&s->lock);
	if (c->at < s->count) {
		*item = s->items[c->at++];
		got = 1;
	}
	pthread_mutex_unlock(&s->lock);
	return got;
}

void shelf_cursor_free(struct shelf_cursor *c)
{
	struct shelf *s = c->shelf;

	s->readers--;
	free(c);
}
