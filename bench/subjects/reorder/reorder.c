// SPDX-License-Identifier: Apache-2.0
// No locks: reorder_check comes between the two writes of reorder_set.
#include "reorder.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct reorder {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	long a, b;
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct reorder *held = enter(object)

static reorder *enter(reorder *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(reorder **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

#define monitor_init(object) pthread_mutex_init(&(object)->monitor, NULL)
#define monitor_destroy(object) pthread_mutex_destroy(&(object)->monitor)
#else
#define SYNCHRONIZED(object) (void)(object)
#define monitor_init(object) (void)(object)
#define monitor_destroy(object) (void)(object)
#endif

reorder *reorder_new(void)
{
	reorder *reorder = calloc(1, sizeof *reorder);
	if (reorder) {
		monitor_init(reorder);
	}
	return reorder;
}

void reorder_free(reorder *reorder)
{
	if (reorder) {
		monitor_destroy(reorder);
		free(reorder);
	}
}

void reorder_set(reorder *reorder, int number)
{
	SYNCHRONIZED(reorder);
	reorder->a = number;
	reorder->b = -(long)number;
}

long reorder_check(reorder *reorder)
{
	SYNCHRONIZED(reorder);
	long a = reorder->a;
	long b = reorder->b;
	assert(a + b == 0);
	return a;
}
