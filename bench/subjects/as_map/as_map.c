// SPDX-License-Identifier: Apache-2.0
// No locks. as_map_entry_set makes the set of entries when it is asked for the
// first time: it reads the field, tests the field again, and returns what it
// read first. Most other functions go through it.
#include "as_map.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS 8

struct multimap {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	int values[KEYS + 1]; // by key: how many
};

// A view, too: it has no state of its own.
struct as_map_entries {
	multimap *multimap;
	as_map_entries *next;
};

struct as_map {
	multimap *multimap;
	as_map_entries *entry_set; // NULL: not asked for yet
	as_map_entries *made;      // all of them, to be freed
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct multimap *held = enter(object)

static multimap *enter(multimap *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(multimap **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(multimap *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

static void monitor_destroy(multimap *object)
{
	pthread_mutex_destroy(&object->monitor);
}
#else
#define SYNCHRONIZED(object) (void)(object)
#define monitor_init(object) (void)(object)
#define monitor_destroy(object) (void)(object)
#endif

multimap *multimap_new(int count)
{
	multimap *multimap = calloc(1, sizeof *multimap);
	if (multimap) {
		monitor_init(multimap);
		for (int key = 1; key <= count && key <= KEYS; key++) {
			multimap->values[key] = key;
		}
	}
	return multimap;
}

void multimap_free(multimap *multimap)
{
	if (multimap) {
		monitor_destroy(multimap);
		free(multimap);
	}
}

as_map *as_map_new(multimap *multimap)
{
	as_map *map = multimap ? calloc(1, sizeof *map) : NULL;
	if (map) {
		map->multimap = multimap;
	}
	return map;
}

void as_map_free(as_map *map)
{
	if (!map) {
		return;
	}
	while (map->made) {
		as_map_entries *entries = map->made;
		map->made = entries->next;
		free(entries);
	}
	free(map);
}

// ---- entries ---------------------------------------------------------------

static as_map_entries *make_entries(as_map *map)
{
	as_map_entries *entries = malloc(sizeof *entries);
	if (!entries) {
		abort();
	}
	*entries = (as_map_entries){map->multimap, map->made};
	map->made = entries;
	return entries;
}

as_map_entries *as_map_entry_set(as_map *map)
{
	SYNCHRONIZED(map->multimap);
	as_map_entries *result = map->entry_set;
	return map->entry_set == NULL ? (map->entry_set = make_entries(map)) : result;
}

// The first key from this one on that has values; 0: none.
static int next_key(const as_map_entries *entries, int key)
{
	while (key <= KEYS && entries->multimap->values[key] == 0) {
		key++;
	}
	return key <= KEYS ? key : 0;
}

static int count(const as_map_entries *entries)
{
	int n = 0;
	for (int key = next_key(entries, 1); key; key = next_key(entries, key + 1)) {
		n++;
	}
	return n;
}

// ---- the map ---------------------------------------------------------------

int as_map_size(as_map *map)
{
	SYNCHRONIZED(map->multimap);
	return count(as_map_entry_set(map));
}

bool as_map_is_empty(as_map *map)
{
	return as_map_size(map) == 0;
}

bool as_map_contains_key(as_map *map, int key)
{
	SYNCHRONIZED(map->multimap);
	return key >= 1 && key <= KEYS && map->multimap->values[key] > 0;
}

bool as_map_contains_value(as_map *map, int values)
{
	SYNCHRONIZED(map->multimap);
	as_map_entries *entries = as_map_entry_set(map);
	for (int key = next_key(entries, 1); key; key = next_key(entries, key + 1)) {
		if (entries->multimap->values[key] == values) {
			return true;
		}
	}
	return false;
}

int as_map_get(as_map *map, int key)
{
	SYNCHRONIZED(map->multimap);
	return key >= 1 && key <= KEYS ? map->multimap->values[key] : 0;
}

int as_map_put(as_map *map, int key, int values)
{
	(void)map;
	(void)key;
	(void)values;
	return -1;
}

int as_map_put_all(as_map *map, as_map *other)
{
	(void)map;
	if (!other) {
		return -1;
	}
	SYNCHRONIZED(other->multimap);
	return next_key(as_map_entry_set(other), 1) == 0 ? 0 : -1;
}

int as_map_remove(as_map *map, int key)
{
	SYNCHRONIZED(map->multimap);
	int values = as_map_get(map, key);
	if (values > 0) {
		map->multimap->values[key] = 0;
	}
	return values;
}

void as_map_clear(as_map *map)
{
	SYNCHRONIZED(map->multimap);
	for (int key = 1; key <= KEYS; key++) {
		map->multimap->values[key] = 0;
	}
}

size_t as_map_key_set(as_map *map, int *keys, size_t count)
{
	SYNCHRONIZED(map->multimap);
	size_t n = 0;
	for (int key = 1; key <= KEYS; key++) {
		if (map->multimap->values[key] > 0 && n++ < count) {
			keys[n - 1] = key;
		}
	}
	return n;
}

size_t as_map_values(as_map *map, int *values, size_t count)
{
	SYNCHRONIZED(map->multimap);
	as_map_entries *entries = as_map_entry_set(map);
	size_t n = 0;
	for (int key = next_key(entries, 1); key; key = next_key(entries, key + 1)) {
		if (n++ < count) {
			values[n - 1] = entries->multimap->values[key];
		}
	}
	return n;
}

static multimap copy_of(multimap *multimap)
{
	SYNCHRONIZED(multimap);
	struct multimap copy = {0};
	memcpy(copy.values, multimap->values, sizeof copy.values);
	return copy;
}

bool as_map_equals(as_map *map, as_map *other)
{
	if (map == other || !other) {
		return map == other;
	}
	multimap copy = copy_of(other->multimap);
	SYNCHRONIZED(map->multimap);
	return map->multimap == other->multimap ||
		memcmp(copy.values, map->multimap->values, sizeof copy.values) == 0;
}

int as_map_hash(as_map *map)
{
	SYNCHRONIZED(map->multimap);
	as_map_entries *entries = as_map_entry_set(map);
	int sum = 0;
	for (int key = next_key(entries, 1); key; key = next_key(entries, key + 1)) {
		sum += key ^ entries->multimap->values[key];
	}
	return sum;
}

size_t as_map_to_string(as_map *map, char *text, size_t size)
{
	SYNCHRONIZED(map->multimap);
	as_map_entries *entries = as_map_entry_set(map);
	size_t used = 0;
	for (int key = next_key(entries, 1); key; key = next_key(entries, key + 1)) {
		used += (size_t)snprintf(used < size ? text + used : NULL, used < size ? size - used : 0, "%d=%d ", key,
			entries->multimap->values[key]);
	}
	return used;
}
