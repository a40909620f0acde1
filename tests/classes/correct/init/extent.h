// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef EXTENT_H
#define EXTENT_H

#include <stdatomic.h>
#include <stdbool.h>

/** The least and the greatest of many values, under a small spinlock, in the caller's memory. */
struct extent {
	atomic_flag busy;
	int least;
	int greatest;
	unsigned count;
};

/** Make an extent without values of the caller's memory. */
void extent_init(struct extent *extent);

/** Release the extent. No other thread may use it any more. */
void extent_fini(struct extent *extent);

/** Count a value in. */
void extent_add(struct extent *extent, int value);

/** Copy both limits; false when no value was added. */
bool extent_limits(struct extent *extent, int *least, int *greatest);

/** True when the value lies between the limits. */
bool extent_covers(struct extent *extent, int value);

/** Forget all values; how many there were. */
unsigned extent_reset(struct extent *extent);

#endif
