// SPDX-License-Identifier: Apache-2.0
#include "strategy/schedule/replay.h"

static bool begin(void *state, const struct hd_begin *b)
{
	struct hd_replay *r = state;

	(void)b;
	r->at = 0;
	r->choice_at = 0;
	return true;
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct hd_replay *r = state;

	for (; r->at < r->n; r->at++) {
		const struct hd_segment *s = &r->segments[r->at];
		if (s->fiber < hd.nfibers && hd_set_has(c->enabled, s->fiber) &&
		    hd_fibers[s->fiber].steps < s->upto) {
			*run = (int64_t)(s->upto - hd_fibers[s->fiber].steps);
			return (int)s->fiber;
		}
	}
	*run = c->yielding ? 1 : INT64_MAX;
	if (c->current_enabled && !c->yielding) {
		return c->current;
	}
	return hd_set_after(c->enabled, c->current);
}

static unsigned choose(void *state, unsigned n)
{
	struct hd_replay *r = state;
	unsigned k = r->choice_at < r->nchoices ? r->choices[r->choice_at] : 0;

	r->choice_at++;
	return k < n ? k : 0;
}

const struct hd_schedule hd_schedule_replay = {
    .name = "replay",
    .state_size = sizeof(struct hd_replay),
    .points = HD_POINTS_ALL,
    .begin = begin,
    .pick = pick,
    .choose = choose,
};
