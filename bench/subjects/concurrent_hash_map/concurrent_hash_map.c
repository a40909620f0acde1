// SPDX-License-Identifier: Apache-2.0
// put_all iterates without a lock and puts one entry after the other. Of a map
// that holds itself, put_all of itself can bring that entry back after clear:
// then the hash of the map never ends.
#include "concurrent_hash_map.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define SEGMENTS 4
#define BUCKETS 2

// Never changed, but for value: readers need no lock. Freed with the map.
struct node {
	struct node *next;
	struct node *older; // of all that the segment ever had
	int key;
	atomic_int number;
	_Atomic(concurrent_hash_map *) map; // NULL: the value is the number
};

struct segment {
	pthread_mutex_t lock;
	_Atomic(struct node *) buckets[BUCKETS];
	atomic_int count;
	atomic_int changes;
	struct node *all;
};

struct concurrent_hash_map {
	struct segment segments[SEGMENTS];
};

// ---- segments --------------------------------------------------------------

static struct segment *segment_of(concurrent_hash_map *map, int key)
{
	return &map->segments[(unsigned)key % SEGMENTS];
}

static _Atomic(struct node *) *bucket_of(struct segment *segment, int key)
{
	return &segment->buckets[(unsigned)key / SEGMENTS % BUCKETS];
}

static struct node *find(struct segment *segment, int key)
{
	struct node *node = atomic_load(bucket_of(segment, key));
	while (node && node->key != key) {
		node = node->next;
	}
	return node;
}

// The rest, with the lock held.
static struct node *new_node(struct segment *segment, struct node *next, int key, int number, concurrent_hash_map *map)
{
	struct node *node = malloc(sizeof *node);
	if (node) {
		node->next = next;
		node->older = segment->all;
		node->key = key;
		atomic_init(&node->number, number);
		atomic_init(&node->map, map);
		segment->all = node;
	}
	return node;
}

static void insert(struct segment *segment, int key, int number, concurrent_hash_map *map)
{
	struct node *node = new_node(segment, atomic_load(bucket_of(segment, key)), key, number, map);
	if (node) {
		atomic_store(bucket_of(segment, key), node);
		atomic_fetch_add(&segment->count, 1);
		atomic_fetch_add(&segment->changes, 1);
	}
}

// What comes before it in its chain is copied.
static void take_out(struct segment *segment, const struct node *gone)
{
	struct node *rest = gone->next;
	for (struct node *node = atomic_load(bucket_of(segment, gone->key)); node != gone; node = node->next) {
		rest = new_node(segment, rest, node->key, node->number, node->map);
	}
	atomic_store(bucket_of(segment, gone->key), rest);
	atomic_fetch_sub(&segment->count, 1);
	atomic_fetch_add(&segment->changes, 1);
}

static int put(concurrent_hash_map *map, int key, int number, concurrent_hash_map *value, bool only_if_absent)
{
	struct segment *segment = segment_of(map, key);
	int old = -1;
	pthread_mutex_lock(&segment->lock);
	struct node *node = find(segment, key);
	if (node) {
		old = node->map ? -1 : node->number;
	}
	if (node && !only_if_absent) {
		if (!value) {
			atomic_store(&node->number, number);
		}
		atomic_store(&node->map, value); // the number counts from here on, or no more
	} else if (!node) {
		insert(segment, key, number, value);
	}
	pthread_mutex_unlock(&segment->lock);
	return old;
}

// ---- iteration: weakly consistent, without locks ---------------------------

struct iterator {
	concurrent_hash_map *map;
	unsigned bucket; // of all segments
	struct node *node; // fetched already
};

static void advance(struct iterator *it)
{
	if (it->node) {
		it->node = it->node->next;
	}
	while (!it->node && it->bucket < SEGMENTS * BUCKETS) {
		it->node = atomic_load(&it->map->segments[it->bucket / BUCKETS].buckets[it->bucket % BUCKETS]);
		it->bucket++;
	}
}

static struct iterator iterate(concurrent_hash_map *map)
{
	struct iterator it = {.map = map};
	advance(&it);
	return it;
}

// ---- the map ---------------------------------------------------------------

concurrent_hash_map *concurrent_hash_map_new(void)
{
	concurrent_hash_map *map = calloc(1, sizeof *map);
	for (unsigned i = 0; map && i < SEGMENTS; i++) {
		pthread_mutex_init(&map->segments[i].lock, NULL);
	}
	return map;
}

