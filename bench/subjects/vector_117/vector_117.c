// SPDX-License-Identifier: Apache-2.0
// All functions hold the monitor or forward to one that does, but
// vector_last_index_of reads the count before: if the array is shorter by then,
// the search begins behind its end.
#include "vector_117.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096

struct vector {
	pthread_mutex_t monitor;
	const char **data;
	int count;
	int capacity;
	int increment;
};

// Java's synchronized: until the end of the block.
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct vector *held = enter(object)

static vector *enter(vector *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(vector **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(vector *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// Where the original has no synchronized, and needs one.
#ifdef FIXED
#define SYNCHRONIZED_IF_FIXED(object) SYNCHRONIZED(object)
#else
#define SYNCHRONIZED_IF_FIXED(object) (void)(object)
#endif

// ---- with the monitor held -------------------------------------------------

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

// Another array of exactly this size.
static void resize(vector *vector, int capacity)
{
	const char **data = calloc(capacity ? (size_t)capacity : 1, sizeof *data);
	if (!data) {
		abort();
	}
	memcpy(data, vector->data, (size_t)vector->count * sizeof *data);
	const char **old = vector->data;
	vector->data = data;
	vector->capacity = capacity;
	free(old);
}

static void ensure(vector *vector, int capacity)
{
	if (capacity > vector->capacity) {
		int larger = vector->increment > 0 ? vector->capacity + vector->increment : vector->capacity * 2;
		resize(vector, larger < capacity ? capacity : larger);
	}
}

static bool is_index(const vector *vector, int index)
{
	return index >= 0 && index < vector->count;
}

// ---- making ----------------------------------------------------------------

vector *vector_new_capacity(int capacity, int increment)
{
	if (capacity < 0 || capacity > MOST || increment > MOST) {
		return NULL;
	}
	vector *vector = calloc(1, sizeof *vector);
	if (!vector) {
		return NULL;
	}
	vector->data = calloc(capacity ? (size_t)capacity : 1, sizeof *vector->data);
	if (!vector->data) {
		free(vector);
		return NULL;
	}
	vector->capacity = capacity;
	vector->increment = increment;
	monitor_init(vector);
	return vector;
}

vector *vector_new(void)
{
	return vector_new_capacity(10, 0);
}

void vector_free(vector *vector)
{
	if (vector) {
		pthread_mutex_destroy(&vector->monitor);
		free(vector->data);
		free(vector);
	}
}

vector *vector_clone(vector *from)
{
	SYNCHRONIZED(from);
	vector *copy = vector_new_capacity(from->count, from->increment > 0 ? from->increment : 0);
	if (copy) {
		memcpy(copy->data, from->data, (size_t)from->count * sizeof *copy->data);
		copy->count = from->count;
	}
	return copy;
}

// ---- size ------------------------------------------------------------------

int vector_copy_into(vector *vector, const char **elements, size_t count)
{
	SYNCHRONIZED(vector);
	for (int i = 0; i < vector->count && (size_t)i < count; i++) {
		elements[i] = vector->data[i];
	}
	return vector->count;
}

void vector_trim_to_size(vector *vector)
{
	SYNCHRONIZED(vector);
	if (vector->count < vector->capacity) {
		resize(vector, vector->count);
	}
}

void vector_ensure_capacity(vector *vector, int capacity)
{
	SYNCHRONIZED(vector);
	ensure(vector, capacity < MOST ? capacity : MOST);
}

int vector_set_size(vector *vector, int size)
{
	SYNCHRONIZED(vector);
	if (size < 0 || size > MOST) {
		return -1;
	}
	ensure(vector, size);
	for (int i = size; i < vector->count; i++) {
		vector->data[i] = NULL;
	}
	vector->count = size;
	return 0;
}

int vector_capacity(vector *vector)
{
	SYNCHRONIZED_IF_FIXED(vector);
	return vector->capacity;
}

int vector_size(vector *vector)
{
	SYNCHRONIZED_IF_FIXED(vector);
	return vector->count;
}

bool vector_is_empty(vector *vector)
{
	SYNCHRONIZED_IF_FIXED(vector);
	return vector->count == 0;
}

// ---- search ----------------------------------------------------------------

bool vector_contains(vector *vector, const char *element)
{
	return vector_index_of_from(vector, element, 0) >= 0;
}

int vector_index_of(vector *vector, const char *element)
{
	return vector_index_of_from(vector, element, 0);
}

int vector_index_of_from(vector *vector, const char *element, int index)
{
	SYNCHRONIZED(vector);
	for (int i = index > 0 ? index : 0; i < vector->count; i++) {
		if (same(element, vector->data[i])) {
			return i;
		}
	}
	return -1;
}

static int search_down(vector *vector, const char *element, int index)
{
	SYNCHRONIZED(vector);
	for (int i = index; i >= 0; i--) {
		if (same(element, vector->data[i])) {
			return i;
		}
	}
	return -1;
}

int vector_last_index_of(vector *vector, const char *element)
{
	SYNCHRONIZED_IF_FIXED(vector);
	return search_down(vector, element, vector->count - 1);
}

int vector_last_index_of_from(vector *vector, const char *element, int index)
{
	SYNCHRONIZED(vector);
	return index < vector->capacity ? search_down(vector, element, index) : -1;
}

// ---- elements --------------------------------------------------------------

const char *vector_element_at(vector *vector, int index)
{
	SYNCHRONIZED(vector);
	return is_index(vector, index) ? vector->data[index] : NULL;
}

const char *vector_first_element(vector *vector)
{
	SYNCHRONIZED(vector);
	return vector->count > 0 ? vector->data[0] : NULL;
}

const char *vector_last_element(vector *vector)
{
	SYNCHRONIZED(vector);
	return vector->count > 0 ? vector->data[vector->count - 1] : NULL;
}

int vector_set_element_at(vector *vector, const char *element, int index)
{
	SYNCHRONIZED(vector);
	if (!is_index(vector, index)) {
		return -1;
	}
	vector->data[index] = element;
	return 0;
}

int vector_remove_element_at(vector *vector, int index)
{
	SYNCHRONIZED(vector);
	if (!is_index(vector, index)) {
		return -1;
	}
	memmove(&vector->data[index], &vector->data[index + 1],
		(size_t)(vector->count - index - 1) * sizeof *vector->data);
	vector->data[--vector->count] = NULL;
	return 0;
}

int vector_insert_element_at(vector *vector, const char *element, int index)
{
	SYNCHRONIZED(vector);
	if (index < 0 || index > vector->count) {
		return -1;
	}
	ensure(vector, vector->count + 1);
	memmove(&vector->data[index + 1], &vector->data[index],
		(size_t)(vector->count - index) * sizeof *vector->data);
	vector->data[index] = element;
	vector->count++;
	return 0;
}

void vector_add_element(vector *vector, const char *element)
{
	SYNCHRONIZED(vector);
	ensure(vector, vector->count + 1);
	vector->data[vector->count++] = element;
}

bool vector_remove_element(vector *vector, const char *element)
{
	SYNCHRONIZED(vector);
	int index = vector_index_of_from(vector, element, 0);
	return index >= 0 && vector_remove_element_at(vector, index) == 0;
}

void vector_remove_all_elements(vector *vector)
{
	SYNCHRONIZED(vector);
	for (int i = 0; i < vector->count; i++) {
		vector->data[i] = NULL;
	}
	vector->count = 0;
#ifdef SHRINKING // not of the original: then one call of the other thread is enough
	resize(vector, 0);
#endif
}

size_t vector_to_string(vector *vector, char *text, size_t size)
{
	SYNCHRONIZED(vector);
	size_t used = 0;
	for (int i = 0; i < vector->count; i++) {
		used += (size_t)snprintf(used < size ? text + used : NULL, used < size ? size - used : 0, "%s%s",
			i ? ", " : "", vector->data[i] ? vector->data[i] : "null");
	}
	return used;
}
