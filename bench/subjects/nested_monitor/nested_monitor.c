// SPDX-License-Identifier: Apache-2.0
// put and get hold the monitor of the buffer. Inside they wait for a semaphore
// that has a monitor of its own: the buffer's stays locked, and nobody who
// could raise the semaphore gets in.
#include "nested_monitor.h"

#include <pthread.h>
#include <stdlib.h>

#define LARGEST 1024

struct semaphore {
	pthread_mutex_t monitor;
	pthread_cond_t raised;
	int value;
};

struct nested_monitor {
	pthread_mutex_t monitor;
	struct semaphore full;  // numbers in the buffer
	struct semaphore empty; // room for more
	int in, out, count, size;
	int numbers[];
};

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// ---- semaphores ------------------------------------------------------------

static void semaphore_init(struct semaphore *semaphore, int value)
{
	monitor_init(&semaphore->monitor);
	pthread_cond_init(&semaphore->raised, NULL);
	semaphore->value = value;
}

static void semaphore_destroy(struct semaphore *semaphore)
{
	pthread_cond_destroy(&semaphore->raised);
	pthread_mutex_destroy(&semaphore->monitor);
}

static void up(struct semaphore *semaphore)
{
	pthread_mutex_lock(&semaphore->monitor);
	semaphore->value++;
	pthread_cond_signal(&semaphore->raised);
	pthread_mutex_unlock(&semaphore->monitor);
}

static void down(struct semaphore *semaphore)
{
	pthread_mutex_lock(&semaphore->monitor);
	while (semaphore->value == 0) {
		pthread_cond_wait(&semaphore->raised, &semaphore->monitor);
	}
	semaphore->value--;
	pthread_mutex_unlock(&semaphore->monitor);
}

// ---- the buffer ------------------------------------------------------------

nested_monitor *nested_monitor_new(int size)
{
	if (size < 1 || size > LARGEST) {
		return NULL;
	}
	nested_monitor *buffer = calloc(1, sizeof *buffer + (size_t)size * sizeof *buffer->numbers);
	if (!buffer) {
		return NULL;
	}
	buffer->size = size;
	monitor_init(&buffer->monitor);
	semaphore_init(&buffer->full, 0);
	semaphore_init(&buffer->empty, size);
	return buffer;
}

void nested_monitor_free(nested_monitor *buffer)
{
	if (!buffer) {
		return;
	}
	semaphore_destroy(&buffer->full);
	semaphore_destroy(&buffer->empty);
	pthread_mutex_destroy(&buffer->monitor);
	free(buffer);
}

// Wait first, lock then: that is the repair.
static void enter(nested_monitor *buffer, struct semaphore *semaphore)
{
#ifdef FIXED
	down(semaphore);
	pthread_mutex_lock(&buffer->monitor);
#else
	pthread_mutex_lock(&buffer->monitor);
	down(semaphore);
#endif
}

void nested_monitor_put(nested_monitor *buffer, int number)
{
	enter(buffer, &buffer->empty);
	buffer->numbers[buffer->in] = number;
	buffer->in = (buffer->in + 1) % buffer->size;
	buffer->count++;
	up(&buffer->full);
	pthread_mutex_unlock(&buffer->monitor);
}

int nested_monitor_get(nested_monitor *buffer)
{
	enter(buffer, &buffer->full);
	int number = buffer->numbers[buffer->out];
	buffer->out = (buffer->out + 1) % buffer->size;
	buffer->count--;
	up(&buffer->empty);
	pthread_mutex_unlock(&buffer->monitor);
	return number;
}
