// SPDX-License-Identifier: Apache-2.0
// The default: several ways to schedule in turn, because bugs differ in what
// finds them. The random walk with late starts (new threads wait until the
// others cannot run) reaches bugs that need many threads alive at once.
//
// If all schedules of a test are wanted and its first execution was short, dpor
// makes the others until it is through, or has had its share.
//
// Each execution is handed over to the one whose turn it is, so this file adds
// no cost to `pick`.
#include "schedule/random.h"

static const struct hd_scheduler *const turns[] = {
	&hd_scheduler_random,
	&hd_scheduler_pos,
	&hd_scheduler_random,
	&hd_scheduler_pct,
};
#define TURNS (sizeof(turns) / sizeof(*turns))
#define LATE_TURN 2

#define SHORT 100     // events of an execution
#define MOST_SEARCH 60 // executions of a test

struct state {
	void *states[TURNS];
	void *search;      // dpor's
	unsigned searched; // dpor executions of the current test
	bool searches;     // the last execution was one
	bool was_short;    // the last execution
};

static bool may_search(struct state *s, const struct hd_begin *b)
{
	if (!b->search || b->fresh) {
		s->searched = 0;
		return false;
	}
	return s->searched > 0 ? s->searched < MOST_SEARCH : s->was_short;
}

static bool search(struct state *s, const struct hd_begin *b)
{
	struct hd_begin mine = *b;

	if (!s->search) {
		s->search = hd_persist_alloc(hd_scheduler_dpor.state_size);
	}
	mine.fresh = s->searched++ == 0;
	b->run->scheduler = &hd_scheduler_dpor;
	b->run->state = s->search;
	b->run->eager = false;
	return hd_scheduler_dpor.begin(s->search, &mine);
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	s->searches = may_search(s, b);
	if (s->searches) {
		return search(s, b);
	}
	unsigned turn = (unsigned)(b->execution % TURNS);

	if (!s->states[turn]) {
		s->states[turn] = hd_persist_alloc(turns[turn]->state_size);
	}
	b->run->scheduler = turns[turn];
	b->run->state = s->states[turn];
	turns[turn]->begin(s->states[turn], b);
	if (turn == LATE_TURN) {
		((struct random_state *)s->states[turn])->late = true;
	}
	return true;
}

static void end(void *state, const struct hd_outcome *o)
{
	struct state *s = state;

	s->was_short = o->steps <= SHORT && !o->cut_off;
	if (s->searches) {
		hd_scheduler_dpor.end(s->search, o);
	}
}

const struct hd_scheduler hd_scheduler_auto = {
	.name = "auto",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_SHARED,
	.begin = begin,
	.end = end,
};
