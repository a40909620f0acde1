// heddle: none
// Blocks are plain pointers; each belongs to the thread that took it.
// SPDX-License-Identifier: Apache-2.0
#include "arena.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { MARK = 0x61726e61 };

struct block {
	int mark;
	struct block *next;
	char data[32];
};

struct arena {
	pthread_mutex_t lock;
	struct block *unused;
	int taken;
};

arena *arena_create(void)
{
	arena *a = calloc(1, sizeof(*a));

	pthread_mutex_init(&a->lock, NULL);
	return a;
}

void arena_destroy(arena *a)
{
	while (a->unused) {
		struct block *next = a->unused->next;
		free(a->unused);
		a->unused = next;
	}
	pthread_mutex_destroy(&a->lock);
	free(a);
}

void *arena_take(arena *a, size_t size)
{
	if (size > sizeof(((struct block *)NULL)->data)) {
		return NULL;
	}
	pthread_mutex_lock(&a->lock);
	struct block *b = a->unused;
	if (b) {
		a->unused = b->next;
	}
	a->taken++;
	pthread_mutex_unlock(&a->lock);
	if (!b) {
		b = calloc(1, sizeof(*b));
	}
	b->mark = MARK;
	return b->data;
}

void arena_release(arena *a, void *block)
{
	struct block *b = (struct block *)((char *)block - offsetof(struct block, data));

	assert(b->mark == MARK);
	b->mark = 0;
	pthread_mutex_lock(&a->lock);
	b->next = a->unused;
	a->unused = b;
	a->taken--;
	pthread_mutex_unlock(&a->lock);
}

int arena_taken(arena *a)
{
	pthread_mutex_lock(&a->lock);
	int taken = a->taken;
	pthread_mutex_unlock(&a->lock);
	return taken;
}
