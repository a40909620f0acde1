// heddle: use-after-free|data-race
// intmap_get probes the table after unlocking while intmap_put grows and frees it.
// SPDX-License-Identifier: Apache-2.0
#include "intmap.h"

#include <pthread.h>
#include <stdlib.h>

struct slot {
	int key;
	int value;
	bool used;
};

struct intmap {
	pthread_mutex_t lock;
	struct slot *slots;
	size_t capacity; // a power of two
	size_t count;
};

intmap *intmap_new(void)
{
	intmap *map = calloc(1, sizeof *map);
	if (!map) {
		return NULL;
	}
	map->capacity = 2;
	map->slots = calloc(map->capacity, sizeof *map->slots);
	if (!map->slots) {
		free(map);
		return NULL;
	}
	pthread_mutex_init(&map->lock, NULL);
	return map;
}

void intmap_free(intmap *map)
{
	if (!map) {
		return;
	}
	pthread_mutex_destroy(&map->lock);
	free(map->slots);
	free(map);
}

// There is always a free slot, so every probe ends.
static struct slot *probe(struct slot *slots, size_t capacity, int key)
{
	size_t i = (unsigned)key & (capacity - 1);
	while (slots[i].used && slots[i].key != key) {
		i = (i + 1) & (capacity - 1);
	}
	return &slots[i];
}

static bool grow(intmap *map)
{
	size_t capacity = map->capacity * 2;
	struct slot *slots = calloc(capacity, sizeof *slots);
	if (!slots) {
		return false;
	}
	for (size_t i = 0; i < map->capacity; i++) {
		if (map->slots[i].used) {
			*probe(slots, capacity, map->slots[i].key) = map->slots[i];
		}
	}
	free(map->slots);
	map->slots = slots;
	map->capacity = capacity;
	return true;
}

bool intmap_put(intmap *map, int key, int value)
{
	bool done = true;
	pthread_mutex_lock(&map->lock);
	struct slot *slot = probe(map->slots, map->capacity, key);
	if (!slot->used && map->count + 1 == map->capacity) {
		done = grow(map);
		slot = probe(map->slots, map->capacity, key);
	}
	if (done) {
		map->count += !slot->used;
		*slot = (struct slot){.key = key, .value = value, .used = true};
	}
	pthread_mutex_unlock(&map->lock);
	return done;
}

int intmap_get(intmap *map, int key, int missing)
{
	pthread_mutex_lock(&map->lock);
	struct slot *slots = map->slots;
	size_t capacity = map->capacity;
	pthread_mutex_unlock(&map->lock);
	struct slot *slot = probe(slots, capacity, key);
	return slot->used ? slot->value : missing;
}

size_t intmap_count(intmap *map)
{
	pthread_mutex_lock(&map->lock);
	size_t count = map->count;
	pthread_mutex_unlock(&map->lock);
	return count;
}
