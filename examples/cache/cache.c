// SPDX-License-Identifier: Apache-2.0
#include "cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	unsigned held;
	char text[];
};

struct cache {
	pthread_mutex_t lock;
	struct entry *entries;
	size_t count;
};

cache *cache_new(void)
{
	cache *cache = calloc(1, sizeof *cache);
	if (cache) {
		pthread_mutex_init(&cache->lock, NULL);
	}
	return cache;
}

void cache_free(cache *cache)
{
	if (!cache) {
		return;
	}
	while (cache->entries) {
		struct entry *entry = cache->entries;
		cache->entries = entry->next;
		free(entry);
	}
	pthread_mutex_destroy(&cache->lock);
	free(cache);
}

// The link that leads to the entry, or the one at the end; with the lock held.
static struct entry **find_locked(cache *cache, const char *text)
{
	struct entry **link = &cache->entries;
	while (*link && strcmp((*link)->text, text) != 0) {
		link = &(*link)->next;
	}
	return link;
}

static struct entry *find(cache *cache, const char *text)
{
	pthread_mutex_lock(&cache->lock);
	struct entry *entry = *find_locked(cache, text);
	pthread_mutex_unlock(&cache->lock);
	return entry;
}

unsigned cache_hold(cache *cache, const char *text)
{
	// The entry is found under the lock, but this thread does not hold a reference yet:
	// a cache_release() in between frees it.
	struct entry *entry = find(cache, text);
	if (entry) {
		pthread_mutex_lock(&cache->lock);
		unsigned held = ++entry->held;
		pthread_mutex_unlock(&cache->lock);
		return held;
	}

	size_t size = strlen(text) + 1;
	entry = malloc(sizeof *entry + size);
	if (!entry) {
		return 0;
	}
	memcpy(entry->text, text, size);
	entry->held = 1;

	pthread_mutex_lock(&cache->lock);
	struct entry *other = *find_locked(cache, text);
	if (other) {
		unsigned held = ++other->held;
		pthread_mutex_unlock(&cache->lock);
		free(entry);
		return held;
	}
	entry->next = cache->entries;
	cache->entries = entry;
	cache->count++;
	pthread_mutex_unlock(&cache->lock);
	return 1;
}

int cache_release(cache *cache, const char *text)
{
	int held = -1;
	pthread_mutex_lock(&cache->lock);
	struct entry **link = find_locked(cache, text);
	struct entry *entry = *link;
	if (entry) {
		held = (int)--entry->held;
		if (held == 0) {
			*link = entry->next;
			cache->count--;
			free(entry);
		}
	}
	pthread_mutex_unlock(&cache->lock);
	return held;
}

size_t cache_count(cache *cache)
{
	pthread_mutex_lock(&cache->lock);
	size_t count = cache->count;
	pthread_mutex_unlock(&cache->lock);
	return count;
}
