// SPDX-License-Identifier: Apache-2.0
// All functions hold the monitor, but hashtable_rehash, which put calls with the
// monitor held, is public and takes none: it publishes an empty array, moves
// the entries one by one and frees the old array.
#include "hashtable.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
	struct entry *next;
	int key;
	int value;
};

struct hashtable {
	pthread_mutex_t monitor;
	struct entry **buckets;
	int nbuckets;
	int count;
	int threshold;
	int changes;
};

#define SYNCHRONIZED(table) __attribute__((cleanup(leave), unused)) hashtable *held = enter(table)

static hashtable *enter(hashtable *table)
{
	pthread_mutex_lock(&table->monitor);
	return table;
}

static void leave(hashtable **table)
{
	pthread_mutex_unlock(&(*table)->monitor);
}

// ---- entries, with the monitor held ----------------------------------------

static struct entry **bucket_of(hashtable *table, int key)
{
	return &table->buckets[(unsigned)key % (unsigned)table->nbuckets];
}

static struct entry *find(hashtable *table, int key)
{
	struct entry *entry = *bucket_of(table, key);
	while (entry && entry->key != key) {
		entry = entry->next;
	}
	return entry;
}

static void add(hashtable *table, int key, int value)
{
	if (table->count >= table->threshold) {
		hashtable_rehash(table);
	}
	struct entry *entry = malloc(sizeof *entry);
	if (!entry) {
		abort();
	}
	struct entry **bucket = bucket_of(table, key);
	*entry = (struct entry){*bucket, key, value};
	*bucket = entry;
	table->count++;
	table->changes++;
}

static int put(hashtable *table, int key, int value)
{
	struct entry *entry = find(table, key);
	if (!entry) {
		add(table, key, value);
		return -1;
	}
	int old = entry->value;
	entry->value = value;
	return old;
}

static int take_out(hashtable *table, int key)
{
	struct entry **link = bucket_of(table, key);
	while (*link && (*link)->key != key) {
		link = &(*link)->next;
	}
	struct entry *entry = *link;
	if (!entry) {
		return -1;
	}
	int old = entry->value;
	*link = entry->next;
	table->count--;
	table->changes++;
	free(entry);
	return old;
}

// ---- iterators -------------------------------------------------------------

struct iterator {
	hashtable *table;
	struct entry **buckets;
	int bucket;
	struct entry *entry;
	int expected; // changes
};

static struct iterator iterate(hashtable *table)
{
	return (struct iterator){table, table->buckets, table->nbuckets, NULL, table->changes};
}

static bool has_next(struct iterator *it)
{
	while (!it->entry && it->bucket > 0) {
		it->entry = it->buckets[--it->bucket];
	}
	return it->entry != NULL;
}

static struct entry *next(struct iterator *it)
{
	assert(it->expected == it->table->changes);
	has_next(it);
	struct entry *entry = it->entry;
	it->entry = entry->next;
	return entry;
}

// ---- making ----------------------------------------------------------------

hashtable *hashtable_new(void)
{
	hashtable *table = calloc(1, sizeof *table);
	if (!table) {
		return NULL;
	}
	table->nbuckets = 3;
	table->threshold = 2;
	table->buckets = calloc((size_t)table->nbuckets, sizeof *table->buckets);
	if (!table->buckets) {
		free(table);
		return NULL;
	}
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&table->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
	return table;
}

hashtable *hashtable_clone(hashtable *table)
{
	SYNCHRONIZED(table);
	hashtable *copy = hashtable_new();
	if (copy) {
		for (struct iterator it = iterate(table); has_next(&it);) {
			struct entry *entry = next(&it);
			put(copy, entry->key, entry->value);
		}
	}
	return copy;
}

void hashtable_free(hashtable *table)
{
	if (!table) {
		return;
	}
	hashtable_clear(table);
	pthread_mutex_destroy(&table->monitor);
	free(table->buckets);
	free(table);
}

// ---- one entry -------------------------------------------------------------

int hashtable_size(hashtable *table)
{
	SYNCHRONIZED(table);
	return table->count;
}

bool hashtable_is_empty(hashtable *table)
{
	SYNCHRONIZED(table);
	return table->count == 0;
}

