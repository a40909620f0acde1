// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "intset.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct intset {
	pthread_mutex_t lock;
	int *values;
	size_t size;
	size_t capacity;
};

struct snapshot {
	size_t size;
	int values[];
};

intset *intset_new(void)
{
	intset *set = calloc(1, sizeof *set);
	if (set) {
		pthread_mutex_init(&set->lock, NULL);
	}
	return set;
}

void intset_free(intset *set)
{
	if (!set) {
		return;
	}
	pthread_mutex_destroy(&set->lock);
	free(set->values);
	free(set);
}

// The first index whose value is not less; with the lock held.
static size_t position(const intset *set, int value)
{
	size_t low = 0;
	size_t high = set->size;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (set->values[middle] < value) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

static bool has(const intset *set, size_t index, int value)
{
	return index < set->size && set->values[index] == value;
}

static bool reserve(intset *set, size_t more)
{
	if (set->capacity - set->size >= more) {
		return true;
	}
	size_t capacity = (set->size + more) * 2;
	int *values = realloc(set->values, capacity * sizeof *values);
	if (!values) {
		return false;
	}
	set->values = values;
	set->capacity = capacity;
	return true;
}

// With the lock held and room for one more.
static bool insert(intset *set, int value)
{
	size_t index = position(set, value);
	if (has(set, index, value)) {
		return false;
	}
	memmove(&set->values[index + 1], &set->values[index],
		(set->size - index) * sizeof *set->values);
	set->values[index] = value;
	set->size++;
	return true;
}

bool intset_add(intset *set, int value)
{
	pthread_mutex_lock(&set->lock);
	bool added = reserve(set, 1) && insert(set, value);
	pthread_mutex_unlock(&set->lock);
	return added;
}

bool intset_remove(intset *set, int value)
{
	pthread_mutex_lock(&set->lock);
	size_t index = position(set, value);
	bool found = has(set, index, value);
	if (found) {
		set->size--;
		memmove(&set->values[index], &set->values[index + 1],
			(set->size - index) * sizeof *set->values);
	}
	pthread_mutex_unlock(&set->lock);
	return found;
}

bool intset_contains(intset *set, int value)
{
	pthread_mutex_lock(&set->lock);
	bool found = has(set, position(set, value), value);
	pthread_mutex_unlock(&set->lock);
	return found;
}

int intset_restore(intset *set, const snapshot *snapshot)
{
	int added = -1;
	pthread_mutex_lock(&set->lock);
	if (reserve(set, snapshot->size)) {
		added = 0;
		for (size_t i = 0; i < snapshot->size; i++) {
			added += insert(set, snapshot->values[i]);
		}
	}
	pthread_mutex_unlock(&set->lock);
	return added;
}

snapshot *intset_snapshot(intset *set)
{
	pthread_mutex_lock(&set->lock);
	snapshot *snapshot = malloc(sizeof *snapshot + set->size * sizeof *set->values);
	if (snapshot) {
		snapshot->size = set->size;
		if (set->size > 0) {
			memcpy(snapshot->values, set->values, set->size * sizeof *set->values);
		}
	}
	pthread_mutex_unlock(&set->lock);
	return snapshot;
}

void snapshot_free(snapshot *snapshot)
{
	free(snapshot);
}

size_t snapshot_size(const snapshot *snapshot)
{
	return snapshot->size;
}

int snapshot_at(const snapshot *snapshot, size_t index)
{
	return index < snapshot->size ? snapshot->values[index] : 0;
}
