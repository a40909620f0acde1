// SPDX-License-Identifier: Apache-2.0
// A range of whole numbers, both ends included, which never changes.
#ifndef INT_RANGE_H
#define INT_RANGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct int_range int_range;

/** The range of one number; NULL when there is no memory. */
int_range *int_range_new(int number);

/** The range from one number to another, in any order. */
int_range *int_range_new_ends(int a, int b);

/** Free the range. */
void int_range_free(int_range *range);

/** The smaller end. */
int int_range_get_minimum_int(int_range *range);

/** The smaller end. */
long int_range_get_minimum_long(int_range *range);

/** The smaller end. */
float int_range_get_minimum_float(int_range *range);

/** The smaller end. */
double int_range_get_minimum_double(int_range *range);

/** The smaller end as an object, made when it is asked for the first time. */
const int *int_range_get_minimum_number(int_range *range);

/** The larger end. */
int int_range_get_maximum_int(int_range *range);

/** The larger end. */
long int_range_get_maximum_long(int_range *range);

/** The larger end. */
float int_range_get_maximum_float(int_range *range);

/** The larger end. */
double int_range_get_maximum_double(int_range *range);

/** The larger end as an object, made when it is asked for the first time. */
const int *int_range_get_maximum_number(int_range *range);

/** Whether a number is in the range. */
bool int_range_contains_int(int_range *range, int number);

/** Whether a number is in the range. */
bool int_range_contains_long(int_range *range, long number);

/** Whether a number is in the range, its fraction left out. */
bool int_range_contains_float(int_range *range, float number);

/** Whether a number is in the range, its fraction left out. */
bool int_range_contains_double(int_range *range, double number);

/** Whether a number, which may be missing, is in the range. */
bool int_range_contains_number(int_range *range, const int *number);

/** Whether another range is in this one. */
bool int_range_contains_range(int_range *range, int_range *other);

/** Whether another range has a number in common with this one. */
bool int_range_overlaps_range(int_range *range, int_range *other);

/** Whether another range has the same ends. */
bool int_range_equals(int_range *range, int_range *other);

/** A hash, computed when it is asked for the first time. */
int int_range_hash(int_range *range);

/** "Range[1,2]", made when it is asked for the first time. */
const char *int_range_to_string(int_range *range);

/** How many numbers there are. */
long int_range_size(int_range *range);

/** All numbers in their order, as far as there is room; how many were written. */
size_t int_range_to_array(int_range *range, int *numbers, size_t count);

#endif
