// SPDX-License-Identifier: Apache-2.0
// The default: several ways to schedule in turn, because bugs differ in what
// finds them. The random walk with late starts (new threads wait until the
// others cannot go on) reaches bugs that need many threads alive at once.
//
// Each execution is handed over to the one whose turn it is: nothing of this
// file is on the way of a question.
#include "strategy/schedule/random.h"

static const struct hd_schedule *const turns[] = {
    &hd_schedule_random, &hd_schedule_pos, &hd_schedule_random, &hd_schedule_pct,
};
#define TURNS (sizeof(turns) / sizeof(*turns))
#define LATE_TURN 2

struct state {
	void *states[TURNS];
};

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;
	unsigned turn = (unsigned)(b->execution % TURNS);

	if (!s->states[turn]) {
		s->states[turn] = hd_persist_alloc(turns[turn]->state_size);
	}
	hd.strategy = turns[turn];
	hd.strategy_state = s->states[turn];
	turns[turn]->begin(s->states[turn], b);
	if (turn == LATE_TURN) {
		((struct random_state *)s->states[turn])->late = true;
	}
	return true;
}

const struct hd_schedule hd_schedule_auto = {
    .name = "auto",
    .state_size = sizeof(struct state),
    .points = HD_POINTS_SHARED,
    .begin = begin,
};
