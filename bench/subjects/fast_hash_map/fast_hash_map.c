// SPDX-License-Identifier: Apache-2.0
// In slow mode everybody locks the table inside. In fast mode writers lock the
// map, change a copy of the table, and put the copy in its place. Who changes
// the table in slow mode meanwhile changes one that is about to be given up.
#include "fast_hash_map.h"

#include <pthread.h>
#include <stdlib.h>

struct entry {
	struct entry *next;
	int key, value;
	struct entry *older;
};

// Entries are kept until the table is freed: others may still walk over them.
struct table {
	pthread_mutex_t monitor;
	struct table *older;
	struct entry *newest;
	int count;
	unsigned nbuckets;
	struct entry *buckets[];
};

// Tables, too, are kept until the map is freed.
struct fast_hash_map {
	pthread_mutex_t monitor;
	struct table *map;
	struct table *tables;
	bool fast;
};

#define CAPACITY 4

// Java's synchronized: until the end of the block.
#define SYNCHRONIZED(lock) __attribute__((cleanup(leave), unused)) pthread_mutex_t *held = enter(lock)

static pthread_mutex_t *enter(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	return lock;
}

// Fast readers do not lock.
static pthread_mutex_t *enter_slow(fast_hash_map *map)
{
	return map->fast ? NULL : enter(&map->map->monitor);
}

static void leave(pthread_mutex_t **lock)
{
	if (*lock) {
		pthread_mutex_unlock(*lock);
	}
}

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// The repair: whatever the mode, every function holds the monitor of the map.
#ifdef FIXED
#define ONE_LOCK(map) \
	__attribute__((cleanup(leave), unused)) pthread_mutex_t *whole = enter(&(map)->monitor)
#else
#define ONE_LOCK(map) (void)(map)
#endif

#define SLOW_LOCK(map) __attribute__((cleanup(leave), unused)) pthread_mutex_t *held = enter_slow(map)

// ---- the table -------------------------------------------------------------

static struct table *table_new(unsigned nbuckets)
{
	struct table *table = calloc(1, sizeof *table + nbuckets * sizeof *table->buckets);
	if (!table) {
		abort();
	}
	table->nbuckets = nbuckets;
	monitor_init(&table->monitor);
	return table;
}

static void table_free(struct table *table)
{
	while (table->newest) {
		struct entry *entry = table->newest;
		table->newest = entry->older;
		free(entry);
	}
	pthread_mutex_destroy(&table->monitor);
	free(table);
}

static struct entry **table_find(struct table *table, int key)
{
	struct entry **link = &table->buckets[(unsigned)key % table->nbuckets];
	while (*link && (*link)->key != key) {
		link = &(*link)->next;
	}
	return link;
}

static int table_put(struct table *table, int key, int value)
{
	struct entry *entry = *table_find(table, key);
	if (entry) {
		int old = entry->value;
		entry->value = value;
		return old;
	}
	struct entry **bucket = &table->buckets[(unsigned)key % table->nbuckets];
	entry = malloc(sizeof *entry);
	if (!entry) {
		abort();
	}
	*entry = (struct entry){*bucket, key, value, table->newest};
	table->newest = entry;
	*bucket = entry;
	table->count++;
	return 0;
}

static int table_remove(struct table *table, int key)
{
	struct entry **link = table_find(table, key), *entry = *link;
	if (!entry) {
		return 0;
	}
	*link = entry->next;
	table->count--;
	return entry->value;
}

static void table_clear(struct table *table)
{
	for (unsigned i = 0; i < table->nbuckets; i++) {
		table->buckets[i] = NULL;
	}
	table->count = 0;
}

static const struct entry *first_from(const struct table *table, unsigned bucket)
{
	while (bucket < table->nbuckets && !table->buckets[bucket]) {
		bucket++;
	}
	return bucket < table->nbuckets ? table->buckets[bucket] : NULL;
}

static const struct entry *table_first(const struct table *table)
{
	return first_from(table, 0);
}

