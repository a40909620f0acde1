// heddle: data-race|not-linearizable|null-dereference|out-of-bounds
// Bug: zone_offset believes the flag before the table is there.
// SPDX-License-Identifier: Apache-2.0
#include "zone.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { HOURS = 24 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *offsets;
static bool loaded;

static void load(void)
{
	loaded = true;
	int *table = malloc(HOURS * sizeof(*table));
	for (int i = 0; i < HOURS; i++) {
		table[i] = i;
	}
	offsets = table;
}

void zone_setup(void)
{
	if (!loaded) {
		pthread_mutex_lock(&lock);
		if (!loaded) {
			load();
		}
		pthread_mutex_unlock(&lock);
	}
}

int zone_offset(int hour)
{
	zone_setup();
	pthread_mutex_lock(&lock);
	int offset = offsets[(unsigned)hour % HOURS];
	pthread_mutex_unlock(&lock);
	return offset;
}

int zone_shift(int hour, int by)
{
	zone_setup();
	pthread_mutex_lock(&lock);
	int offset = offsets[(unsigned)hour % HOURS] += by % 2;
	pthread_mutex_unlock(&lock);
	return offset;
}
