// SPDX-License-Identifier: Apache-2.0
// As an operating system schedules: long quanta, a switch when a thread blocks
// or yields, and a random thread next. The setting in which the published
// test generators were measured.
#include "runtime/scheduler.h"

#define SHORTEST 4
#define DOUBLINGS 11

static bool begin(void *state, const struct hd_begin *b)
{
	*(uint64_t *)state = b->seed;
	return true;
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	uint64_t *rng = state;

	// Any length from 4 to 8192 points is as likely as its double: threads that
	// start together mostly miss each other, as short tests do on real machines.
	int64_t base = SHORTEST << hd_rng_below(rng, DOUBLINGS);
	*run = base + (int64_t)hd_rng_below(rng, (uint32_t)base);
	return hd_set_nth(c->enabled, hd_rng_below(rng, hd_set_count(c->enabled)));
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(state, n);
}

const struct hd_scheduler hd_scheduler_os = {
	.name = "os",
	.state_size = sizeof(uint64_t),
	.points = HD_POINTS_SHARED,
	.begin = begin,
	.pick = pick,
	.choose = choose,
};
