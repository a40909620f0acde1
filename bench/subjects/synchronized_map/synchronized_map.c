// SPDX-License-Identifier: Apache-2.0
// Every function locks the map, then its table. Keys and values that are maps
// are hashed and compared meanwhile: two maps that hold each other, or are
// compared or copied crosswise, lock each other out.
#define _GNU_SOURCE // the initialiser of a recursive mutex
#include "synchronized_map.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define BUCKETS 8

struct object {
	synchronized_map *map; // NULL: a number
	int number;
};

struct entry {
	struct entry *next;
	object *key, *value;
	unsigned hash;
};

struct table {
	pthread_mutex_t monitor;
	struct entry *buckets[BUCKETS];
	int count;
	double load_factor; // negative while the hash of the table is being computed
};

struct synchronized_map {
	pthread_mutex_t mutex;
	struct table table;
};

#define SYNCHRONIZED(lock) __attribute__((cleanup(leave), unused)) pthread_mutex_t *held = enter(lock)

static pthread_mutex_t *enter(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	return lock;
}

static void leave(pthread_mutex_t **lock)
{
	pthread_mutex_unlock(*lock);
}

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

#ifdef FIXED
// One mutex for all maps, as the second form of the original's factory allows.
static pthread_mutex_t all_maps = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#define MUTEX(map) ((void)(map), &all_maps)
#else
#define MUTEX(map) (&(map)->mutex)
#endif

// ---- keys and values -------------------------------------------------------

object *object_new_number(int number)
{
	object *object = calloc(1, sizeof *object);
	if (object) {
		object->number = number;
	}
	return object;
}

object *object_new_map(synchronized_map *map)
{
	object *object = map ? calloc(1, sizeof *object) : NULL;
	if (object) {
		object->map = map;
	}
	return object;
}

void object_free(object *object)
{
	free(object);
}

static unsigned hash_of(const object *object)
{
	return object->map ? (unsigned)synchronized_map_hash(object->map) : (unsigned)object->number;
}

static bool same(const object *a, const object *b)
{
	if (a == b) {
		return true;
	}
	if (!a->map || !b->map) {
		return !a->map && !b->map && a->number == b->number;
	}
	return synchronized_map_equals(a->map, b->map);
}

// ---- the table -------------------------------------------------------------

static struct entry **table_find(struct table *table, const object *key)
{
	unsigned hash = hash_of(key);
	struct entry **link = &table->buckets[hash % BUCKETS];
	while (*link && ((*link)->hash != hash || !same((*link)->key, key))) {
		link = &(*link)->next;
	}
	return link;
}

static object *table_get(struct table *table, const object *key)
{
	SYNCHRONIZED(&table->monitor);
	struct entry *entry = *table_find(table, key);
	return entry ? entry->value : NULL;
}

static object *table_put(struct table *table, object *key, object *value)
{
	SYNCHRONIZED(&table->monitor);
	struct entry *entry = *table_find(table, key);
	if (entry) {
		object *old = entry->value;
		entry->value = value;
		return old;
	}
	entry = malloc(sizeof *entry);
	if (entry) {
		unsigned hash = hash_of(key);
		*entry = (struct entry){table->buckets[hash % BUCKETS], key, value, hash};
		table->buckets[hash % BUCKETS] = entry;
		table->count++;
	}
	return NULL;
}

static object *table_remove(struct table *table, const object *key)
{
	SYNCHRONIZED(&table->monitor);
	struct entry **link = table_find(table, key);
	struct entry *entry = *link;
	if (!entry) {
		return NULL;
	}
	object *old = entry->value;
	*link = entry->next;
	table->count--;
	free(entry);
	return old;
}

static void table_clear(struct table *table)
{
	SYNCHRONIZED(&table->monitor);
	for (unsigned i = 0; i < BUCKETS; i++) {
		while (table->buckets[i]) {
			struct entry *entry = table->buckets[i];
			table->buckets[i] = entry->next;
			free(entry);
		}
	}
	table->count = 0;
}

static int table_size(struct table *table)
{
	SYNCHRONIZED(&table->monitor);
	return table->count;
}

static bool table_contains_value(struct table *table, const object *value)
{
	SYNCHRONIZED(&table->monitor);
	for (unsigned i = 0; i < BUCKETS; i++) {
		for (struct entry *entry = table->buckets[i]; entry; entry = entry->next) {
			if (same(entry->value, value)) {
				return true;
			}
		}
	}
	return false;
}

// A table that holds itself counts as 0 in there.
static int table_hash(struct table *table, bool keys, bool values)
{
	SYNCHRONIZED(&table->monitor);
	unsigned sum = 0;
	if (table->count == 0 || table->load_factor < 0) {
		return 0;
	}
	table->load_factor = -table->load_factor;
	for (unsigned i = 0; i < BUCKETS; i++) {
		for (struct entry *entry = table->buckets[i]; entry; entry = entry->next) {
			sum += (keys ? hash_of(entry->key) : 0) ^ (values ? hash_of(entry->value) : 0);
		}
	}
	table->load_factor = -table->load_factor;
	return (int)sum;
}

static bool table_equals(struct table *table, synchronized_map *other)
{
	SYNCHRONIZED(&table->monitor);
	if (synchronized_map_size(other) != table->count) {
		return false;
	}
	for (unsigned i = 0; i < BUCKETS; i++) {
		for (struct entry *entry = table->buckets[i]; entry; entry = entry->next) {
			object *value = synchronized_map_get(other, entry->key);
			if (!value || !same(entry->value, value)) {
				return false;
			}
		}
	}
	return true;
}

