// SPDX-License-Identifier: Apache-2.0
// A bounded FIFO ring buffer. Writers and readers have a lock each, so that they
// do not wait for one another.
#ifndef RING_H
#define RING_H

#include <stddef.h>

typedef struct ring ring;

/** Create a ring for 1 to 4096 values; 0, or -1 if the size is invalid or out of memory. */
int ring_create(ring **out, int capacity);

/** Free the ring. No other thread may use it any more. */
void ring_destroy(ring *ring);

/** Append a value; -1 if the ring is full. */
int ring_put(ring *ring, int value);

/** Take the oldest value into *value; -1 if the ring is empty. */
int ring_take(ring *ring, int *value);

/** The number of values. */
int ring_size(ring *ring);

#endif
