// SPDX-License-Identifier: Apache-2.0
// Statistics of numbers that are added and not kept.
#ifndef STATIC_BIN_1D_H
#define STATIC_BIN_1D_H

#include <stdbool.h>
#include <stddef.h>

typedef struct static_bin_1d static_bin_1d;

/** An empty bin; NULL when there is no memory. */
static_bin_1d *static_bin_1d_new(void);

/** Free the bin. No other thread may use it any more. */
void static_bin_1d_free(static_bin_1d *bin);

/** Add a number. */
void static_bin_1d_add(static_bin_1d *bin, double number);

/** Add some numbers. */
void static_bin_1d_add_all_of(static_bin_1d *bin, const double *numbers, size_t count);

/** Add the numbers of the places from one to another; -1 when there are no such places. */
int static_bin_1d_add_all_of_from_to(static_bin_1d *bin, const double *numbers, size_t count, int from, int to);

/** Forget all numbers. */
void static_bin_1d_clear(static_bin_1d *bin);

/** How many numbers were added. */
int static_bin_1d_size(static_bin_1d *bin);

/** The smallest number. */
double static_bin_1d_min(static_bin_1d *bin);

/** The largest number. */
double static_bin_1d_max(static_bin_1d *bin);

/** The sum of all numbers. */
double static_bin_1d_sum(static_bin_1d *bin);

/** The sum of the squares of all numbers. */
double static_bin_1d_sum_of_squares(static_bin_1d *bin);

/** The mean; 0 without numbers. */
double static_bin_1d_mean(static_bin_1d *bin);

/** The variance; 0 without two numbers. */
double static_bin_1d_variance(static_bin_1d *bin);

/** The standard deviation. */
double static_bin_1d_standard_deviation(static_bin_1d *bin);

/** The standard error of the mean; 0 without numbers. */
double static_bin_1d_standard_error(static_bin_1d *bin);

/** The root of the mean of the squares; 0 without numbers. */
double static_bin_1d_rms(static_bin_1d *bin);

/** Whether numbers can be asked for: they are not kept. */
bool static_bin_1d_is_rebinnable(static_bin_1d *bin);

/** How many moments are kept: those of order 1 and 2. */
int static_bin_1d_max_order(static_bin_1d *bin);

/** Whether another bin, which may be missing, has the same statistics. */
bool static_bin_1d_equals(static_bin_1d *bin, static_bin_1d *other);

/** The statistics as text; how long it is. */
size_t static_bin_1d_to_string(static_bin_1d *bin, char *text, size_t size);

/** Give unused memory back: there is none. */
void static_bin_1d_trim_to_size(static_bin_1d *bin);

#endif
