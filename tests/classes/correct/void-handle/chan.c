// heddle: none
// Channels are plain void pointers.
// SPDX-License-Identifier: Apache-2.0
#include "chan.h"

#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 2 };

struct chan {
	pthread_mutex_t lock;
	int count;
	int items[ROOM];
};

void *chan_open(void)
{
	struct chan *c = calloc(1, sizeof(*c));

	pthread_mutex_init(&c->lock, NULL);
	return c;
}

int chan_send(void *chan, int value)
{
	struct chan *c = chan;

	pthread_mutex_lock(&c->lock);
	if (c->count == ROOM) {
		pthread_mutex_unlock(&c->lock);
		return 0;
	}
	c->items[c->count++] = value;
	pthread_mutex_unlock(&c->lock);
	return 1;
}

int chan_receive(void *chan, int *value)
{
	struct chan *c = chan;
	int got = 0;

	pthread_mutex_lock(&c->lock);
	if (c->count > 0) {
		*value = c->items[--c->count];
		got = 1;
	}
	pthread_mutex_unlock(&c->lock);
	return got;
}

int chan_pending(void *chan)
{
	struct chan *c = chan;

	pthread_mutex_lock(&c->lock);
	int count = c->count;
	pthread_mutex_unlock(&c->lock);
	return count;
}

void chan_close(void *chan)
{
	struct chan *c = chan;

	pthread_mutex_destroy(&c->lock);
	free(c);
}
