// SPDX-License-Identifier: Apache-2.0
// All schedules of a test, if they are not too many: dpor makes them. Beyond that PCT and POS are in
// turn, and the test ends after as many executions again.
#include "runtime/scheduler.h"

#define MOST_SEARCH 20000  // executions of a test by dpor
#define MOST_SAMPLED 20000 // and then by the others

static const struct hd_scheduler *const turns[] = {&hd_scheduler_pct, &hd_scheduler_pos};
#define TURNS (sizeof(turns) / sizeof(*turns))

struct state {
	void *search;         // dpor's
	void *states[TURNS];
	unsigned made;        // executions of the current test
	bool searches;        // the last execution was dpor's
};

static void *state_of(void **state, const struct hd_scheduler *s)
{
	if (!*state) {
		*state = hd_persist_alloc(s->state_size);
	}
	return *state;
}

static bool hand_over(void **state, const struct hd_scheduler *to, const struct hd_begin *b)
{
	b->run->scheduler = to;
	b->run->state = state_of(state, to);
	return to->begin(b->run->state, b);
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	s->made = b->fresh ? 0 : s->made;
	s->searches = s->made < MOST_SEARCH;
	if (s->made++ >= MOST_SEARCH + MOST_SAMPLED) {
		return false;
	}
	if (s->searches) {
		b->run->eager = false; // a search must end
		return hand_over(&s->search, &hd_scheduler_dpor, b);
	}
	return hand_over(&s->states[s->made % TURNS], turns[s->made % TURNS], b);
}

static void end(void *state, const struct hd_outcome *o)
{
	struct state *s = state;

	if (s->searches) {
		hd_scheduler_dpor.end(s->search, o);
	}
}

const struct hd_scheduler hd_scheduler_thorough = {
	.name = "thorough",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_SHARED,
	.ends_tests = true,
	.stops = "budget", // it may not have been all of them
	.begin = begin,
	.end = end,
};
