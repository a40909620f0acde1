// heddle: use-after-free|double-free|lock-misuse|data-race
// Two shared_unref calls give back the last two references and both see that none is left.
// SPDX-License-Identifier: Apache-2.0
#include "shared.h"

#include <pthread.h>
#include <stdlib.h>

struct shared {
	pthread_mutex_t lock;
	int refs;
	int value;
};

shared *shared_new(int value)
{
	shared *shared = calloc(1, sizeof *shared);
	if (!shared) {
		return NULL;
	}
	pthread_mutex_init(&shared->lock, NULL);
	shared->refs = 1;
	shared->value = value;
	return shared;
}

shared *shared_ref(shared *shared)
{
	pthread_mutex_lock(&shared->lock);
	shared->refs++;
	pthread_mutex_unlock(&shared->lock);
	return shared;
}

static int count(shared *shared)
{
	pthread_mutex_lock(&shared->lock);
	int refs = shared->refs;
	pthread_mutex_unlock(&shared->lock);
	return refs;
}

void shared_unref(shared *shared)
{
	pthread_mutex_lock(&shared->lock);
	shared->refs--;
	pthread_mutex_unlock(&shared->lock);
	if (count(shared) == 0) {
		pthread_mutex_destroy(&shared->lock);
		free(shared);
	}
}

int shared_get(shared *shared)
{
	pthread_mutex_lock(&shared->lock);
	int value = shared->value;
	pthread_mutex_unlock(&shared->lock);
	return value;
}

void shared_set(shared *shared, int value)
{
	pthread_mutex_lock(&shared->lock);
	shared->value = value;
	pthread_mutex_unlock(&shared->lock);
}
