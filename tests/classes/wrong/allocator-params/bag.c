// heddle: data-race|not-linearizable|use-after-free|double-free
// Bug: bag_clear takes the list without the lock.
// SPDX-License-Identifier: Apache-2.0
#include "bag.h"

#include <pthread.h>

struct item {
	struct item *next;
	int value;
};

struct bag {
	bag_malloc_fn allocate;
	bag_free_fn release;
	pthread_mutex_t lock;
	struct item *items;
};

struct bag *bag_create(bag_malloc_fn malloc_fn, bag_free_fn free_fn)
{
	struct bag *b = malloc_fn && free_fn ? malloc_fn(sizeof(*b)) : NULL;

	if (b) {
		b->allocate = malloc_fn;
		b->release = free_fn;
		b->items = NULL;
		pthread_mutex_init(&b->lock, NULL);
	}
	return b;
}

int bag_clear(struct bag *b)
{
	int count = 0;

	struct item *items = b->items;
	b->items = NULL;
	while (items) {
		struct item *next = items->next;
		b->release(items);
		items = next;
		count++;
	}
	return count;
}

void bag_destroy(struct bag *b)
{
	bag_clear(b);
	pthread_mutex_destroy(&b->lock);
	b->release(b);
}

int bag_add(struct bag *b, int value)
{
	struct item *item = b->allocate(sizeof(*item));

	if (!item) {
		return 0;
	}
	item->value = value;
	pthread_mutex_lock(&b->lock);
	item->next = b->items;
	b->items = item;
	pthread_mutex_unlock(&b->lock);
	return 1;
}

int bag_count(struct bag *b)
{
	int count = 0;

	pthread_mutex_lock(&b->lock);
	for (struct item *item = b->items; item; item = item->next) {
		count++;
	}
	pthread_mutex_unlock(&b->lock);
	return count;
}
