// SPDX-License-Identifier: Apache-2.0
// Each datum has a lock of its own, which is always held: but two_stage_a gives
// the first one up before it takes the second one, and two_stage_b sees what is between.
#include "two_stage.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct two_stage {
	struct {
		pthread_mutex_t monitor;
		int value;
	} first, second;
#ifdef FIXED
	pthread_mutex_t both;
#endif
};

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

#define SYNCHRONIZED(lock) __attribute__((cleanup(leave), unused)) pthread_mutex_t *held = enter(lock)

static pthread_mutex_t *enter(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	return lock;
}

static void leave(pthread_mutex_t **lock)
{
	pthread_mutex_unlock(*lock);
}

two_stage *two_stage_new(void)
{
	two_stage *data = calloc(1, sizeof *data);
	if (data) {
		monitor_init(&data->first.monitor);
		monitor_init(&data->second.monitor);
#ifdef FIXED
		monitor_init(&data->both);
#endif
	}
	return data;
}

void two_stage_free(two_stage *data)
{
	if (data) {
		pthread_mutex_destroy(&data->first.monitor);
		pthread_mutex_destroy(&data->second.monitor);
#ifdef FIXED
		pthread_mutex_destroy(&data->both);
#endif
		free(data);
	}
}

void two_stage_a(two_stage *data)
{
#ifdef FIXED
	SYNCHRONIZED(&data->both);
#endif
	{
		SYNCHRONIZED(&data->first.monitor);
		data->first.value = 1;
	}
	{
		SYNCHRONIZED(&data->second.monitor);
		data->second.value = data->first.value + 1;
	}
}

int two_stage_b(two_stage *data)
{
	int first, second;
#ifdef FIXED
	SYNCHRONIZED(&data->both);
#endif
	{
		SYNCHRONIZED(&data->first.monitor);
		first = data->first.value;
		if (first == 0) {
			return 0; // not set
		}
	}
	{
		SYNCHRONIZED(&data->second.monitor);
		second = data->second.value;
	}
	assert(second == first + 1);
	(void)second;
	return first;
}
