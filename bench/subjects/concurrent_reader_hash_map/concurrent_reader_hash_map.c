// SPDX-License-Identifier: Apache-2.0
// Writers hold the monitor, readers do not. concurrent_reader_hash_map_clear
// empties one bin after the other and sets the count at the end: a reader that
// walks over the bins meanwhile finds any part of the entries.
//
// With UNLOCKED_CLEAR it does not hold the monitor either, and the count stays
// wrong if others write meanwhile.
#include "concurrent_reader_hash_map.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef concurrent_reader_hash_map reader_map;

// Key and next never change. Entries are kept until the map is freed.
struct entry {
	int key;
	atomic_int value; // 0: removed
	struct entry *next;
	struct entry *older;
};

// Kept until the map is freed, too.
struct table {
	struct table *older;
	unsigned nbins;
	struct entry *bins[];
};

struct concurrent_reader_hash_map {
	pthread_mutex_t monitor;
	pthread_mutex_t barrier_lock; // orders a reader behind the last write
	bool last_write;
	struct table *table;
	int count;
	int threshold;
	_Atomic(struct entry *) newest;
};

#define CAPACITY 4
#define LOAD_FACTOR 0.75f

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

// The repair: readers hold the monitor, too.
#ifdef FIXED
#define READING(map) __attribute__((cleanup(leave), unused)) pthread_mutex_t *reading = enter(&(map)->monitor)
#else
#define READING(map) (void)(map)
#endif

// ---- making maps -----------------------------------------------------------

static struct table *make_table(unsigned nbins, struct table *older)
{
	struct table *table = calloc(1, sizeof *table + nbins * sizeof *table->bins);
	if (!table) {
		abort();
	}
	table->nbins = nbins;
	table->older = older;
	return table;
}

reader_map *concurrent_reader_hash_map_new_capacity(int capacity)
{
	reader_map *map = capacity < 1 || capacity > 1024 ? NULL : calloc(1, sizeof *map);
	if (!map) {
		return NULL;
	}
	monitor_init(&map->monitor);
	monitor_init(&map->barrier_lock);
	map->table = make_table((unsigned)capacity, NULL);
	map->threshold = (int)((float)capacity * LOAD_FACTOR);
	return map;
}

reader_map *concurrent_reader_hash_map_new(void)
{
	return concurrent_reader_hash_map_new_capacity(CAPACITY);
}

reader_map *concurrent_reader_hash_map_clone(reader_map *map)
{
	reader_map *copy = map ? concurrent_reader_hash_map_new() : NULL;
	if (copy) {
		concurrent_reader_hash_map_put_all(copy, map);
	}
	return copy;
}

void concurrent_reader_hash_map_free(reader_map *map)
{
	if (!map) {
		return;
	}
	for (struct entry *entry = map->newest; entry;) {
		struct entry *older = entry->older;
		free(entry);
		entry = older;
	}
	while (map->table) {
		struct table *table = map->table;
		map->table = table->older;
		free(table);
	}
	pthread_mutex_destroy(&map->monitor);
	pthread_mutex_destroy(&map->barrier_lock);
	free(map);
}

// ---- entries ---------------------------------------------------------------

static void record_modification(reader_map *map)
{
	SYNCHRONIZED(&map->barrier_lock);
	map->last_write = !map->last_write;
}

static struct table *table_for_reading(reader_map *map)
{
	SYNCHRONIZED(&map->barrier_lock);
	return map->table;
}

static struct entry *make_entry(reader_map *map, int key, int value, struct entry *next)
{
	struct entry *entry = malloc(sizeof *entry);
	if (!entry) {
		abort();
	}
	entry->key = key;
	atomic_init(&entry->value, value);
	entry->next = next;
	entry->older = map->newest;
	while (!atomic_compare_exchange_weak(&map->newest, &entry->older, entry)) {
	}
	return entry;
}

static struct entry **bin_of(struct table *table, int key)
{
	return &table->bins[(unsigned)key % table->nbins];
}

static struct entry *find(struct entry *entry, int key)
{
	while (entry && entry->key != key) {
		entry = entry->next;
	}
	return entry;
}

// Walks over the values that are there, without a lock.
struct iterator {
	struct table *table;
	struct entry *entry;
	unsigned bin;
	int key, value;
};

static struct iterator iterate(reader_map *map)
{
	return (struct iterator){.table = table_for_reading(map)};
}

static bool next(struct iterator *it)
{
	for (;;) {
		while (!it->entry) {
			if (it->bin == it->table->nbins) {
				return false;
			}
			it->entry = it->table->bins[it->bin++];
		}
		it->key = it->entry->key;
		it->value = it->entry->value;
		it->entry = it->entry->next;
		if (it->value != 0) {
			return true;
		}
	}
}

// ---- reading one entry -----------------------------------------------------

// Once without a lock; if that finds nothing, once more behind the last write.
int concurrent_reader_hash_map_get(reader_map *map, int key)
{
	READING(map);
	struct entry *entry = find(*bin_of(map->table, key), key);
	int value = entry ? entry->value : 0;
	if (value == 0) {
		entry = find(*bin_of(table_for_reading(map), key), key);
		value = entry ? entry->value : 0;
	}
	return value;
}

bool concurrent_reader_hash_map_contains_key(reader_map *map, int key)
{
	return concurrent_reader_hash_map_get(map, key) != 0;
}

bool concurrent_reader_hash_map_entry_set_contains(reader_map *map, int key, int value)
{
	return value != 0 && concurrent_reader_hash_map_get(map, key) == value;
}

// ---- reading all entries ---------------------------------------------------

