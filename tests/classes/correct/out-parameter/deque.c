// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "deque.h"

#include <pthread.h>
#include <stdlib.h>

struct deque {
	pthread_mutex_t lock;
	int capacity;
	int first;
	int size;
	int values[];
};

enum deque_status deque_create(deque **out, int capacity)
{
	if (!out || capacity < 1 || capacity > 1024) {
		return DEQUE_INVALID;
	}
	deque *deque = calloc(1, sizeof *deque + (size_t)capacity * sizeof(int));
	if (!deque) {
		return DEQUE_NO_MEMORY;
	}
	deque->capacity = capacity;
	pthread_mutex_init(&deque->lock, NULL);
	*out = deque;
	return DEQUE_OK;
}

void deque_destroy(deque *deque)
{
	if (!deque) {
		return;
	}
	pthread_mutex_destroy(&deque->lock);
	free(deque);
}

// These four want the lock held and room or a value to be there.
static void add_front(deque *deque, int value)
{
	deque->first = (deque->first + deque->capacity - 1) % deque->capacity;
	deque->values[deque->first] = value;
	deque->size++;
}

static void add_back(deque *deque, int value)
{
	deque->values[(deque->first + deque->size) % deque->capacity] = value;
	deque->size++;
}

static int take_front(deque *deque)
{
	int value = deque->values[deque->first];
	deque->first = (deque->first + 1) % deque->capacity;
	deque->size--;
	return value;
}

static int take_back(deque *deque)
{
	deque->size--;
	return deque->values[(deque->first + deque->size) % deque->capacity];
}

static enum deque_status push(deque *deque, int value, void (*add)(struct deque *, int))
{
	enum deque_status status = DEQUE_FULL;
	pthread_mutex_lock(&deque->lock);
	if (deque->size < deque->capacity) {
		add(deque, value);
		status = DEQUE_OK;
	}
	pthread_mutex_unlock(&deque->lock);
	return status;
}

static enum deque_status pop(deque *deque, int *value, int (*take)(struct deque *))
{
	enum deque_status status = DEQUE_EMPTY;
	pthread_mutex_lock(&deque->lock);
	if (deque->size > 0) {
		*value = take(deque);
		status = DEQUE_OK;
	}
	pthread_mutex_unlock(&deque->lock);
	return status;
}

enum deque_status deque_push_front(deque *deque, int value)
{
	return push(deque, value, add_front);
}

enum deque_status deque_push_back(deque *deque, int value)
{
	return push(deque, value, add_back);
}

enum deque_status deque_pop_front(deque *deque, int *value)
{
	return pop(deque, value, take_front);
}

enum deque_status deque_pop_back(deque *deque, int *value)
{
	return pop(deque, value, take_back);
}

void deque_rotate(deque *deque)
{
	pthread_mutex_lock(&deque->lock);
	if (deque->size > 0) {
		add_back(deque, take_front(deque));
	}
	pthread_mutex_unlock(&deque->lock);
}

int deque_size(deque *deque)
{
	pthread_mutex_lock(&deque->lock);
	int size = deque->size;
	pthread_mutex_unlock(&deque->lock);
	return size;
}