static const struct entry *table_next(const struct table *table, const struct entry *entry)
{
	const struct entry *next = entry->next;
	return next ? next : first_from(table, (unsigned)entry->key % table->nbuckets + 1);
}

static void table_put_all(struct table *table, const struct table *from)
{
	for (const struct entry *e = table_first(from); e; e = table_next(from, e)) {
		table_put(table, e->key, e->value);
	}
}

static struct table *table_clone(const struct table *table)
{
	struct table *copy = table_new(table->nbuckets);
	table_put_all(copy, table);
	return copy;
}

static bool table_equals(struct table *table, const struct table *other)
{
	if (table->count != other->count) {
		return false;
	}
	for (const struct entry *e = table_first(other); e; e = table_next(other, e)) {
		const struct entry *entry = *table_find(table, e->key);
		if (!entry || entry->value != e->value) {
			return false;
		}
	}
	return true;
}

// ---- making maps -----------------------------------------------------------

// With the monitor held, once others know the map.
static void publish(fast_hash_map *map, struct table *table)
{
	table->older = map->tables;
	map->tables = table;
	map->map = table;
}

static fast_hash_map *make_map(struct table *table)
{
	fast_hash_map *map = calloc(1, sizeof *map);
	if (!map) {
		table_free(table);
		return NULL;
	}
	monitor_init(&map->monitor);
	publish(map, table);
	return map;
}

fast_hash_map *fast_hash_map_new_capacity(int capacity)
{
	return capacity < 1 || capacity > 1024 ? NULL : make_map(table_new((unsigned)capacity));
}

fast_hash_map *fast_hash_map_new(void)
{
	return fast_hash_map_new_capacity(CAPACITY);
}

// A copy of the table, made as every reader reads it.
static struct table *snapshot(fast_hash_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return table_clone(map->map);
}

fast_hash_map *fast_hash_map_clone(fast_hash_map *map)
{
	return map ? make_map(snapshot(map)) : NULL;
}

void fast_hash_map_free(fast_hash_map *map)
{
	if (!map) {
		return;
	}
	while (map->tables) {
		struct table *table = map->tables;
		map->tables = table->older;
		table_free(table);
	}
	pthread_mutex_destroy(&map->monitor);
	free(map);
}

// ---- modes -----------------------------------------------------------------

bool fast_hash_map_get_fast(fast_hash_map *map)
{
	ONE_LOCK(map);
	return map->fast;
}

void fast_hash_map_set_fast(fast_hash_map *map, bool fast)
{
	ONE_LOCK(map);
	map->fast = fast;
}

// ---- reading ---------------------------------------------------------------

int fast_hash_map_get(fast_hash_map *map, int key)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct entry *entry = *table_find(map->map, key);
	return entry ? entry->value : 0;
}

int fast_hash_map_size(fast_hash_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return map->map->count;
}

bool fast_hash_map_is_empty(fast_hash_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return map->map->count == 0;
}

bool fast_hash_map_contains_key(fast_hash_map *map, int key)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return *table_find(map->map, key) != NULL;
}

bool fast_hash_map_contains_value(fast_hash_map *map, int value)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct table *table = map->map;
	for (const struct entry *e = table_first(table); e; e = table_next(table, e)) {
		if (e->value == value) {
			return true;
		}
	}
	return false;
}

bool fast_hash_map_equals(fast_hash_map *map, fast_hash_map *other)
{
	if (!other || map == other) {
		return map == other;
	}
	struct table *theirs = snapshot(other); // never both monitors at once
	bool equal;
	{
		ONE_LOCK(map);
		SLOW_LOCK(map);
		equal = table_equals(map->map, theirs);
	}
	table_free(theirs);
	return equal;
}

int fast_hash_map_hash_code(fast_hash_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct table *table = map->map;
	unsigned sum = 0;
	for (const struct entry *e = table_first(table); e; e = table_next(table, e)) {
		sum += (unsigned)e->key ^ (unsigned)e->value;
	}
	return (int)sum;
}

// ---- views -----------------------------------------------------------------

