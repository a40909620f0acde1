// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "lru.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	int key;
	int value;
};

struct lru {
	pthread_mutex_t lock;
	int capacity;
	int count;
	struct entry entries[]; // the most recent first
};

lru *lru_new(int capacity)
{
	if (capacity < 1 || capacity > 64) {
		return NULL;
	}
	lru *cache = malloc(sizeof *cache + (size_t)capacity * sizeof(struct entry));
	if (!cache) {
		return NULL;
	}
	cache->capacity = capacity;
	cache->count = 0;
	pthread_mutex_init(&cache->lock, NULL);
	return cache;
}

void lru_free(lru *cache)
{
	if (!cache) {
		return;
	}
	pthread_mutex_destroy(&cache->lock);
	free(cache);
}

// With the lock held.
static int find(const lru *cache, int key)
{
	for (int i = 0; i < cache->count; i++) {
		if (cache->entries[i].key == key) {
			return i;
		}
	}
	return -1;
}

// Make room in front by overwriting the entry at an index; with the lock held.
static void use(lru *cache, int index, struct entry entry)
{
	memmove(&cache->entries[1], &cache->entries[0], (size_t)index * sizeof entry);
	cache->entries[0] = entry;
}

bool lru_put(lru *cache, int key, int value)
{
	bool forgotten = false;
	pthread_mutex_lock(&cache->lock);
	int index = find(cache, key);
	if (index < 0 && cache->count < cache->capacity) {
		index = cache->count++;
	} else if (index < 0) {
		index = cache->count - 1;
		forgotten = true;
	}
	use(cache, index, (struct entry){key, value});
	pthread_mutex_unlock(&cache->lock);
	return forgotten;
}

bool lru_get(lru *cache, int key, int *value)
{
	pthread_mutex_lock(&cache->lock);
	int index = find(cache, key);
	if (index >= 0) {
		use(cache, index, cache->entries[index]);
		*value = cache->entries[0].value;
	}
	pthread_mutex_unlock(&cache->lock);
	return index >= 0;
}

bool lru_contains(lru *cache, int key)
{
	pthread_mutex_lock(&cache->lock);
	bool found = find(cache, key) >= 0;
	pthread_mutex_unlock(&cache->lock);
	return found;
}

bool lru_remove(lru *cache, int key)
{
	pthread_mutex_lock(&cache->lock);
	int index = find(cache, key);
	if (index >= 0) {
		cache->count--;
		memmove(&cache->entries[index], &cache->entries[index + 1],
			(size_t)(cache->count - index) * sizeof cache->entries[0]);
	}
	pthread_mutex_unlock(&cache->lock);
	return index >= 0;
}

int lru_count(lru *cache)
{
	pthread_mutex_lock(&cache->lock);
	int count = cache->count;
	pthread_mutex_unlock(&cache->lock);
	return count;
}