// With the lock of the table held.
static void copy_all(struct table *table, synchronized_map *other)
{
	SYNCHRONIZED(&other->table.monitor);
	for (unsigned i = 0; i < BUCKETS; i++) {
		for (struct entry *entry = other->table.buckets[i]; entry; entry = entry->next) {
			table_put(table, entry->key, entry->value);
		}
	}
}

static void table_put_all(struct table *table, synchronized_map *other)
{
	SYNCHRONIZED(&table->monitor);
	if (&other->table != table) {
		pthread_mutex_lock(MUTEX(other));
		copy_all(table, other);
		pthread_mutex_unlock(MUTEX(other));
	}
}

static size_t write_object(const object *object, const synchronized_map *self, char *text, size_t size)
{
	if (object->map == self) {
		return (size_t)snprintf(text, size, "(this map)");
	}
	return object->map ? synchronized_map_to_string(object->map, text, size)
	                   : (size_t)snprintf(text, size, "%d", object->number);
}

static size_t append(char *text, size_t size, size_t used, const char *more)
{
	return used + (size_t)snprintf(used < size ? text + used : NULL, used < size ? size - used : 0, "%s", more);
}

static size_t table_to_string(struct table *table, const synchronized_map *self, char *text, size_t size)
{
	SYNCHRONIZED(&table->monitor);
	size_t used = append(text, size, 0, "{");
	for (unsigned i = 0; i < BUCKETS; i++) {
		for (struct entry *entry = table->buckets[i]; entry; entry = entry->next) {
			used = append(text, size, used, used > 1 ? ", " : "");
			used += write_object(entry->key, self, used < size ? text + used : NULL,
				used < size ? size - used : 0);
			used = append(text, size, used, "=");
			used += write_object(entry->value, self, used < size ? text + used : NULL,
				used < size ? size - used : 0);
		}
	}
	return append(text, size, used, "}");
}

// ---- the map ---------------------------------------------------------------

synchronized_map *synchronized_map_new(void)
{
	synchronized_map *map = calloc(1, sizeof *map);
	if (map) {
		map->table.load_factor = 0.75;
		monitor_init(&map->mutex);
		monitor_init(&map->table.monitor);
	}
	return map;
}

void synchronized_map_free(synchronized_map *map)
{
	if (!map) {
		return;
	}
	table_clear(&map->table);
	pthread_mutex_destroy(&map->table.monitor);
	pthread_mutex_destroy(&map->mutex);
	free(map);
}

int synchronized_map_size(synchronized_map *map)
{
	SYNCHRONIZED(MUTEX(map));
	return table_size(&map->table);
}

bool synchronized_map_is_empty(synchronized_map *map)
{
	SYNCHRONIZED(MUTEX(map));
	return table_size(&map->table) == 0;
}

bool synchronized_map_contains_key(synchronized_map *map, object *key)
{
	if (!key) {
		return false;
	}
	SYNCHRONIZED(MUTEX(map));
	return table_get(&map->table, key) != NULL;
}

bool synchronized_map_contains_value(synchronized_map *map, object *value)
{
	if (!value) {
		return false;
	}
	SYNCHRONIZED(MUTEX(map));
	return table_contains_value(&map->table, value);
}

object *synchronized_map_get(synchronized_map *map, object *key)
{
	if (!key) {
		return NULL;
	}
	SYNCHRONIZED(MUTEX(map));
	return table_get(&map->table, key);
}

object *synchronized_map_put(synchronized_map *map, object *key, object *value)
{
	if (!key || !value) {
		return NULL;
	}
	SYNCHRONIZED(MUTEX(map));
	return table_put(&map->table, key, value);
}

object *synchronized_map_remove(synchronized_map *map, object *key)
{
	if (!key) {
		return NULL;
	}
	SYNCHRONIZED(MUTEX(map));
	return table_remove(&map->table, key);
}

int synchronized_map_put_all(synchronized_map *map, synchronized_map *other)
{
	if (!other) {
		return -1;
	}
	SYNCHRONIZED(MUTEX(map));
	table_put_all(&map->table, other);
	return 0;
}

void synchronized_map_clear(synchronized_map *map)
{
	SYNCHRONIZED(MUTEX(map));
	table_clear(&map->table);
}

int synchronized_map_key_set(synchronized_map *map)
{
	SYNCHRONIZED(MUTEX(map));
	return table_hash(&map->table, true, false);
}

int synchronized_map_entry_set(synchronized_map *map)
{
	SYNCHRONIZED(MUTEX(map));
	return table_hash(&map->table, true, true);
}

int synchronized_map_values(synchronized_map *map)
{
	SYNCHRONIZED(MUTEX(map));
	return table_hash(&map->table, false, true);
}

bool synchronized_map_equals(synchronized_map *map, synchronized_map *other)
{
	if (map == other) {
		return true;
	}
	if (!other) {
		return false;
	}
	SYNCHRONIZED(MUTEX(map));
	return table_equals(&map->table, other);
}

int synchronized_map_hash(synchronized_map *map)
{
	SYNCHRONIZED(MUTEX(map));
	return table_hash(&map->table, true, true);
}

size_t synchronized_map_to_string(synchronized_map *map, char *text, size_t size)
{
	SYNCHRONIZED(MUTEX(map));
	return table_to_string(&map->table, map, text, size);
}
