// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "position.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct position {
	pthread_mutex_t writers;
	atomic_uint sequence; // odd while a writer is at work
	atomic_int x;
	atomic_int y;
};

position *position_new(int x, int y)
{
	position *position = malloc(sizeof *position);
	if (!position) {
		return NULL;
	}
	pthread_mutex_init(&position->writers, NULL);
	atomic_init(&position->sequence, 0);
	atomic_init(&position->x, x);
	atomic_init(&position->y, y);
	return position;
}

void position_free(position *position)
{
	if (!position) {
		return;
	}
	pthread_mutex_destroy(&position->writers);
	free(position);
}

struct point position_get(position *position)
{
	struct point point;
	unsigned before;
	unsigned after;
	do {
		before = atomic_load_explicit(&position->sequence, memory_order_acquire);
		point.x = atomic_load_explicit(&position->x, memory_order_relaxed);
		point.y = atomic_load_explicit(&position->y, memory_order_relaxed);
		atomic_thread_fence(memory_order_acquire);
		after = atomic_load_explicit(&position->sequence, memory_order_relaxed);
	} while (before != after || before % 2 != 0);
	return point;
}

// With the writers' lock held.
static void write_point(position *position, int x, int y)
{
	unsigned sequence = atomic_load_explicit(&position->sequence, memory_order_relaxed);
	atomic_store_explicit(&position->sequence, sequence + 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&position->x, x, memory_order_relaxed);
	atomic_store_explicit(&position->y, y, memory_order_relaxed);
	atomic_store_explicit(&position->sequence, sequence + 2, memory_order_release);
}

void position_set(position *position, int x, int y)
{
	pthread_mutex_lock(&position->writers);
	write_point(position, x, y);
	pthread_mutex_unlock(&position->writers);
}

void position_mirror(position *position)
{
	pthread_mutex_lock(&position->writers);
	int x = atomic_load_explicit(&position->x, memory_order_relaxed);
	int y = atomic_load_explicit(&position->y, memory_order_relaxed);
	write_point(position, y, x);
	pthread_mutex_unlock(&position->writers);
}
