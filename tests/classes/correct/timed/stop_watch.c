// SPDX-License-Identifier: Apache-2.0
#include "stop_watch.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct stop_watch {
	pthread_mutex_t lock;
	uint64_t count, total, longest;
};

stop_watch *stop_watch_new(void)
{
	stop_watch *w = calloc(1, sizeof(*w));

	if (w) {
		pthread_mutex_init(&w->lock, NULL);
	}
	return w;
}

void stop_watch_free(stop_watch *w)
{
	if (w) {
		pthread_mutex_destroy(&w->lock);
		free(w);
	}
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void stop_watch_measure(stop_watch *w, void (*work)(void *), void *data)
{
	uint64_t took = now();

	if (work) {
		work(data);
	}
	took = now() - took;
	pthread_mutex_lock(&w->lock);
	w->count++;
	w->total += took;
	if (took > w->longest) {
		w->longest = took;
	}
	pthread_mutex_unlock(&w->lock);
}

static uint64_t get(stop_watch *w, const uint64_t *field)
{
	pthread_mutex_lock(&w->lock);
	uint64_t value = *field;
	pthread_mutex_unlock(&w->lock);
	return value;
}

uint64_t stop_watch_count(stop_watch *w)
{
	return get(w, &w->count);
}

uint64_t stop_watch_total(stop_watch *w)
{
	return get(w, &w->total);
}

uint64_t stop_watch_longest(stop_watch *w)
{
	return get(w, &w->longest);
}

void stop_watch_reset(stop_watch *w)
{
	pthread_mutex_lock(&w->lock);
	w->count = w->total = w->longest = 0;
	pthread_mutex_unlock(&w->lock);
}
