// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef VEC_H
#define VEC_H

#include <stdbool.h>
#include <stddef.h>

/** A growing array of numbers. Functions over two arrays may be given the same one twice. */
typedef struct vec vec;

/** Make an empty array; NULL when there is no memory. */
vec *vec_new(void);

/** Free the array. No other thread may use it any more. */
void vec_free(vec *vec);

/** Append a number; false when there is no memory or there are 65536 already. */
bool vec_add(vec *vec, int number);

/** Append all numbers of another array; false when there is no memory or they would be more than
 * 65536. */
bool vec_append(vec *vec, struct vec *other);

/** Exchange the contents of two arrays. */
void vec_swap(vec *vec, struct vec *other);

/** True when both have the same numbers in the same order. */
bool vec_equal(vec *vec, struct vec *other);

/** Keep the first `size` numbers and return the memory of the others; nothing happens when there
 * are fewer. */
void vec_shrink(vec *vec, size_t size);

/** Copy the number at an index; false when there are fewer. */
bool vec_at(vec *vec, size_t index, int *number);

/** How many numbers there are. */
size_t vec_size(vec *vec);

#endif
