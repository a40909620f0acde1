// SPDX-License-Identifier: Apache-2.0
// Counting up takes the first lock and then the second one, counting down takes
// them the other way round.
#include "deadlock.h"

#include <pthread.h>
#include <stdlib.h>

struct deadlock {
	pthread_mutex_t first;
	pthread_mutex_t second;
	int count;
};

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

deadlock *deadlock_new(void)
{
	deadlock *deadlock = calloc(1, sizeof *deadlock);
	if (deadlock) {
		monitor_init(&deadlock->first);
		monitor_init(&deadlock->second);
	}
	return deadlock;
}

void deadlock_free(deadlock *deadlock)
{
	if (deadlock) {
		pthread_mutex_destroy(&deadlock->first);
		pthread_mutex_destroy(&deadlock->second);
		free(deadlock);
	}
}

static int add(deadlock *deadlock, pthread_mutex_t *outer, pthread_mutex_t *inner, int difference)
{
	pthread_mutex_lock(outer);
	pthread_mutex_lock(inner);
	int count = deadlock->count += difference;
	pthread_mutex_unlock(inner);
	pthread_mutex_unlock(outer);
	return count;
}

int deadlock_increment(deadlock *deadlock)
{
	return add(deadlock, &deadlock->first, &deadlock->second, 1);
}

int deadlock_decrement(deadlock *deadlock)
{
#ifdef FIXED
	return add(deadlock, &deadlock->first, &deadlock->second, -1);
#else
	return add(deadlock, &deadlock->second, &deadlock->first, -1);
#endif
}
