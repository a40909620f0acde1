// heddle: out-of-bounds
// Two bag_put calls both see room for one more value, and the second one writes past the end.
// SPDX-License-Identifier: Apache-2.0
#include "bag.h"

#include <pthread.h>
#include <stdlib.h>

struct bag {
	pthread_mutex_t lock;
	int *values;
	int count;
	int capacity;
};

int bag_create(bag **out, int capacity)
{
	if (!out || capacity < 1 || capacity > 1024) {
		return -1;
	}
	bag *bag = calloc(1, sizeof *bag);
	if (!bag) {
		return -1;
	}
	bag->values = calloc((size_t)capacity, sizeof *bag->values);
	if (!bag->values) {
		free(bag);
		return -1;
	}
	bag->capacity = capacity;
	pthread_mutex_init(&bag->lock, NULL);
	*out = bag;
	return 0;
}

void bag_destroy(bag *bag)
{
	if (!bag) {
		return;
	}
	pthread_mutex_destroy(&bag->lock);
	free(bag->values);
	free(bag);
}

bool bag_is_full(bag *bag)
{
	pthread_mutex_lock(&bag->lock);
	bool full = bag->count == bag->capacity;
	pthread_mutex_unlock(&bag->lock);
	return full;
}

int bag_put(bag *bag, int value)
{
	if (bag_is_full(bag)) {
		return -1;
	}
	pthread_mutex_lock(&bag->lock);
	bag->values[bag->count++] = value;
	pthread_mutex_unlock(&bag->lock);
	return 0;
}

int bag_take(bag *bag, int *value)
{
	int status = -1;
	pthread_mutex_lock(&bag->lock);
	if (bag->count > 0) {
		*value = bag->values[--bag->count];
		status = 0;
	}
	pthread_mutex_unlock(&bag->lock);
	return status;
}
