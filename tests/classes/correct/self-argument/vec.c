// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "vec.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST 65536

struct vec {
	pthread_mutex_t lock;
	int *numbers;
	size_t size;
	size_t capacity;
};

vec *vec_new(void)
{
	vec *vec = calloc(1, sizeof *vec);
	if (vec) {
		pthread_mutex_init(&vec->lock, NULL);
	}
	return vec;
}

void vec_free(vec *vec)
{
	if (!vec) {
		return;
	}
	pthread_mutex_destroy(&vec->lock);
	free(vec->numbers);
	free(vec);
}

// The lower address first; one array is locked once.
static void lock_both(vec *a, vec *b)
{
	vec *low = (uintptr_t)a < (uintptr_t)b ? a : b;
	vec *high = low == a ? b : a;
	pthread_mutex_lock(&low->lock);
	if (high != low) {
		pthread_mutex_lock(&high->lock);
	}
}

static void unlock_both(vec *a, vec *b)
{
	pthread_mutex_unlock(&a->lock);
	if (a != b) {
		pthread_mutex_unlock(&b->lock);
	}
}

// With the lock held.
static bool reserve(vec *vec, size_t more)
{
	if (more > MOST - vec->size) {
		return false;
	}
	size_t needed = vec->size + more;
	if (needed <= vec->capacity) {
		return true;
	}
	int *numbers = realloc(vec->numbers, needed * sizeof *numbers);
	if (!numbers) {
		return false;
	}
	vec->numbers = numbers;
	vec->capacity = needed;
	return true;
}

bool vec_add(vec *vec, int number)
{
	pthread_mutex_lock(&vec->lock);
	bool done = reserve(vec, 1);
	if (done) {
		vec->numbers[vec->size++] = number;
	}
	pthread_mutex_unlock(&vec->lock);
	return done;
}

bool vec_append(vec *vec, struct vec *other)
{
	lock_both(vec, other);
	size_t more = other->size;
	bool done = reserve(vec, more);
	// Only now, because the numbers of an array that is its own other have moved.
	if (done && more > 0) {
		memcpy(vec->numbers + vec->size, other->numbers, more * sizeof *vec->numbers);
		vec->size += more;
	}
	unlock_both(vec, other);
	return done;
}

void vec_swap(vec *vec, struct vec *other)
{
	lock_both(vec, other);
	int *numbers = vec->numbers;
	size_t size = vec->size;
	size_t capacity = vec->capacity;
	vec->numbers = other->numbers;
	vec->size = other->size;
	vec->capacity = other->capacity;
	other->numbers = numbers;
	other->size = size;
	other->capacity = capacity;
	unlock_both(vec, other);
}

bool vec_equal(vec *vec, struct vec *other)
{
	lock_both(vec, other);
	bool equal = vec->size == other->size;
	for (size_t i = 0; equal && i < vec->size; i++) {
		equal = vec->numbers[i] == other->numbers[i];
	}
	unlock_both(vec, other);
	return equal;
}

void vec_shrink(vec *vec, size_t size)
{
	pthread_mutex_lock(&vec->lock);
	if (size == 0) {
		free(vec->numbers);
		vec->numbers = NULL;
		vec->size = 0;
		vec->capacity = 0;
	} else if (size < vec->size) {
		vec->size = size;
		int *numbers = realloc(vec->numbers, size * sizeof *numbers);
		if (numbers) {
			vec->numbers = numbers;
			vec->capacity = size;
		}
	}
	pthread_mutex_unlock(&vec->lock);
}

bool vec_at(vec *vec, size_t index, int *number)
{
	pthread_mutex_lock(&vec->lock);
	bool found = index < vec->size;
	if (found) {
		*number = vec->numbers[index];
	}
	pthread_mutex_unlock(&vec->lock);
	return found;
}

size_t vec_size(vec *vec)
{
	pthread_mutex_lock(&vec->lock);
	size_t size = vec->size;
	pthread_mutex_unlock(&vec->lock);
	return size;
}
