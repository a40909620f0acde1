// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "shardmap.h"

#include <pthread.h>
#include <stdlib.h>

#define SHARDS 4

struct item {
	struct item *next;
	int key;
	int value;
};

struct shard {
	pthread_mutex_t lock;
	struct item *items;
	size_t size;
};

struct shardmap {
	struct shard shards[SHARDS];
};

shardmap *shardmap_new(void)
{
	shardmap *map = calloc(1, sizeof *map);
	for (int i = 0; map && i < SHARDS; i++) {
		pthread_mutex_init(&map->shards[i].lock, NULL);
	}
	return map;
}

void shardmap_free(shardmap *map)
{
	if (!map) {
		return;
	}
	for (int i = 0; i < SHARDS; i++) {
		struct item *item = map->shards[i].items;
		while (item) {
			struct item *next = item->next;
			free(item);
			item = next;
		}
		pthread_mutex_destroy(&map->shards[i].lock);
	}
	free(map);
}

static struct shard *lock_shard(shardmap *map, int key)
{
	struct shard *shard = &map->shards[(unsigned)key % SHARDS];
	pthread_mutex_lock(&shard->lock);
	return shard;
}

static struct item **find(struct shard *shard, int key)
{
	struct item **link = &shard->items;
	while (*link && (*link)->key != key) {
		link = &(*link)->next;
	}
	return link;
}

bool shardmap_put(shardmap *map, int key, int value)
{
	struct shard *shard = lock_shard(map, key);
	struct item *item = *find(shard, key);
	if (!item) {
		item = malloc(sizeof *item);
		if (item) {
			item->key = key;
			item->next = shard->items;
			shard->items = item;
			shard->size++;
		}
	}
	if (item) {
		item->value = value;
	}
	pthread_mutex_unlock(&shard->lock);
	return item != NULL;
}

bool shardmap_get(shardmap *map, int key, int *value)
{
	struct shard *shard = lock_shard(map, key);
	struct item *item = *find(shard, key);
	if (item) {
		*value = item->value;
	}
	pthread_mutex_unlock(&shard->lock);
	return item != NULL;
}

bool shardmap_remove(shardmap *map, int key)
{
	struct shard *shard = lock_shard(map, key);
	struct item **link = find(shard, key);
	struct item *item = *link;
	if (item) {
		*link = item->next;
		shard->size--;
	}
	pthread_mutex_unlock(&shard->lock);
	free(item);
	return item != NULL;
}

bool shardmap_replace(shardmap *map, int key, int expected, int value)
{
	struct shard *shard = lock_shard(map, key);
	struct item *item = *find(shard, key);
	bool equal = item && item->value == expected;
	if (equal) {
		item->value = value;
	}
	pthread_mutex_unlock(&shard->lock);
	return equal;
}

size_t shardmap_approximate_size(shardmap *map)
{
	size_t size = 0;
	for (int i = 0; i < SHARDS; i++) {
		pthread_mutex_lock(&map->shards[i].lock);
		size += map->shards[i].size;
		pthread_mutex_unlock(&map->shards[i].lock);
	}
	return size;
}

size_t shardmap_size(shardmap *map)
{
	size_t size = 0;
	for (int i = 0; i < SHARDS; i++) {
		pthread_mutex_lock(&map->shards[i].lock);
	}
	for (int i = 0; i < SHARDS; i++) {
		size += map->shards[i].size;
	}
	for (int i = SHARDS - 1; i >= 0; i--) {
		pthread_mutex_unlock(&map->shards[i].lock);
	}
	return size;
}
