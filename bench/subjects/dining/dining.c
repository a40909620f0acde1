// SPDX-License-Identifier: Apache-2.0
// Everybody takes the left fork and then the right one. If everybody has taken
// the left one, nobody gets a right one.
#include "dining.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define MOST 16

struct dining {
	int count;
	struct {
		pthread_mutex_t fork;
		int meals; // of the philosopher to the right of it; under both forks
	} places[MOST];
};

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

dining *dining_new(int philosophers)
{
	if (philosophers < 1 || philosophers > MOST) {
		return NULL;
	}
	dining *table = calloc(1, sizeof *table);
	if (!table) {
		return NULL;
	}
	table->count = philosophers;
	for (int i = 0; i < philosophers; i++) {
		monitor_init(&table->places[i].fork);
	}
	return table;
}

void dining_free(dining *table)
{
	if (!table) {
		return;
	}
	for (int i = 0; i < table->count; i++) {
		pthread_mutex_destroy(&table->places[i].fork);
	}
	free(table);
}

static bool is_there(const dining *table, int philosopher)
{
	return philosopher >= 0 && philosopher < table->count;
}

int dining_eat(dining *table, int philosopher)
{
	if (!is_there(table, philosopher)) {
		return -1;
	}
	int left = philosopher, right = (philosopher + 1) % table->count;
#ifdef FIXED
	if (left > right) { // the last one takes the forks the other way round
		left = right;
		right = philosopher;
	}
#endif
	pthread_mutex_lock(&table->places[left].fork);
	pthread_mutex_lock(&table->places[right].fork);
	int meals = ++table->places[philosopher].meals;
	pthread_mutex_unlock(&table->places[right].fork);
	pthread_mutex_unlock(&table->places[left].fork);
	return meals;
}

int dining_get_meals(dining *table, int philosopher)
{
	if (!is_there(table, philosopher)) {
		return -1;
	}
	pthread_mutex_lock(&table->places[philosopher].fork);
	int meals = table->places[philosopher].meals;
	pthread_mutex_unlock(&table->places[philosopher].fork);
	return meals;
}

int dining_count(dining *table)
{
	return table->count; // never changes
}