bool hashtable_contains(hashtable *table, int value)
{
	SYNCHRONIZED(table);
	for (int i = table->nbuckets; i-- > 0;) {
		for (struct entry *entry = table->buckets[i]; entry; entry = entry->next) {
			if (entry->value == value) {
				return true;
			}
		}
	}
	return false;
}

bool hashtable_contains_value(hashtable *table, int value)
{
	return hashtable_contains(table, value);
}

bool hashtable_contains_key(hashtable *table, int key)
{
	SYNCHRONIZED(table);
	return find(table, key) != NULL;
}

int hashtable_get(hashtable *table, int key)
{
	SYNCHRONIZED(table);
	struct entry *entry = find(table, key);
	return entry ? entry->value : -1;
}

void hashtable_rehash(hashtable *table)
{
#ifdef FIXED
	SYNCHRONIZED(table);
#endif
	int old_size = table->nbuckets;
	struct entry **old = table->buckets;
	if (old_size >= 1000) {
		return;
	}
	int size = old_size * 2 + 1;
	struct entry **buckets = calloc((size_t)size, sizeof *buckets);
	if (!buckets) {
		abort();
	}
	table->changes++;
	table->threshold = size * 3 / 4;
	table->buckets = buckets;
	table->nbuckets = size;
	for (int i = old_size; i-- > 0;) {
		for (struct entry *rest = old[i]; rest;) {
			struct entry *entry = rest;
			rest = rest->next;
			struct entry **bucket = &buckets[(unsigned)entry->key % (unsigned)size];
			entry->next = *bucket;
			*bucket = entry;
		}
	}
	free(old);
}

int hashtable_put(hashtable *table, int key, int value)
{
	SYNCHRONIZED(table);
	return put(table, key, value);
}

int hashtable_remove(hashtable *table, int key)
{
	SYNCHRONIZED(table);
	return take_out(table, key);
}

// ---- all entries -----------------------------------------------------------

size_t hashtable_keys(hashtable *table, int *keys, size_t count)
{
	return hashtable_key_set(table, keys, count);
}

size_t hashtable_elements(hashtable *table, int *values, size_t count)
{
	return hashtable_values(table, values, count);
}

static void put_entries(hashtable *table, hashtable *source)
{
	SYNCHRONIZED(table);
	for (struct iterator it = iterate(source); has_next(&it);) {
		struct entry *entry = next(&it);
		put(table, entry->key, entry->value);
	}
}

int hashtable_put_all(hashtable *table, hashtable *other)
{
	if (!other) {
		return -1;
	}
	if (other == table) {
		put_entries(table, table);
		return 0;
	}
	hashtable *copy = hashtable_clone(other);
	if (!copy) {
		return -1;
	}
	put_entries(table, copy);
	hashtable_free(copy);
	return 0;
}

void hashtable_clear(hashtable *table)
{
	SYNCHRONIZED(table);
	table->changes++;
	for (int i = table->nbuckets; i-- > 0;) {
		while (table->buckets[i]) {
			struct entry *entry = table->buckets[i];
			table->buckets[i] = entry->next;
			free(entry);
		}
	}
	table->count = 0;
}

size_t hashtable_to_string(hashtable *table, char *text, size_t size)
{
	SYNCHRONIZED(table);
	size_t used = (size_t)snprintf(text, size, "{");
	struct iterator it = iterate(table);
	for (int i = 0, n = table->count; i < n; i++) {
		struct entry *entry = next(&it);
		used += (size_t)snprintf(used < size ? text + used : NULL, used < size ? size - used : 0, "%s%d=%d",
			i ? ", " : "", entry->key, entry->value);
	}
	return used + (size_t)snprintf(used < size ? text + used : NULL, used < size ? size - used : 0, "}");
}

size_t hashtable_key_set(hashtable *table, int *keys, size_t count)
{
	SYNCHRONIZED(table);
	size_t n = 0;
	for (struct iterator it = iterate(table); has_next(&it); n++) {
		struct entry *entry = next(&it);
		if (n < count) {
			keys[n] = entry->key;
		}
	}
	return n;
}

size_t hashtable_entry_set(hashtable *table, int *entries, size_t count)
{
	SYNCHRONIZED(table);
	size_t n = 0;
	for (struct iterator it = iterate(table); has_next(&it); n++) {
		struct entry *entry = next(&it);
		if (2 * n + 1 < count) {
			entries[2 * n] = entry->key;
			entries[2 * n + 1] = entry->value;
		}
	}
	return n;
}

