// SPDX-License-Identifier: Apache-2.0
// The default: several ways to schedule in turn, because bugs differ in what
// finds them. The random walk with late starts (new threads wait until the
// others cannot go on) reaches bugs that need many threads alive at once.
#include "strategy/schedule/random.h"

static const struct hd_schedule *const turns[] = {
    &hd_schedule_random, &hd_schedule_pos, &hd_schedule_random, &hd_schedule_pct,
};
#define TURNS (sizeof(turns) / sizeof(*turns))

struct state {
	unsigned turn;
	bool unasked; // as in struct hd_choice, for those that need not be asked always
	void *states[TURNS];
};

static void *part(struct state *s)
{
	return s->states[s->turn];
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	s->turn = (unsigned)(b->execution % TURNS);
	if (!part(s)) {
		s->states[s->turn] = hd_persist_alloc(turns[s->turn]->state_size);
	}
	turns[s->turn]->begin(part(s), b);
	if (s->turn == 2) {
		((struct random_state *)part(s))->late = true;
	}
	return true;
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;
	const struct hd_schedule *now = turns[s->turn];

	if (!now->asked_always && hd_set_count(c->enabled) == 1) {
		s->unasked = true;
		return hd_set_nth(c->enabled, 0);
	}
	if (s->unasked) {
		struct hd_choice mine = *c;
		mine.unasked = true;
		s->unasked = false;
		return now->pick(part(s), &mine, run);
	}
	return now->pick(part(s), c, run);
}

static unsigned choose(void *state, unsigned n)
{
	struct state *s = state;
	return turns[s->turn]->choose(part(s), n);
}

const struct hd_schedule hd_schedule_auto = {
    .name = "auto",
    .state_size = sizeof(struct state),
    .points = HD_POINTS_SHARED,
    .asked_always = true, // because pct is
    .begin = begin,
    .pick = pick,
    .choose = choose,
};
