// SPDX-License-Identifier: Apache-2.0
// When more executions are not worth while: over the last `window` of them
// coverage is not explained by a straight line any more (its r squared is
// under the threshold), or did not grow at all.
#ifndef HD_SCHEDULE_TSA_SATURATION_H
#define HD_SCHEDULE_TSA_SATURATION_H

#include <stdbool.h>
#include <stdint.h>

#define HD_SATURATION_THRESHOLD 0.1

struct hd_saturation {
	uint32_t window;  // 0: never saturated
	uint32_t *values; // coverage after each of the last executions, a ring
	uint64_t n;       // executions so far
	uint32_t stale; // executions since it grew
};

void hd_saturation_init(struct hd_saturation *s, uint32_t window);
void hd_saturation_add(struct hd_saturation *s, uint32_t covered);
bool hd_saturation_reached(const struct hd_saturation *s);
// The r squared of coverage over the window; 0 if it did not change.
double hd_saturation_r2(const struct hd_saturation *s);

#endif
