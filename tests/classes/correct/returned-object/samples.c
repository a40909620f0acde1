// heddle: none
// samples_copy holds the lock from counting to copying.
// SPDX-License-Identifier: Apache-2.0
#include "samples.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST 64

struct samples {
	pthread_mutex_t lock;
	size_t count;
	int values[MOST];
};

samples *samples_new(void)
{
	samples *samples = calloc(1, sizeof *samples);
	if (samples) {
		pthread_mutex_init(&samples->lock, NULL);
	}
	return samples;
}

void samples_free(samples *samples)
{
	pthread_mutex_destroy(&samples->lock);
	free(samples);
}

int samples_add(samples *samples, int value)
{
	pthread_mutex_lock(&samples->lock);
	int status = value > 0 && samples->count < MOST ? 0 : -1;
	if (status == 0) {
		samples->values[samples->count++] = value;
	}
	pthread_mutex_unlock(&samples->lock);
	return status;
}

void samples_clear(samples *samples)
{
	pthread_mutex_lock(&samples->lock);
	memset(samples->values, 0, sizeof samples->values);
	samples->count = 0;
	pthread_mutex_unlock(&samples->lock);
}

samples *samples_copy(samples *from)
{
	samples *copy = samples_new();
	if (copy) {
		pthread_mutex_lock(&from->lock);
		copy->count = from->count;
		memcpy(copy->values, from->values, copy->count * sizeof *copy->values);
		pthread_mutex_unlock(&from->lock);
	}
	return copy;
}

size_t samples_count(samples *samples)
{
	pthread_mutex_lock(&samples->lock);
	size_t count = samples->count;
	pthread_mutex_unlock(&samples->lock);
	return count;
}

int samples_get_smallest(samples *samples)
{
	pthread_mutex_lock(&samples->lock);
	int smallest = samples->count ? samples->values[0] : -1;
	for (size_t i = 1; i < samples->count; i++) {
		smallest = samples->values[i] < smallest ? samples->values[i] : smallest;
	}
	pthread_mutex_unlock(&samples->lock);
	return smallest;
}
