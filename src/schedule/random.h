// SPDX-License-Identifier: Apache-2.0
// Parts of the random walk that the portfolio (auto.c) uses too.
#ifndef HD_SCHEDULE_RANDOM_H
#define HD_SCHEDULE_RANDOM_H

#include "runtime/scheduler.h"

struct random_state {
	uint64_t rng;
	unsigned calm; // threads stay on for about 2^calm times as long
	bool late; // new threads start only when no other can run
	unsigned patience; // questions until new threads start anyway: the others may be spinning
	unsigned threads;  // seen so far
};

// The `pick` of a scheduler whose state starts with a random_state.
int hd_random_pick(void *state, const struct hd_choice *c, int64_t *run);

#endif
