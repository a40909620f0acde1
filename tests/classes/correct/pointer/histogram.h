// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stddef.h>

/** Counts of values in buckets of equal width; a value outside counts in the first or last one. */
typedef struct histogram histogram;

/** Make a histogram of 1 to 256 buckets of a width of at least 1 that starts at 0; NULL when that
 * is wrong or there is no memory. */
histogram *histogram_new(int buckets, int width);

/** Free the histogram. No other thread may use it any more. */
void histogram_free(histogram *histogram);

/** Count a value; the new count of its bucket. */
unsigned long histogram_add(histogram *histogram, int value);

/** The count of a bucket; 0 when there is no such bucket. */
unsigned long histogram_count(histogram *histogram, int bucket);

/** The count of all buckets, read one after the other: weakly consistent; @heddle weak */
unsigned long histogram_total(histogram *histogram);

/** How many buckets there are. */
int histogram_buckets(const histogram *histogram);

#endif
