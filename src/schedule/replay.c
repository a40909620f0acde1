// SPDX-License-Identifier: Apache-2.0
#include "schedule/replay.h"

#include "runtime/fair.h"

static bool begin(void *state, const struct hd_begin *b)
{
	struct hd_replay *r = state;

	(void)b;
	*r = (struct hd_replay){.schedule = r->schedule};
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

	if (!r->schedule->outside) {
		return f->steps < s->upto ? s->upto - f->steps : 0;
	}
	return r->steps[f->id] < s->upto || !hd_site_is_outside_main(f->op.site);
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct hd_replay *r = state;
	const struct hd_schedule *schedule = r->schedule;

	if (schedule && schedule->outside) {
		count_outside(r);
	}
	for (; schedule && r->at < schedule->n; r->at++) {
		const struct hd_segment *s = &schedule->segments[r->at];
		uint64_t left = s->fiber < hd.nfibers && hd_set_has(c->enabled, s->fiber) ? steps_left(r, s) : 0;
		if (left > 0) {
			*run = (int64_t)left;
			return (int)s->fiber;
		}
	}
	if (schedule && schedule->turns) {
		hd_sched_be_fair();
		return (int)hd_fair_next();
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
	const struct hd_schedule *s = r->schedule;
	unsigned k = s && r->choice_at < s->nchoices ? s->choices[r->choice_at] : 0;

	r->choice_at++;
	return k < n ? k : 0;
}

const struct hd_scheduler hd_scheduler_replay = {
	.name = "replay",
	.state_size = sizeof(struct hd_replay),
	.points = HD_POINTS_ALL,
	.begin = begin,
	.pick = pick,
	.choose = choose,
};
