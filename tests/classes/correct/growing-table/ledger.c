// heddle: none
// A table that grows when 48 different keys are in it.
// SPDX-License-Identifier: Apache-2.0
#include "ledger.h"

#include <pthread.h>
#include <stdlib.h>

enum { FIRST = 64 };

struct entry {
	int key, value, used;
};

struct ledger {
	pthread_mutex_t lock;
	size_t size, count;
	struct entry *entries;
};

ledger_t *ledger_new(void)
{
	ledger_t *l = calloc(1, sizeof(*l));

	pthread_mutex_init(&l->lock, NULL);
	l->size = FIRST;
	l->entries = calloc(l->size, sizeof(*l->entries));
	return l;
}

void ledger_delete(ledger_t *l)
{
	pthread_mutex_destroy(&l->lock);
	free(l->entries);
	free(l);
}

static struct entry *find(struct entry *entries, size_t size, int key)
{
	size_t i = (size_t)(unsigned)key % size;

	while (entries[i].used && entries[i].key != key) {
		i = (i + 1) % size;
	}
	return &entries[i];
}

static void grow(ledger_t *l)
{
	size_t size = 2 * l->size;
	struct entry *entries = calloc(size, sizeof(*entries));

	for (size_t i = 0; i < l->size; i++) {
		if (l->entries[i].used) {
			*find(entries, size, l->entries[i].key) = l->entries[i];
		}
	}
	free(l->entries);
	l->entries = entries;
	l->size = size;
}

int ledger_put(ledger_t *l, int key, int value)
{
	pthread_mutex_lock(&l->lock);
	if (4 * l->count >= 3 * l->size) {
		grow(l);
	}
	struct entry *e = find(l->entries, l->size, key);
	int fresh = !e->used;
	l->count += (size_t)fresh;
	*e = (struct entry){key, value, 1};
	pthread_mutex_unlock(&l->lock);
	return fresh;
}

int ledger_get(ledger_t *l, int key)
{
	pthread_mutex_lock(&l->lock);
	struct entry *e = find(l->entries, l->size, key);
	int value = e->used ? e->value : -1;
	pthread_mutex_unlock(&l->lock);
	return value;
}

size_t ledger_count(ledger_t *l)
{
	pthread_mutex_lock(&l->lock);
	size_t count = l->count;
	pthread_mutex_unlock(&l->lock);
	return count;
}
