// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef GAUGE_H
#define GAUGE_H

#include <stdatomic.h>
#include <stdbool.h>

/** A number that several threads change without a lock, in the caller's memory. */
struct gauge {
	atomic_long value;
};

/** Make a gauge of the caller's memory. */
void gauge_init(struct gauge *gauge, long value);

/** Release the gauge. No other thread may use it any more. */
void gauge_fini(struct gauge *gauge);

/** Add to the gauge, which wraps around; the value before. */
long gauge_add(struct gauge *gauge, long amount);

/** Raise the gauge to at least this value; true when that changed it. */
bool gauge_raise(struct gauge *gauge, long least);

/** Take one if there is one; false when the gauge is 0 or less. */
bool gauge_take(struct gauge *gauge);

/** Set the gauge; the value before. */
long gauge_exchange(struct gauge *gauge, long value);

/** The value. */
long gauge_get(struct gauge *gauge);

#endif
