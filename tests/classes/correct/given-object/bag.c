// SPDX-License-Identifier: Apache-2.0
// Walks have no lock of their own: they belong to those who began them.
#include "bag.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 16

struct bag {
	pthread_mutex_t lock;
	int count, walks;
	int numbers[ROOM];
};

struct walk {
	int count, at;
	int numbers[ROOM];
};

struct bag *bag_new(void)
{
	struct bag *bag = calloc(1, sizeof(*bag));
	if (bag) {
		pthread_mutex_init(&bag->lock, NULL);
	}
	return bag;
}

void bag_free(struct bag *bag)
{
	pthread_mutex_destroy(&bag->lock);
	free(bag);
}

bool bag_add(struct bag *bag, int number)
{
	pthread_mutex_lock(&bag->lock);
	bool fits = bag->count < ROOM;
	if (fits) {
		bag->numbers[bag->count++] = number;
	}
	pthread_mutex_unlock(&bag->lock);
	return fits;
}

bool bag_take(struct bag *bag, int *number)
{
	pthread_mutex_lock(&bag->lock);
	bool any = bag->count > 0;
	if (any) {
		*number = bag->numbers[--bag->count];
	}
	pthread_mutex_unlock(&bag->lock);
	return any;
}

int bag_walk(struct bag *bag, struct walk **out)
{
	struct walk *walk = malloc(sizeof(*walk));
	if (!walk) {
		return -1;
	}
	pthread_mutex_lock(&bag->lock);
	bag->walks++;
	walk->at = 0;
	walk->count = bag->count;
	memcpy(walk->numbers, bag->numbers, sizeof(walk->numbers));
	pthread_mutex_unlock(&bag->lock);
	*out = walk;
	return 0;
}

bool bag_next(struct bag *bag, struct walk *walk, int *number)
{
	(void)bag;
	if (walk->at == walk->count) {
		return false;
	}
	*number = walk->numbers[walk->at++];
	return true;
}

void bag_end(struct bag *bag, struct walk *walk)
{
	pthread_mutex_lock(&bag->lock);
	bag->walks--;
	pthread_mutex_unlock(&bag->lock);
	free(walk);
}
