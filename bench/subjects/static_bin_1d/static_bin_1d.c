// SPDX-License-Identifier: Apache-2.0
// Correct: every function holds the monitor, some of them for nothing. Adding
// several numbers at once uses one array of all bins, which has a lock of its own.
#include "static_bin_1d.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SCRATCH 32

struct statistics {
	int size;
	double min, max, sum, sum_of_squares;
};

struct static_bin_1d {
	pthread_mutex_t monitor;
	struct statistics has;
};

static pthread_mutex_t scratch_lock = PTHREAD_MUTEX_INITIALIZER;
static double scratch[SCRATCH]; // of all bins

#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct static_bin_1d *held = enter(object)

static static_bin_1d *enter(static_bin_1d *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(static_bin_1d **object)
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

static void forget(struct statistics *has)
{
	*has = (struct statistics){.min = INFINITY, .max = -INFINITY};
}

static_bin_1d *static_bin_1d_new(void)
{
	static_bin_1d *bin = calloc(1, sizeof *bin);
	if (bin) {
		forget(&bin->has);
		monitor_init(&bin->monitor);
	}
	return bin;
}

void static_bin_1d_free(static_bin_1d *bin)
{
	if (bin) {
		pthread_mutex_destroy(&bin->monitor);
		free(bin);
	}
}

// ---- adding ----------------------------------------------------------------

static void note(struct statistics *has, double number)
{
	has->size++;
	has->min = number < has->min ? number : has->min;
	has->max = number > has->max ? number : has->max;
	has->sum += number;
	has->sum_of_squares += number * number;
}

void static_bin_1d_add(static_bin_1d *bin, double number)
{
	SYNCHRONIZED(bin);
	note(&bin->has, number);
}

// As many at once as there is room for.
static void note_all(struct statistics *has, const double *numbers, size_t count)
{
	pthread_mutex_lock(&scratch_lock);
	while (count > 0) {
		size_t n = count < SCRATCH ? count : SCRATCH;
		for (size_t i = 0; i < n; i++) {
			scratch[i] = numbers[i];
		}
		for (size_t i = 0; i < n; i++) {
			note(has, scratch[i]);
		}
		numbers += n;
		count -= n;
	}
	pthread_mutex_unlock(&scratch_lock);
}

void static_bin_1d_add_all_of(static_bin_1d *bin, const double *numbers, size_t count)
{
	SYNCHRONIZED(bin);
	if (numbers) {
		note_all(&bin->has, numbers, count);
	}
}

int static_bin_1d_add_all_of_from_to(static_bin_1d *bin, const double *numbers, size_t count, int from, int to)
{
	SYNCHRONIZED(bin);
	if (!numbers || from < 0 || to < from || (size_t)to >= count) {
		return -1;
	}
	note_all(&bin->has, numbers + from, (size_t)(to - from) + 1);
	return 0;
}

void static_bin_1d_clear(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	forget(&bin->has);
}

void static_bin_1d_trim_to_size(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
}

// ---- asking ----------------------------------------------------------------

int static_bin_1d_size(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return bin->has.size;
}

double static_bin_1d_min(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return bin->has.min;
}

double static_bin_1d_max(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return bin->has.max;
}

double static_bin_1d_sum(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return bin->has.sum;
}

double static_bin_1d_sum_of_squares(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return bin->has.sum_of_squares;
}

double static_bin_1d_mean(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return bin->has.size > 0 ? bin->has.sum / bin->has.size : 0;
}

double static_bin_1d_variance(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	double n = bin->has.size;
	return n < 2 ? 0 : (bin->has.sum_of_squares - bin->has.sum * bin->has.sum / n) / (n - 1);
}

double static_bin_1d_standard_deviation(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return sqrt(static_bin_1d_variance(bin));
}

double static_bin_1d_standard_error(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return bin->has.size > 0 ? sqrt(static_bin_1d_variance(bin) / bin->has.size) : 0;
}

double static_bin_1d_rms(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return bin->has.size > 0 ? sqrt(bin->has.sum_of_squares / bin->has.size) : 0;
}

bool static_bin_1d_is_rebinnable(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return false;
}

int static_bin_1d_max_order(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return 2;
}

static struct statistics copy_of(static_bin_1d *bin)
{
	SYNCHRONIZED(bin);
	return bin->has;
}

bool static_bin_1d_equals(static_bin_1d *bin, static_bin_1d *other)
{
	if (!other) {
		return false;
	}
	struct statistics theirs = copy_of(other); // never both monitors at once
	SYNCHRONIZED(bin);
	const struct statistics *ours = &bin->has;
	return bin == other || (ours->size == theirs.size && ours->min == theirs.min && ours->max == theirs.max &&
		ours->sum == theirs.sum && ours->sum_of_squares == theirs.sum_of_squares);
}

size_t static_bin_1d_to_string(static_bin_1d *bin, char *text, size_t size)
{
	SYNCHRONIZED(bin);
	int length = snprintf(text, text ? size : 0, "%d numbers from %g to %g, sum %g", bin->has.size,
		bin->has.min, bin->has.max, bin->has.sum);
	return length < 0 ? 0 : (size_t)length;
}