size_t fast_hash_map_key_set(fast_hash_map *map, int *keys, size_t count)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct table *table = map->map;
	size_t n = 0;
	for (const struct entry *e = table_first(table); e; e = table_next(table, e), n++) {
		if (keys && n < count) {
			keys[n] = e->key;
		}
	}
	return n;
}

size_t fast_hash_map_values(fast_hash_map *map, int *values, size_t count)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct table *table = map->map;
	size_t n = 0;
	for (const struct entry *e = table_first(table); e; e = table_next(table, e), n++) {
		if (values && n < count) {
			values[n] = e->value;
		}
	}
	return n;
}

long fast_hash_map_entry_set(fast_hash_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct table *table = map->map;
	unsigned long all = 0;
	for (const struct entry *e = table_first(table); e; e = table_next(table, e)) {
		all = 31 * all + (31 * (unsigned)e->key + (unsigned)e->value);
	}
	return (long)all;
}

// ---- writing ---------------------------------------------------------------

int fast_hash_map_put(fast_hash_map *map, int key, int value)
{
	ONE_LOCK(map);
	if (map->fast) {
		SYNCHRONIZED(&map->monitor);
		struct table *copy = table_clone(map->map);
		int old = table_put(copy, key, value);
		publish(map, copy);
		return old;
	}
	SYNCHRONIZED(&map->map->monitor);
	return table_put(map->map, key, value);
}

void fast_hash_map_put_all(fast_hash_map *map, fast_hash_map *other)
{
	if (!other || map == other) {
		return;
	}
	struct table *theirs = snapshot(other); // never both monitors at once
	{
		ONE_LOCK(map);
		if (map->fast) {
			SYNCHRONIZED(&map->monitor);
			struct table *copy = table_clone(map->map);
			table_put_all(copy, theirs);
			publish(map, copy);
		} else {
			SYNCHRONIZED(&map->map->monitor);
			table_put_all(map->map, theirs);
		}
	}
	table_free(theirs);
}

int fast_hash_map_remove(fast_hash_map *map, int key)
{
	ONE_LOCK(map);
	if (map->fast) {
		SYNCHRONIZED(&map->monitor);
		struct table *copy = table_clone(map->map);
		int old = table_remove(copy, key);
		publish(map, copy);
		return old;
	}
	SYNCHRONIZED(&map->map->monitor);
	return table_remove(map->map, key);
}

void fast_hash_map_clear(fast_hash_map *map)
{
	ONE_LOCK(map);
	if (map->fast) {
		SYNCHRONIZED(&map->monitor);
		publish(map, table_new(map->map->nbuckets));
		return;
	}
	SYNCHRONIZED(&map->map->monitor);
	table_clear(map->map);
}

static bool is_in(int key, const int *keys, size_t count)
{
	for (size_t i = 0; keys && i < count; i++) {
		if (keys[i] == key) {
			return true;
		}
	}
	return false;
}

// Remove the entries whose keys are, or are not, among these.
static int remove_if(struct table *table, const int *keys, size_t count, bool among)
{
	int before = table->count;
	for (const struct entry *e = table_first(table), *next; e; e = next) {
		next = table_next(table, e);
		if (is_in(e->key, keys, count) == among) {
			table_remove(table, e->key);
		}
	}
	return before - table->count;
}

static int key_set_remove_if(fast_hash_map *map, const int *keys, size_t count, bool among)
{
	ONE_LOCK(map);
	if (map->fast) {
		SYNCHRONIZED(&map->monitor);
		struct table *copy = table_clone(map->map);
		int removed = remove_if(copy, keys, count, among);
		publish(map, copy);
		return removed;
	}
	SYNCHRONIZED(&map->map->monitor);
	return remove_if(map->map, keys, count, among);
}

int fast_hash_map_key_set_remove_all(fast_hash_map *map, const int *keys, size_t count)
{
	return key_set_remove_if(map, keys, count, true);
}

int fast_hash_map_key_set_retain_all(fast_hash_map *map, const int *keys, size_t count)
{
	return key_set_remove_if(map, keys, count, false);
}