void concurrent_hash_map_free(concurrent_hash_map *map)
{
	for (unsigned i = 0; map && i < SEGMENTS; i++) {
		while (map->segments[i].all) {
			struct node *node = map->segments[i].all;
			map->segments[i].all = node->older;
			free(node);
		}
		pthread_mutex_destroy(&map->segments[i].lock);
	}
	free(map);
}

bool concurrent_hash_map_is_empty(concurrent_hash_map *map)
{
	return concurrent_hash_map_size(map) == 0;
}

// Without locks if nothing changes meanwhile, else with all of them.
int concurrent_hash_map_size(concurrent_hash_map *map)
{
	int size = 0, before = 0, after = 0;
	for (unsigned i = 0; i < SEGMENTS; i++) {
		before += map->segments[i].changes;
		size += map->segments[i].count;
	}
	for (unsigned i = 0; i < SEGMENTS; i++) {
		after += map->segments[i].changes;
	}
	if (before == after) {
		return size;
	}
	size = 0;
	for (unsigned i = 0; i < SEGMENTS; i++) {
		pthread_mutex_lock(&map->segments[i].lock);
	}
	for (unsigned i = 0; i < SEGMENTS; i++) {
		size += map->segments[i].count;
	}
	for (unsigned i = SEGMENTS; i-- > 0;) {
		pthread_mutex_unlock(&map->segments[i].lock);
	}
	return size;
}

int concurrent_hash_map_get(concurrent_hash_map *map, int key)
{
	struct node *node = find(segment_of(map, key), key);
	return node && !node->map ? node->number : -1;
}

concurrent_hash_map *concurrent_hash_map_get_map(concurrent_hash_map *map, int key)
{
	struct node *node = find(segment_of(map, key), key);
	return node ? node->map : NULL;
}

bool concurrent_hash_map_contains_key(concurrent_hash_map *map, int key)
{
	return find(segment_of(map, key), key) != NULL;
}

bool concurrent_hash_map_contains_value(concurrent_hash_map *map, int value)
{
	for (struct iterator it = iterate(map); it.node; advance(&it)) {
		if (!it.node->map && it.node->number == value) {
			return true;
		}
	}
	return false;
}

bool concurrent_hash_map_contains(concurrent_hash_map *map, int value)
{
	return concurrent_hash_map_contains_value(map, value);
}

int concurrent_hash_map_put(concurrent_hash_map *map, int key, int value)
{
	return put(map, key, value, NULL, false);
}

int concurrent_hash_map_put_map(concurrent_hash_map *map, int key, concurrent_hash_map *value)
{
	if (!value) {
		return -1;
	}
	put(map, key, 0, value, false);
	return 0;
}

int concurrent_hash_map_put_if_absent(concurrent_hash_map *map, int key, int value)
{
	return put(map, key, value, NULL, true);
}

void concurrent_hash_map_put_all(concurrent_hash_map *map, concurrent_hash_map *other)
{
#ifdef FIXED
	if (map == other) {
		return; // nothing to add
	}
#endif
	if (!other) {
		return;
	}
	for (struct iterator it = iterate(other); it.node; advance(&it)) {
		put(map, it.node->key, it.node->number, it.node->map, false);
	}
}

int concurrent_hash_map_remove(concurrent_hash_map *map, int key)
{
	struct segment *segment = segment_of(map, key);
	pthread_mutex_lock(&segment->lock);
	struct node *node = find(segment, key);
	if (node) {
		take_out(segment, node);
	}
	pthread_mutex_unlock(&segment->lock);
	return node ? 0 : -1;
}

bool concurrent_hash_map_remove_value(concurrent_hash_map *map, int key, int value)
{
	struct segment *segment = segment_of(map, key);
	pthread_mutex_lock(&segment->lock);
	struct node *node = find(segment, key);
	bool matches = node && !node->map && node->number == value;
	if (matches) {
		take_out(segment, node);
	}
	pthread_mutex_unlock(&segment->lock);
	return matches;
}

