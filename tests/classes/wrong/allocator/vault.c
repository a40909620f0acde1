// heddle: data-race|not-linearizable
// Bug: vault_add links the item in without the lock.
// SPDX-License-Identifier: Apache-2.0
#include "vault.h"

#include <pthread.h>

struct item {
	struct item *next;
	int value;
};

struct vault {
	struct vault_allocator memory;
	pthread_mutex_t lock;
	struct item *items;
};

struct vault *vault_create(const struct vault_allocator *allocator)
{
	struct vault *v = allocator->allocate(allocator->context, sizeof(*v));

	if (!v) {
		return NULL;
	}
	v->memory = *allocator;
	pthread_mutex_init(&v->lock, NULL);
	v->items = NULL;
	return v;
}

void vault_destroy(struct vault *v)
{
	while (v->items) {
		struct item *next = v->items->next;
		v->memory.release(v->memory.context, v->items);
		v->items = next;
	}
	pthread_mutex_destroy(&v->lock);
	v->memory.release(v->memory.context, v);
}

int vault_add(struct vault *v, int value)
{
	struct item *item = v->memory.allocate(v->memory.context, sizeof(*item));

	if (!item) {
		return 0;
	}
	item->value = value;
	item->next = v->items;
	v->items = item;
	return 1;
}

int vault_count(struct vault *v)
{
	int count = 0;

	pthread_mutex_lock(&v->lock);
	for (struct item *item = v->items; item; item = item->next) {
		count++;
	}
	pthread_mutex_unlock(&v->lock);
	return count;
}
