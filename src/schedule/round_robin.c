// SPDX-License-Identifier: Apache-2.0
// Every thread in turn, one event each. The turn starts at another thread in
// every execution, and lasts a little longer every few.
#include "runtime/scheduler.h"

struct state {
	uint64_t execution;
};

static bool begin(void *state, const struct hd_begin *b)
{
	((struct state *)state)->execution = b->execution;
	return true;
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	const struct state *s = state;

	*run = 1 + (int64_t)(s->execution / 8 % 16);
	int from = c->current >= 0 ? c->current : (int)(s->execution % hd.nfibers);
	return hd_set_after(c->enabled, from);
}

const struct hd_scheduler hd_scheduler_round_robin = {
	.name = "round-robin",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_SHARED,
	.begin = begin,
	.pick = pick,
};