int concurrent_hash_map_replace(concurrent_hash_map *map, int key, int value)
{
	struct segment *segment = segment_of(map, key);
	int old = -1;
	pthread_mutex_lock(&segment->lock);
	struct node *node = find(segment, key);
	if (node) {
		old = node->map ? -1 : node->number;
		atomic_store(&node->number, value);
		atomic_store(&node->map, NULL);
	}
	pthread_mutex_unlock(&segment->lock);
	return old;
}

bool concurrent_hash_map_replace_value(concurrent_hash_map *map, int key, int expected, int value)
{
	struct segment *segment = segment_of(map, key);
	pthread_mutex_lock(&segment->lock);
	struct node *node = find(segment, key);
	bool matches = node && !node->map && node->number == expected;
	if (matches) {
		atomic_store(&node->number, value);
	}
	pthread_mutex_unlock(&segment->lock);
	return matches;
}

void concurrent_hash_map_clear(concurrent_hash_map *map)
{
	for (unsigned i = 0; i < SEGMENTS; i++) {
		struct segment *segment = &map->segments[i];
		pthread_mutex_lock(&segment->lock);
		for (unsigned b = 0; b < BUCKETS; b++) {
			atomic_store(&segment->buckets[b], NULL);
		}
		atomic_store(&segment->count, 0);
		atomic_fetch_add(&segment->changes, 1);
		pthread_mutex_unlock(&segment->lock);
	}
}

size_t concurrent_hash_map_key_set(concurrent_hash_map *map, int *keys, size_t count)
{
	size_t n = 0;
	for (struct iterator it = iterate(map); it.node; advance(&it), n++) {
		if (n < count) {
			keys[n] = it.node->key;
		}
	}
	return n;
}

size_t concurrent_hash_map_values(concurrent_hash_map *map, int *values, size_t count)
{
	size_t n = 0;
	for (struct iterator it = iterate(map); it.node; advance(&it)) {
		if (!it.node->map && n < count) {
			values[n] = it.node->number;
		}
		n += !it.node->map;
	}
	return n;
}

size_t concurrent_hash_map_entry_set(concurrent_hash_map *map)
{
	size_t n = 0;
	for (struct iterator it = iterate(map); it.node; advance(&it)) {
		n++;
	}
	return n;
}

int concurrent_hash_map_keys(concurrent_hash_map *map)
{
	struct iterator it = iterate(map);
	return it.node ? it.node->key : -1;
}

int concurrent_hash_map_elements(concurrent_hash_map *map)
{
	struct iterator it = iterate(map);
	while (it.node && it.node->map) {
		advance(&it);
	}
	return it.node ? it.node->number : -1;
}

static bool has_equal(concurrent_hash_map *map, struct node *entry)
{
	struct node *node = find(segment_of(map, entry->key), entry->key);
	if (!node || !node->map != !entry->map) {
		return false;
	}
	return node->map ? concurrent_hash_map_equals(node->map, entry->map) : node->number == entry->number;
}

bool concurrent_hash_map_equals(concurrent_hash_map *map, concurrent_hash_map *other)
{
	if (map == other) {
		return true;
	}
	if (!other || concurrent_hash_map_entry_set(map) != concurrent_hash_map_entry_set(other)) {
		return false;
	}
	for (struct iterator it = iterate(map); it.node; advance(&it)) {
		if (!has_equal(other, it.node)) {
			return false;
		}
	}
	return true;
}

int concurrent_hash_map_hash(concurrent_hash_map *map)
{
	unsigned sum = 0;
	for (struct iterator it = iterate(map); it.node; advance(&it)) {
		concurrent_hash_map *value = it.node->map;
		sum += (unsigned)it.node->key ^ (unsigned)(value ? concurrent_hash_map_hash(value) : it.node->number);
	}
	return (int)sum;
}

size_t concurrent_hash_map_to_string(concurrent_hash_map *map, char *text, size_t size)
{
	size_t used = 0;
	for (struct iterator it = iterate(map); it.node; advance(&it)) {
		concurrent_hash_map *value = it.node->map;
		char *out = used < size ? text + used : NULL;
		size_t room = used < size ? size - used : 0;
		if (value == map) {
			used += (size_t)snprintf(out, room, "%d=(this map) ", it.node->key);
		} else if (value) {
			used += (size_t)snprintf(out, room, "%d={...} ", it.node->key);
		} else {
			used += (size_t)snprintf(out, room, "%d=%d ", it.node->key, it.node->number);
		}
	}
	return used;
}
