// heddle: not-linearizable
// samples_copy(a) counts, samples_clear(a) empties, then samples_copy copies: only the copy shows it.
// SPDX-License-Identifier: Apache-2.0
#ifndef SAMPLES_H
#define SAMPLES_H

#include <stddef.h>

typedef struct samples samples;

/** No samples; NULL when there is no memory. */
samples *samples_new(void);

/** Free the samples. No other thread may use them any more. */
void samples_free(samples *samples);

/** Add a sample, greater than 0; -1 when it is not, or when there are 64. */
int samples_add(samples *samples, int value);

/** Forget all samples. */
void samples_clear(samples *samples);

/** The same samples once more; NULL when there is no memory. */
samples *samples_copy(samples *samples);

/** How many there are. */
size_t samples_count(samples *samples);

/** The smallest of them, -1 if there are none. */
int samples_get_smallest(samples *samples);

#endif
