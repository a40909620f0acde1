// SPDX-License-Identifier: Apache-2.0
// wrong_lock_a holds the lock of the data, wrong_lock_b that of the object: each
// is safe with itself, and they do not keep each other out.
#include "wrong_lock.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct wrong_lock {
	pthread_mutex_t object;
	struct {
		pthread_mutex_t monitor;
		int value;
	} data;
};

wrong_lock *wrong_lock_new(void)
{
	wrong_lock *counter = calloc(1, sizeof *counter);
	if (counter) {
		pthread_mutex_init(&counter->object, NULL);
		pthread_mutex_init(&counter->data.monitor, NULL);
	}
	return counter;
}

void wrong_lock_free(wrong_lock *counter)
{
	if (counter) {
		pthread_mutex_destroy(&counter->object);
		pthread_mutex_destroy(&counter->data.monitor);
		free(counter);
	}
}

int wrong_lock_a(wrong_lock *counter)
{
	pthread_mutex_lock(&counter->data.monitor);
	int before = counter->data.value;
	counter->data.value++;
	int after = counter->data.value;
	assert(after == before + 1);
	pthread_mutex_unlock(&counter->data.monitor);
	return after;
}

void wrong_lock_b(wrong_lock *counter)
{
#ifdef FIXED
	pthread_mutex_t *lock = &counter->data.monitor;
#else
	pthread_mutex_t *lock = &counter->object;
#endif
	pthread_mutex_lock(lock);
	counter->data.value++;
	pthread_mutex_unlock(lock);
}
