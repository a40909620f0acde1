// heddle: out-of-bounds|not-linearizable
// meter_add chooses its place, meter_resize makes the window smaller, then the place is written.
// SPDX-License-Identifier: Apache-2.0
#include "meter.h"

#include <pthread.h>
#include <stdlib.h>

#define MOST 64

struct meter {
	pthread_mutex_t lock;
	int *samples;
	int window;
	int next;
	int initial;
};

static int *make_window(int window, int initial)
{
	int *samples = malloc((size_t)window * sizeof *samples);
	for (int i = 0; samples && i < window; i++) {
		samples[i] = initial;
	}
	return samples;
}

meter *meter_new(struct meter_config config)
{
	if (config.window < 1 || config.window > MOST) {
		return NULL;
	}
	meter *meter = calloc(1, sizeof *meter);
	int *samples = make_window(config.window, config.initial);
	if (!meter || !samples) {
		free(samples);
		free(meter);
		return NULL;
	}
	meter->samples = samples;
	meter->window = config.window;
	meter->initial = config.initial;
	pthread_mutex_init(&meter->lock, NULL);
	return meter;
}

void meter_free(meter *meter)
{
	if (!meter) {
		return;
	}
	pthread_mutex_destroy(&meter->lock);
	free(meter->samples);
	free(meter);
}

static int reserve_place(meter *meter)
{
	pthread_mutex_lock(&meter->lock);
	int place = meter->next;
	meter->next = (place + 1) % meter->window;
	pthread_mutex_unlock(&meter->lock);
	return place;
}

void meter_add(meter *meter, int sample)
{
	int place = reserve_place(meter);
	pthread_mutex_lock(&meter->lock);
	meter->samples[place] = sample;
	pthread_mutex_unlock(&meter->lock);
}

int meter_resize(meter *meter, int window)
{
	if (window < 1 || window > MOST) {
		return -1;
	}
	int *samples = make_window(window, meter->initial);
	if (!samples) {
		return -1;
	}
	pthread_mutex_lock(&meter->lock);
	int *old = meter->samples;
	meter->samples = samples;
	meter->window = window;
	meter->next = 0;
	pthread_mutex_unlock(&meter->lock);
	free(old);
	return 0;
}

long meter_sum(meter *meter)
{
	long sum = 0;
	pthread_mutex_lock(&meter->lock);
	for (int i = 0; i < meter->window; i++) {
		sum += meter->samples[i];
	}
	pthread_mutex_unlock(&meter->lock);
	return sum;
}
