// SPDX-License-Identifier: Apache-2.0
// All functions hold the monitor or forward to one that does. But
// vector_new_collection asks the other list for its size, then for its elements:
// if that has grown beyond the room for them meanwhile, none arrive.
#include "vector_142.h"

#include <pthread.h>
#include <stdint.h>
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

#ifdef FIXED
// Both, the lower address first.
#define SYNCHRONIZED_BOTH(a, b) \
	SYNCHRONIZED((uintptr_t)(a) < (uintptr_t)(b) ? (a) : (b)); \
	__attribute__((cleanup(leave), unused)) struct vector *held_too = enter((uintptr_t)(a) < (uintptr_t)(b) ? (b) : (a))
#else
#define SYNCHRONIZED_BOTH(a, b) SYNCHRONIZED(a)
#endif

// ---- with the monitor held -------------------------------------------------

static void resize(vector *vector, int capacity)
{
	const char **data = calloc(capacity ? (size_t)capacity : 1, sizeof *data);
	if (!data) {
		abort();
	}
	memcpy(data, vector->data, (size_t)vector->count * sizeof *data);
	free(vector->data);
	vector->data = data;
	vector->capacity = capacity;
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

static int find(const vector *vector, const char *element, int index)
{
	for (int i = index > 0 ? index : 0; element && i < vector->count; i++) {
		if (strcmp(element, vector->data[i]) == 0) {
			return i;
		}
	}
	return -1;
}

static void take_out(vector *vector, int from, int to)
{
	memmove(&vector->data[from], &vector->data[to], (size_t)(vector->count - to) * sizeof *vector->data);
	int old = vector->count;
	vector->count -= to - from;
	for (int i = vector->count; i < old; i++) {
		vector->data[i] = NULL;
	}
}

static void put_in(vector *vector, int index, const char *const *elements, int count)
{
	ensure(vector, vector->count + count);
	memmove(&vector->data[index + count], &vector->data[index],
		(size_t)(vector->count - index) * sizeof *vector->data);
	memcpy(&vector->data[index], elements, (size_t)count * sizeof *elements);
	vector->count += count;
}

// ---- making ----------------------------------------------------------------

vector *vector_new_increment(int capacity, int increment)
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

vector *vector_new_capacity(int capacity)
{
	return vector_new_increment(capacity, 0);
}

vector *vector_new(void)
{
	return vector_new_increment(10, 0);
}

vector *vector_new_collection(vector *collection)
{
	if (!collection) {
		return NULL;
	}
	SYNCHRONIZED_IF_FIXED(collection);
	int count = vector_size(collection);
	vector *copy = vector_new_capacity(count * 11 / 10);
	if (!copy) {
		return NULL;
	}
	copy->count = count;
	const char **elements = calloc(MOST, sizeof *elements);
	if (!elements) {
		abort();
	}
	// An array that is too small is left alone.
	if (vector_to_array(collection, elements, MOST) <= copy->capacity) {
		memcpy(copy->data, elements, (size_t)copy->capacity * sizeof *elements);
	}
	free(elements);
	return copy;
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
	return vector_sub_list(from, 0, from->count);
}

vector *vector_sub_list(vector *from, int start, int end)
{
	SYNCHRONIZED(from);
	if (start < 0 || start > end || end > from->count) {
		return NULL;
	}
	vector *copy = vector_new_capacity(end - start);
	if (copy) {
		put_in(copy, 0, &from->data[start], end - start);
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

int vector_to_array(vector *vector, const char **elements, size_t count)
{
	SYNCHRONIZED(vector);
	return vector_copy_into(vector, elements, count);
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
	if (size < vector->count) {
		take_out(vector, size, vector->count);
	}
	ensure(vector, size);
	while (vector->count < size) {
		vector->data[vector->count++] = "";
	}
	return 0;
}

int vector_capacity(vector *vector)
{
	SYNCHRONIZED(vector);
	return vector->capacity;
}

int vector_size(vector *vector)
{
	SYNCHRONIZED(vector);
	return vector->count;
}

bool vector_is_empty(vector *vector)
{
	SYNCHRONIZED(vector);
	return vector->count == 0;
}

int vector_elements(vector *vector)
{
	return vector_size(vector);
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
	return find(vector, element, index);
}

int vector_last_index_of(vector *vector, const char *element)
{
	SYNCHRONIZED(vector);
	return vector_last_index_of_from(vector, element, vector->count - 1);
}

int vector_last_index_of_from(vector *vector, const char *element, int index)
{
	SYNCHRONIZED(vector);
	if (index >= vector->count) {
		return -2;
	}
	for (int i = index; element && i >= 0; i--) {
		if (strcmp(element, vector->data[i]) == 0) {
			return i;
		}
	}
	return -1;
}

// ---- elements --------------------------------------------------------------

const char *vector_element_at(vector *vector, int index)
{
	SYNCHRONIZED(vector);
	return is_index(vector, index) ? vector->data[index] : NULL;
}

const char *vector_get(vector *vector, int index)
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

const char *vector_set(vector *vector, int index, const char *element)
{
	SYNCHRONIZED(vector);
	if (!is_index(vector, index) || !element) {
		return NULL;
	}
	const char *old = vector->data[index];
	vector->data[index] = element;
	return old;
}

int vector_set_element_at(vector *vector, const char *element, int index)
{
	SYNCHRONIZED(vector);
	return vector_set(vector, index, element) ? 0 : -1;
}

int vector_remove_element_at(vector *vector, int index)
{
	SYNCHRONIZED(vector);
	if (!is_index(vector, index)) {
		return -1;
	}
	take_out(vector, index, index + 1);
	return 0;
}

const char *vector_remove_at(vector *vector, int index)
{
	SYNCHRONIZED(vector);
	const char *old = vector_get(vector, index);
	vector_remove_element_at(vector, index);
	return old;
}

int vector_insert_element_at(vector *vector, const char *element, int index)
{
	SYNCHRONIZED(vector);
	if (index < 0 || index > vector->count || !element) {
		return -1;
	}
	put_in(vector, index, &element, 1);
	return 0;
}

int vector_add_at(vector *vector, int index, const char *element)
{
	return vector_insert_element_at(vector, element, index);
}

int vector_add_element(vector *vector, const char *element)
{
	SYNCHRONIZED(vector);
	return vector_insert_element_at(vector, element, vector->count);
}

bool vector_add(vector *vector, const char *element)
{
	SYNCHRONIZED(vector);
	return vector_insert_element_at(vector, element, vector->count) == 0;
}

bool vector_remove_element(vector *vector, const char *element)
{
	SYNCHRONIZED(vector);
	return vector_remove_element_at(vector, find(vector, element, 0)) == 0;
}

bool vector_remove(vector *vector, const char *element)
{
	return vector_remove_element(vector, element);
}

void vector_remove_all_elements(vector *vector)
{
	SYNCHRONIZED(vector);
	take_out(vector, 0, vector->count);
}

void vector_clear(vector *vector)
{
	vector_remove_all_elements(vector);
}

int vector_remove_range(vector *vector, int from, int to)
{
	SYNCHRONIZED(vector);
	if (from < 0 || from > to || to > vector->count) {
		return -1;
	}
	take_out(vector, from, to);
	return 0;
}

// ---- with another list, which is asked while the monitor is held ------------

static bool contains_all(vector *vector, struct vector *collection)
{
	struct vector *others = vector_clone(collection);
	bool all = others != NULL;
	for (int i = 0; all && i < others->count; i++) {
		all = find(vector, others->data[i], 0) >= 0;
	}
	vector_free(others);
	return all;
}

bool vector_contains_all(vector *vector, struct vector *collection)
{
	if (!collection) {
		return false;
	}
	SYNCHRONIZED_BOTH(vector, collection);
	return contains_all(vector, collection);
}

static bool add_all(vector *vector, int index, struct vector *collection)
{
	struct vector *others = index >= 0 && index <= vector->count ? vector_clone(collection) : NULL;
	bool added = others && others->count > 0;
	if (added) {
		put_in(vector, index, others->data, others->count);
	}
	vector_free(others);
	return added;
}

bool vector_add_all_at(vector *vector, int index, struct vector *collection)
{
	if (!collection) {
		return false;
	}
	SYNCHRONIZED_BOTH(vector, collection);
	return add_all(vector, index, collection);
}

bool vector_add_all(vector *vector, struct vector *collection)
{
	if (!collection) {
		return false;
	}
	SYNCHRONIZED_BOTH(vector, collection);
	return add_all(vector, vector->count, collection);
}

// Remove those that are in the other list, or those that are not.
static bool filter(vector *vector, struct vector *collection, bool keep)
{
	if (!collection) {
		return false;
	}
	SYNCHRONIZED_BOTH(vector, collection);
	struct vector *others = vector_clone(collection);
	int before = vector->count;
	for (int i = vector->count - 1; others && i >= 0; i--) {
		if ((find(others, vector->data[i], 0) >= 0) != keep) {
			take_out(vector, i, i + 1);
		}
	}
	vector_free(others);
	return vector->count != before;
}

bool vector_remove_all(vector *vector, struct vector *collection)
{
	return filter(vector, collection, false);
}

bool vector_retain_all(vector *vector, struct vector *collection)
{
	return filter(vector, collection, true);
}

bool vector_equals(vector *vector, struct vector *other)
{
	if (vector == other || !other) {
		return vector == other;
	}
	SYNCHRONIZED_BOTH(vector, other);
	struct vector *others = vector_clone(other);
	bool equal = others && vector->count == others->count;
	for (int i = 0; equal && i < others->count; i++) {
		equal = strcmp(vector->data[i], others->data[i]) == 0;
	}
	vector_free(others);
	return equal;
}

int vector_hash(vector *vector)
{
	SYNCHRONIZED(vector);
	unsigned hash = 1;
	for (int i = 0; i < vector->count; i++) {
		for (const char *c = vector->data[i]; *c; c++) {
			hash = 31 * hash + (unsigned char)*c;
		}
	}
	return (int)hash;
}

size_t vector_to_string(vector *vector, char *text, size_t size)
{
	SYNCHRONIZED(vector);
	size_t used = 0;
	for (int i = 0; i < vector->count; i++) {
		used += (size_t)snprintf(used < size ? text + used : NULL, used < size ? size - used : 0, "%s%s",
			i ? ", " : "", vector->data[i]);
	}
	return used;
}
