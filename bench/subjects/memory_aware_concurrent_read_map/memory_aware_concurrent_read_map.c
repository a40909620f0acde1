// SPDX-License-Identifier: Apache-2.0
// Readers count themselves in and out under the write lock. A writer waits until
// there are none, on the queue, and keeps the write lock: who is in gets out no more.
#include "memory_aware_concurrent_read_map.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef memory_aware_concurrent_read_map read_map;

struct entry {
	struct entry *next;
	int key, value;
	bool strong;
};

struct memory_aware_concurrent_read_map {
	pthread_mutex_t write_lock;
	pthread_mutex_t write_queue;
	pthread_cond_t no_readers;
	int readers; // under the write lock
	int count;
	unsigned nbuckets;
	struct entry **buckets;
};

#define FIRST_BUCKETS 2

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

read_map *memory_aware_concurrent_read_map_new(void)
{
	read_map *map = calloc(1, sizeof *map);
	if (!map) {
		return NULL;
	}
	map->buckets = calloc(FIRST_BUCKETS, sizeof *map->buckets);
	if (!map->buckets) {
		free(map);
		return NULL;
	}
	map->nbuckets = FIRST_BUCKETS;
	monitor_init(&map->write_lock);
	monitor_init(&map->write_queue);
	pthread_cond_init(&map->no_readers, NULL);
	return map;
}

void memory_aware_concurrent_read_map_free(read_map *map)
{
	if (!map) {
		return;
	}
	for (unsigned i = 0; i < map->nbuckets; i++) {
		while (map->buckets[i]) {
			struct entry *entry = map->buckets[i];
			map->buckets[i] = entry->next;
			free(entry);
		}
	}
	pthread_cond_destroy(&map->no_readers);
	pthread_mutex_destroy(&map->write_queue);
	pthread_mutex_destroy(&map->write_lock);
	free(map->buckets);
	free(map);
}

// ---- readers and writers ---------------------------------------------------

static void begin_read(read_map *map)
{
	pthread_mutex_lock(&map->write_lock);
	map->readers++;
	pthread_mutex_unlock(&map->write_lock);
}

static void end_read(read_map *map)
{
	pthread_mutex_lock(&map->write_lock);
	map->readers--;
	pthread_mutex_unlock(&map->write_lock);
	pthread_mutex_lock(&map->write_queue);
	pthread_cond_broadcast(&map->no_readers);
	pthread_mutex_unlock(&map->write_queue);
}

static void begin_write(read_map *map)
{
	pthread_mutex_lock(&map->write_lock);
#ifdef FIXED
	// Gives up the write lock while it waits.
	while (map->readers != 0) {
		pthread_cond_wait(&map->no_readers, &map->write_lock);
	}
#else
	pthread_mutex_lock(&map->write_queue);
	while (map->readers != 0) {
		pthread_cond_wait(&map->no_readers, &map->write_queue);
	}
	pthread_mutex_unlock(&map->write_queue);
#endif
}

static void end_write(read_map *map)
{
	pthread_mutex_unlock(&map->write_lock);
}

// ---- entries ---------------------------------------------------------------

static struct entry **find(read_map *map, int key)
{
	struct entry **link = &map->buckets[(unsigned)key % map->nbuckets];
	while (*link && (*link)->key != key) {
		link = &(*link)->next;
	}
	return link;
}

// Twice as many buckets, if there is memory for them.
static void rehash(read_map *map)
{
	unsigned nbuckets = 2 * map->nbuckets;
	struct entry **buckets = calloc(nbuckets, sizeof *buckets);
	if (!buckets) {
		return;
	}
	for (unsigned i = 0; i < map->nbuckets; i++) {
		while (map->buckets[i]) {
			struct entry *entry = map->buckets[i];
			map->buckets[i] = entry->next;
			entry->next = buckets[(unsigned)entry->key % nbuckets];
			buckets[(unsigned)entry->key % nbuckets] = entry;
		}
	}
	free(map->buckets);
	map->buckets = buckets;
	map->nbuckets = nbuckets;
}

static int remove_entry(read_map *map, int key)
{
	struct entry **link = find(map, key), *entry = *link;
	if (!entry) {
		return 0;
	}
	int old = entry->value;
	*link = entry->next;
	free(entry);
	map->count--;
	return old;
}

static int put_entry(read_map *map, int key, int value, bool strong)
{
	struct entry *entry = *find(map, key);
	int old = entry ? entry->value : 0;
	if (!entry) {
		if ((unsigned)map->count >= 2 * map->nbuckets) {
			rehash(map);
		}
		entry = malloc(sizeof *entry);
		if (!entry) {
			abort();
		}
		struct entry **bucket = &map->buckets[(unsigned)key % map->nbuckets];
		*entry = (struct entry){.next = *bucket, .key = key};
		*bucket = entry;
		map->count++;
	}
	entry->value = value;
	entry->strong = strong;
	return old;
}

// ---- the map ---------------------------------------------------------------

int memory_aware_concurrent_read_map_get(read_map *map, int key)
{
	begin_read(map);
	const struct entry *entry = *find(map, key);
	int value = entry ? entry->value : 0;
	end_read(map);
	return value;
}

static int write_entry(read_map *map, int key, int value, bool strong)
{
	begin_write(map);
	int old = value ? put_entry(map, key, value, strong) : remove_entry(map, key);
	end_write(map);
	return old;
}

int memory_aware_concurrent_read_map_put(read_map *map, int key, int value)
{
	return write_entry(map, key, value, false);
}

int memory_aware_concurrent_read_map_put_strong(read_map *map, int key, int value)
{
	return write_entry(map, key, value, true);
}

int memory_aware_concurrent_read_map_remove(read_map *map, int key)
{
	return write_entry(map, key, 0, false);
}

int memory_aware_concurrent_read_map_size(read_map *map)
{
	pthread_mutex_lock(&map->write_lock);
	int count = map->count;
	pthread_mutex_unlock(&map->write_lock);
	return count;
}
