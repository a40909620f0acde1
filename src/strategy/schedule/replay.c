// SPDX-License-Identifier: Apache-2.0
#include "strategy/schedule/replay.h"

#include <string.h>

static bool begin(void *state, const struct hd_begin *b)
{
	struct hd_replay *r = state;

	(void)b;
	r->at = 0;
	r->choice_at = 0;
	r->counted = 0;
	memset(r->steps, 0, sizeof(r->steps));
	return true;
}

static void count_outside(struct hd_replay *r)
{
	for (; r->counted < hd.nlog; r->counted++) {
		const struct hd_event *e = &hd.log[r->counted];
		r->steps[e->fiber] += hd_site_is_outside_main(e->site);
	}
}

// How many steps the segment still allows its thread; 0: none.
static uint64_t steps_left(const struct hd_replay *r, const struct hd_segment *s)
{
	const struct hd_fiber *f = &hd_fibers[s->fiber];

	if (!r->outside) {
		return f->steps < s->upto ? s->upto - f->steps : 0;
	}
	return r->steps[f->id] < s->upto || !hd_site_is_outside_main(f->op.site);
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct hd_replay *r = state;

	if (r->outside) {
		count_outside(r);
	}
	for (; r->at < r->n; r->at++) {
		const struct hd_segment *s = &r->segments[r->at];
		uint64_t left = s->fiber < hd.nfibers && hd_set_has(c->enabled, s->fiber) ? steps_left(r, s) : 0;
		if (left > 0) {
			*run = (int64_t)left;
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
