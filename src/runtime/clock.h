// SPDX-License-Identifier: Apache-2.0
// Epochs and vector clocks: what a fiber knows of the others (race.c).
#ifndef HD_RUNTIME_CLOCK_H
#define HD_RUNTIME_CLOCK_H

#include <stdint.h>

#include "runtime/address_space.h"

typedef uint32_t hd_epoch; // fiber << 24 | count of its releases, from 1; 0: never
#define HD_EPOCH_FIBER(e) ((e) >> 24)
#define HD_EPOCH_IS_LAST(e) (((e)&0xffffffu) == 0xffffffu)

struct hd_clock {
	uint32_t n;  // entries beyond are 0; of a fiber's own clock all fibers have one
	hd_epoch by; // the release that made it what it is, if that knew all of it; else 0
	hd_epoch c[HD_MAX_FIBERS]; // of each fiber the last epoch that is known
};

void hd_clock_join(struct hd_clock *into, const struct hd_clock *from);
void hd_clock_copy(struct hd_clock *into, const struct hd_clock *from);

#endif