bool concurrent_reader_hash_map_contains_value(reader_map *map, int value)
{
	READING(map);
	for (struct iterator it = iterate(map); next(&it);) {
		if (it.value == value) {
			return true;
		}
	}
	return false;
}

bool concurrent_reader_hash_map_contains(reader_map *map, int value)
{
	return concurrent_reader_hash_map_contains_value(map, value);
}

static int count_entries(reader_map *map)
{
	READING(map);
	int n = 0;
	for (struct iterator it = iterate(map); next(&it);) {
		n++;
	}
	return n;
}

int concurrent_reader_hash_map_keys(reader_map *map)
{
	return count_entries(map);
}

int concurrent_reader_hash_map_elements(reader_map *map)
{
	return count_entries(map);
}

int concurrent_reader_hash_map_key_set(reader_map *map)
{
	return count_entries(map);
}

int concurrent_reader_hash_map_values(reader_map *map)
{
	return count_entries(map);
}

int concurrent_reader_hash_map_entry_set(reader_map *map)
{
	return count_entries(map);
}

// ---- the map as a whole ----------------------------------------------------

int concurrent_reader_hash_map_size(reader_map *map)
{
	SYNCHRONIZED(&map->monitor);
	return map->count;
}

bool concurrent_reader_hash_map_is_empty(reader_map *map)
{
	SYNCHRONIZED(&map->monitor);
	return map->count == 0;
}

int concurrent_reader_hash_map_capacity(reader_map *map)
{
	SYNCHRONIZED(&map->monitor);
	return (int)map->table->nbins;
}

float concurrent_reader_hash_map_load_factor(reader_map *map)
{
	(void)map;
	return LOAD_FACTOR; // never changes
}

// ---- writing ---------------------------------------------------------------

// With the monitor held. Entries are copied: readers may walk over the old ones.
static void rehash(reader_map *map)
{
	struct table *old = map->table;
	struct table *table = make_table(2 * old->nbins, old);
	for (unsigned i = 0; i < old->nbins; i++) {
		for (struct entry *entry = old->bins[i]; entry; entry = entry->next) {
			struct entry **bin = bin_of(table, entry->key);
			*bin = make_entry(map, entry->key, entry->value, *bin);
		}
	}
	map->table = table;
	map->threshold *= 2;
	record_modification(map);
}

// With the monitor held.
static int put_locked(reader_map *map, int key, int value)
{
	struct entry **bin = bin_of(map->table, key);
	struct entry *entry = find(*bin, key);
	if (entry) {
		return atomic_exchange(&entry->value, value);
	}
	*bin = make_entry(map, key, value, *bin);
	if (++map->count >= map->threshold && map->threshold > 0) {
		rehash(map);
	} else {
		record_modification(map);
	}
	return 0;
}

// Looks for the key first. If the bin is still the same under the monitor, what
// was found there holds.
int concurrent_reader_hash_map_put(reader_map *map, int key, int value)
{
	if (value == 0) {
		return 0;
	}
	READING(map);
	struct table *table = map->table;
	struct entry *first = *bin_of(table, key);
	struct entry *entry = find(first, key);
	SYNCHRONIZED(&map->monitor);
	if (table == map->table && first == *bin_of(table, key) && entry && entry->value != 0) {
		return atomic_exchange(&entry->value, value);
	}
	return put_locked(map, key, value);
}

struct pair {
	int key, value;
};

static struct pair *entries_of(reader_map *map, size_t *count)
{
	READING(map);
	struct pair *pairs = NULL;
	*count = 0;
	for (struct iterator it = iterate(map); next(&it);) {
		pairs = realloc(pairs, (*count + 1) * sizeof *pairs);
		if (!pairs) {
			abort();
		}
		pairs[(*count)++] = (struct pair){it.key, it.value};
	}
	return pairs;
}

void concurrent_reader_hash_map_put_all(reader_map *map, reader_map *other)
{
	if (!other || map == other) {
		return;
	}
	size_t n;
	struct pair *pairs = entries_of(other, &n); // never both monitors at once
	SYNCHRONIZED(&map->monitor);
	for (size_t i = 0; i < n; i++) {
		put_locked(map, pairs[i].key, pairs[i].value);
	}
	free(pairs);
}

// Entries before the removed one are copied: next never changes.
static struct entry *without(reader_map *map, struct entry *first, const struct entry *removed)
{
	struct entry *rest = removed->next;
	for (struct entry *entry = first; entry != removed; entry = entry->next) {
		rest = make_entry(map, entry->key, entry->value, rest);
	}
	return rest;
}

int concurrent_reader_hash_map_remove(reader_map *map, int key)
{
	SYNCHRONIZED(&map->monitor);
	struct entry **bin = bin_of(map->table, key);
	struct entry *entry = find(*bin, key);
	if (!entry) {
		return 0;
	}
	int old = atomic_exchange(&entry->value, 0);
	*bin = without(map, *bin, entry);
	map->count--;
	record_modification(map);
	return old;
}

bool concurrent_reader_hash_map_key_set_remove(reader_map *map, int key)
{
	return concurrent_reader_hash_map_remove(map, key) != 0;
}

void concurrent_reader_hash_map_clear(reader_map *map)
{
#if defined(FIXED) || !defined(UNLOCKED_CLEAR)
	SYNCHRONIZED(&map->monitor);
#endif
	struct table *table = map->table;
	for (unsigned i = 0; i < table->nbins; i++) {
		for (struct entry *entry = table->bins[i]; entry; entry = entry->next) {
			entry->value = 0; // iterators that are at it see that it is gone
		}
		table->bins[i] = NULL;
	}
	map->count = 0;
	record_modification(map);
}
