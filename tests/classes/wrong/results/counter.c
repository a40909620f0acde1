// heddle: not-linearizable
// Two counter_add calls read the same value and one of the two additions is lost.
// SPDX-License-Identifier: Apache-2.0
#include "counter.h"

#include <pthread.h>
#include <stdlib.h>

struct counter {
	pthread_mutex_t lock;
	unsigned value;
};

counter *counter_new(void)
{
	counter *counter = calloc(1, sizeof *counter);
	if (counter) {
		pthread_mutex_init(&counter->lock, NULL);
	}
	return counter;
}

void counter_free(counter *counter)
{
	if (!counter) {
		return;
	}
	pthread_mutex_destroy(&counter->lock);
	free(counter);
}

unsigned counter_get(counter *counter)
{
	pthread_mutex_lock(&counter->lock);
	unsigned value = counter->value;
	pthread_mutex_unlock(&counter->lock);
	return value;
}

static void set(counter *counter, unsigned value)
{
	pthread_mutex_lock(&counter->lock);
	counter->value = value;
	pthread_mutex_unlock(&counter->lock);
}

void counter_add(counter *counter, unsigned amount)
{
	unsigned value = counter_get(counter);
	set(counter, value + amount);
}

void counter_reset(counter *counter)
{
	set(counter, 0);
}
