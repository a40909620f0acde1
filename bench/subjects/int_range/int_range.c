// SPDX-License-Identifier: Apache-2.0
// No locks: ranges never change, they only remember what was computed. The hash
// is computed in the field that remembers it, in four steps, and 0 means that
// it has not been.
#include "int_range.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLASS_HASH 7919

struct int_range {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	int min;
	int max;
	int hash;
	int *min_object;
	int *max_object;
	char *text;
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct int_range *held = enter(object)

static int_range *enter(int_range *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(int_range **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(int_range *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

static void monitor_destroy(int_range *object)
{
	pthread_mutex_destroy(&object->monitor);
}
#else
#define SYNCHRONIZED(object) (void)(object)
#define monitor_init(object) (void)(object)
#define monitor_destroy(object) (void)(object)
#endif

int_range *int_range_new_ends(int a, int b)
{
	int_range *range = calloc(1, sizeof *range);
	if (range) {
		range->min = a < b ? a : b;
		range->max = a < b ? b : a;
		monitor_init(range);
	}
	return range;
}

int_range *int_range_new(int number)
{
	return int_range_new_ends(number, number);
}

void int_range_free(int_range *range)
{
	if (range) {
		monitor_destroy(range);
		free(range->min_object);
		free(range->max_object);
		free(range->text);
		free(range);
	}
}

// ---- ends ------------------------------------------------------------------

static int *boxed(int number)
{
	int *object = malloc(sizeof *object);
	if (object) {
		*object = number;
	}
	return object;
}

int int_range_get_minimum_int(int_range *range)
{
	return range->min;
}

long int_range_get_minimum_long(int_range *range)
{
	return range->min;
}

float int_range_get_minimum_float(int_range *range)
{
	return (float)range->min;
}

double int_range_get_minimum_double(int_range *range)
{
	return range->min;
}

const int *int_range_get_minimum_number(int_range *range)
{
	SYNCHRONIZED(range);
	if (range->min_object == NULL) {
		range->min_object = boxed(range->min);
	}
	return range->min_object;
}

int int_range_get_maximum_int(int_range *range)
{
	return range->max;
}

long int_range_get_maximum_long(int_range *range)
{
	return range->max;
}

float int_range_get_maximum_float(int_range *range)
{
	return (float)range->max;
}

double int_range_get_maximum_double(int_range *range)
{
	return range->max;
}

const int *int_range_get_maximum_number(int_range *range)
{
	SYNCHRONIZED(range);
	if (range->max_object == NULL) {
		range->max_object = range->max == range->min ? NULL : boxed(range->max);
	}
	return range->max_object ? range->max_object : int_range_get_minimum_number(range);
}

// ---- tests -----------------------------------------------------------------

bool int_range_contains_int(int_range *range, int number)
{
	return number >= range->min && number <= range->max;
}

bool int_range_contains_long(int_range *range, long number)
{
	return number >= range->min && number <= range->max;
}

bool int_range_contains_float(int_range *range, float number)
{
	return int_range_contains_double(range, (double)number);
}

bool int_range_contains_double(int_range *range, double number)
{
	return number > -1e9 && number < 1e9 && int_range_contains_long(range, (long)number);
}

bool int_range_contains_number(int_range *range, const int *number)
{
	return number && int_range_contains_int(range, *number);
}

bool int_range_contains_range(int_range *range, int_range *other)
{
	return other && int_range_contains_int(range, other->min) && int_range_contains_int(range, other->max);
}

bool int_range_overlaps_range(int_range *range, int_range *other)
{
	return other && (int_range_contains_int(other, range->min) || int_range_contains_int(other, range->max) ||
		int_range_contains_int(range, other->min));
}

bool int_range_equals(int_range *range, int_range *other)
{
	return range == other || (other && range->min == other->min && range->max == other->max);
}

// ---- what is remembered ----------------------------------------------------

int int_range_hash(int_range *range)
{
	SYNCHRONIZED(range);
	if (range->hash == 0) {
		range->hash = 17;
		range->hash = (int)(37u * (unsigned)range->hash + CLASS_HASH);
		range->hash = (int)(37u * (unsigned)range->hash + (unsigned)range->min);
		range->hash = (int)(37u * (unsigned)range->hash + (unsigned)range->max);
	}
#ifdef ASSERTED // as for ConCrash: a wrong hash is a crash
	int hash = range->hash;
	assert(hash == (int)(37u * (37u * (37u * 17u + CLASS_HASH) + (unsigned)range->min) + (unsigned)range->max));
	return hash;
#else
	return range->hash;
#endif
}

const char *int_range_to_string(int_range *range)
{
	SYNCHRONIZED(range);
	if (range->text == NULL) {
		char text[40];
		snprintf(text, sizeof text, "Range[%d,%d]", range->min, range->max);
		range->text = strdup(text);
	}
	return range->text;
}

long int_range_size(int_range *range)
{
	return (long)range->max - range->min + 1;
}

size_t int_range_to_array(int_range *range, int *numbers, size_t count)
{
	size_t n = 0;
	for (long number = range->min; number <= range->max && n < count; number++) {
		numbers[n++] = (int)number;
	}
	return n;
}