size_t hashtable_values(hashtable *table, int *values, size_t count)
{
	SYNCHRONIZED(table);
	size_t n = 0;
	for (struct iterator it = iterate(table); has_next(&it); n++) {
		struct entry *entry = next(&it);
		if (n < count) {
			values[n] = entry->value;
		}
	}
	return n;
}

bool hashtable_equals(hashtable *table, hashtable *other)
{
	if (table == other) {
		return true;
	}
	hashtable *copy = other ? hashtable_clone(other) : NULL;
	if (!copy) {
		return false;
	}
	bool equal;
	{
		SYNCHRONIZED(table);
		equal = copy->count == table->count;
		for (struct iterator it = iterate(table); equal && has_next(&it);) {
			struct entry *entry = next(&it);
			struct entry *match = find(copy, entry->key);
			equal = match && match->value == entry->value;
		}
	}
	hashtable_free(copy);
	return equal;
}

int hashtable_hash(hashtable *table)
{
	SYNCHRONIZED(table);
	unsigned sum = 0;
	for (int i = 0; i < table->nbuckets; i++) {
		for (struct entry *entry = table->buckets[i]; entry; entry = entry->next) {
			sum += (unsigned)entry->key ^ (unsigned)entry->value;
		}
	}
	return (int)sum;
}

// ---- the functions that came with Java 8 -----------------------------------

int hashtable_get_or_default(hashtable *table, int key, int otherwise)
{
	SYNCHRONIZED(table);
	struct entry *entry = find(table, key);
	return entry ? entry->value : otherwise;
}

int hashtable_put_if_absent(hashtable *table, int key, int value)
{
	SYNCHRONIZED(table);
	struct entry *entry = find(table, key);
	if (entry) {
		return entry->value;
	}
	add(table, key, value);
	return -1;
}

bool hashtable_remove_entry(hashtable *table, int key, int value)
{
	SYNCHRONIZED(table);
	struct entry *entry = find(table, key);
	if (!entry || entry->value != value) {
		return false;
	}
	take_out(table, key);
	return true;
}

int hashtable_replace(hashtable *table, int key, int value)
{
	SYNCHRONIZED(table);
	return find(table, key) ? put(table, key, value) : -1;
}

bool hashtable_replace_entry(hashtable *table, int key, int expected, int value)
{
	SYNCHRONIZED(table);
	struct entry *entry = find(table, key);
	if (!entry || entry->value != expected) {
		return false;
	}
	entry->value = value;
	return true;
}

void hashtable_replace_all(hashtable *table, hashtable_function function)
{
	SYNCHRONIZED(table);
	for (struct iterator it = iterate(table); function && has_next(&it);) {
		struct entry *entry = next(&it);
		entry->value = function(entry->key, entry->value);
	}
}

int hashtable_for_each(hashtable *table, hashtable_function function)
{
	SYNCHRONIZED(table);
	unsigned sum = 0;
	for (struct iterator it = iterate(table); function && has_next(&it);) {
		struct entry *entry = next(&it);
		sum += (unsigned)function(entry->key, entry->value);
	}
	return (int)sum;
}

int hashtable_compute_if_absent(hashtable *table, int key, hashtable_function function)
{
	SYNCHRONIZED(table);
	struct entry *entry = find(table, key);
	if (entry || !function) {
		return entry ? entry->value : -1;
	}
	int value = function(key, 0);
	put(table, key, value);
	return value;
}

int hashtable_compute_if_present(hashtable *table, int key, hashtable_function function)
{
	SYNCHRONIZED(table);
	struct entry *entry = find(table, key);
	if (!entry || !function) {
		return -1;
	}
	int value = function(key, entry->value);
	put(table, key, value);
	return value;
}

int hashtable_compute(hashtable *table, int key, hashtable_function function)
{
	SYNCHRONIZED(table);
	struct entry *entry = find(table, key);
	int value = function ? function(key, entry ? entry->value : 0) : -1;
	put(table, key, value);
	return value;
}

int hashtable_merge(hashtable *table, int key, int value, hashtable_function function)
{
	SYNCHRONIZED(table);
	struct entry *entry = find(table, key);
	int merged = entry && function ? function(entry->value, value) : value;
	put(table, key, merged);
	return merged;
}
