// SPDX-License-Identifier: Apache-2.0
// Correct: writers hold the monitor and replace the array, readers take the
// array under the monitor and read it without, because it never changes.
#include "copy_on_write_array_list.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef copy_on_write_array_list list_of;

// Kept until the list is freed: readers may be at it.
struct array {
	struct array *older;
	size_t count;
	int numbers[];
};

struct copy_on_write_array_list {
	pthread_mutex_t monitor;
	struct array *array;
};

#define SYNCHRONIZED(object) \
	__attribute__((cleanup(leave), unused)) struct copy_on_write_array_list *held = enter(object)

static list_of *enter(list_of *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(list_of **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// ---- arrays ----------------------------------------------------------------

static struct array *array_new(size_t count)
{
	struct array *array = malloc(sizeof *array + count * sizeof *array->numbers);
	if (!array) {
		abort();
	}
	array->count = count;
	return array;
}

static bool is_in(int number, const int *numbers, size_t count)
{
	for (size_t i = 0; numbers && i < count; i++) {
		if (numbers[i] == number) {
			return true;
		}
	}
	return false;
}

// Without what was there from one place on up to another, with something else instead.
static struct array *spliced(const struct array *old, size_t from, size_t to, const int *numbers, size_t count)
{
	struct array *array = array_new(old->count - (to - from) + count);
	memcpy(array->numbers, old->numbers, from * sizeof *numbers);
	if (count > 0) {
		memcpy(array->numbers + from, numbers, count * sizeof *numbers);
	}
	memcpy(array->numbers + from + count, old->numbers + to, (old->count - to) * sizeof *numbers);
	return array;
}

static struct array *get_array(list_of *list)
{
	SYNCHRONIZED(list);
	return list->array;
}

// With the monitor held.
static void set_array(list_of *list, struct array *array)
{
	array->older = list->array;
	list->array = array;
}

static int first_place(const struct array *array, int number, int from)
{
	for (size_t i = from < 0 ? 0 : (size_t)from; i < array->count; i++) {
		if (array->numbers[i] == number) {
			return (int)i;
		}
	}
	return -1;
}

static int last_place(const struct array *array, int number, int to)
{
	long last = (long)array->count - 1;
	for (long i = to < last ? to : last; i >= 0; i--) {
		if (array->numbers[i] == number) {
			return (int)i;
		}
	}
	return -1;
}

static bool is_place(const struct array *array, int index)
{
	return index >= 0 && (size_t)index < array->count;
}

static bool is_range(const struct array *array, int from, int to)
{
	return from >= 0 && from <= to && (size_t)to <= array->count;
}

// ---- making lists ----------------------------------------------------------

list_of *copy_on_write_array_list_new_array(const int *numbers, size_t count)
{
	list_of *list = calloc(1, sizeof *list);
	if (!list) {
		return NULL;
	}
	struct array *array = array_new(numbers ? count : 0);
	array->older = NULL;
	if (array->count > 0) {
		memcpy(array->numbers, numbers, count * sizeof *numbers);
	}
	list->array = array;
	monitor_init(&list->monitor);
	return list;
}

list_of *copy_on_write_array_list_new(void)
{
	return copy_on_write_array_list_new_array(NULL, 0);
}

list_of *copy_on_write_array_list_clone(list_of *list)
{
	if (!list) {
		return NULL;
	}
	const struct array *array = get_array(list);
	return copy_on_write_array_list_new_array(array->numbers, array->count);
}

void copy_on_write_array_list_free(list_of *list)
{
	if (!list) {
		return;
	}
	while (list->array) {
		struct array *array = list->array;
		list->array = array->older;
		free(array);
	}
	pthread_mutex_destroy(&list->monitor);
	free(list);
}

// ---- reading ---------------------------------------------------------------

int copy_on_write_array_list_size(list_of *list)
{
	return (int)get_array(list)->count;
}

bool copy_on_write_array_list_is_empty(list_of *list)
{
	return get_array(list)->count == 0;
}

bool copy_on_write_array_list_contains(list_of *list, int number)
{
	return first_place(get_array(list), number, 0) >= 0;
}

int copy_on_write_array_list_index_of(list_of *list, int number)
{
	return first_place(get_array(list), number, 0);
}

int copy_on_write_array_list_index_of_from(list_of *list, int number, int index)
{
	return first_place(get_array(list), number, index);
}

int copy_on_write_array_list_last_index_of(list_of *list, int number)
{
	const struct array *array = get_array(list);
	return last_place(array, number, (int)array->count);
}

int copy_on_write_array_list_last_index_of_to(list_of *list, int number, int index)
{
	return last_place(get_array(list), number, index);
}

size_t copy_on_write_array_list_to_array(list_of *list, int *numbers, size_t count)
{
	const struct array *array = get_array(list);
	for (size_t i = 0; numbers && i < array->count && i < count; i++) {
		numbers[i] = array->numbers[i];
	}
	return array->count;
}

int copy_on_write_array_list_get(list_of *list, int index)
{
	const struct array *array = get_array(list);
	return is_place(array, index) ? array->numbers[index] : -1;
}

bool copy_on_write_array_list_contains_all(list_of *list, const int *numbers, size_t count)
{
	const struct array *array = get_array(list);
	for (size_t i = 0; numbers && i < count; i++) {
		if (!is_in(numbers[i], array->numbers, array->count)) {
			return false;
		}
	}
	return true;
}

long copy_on_write_array_list_iterator(list_of *list)
{
	const struct array *array = get_array(list);
	long sum = 0;
	for (size_t i = 0; i < array->count; i++) {
		sum += array->numbers[i];
	}
	return sum;
}

int copy_on_write_array_list_sub_list(list_of *list, int from, int to)
{
	return is_range(get_array(list), from, to) ? to - from : -1;
}

int copy_on_write_array_list_hash_code(list_of *list)
{
	const struct array *array = get_array(list);
	unsigned hash = 1;
	for (size_t i = 0; i < array->count; i++) {
		hash = 31 * hash + (unsigned)array->numbers[i];
	}
	return (int)hash;
}

bool copy_on_write_array_list_equals(list_of *list, list_of *other)
{
	if (!other || list == other) {
		return list == other;
	}
	const struct array *ours = get_array(list), *theirs = get_array(other);
	return ours->count == theirs->count &&
		memcmp(ours->numbers, theirs->numbers, ours->count * sizeof *ours->numbers) == 0;
}

size_t copy_on_write_array_list_to_string(list_of *list, char *text, size_t size)
{
	const struct array *array = get_array(list);
	size_t length = 0;
	for (size_t i = 0; i < array->count; i++) {
		size_t left = text && length < size ? size - length : 0;
		length += (size_t)snprintf(left ? text + length : NULL, left, "%d ", array->numbers[i]);
	}
	return length;
}

// ---- writing ---------------------------------------------------------------

// With the monitor held.
static void splice(list_of *list, size_t from, size_t to, const int *numbers, size_t count)
{
	set_array(list, spliced(list->array, from, to, numbers, count));
}

void copy_on_write_array_list_copy_in(list_of *list, const int *numbers, size_t count)
{
	SYNCHRONIZED(list);
	splice(list, 0, list->array->count, numbers, numbers ? count : 0);
}

int copy_on_write_array_list_set(list_of *list, int index, int number)
{
	SYNCHRONIZED(list);
	if (!is_place(list->array, index)) {
		return -1;
	}
	int old = list->array->numbers[index];
	if (old != number) {
		splice(list, (size_t)index, (size_t)index + 1, &number, 1);
	}
	return old;
}

void copy_on_write_array_list_add(list_of *list, int number)
{
	SYNCHRONIZED(list);
	splice(list, list->array->count, list->array->count, &number, 1);
}

bool copy_on_write_array_list_add_at(list_of *list, int index, int number)
{
	SYNCHRONIZED(list);
	if (!is_range(list->array, index, index)) {
		return false;
	}
	splice(list, (size_t)index, (size_t)index, &number, 1);
	return true;
}

int copy_on_write_array_list_remove_at(list_of *list, int index)
{
	SYNCHRONIZED(list);
	if (!is_place(list->array, index)) {
		return -1;
	}
	int old = list->array->numbers[index];
	splice(list, (size_t)index, (size_t)index + 1, NULL, 0);
	return old;
}

bool copy_on_write_array_list_remove(list_of *list, int number)
{
	SYNCHRONIZED(list);
	int place = first_place(list->array, number, 0);
	if (place >= 0) {
		splice(list, (size_t)place, (size_t)place + 1, NULL, 0);
	}
	return place >= 0;
}

bool copy_on_write_array_list_remove_range(list_of *list, int from, int to)
{
	SYNCHRONIZED(list);
	if (!is_range(list->array, from, to)) {
		return false;
	}
	splice(list, (size_t)from, (size_t)to, NULL, 0);
	return true;
}

bool copy_on_write_array_list_add_if_absent(list_of *list, int number)
{
	SYNCHRONIZED(list);
	if (first_place(list->array, number, 0) >= 0) {
		return false;
	}
	copy_on_write_array_list_add(list, number);
	return true;
}

int copy_on_write_array_list_add_all_absent(list_of *list, const int *numbers, size_t count)
{
	SYNCHRONIZED(list);
	int added = 0;
	for (size_t i = 0; numbers && i < count; i++) {
		added += copy_on_write_array_list_add_if_absent(list, numbers[i]);
	}
	return added;
}

// With the monitor held: those that are, or are not, among these.
static bool keep(list_of *list, const int *numbers, size_t count, bool among)
{
	const struct array *old = list->array;
	struct array *array = array_new(old->count);
	array->count = 0;
	for (size_t i = 0; i < old->count; i++) {
		if (is_in(old->numbers[i], numbers, count) == among) {
			array->numbers[array->count++] = old->numbers[i];
		}
	}
	bool fewer = array->count < old->count;
	set_array(list, array);
	return fewer;
}

bool copy_on_write_array_list_remove_all(list_of *list, const int *numbers, size_t count)
{
	SYNCHRONIZED(list);
	return keep(list, numbers, count, false);
}

bool copy_on_write_array_list_retain_all(list_of *list, const int *numbers, size_t count)
{
	SYNCHRONIZED(list);
	return keep(list, numbers, count, true);
}

void copy_on_write_array_list_clear(list_of *list)
{
	SYNCHRONIZED(list);
	set_array(list, array_new(0));
}

void copy_on_write_array_list_add_all(list_of *list, const int *numbers, size_t count)
{
	SYNCHRONIZED(list);
	splice(list, list->array->count, list->array->count, numbers, numbers ? count : 0);
}

bool copy_on_write_array_list_add_all_at(list_of *list, int index, const int *numbers, size_t count)
{
	SYNCHRONIZED(list);
	if (!is_range(list->array, index, index)) {
		return false;
	}
	splice(list, (size_t)index, (size_t)index, numbers, numbers ? count : 0);
	return true;
}

void copy_on_write_array_list_add_list(list_of *list, list_of *other)
{
	if (other && other != list) {
		const struct array *theirs = get_array(other); // never both monitors at once
		copy_on_write_array_list_add_all(list, theirs->numbers, theirs->count);
	}
}
