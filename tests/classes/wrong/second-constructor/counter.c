// heddle: not-linearizable
// counter_add(a, source_new_counter(a)) twice at once: both add what the counter was before. A fixed source is safe.
// SPDX-License-Identifier: Apache-2.0
#include "counter.h"

#include <pthread.h>
#include <stdlib.h>

struct source {
	unsigned number;
	counter *counter; // NULL: the number
};

struct counter {
	pthread_mutex_t lock;
	unsigned value;
};

source *source_new_fixed(int number)
{
	source *source = calloc(1, sizeof *source);
	if (source) {
		source->number = (unsigned)number;
	}
	return source;
}

source *source_new_counter(counter *counter)
{
	source *source = calloc(1, sizeof *source);
	if (source) {
		source->counter = counter;
	}
	return source;
}

void source_free(source *source)
{
	free(source);
}

counter *counter_new(void)
{
	counter *counter = calloc(1, sizeof *counter);
	if (counter) {
		pthread_mutex_init(&counter->lock, NULL);
		counter->value = 1;
	}
	return counter;
}

void counter_free(counter *counter)
{
	pthread_mutex_destroy(&counter->lock);
	free(counter);
}

void counter_add(counter *counter, source *source)
{
	unsigned more = source->counter ? counter_get(source->counter) : source->number;
	pthread_mutex_lock(&counter->lock);
	counter->value += more;
	pthread_mutex_unlock(&counter->lock);
}

unsigned counter_get(counter *counter)
{
	pthread_mutex_lock(&counter->lock);
	unsigned value = counter->value;
	pthread_mutex_unlock(&counter->lock);
	return value;
}
