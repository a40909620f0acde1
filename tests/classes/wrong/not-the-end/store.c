// heddle: data-race|not-linearizable
// Bug: store_free, the free room, reads without the lock; store_clean is the destructor.
// SPDX-License-Identifier: Apache-2.0
#include "store.h"

#include <pthread.h>
#include <stdlib.h>

struct store {
	pthread_mutex_t lock;
	int room, used;
};

store_t *store_make(int room)
{
	store_t *s = calloc(1, sizeof(*s));

	pthread_mutex_init(&s->lock, NULL);
	s->room = room > 0 ? room : 1;
	return s;
}

int store_fill(store_t *s)
{
	pthread_mutex_lock(&s->lock);
	s->used++;
	if (s->used > s->room) {
		s->used = s->room;
	}
	int used = s->used;
	pthread_mutex_unlock(&s->lock);
	return used;
}

int store_free(store_t *s)
{
	int left = s->room - s->used;
	return left;
}

void store_clean(store_t *s)
{
	pthread_mutex_destroy(&s->lock);
	free(s);
}
