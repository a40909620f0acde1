// SPDX-License-Identifier: Apache-2.0
// Partial-order sampling (Yuan, Yang, Gu, CAV 2018): every pending event has a
// random priority and the highest goes first; after an event, the priorities
// of the pending events that conflict with it are drawn again.
#include "runtime/scheduler.h"
#include "schedule/happens.h"

struct state {
	uint64_t rng;
	int last;             // thread of the last event, -1: none
	struct hd_op last_op; // that event
	uint64_t priority[HD_MAX_FIBERS]; // 0: to be drawn
};

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	s->rng = b->seed;
	s->last = -1;
	for (unsigned i = 0; i < HD_MAX_FIBERS && s->priority[i]; i++) {
		s->priority[i] = 0;
	}
	return true;
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;
	int best = -1;

	(void)run;
	for (unsigned i = 0; i < hd.nfibers; i++) {
		bool redraw = s->priority[i] == 0 || (int)i == s->last ||
			(s->last >= 0 && hd_happens_conflict(&hd_fibers[i].op, &s->last_op));
		if (redraw) {
			s->priority[i] = 1 | hd_rng(&s->rng);
		}
		if (hd_set_has(c->enabled, i) && (best < 0 || s->priority[i] > s->priority[best])) {
			best = (int)i;
		}
	}
	s->last = best;
	s->last_op = hd_fibers[best].op;
	return best;
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(&((struct state *)state)->rng, n);
}

const struct hd_scheduler hd_scheduler_pos = {
	.name = "pos",
	.paper = "Yuan, Yang and Gu, Partial Order Aware Concurrency Sampling, CAV 2018",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_SHARED,
	.begin = begin,
	.pick = pick,
	.choose = choose,
};
