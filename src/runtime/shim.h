// SPDX-License-Identifier: Apache-2.0
// For files that define shims: functions instrumented code calls in place of a
// library's (abi/redirects.def).
#ifndef HD_RUNTIME_SHIM_H
#define HD_RUNTIME_SHIM_H

#include "runtime/access.h"
#include "runtime/primitives.h"

#include <time.h>

#define SHIM __attribute__((visibility("default")))

// Absolute times of the caller, in virtual nanoseconds.
static inline uint64_t hd_time_of(const struct timespec *t)
{
	return (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_nsec;
}

#endif
