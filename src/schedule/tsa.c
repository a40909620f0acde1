// SPDX-License-Identifier: Apache-2.0
// TSA (Hong, Ahn, Park, Kim, Harrold, ISSTA 2012): steers the schedule towards
// pairs of lock sites that have not followed each other on one lock yet.
//
// Deviations: places are source positions of lock calls, waking up from a
// condition variable included, as the mutex is taken again there. Of a call in a lock helper
// (model/helpers.h) the place is the function that called the helper. Between lock
// operations, and when nothing is left to cover, threads change as in the
// random walk. Ties are broken at random. A thread that yields, or
// goes on for long without locking while others are paused, may be spinning
// until one of them continues, so one is released.
//
// The rules can keep covering the same pairs forever: rule 3 decides the same way every
// time, and a thread that could complete a pair at once is paused like any other. The
// paper stops where coverage saturates; with budget left, we continue differently. When --patience
// executions in a row have brought nothing new, rule 3 is left out and one execution in three is
// not controlled at all, until something new comes. With --patience 0 it is the paper's
// rules alone.
#include "metric/metric.h"
#include "metric/sync/place.h"
#include "schedule/random.h"
#include "schedule/tsa/controller.h"
#include "schedule/tsa/watch.h"

#define LONG_RUN 2000 // switch points without a lock taken
#define IDLE 3        // when patience is over, one execution in so many is not controlled

struct state {
	struct hd_tsa_watch watch;
	struct hd_tsa_controller controller;
	struct random_state walk;
	uint64_t points; // since a lock was taken, as far as known
	bool idle;       // this execution is not controlled
};

static bool begin_with(struct state *s, const struct hd_begin *b, bool rule3)
{
	if (!hd_tsa_watch_begin(&s->watch, b)) {
		return false;
	}
	if (!s->controller.pairs) {
		hd_tsa_controller_init(&s->controller, s->watch.pairs);
	}
	hd_tsa_controller_begin(&s->controller);
	hd_scheduler_random.begin(&s->walk, b);
	bool over = b->config->patience && s->watch.stale >= b->config->patience;
	s->controller.rule3 = rule3 && !over;
	s->idle = over && hd_rng_below(&s->walk.rng, IDLE) == 0;
	s->points = 0;
	return true;
}

static bool begin(void *state, const struct hd_begin *b)
{
	return begin_with(state, b, true);
}

static bool begin_without_heuristic(void *state, const struct hd_begin *b)
{
	return begin_with(state, b, false);
}

// What a thread is about to do, for the controller.
static void describe(struct state *s, unsigned thread)
{
	const struct hd_fiber *f = &hd_fibers[thread];
	struct hd_tsa_controller *c = &s->controller;
	bool locks = f->op.kind == HD_EV_TRYLOCK || f->op.kind == HD_EV_TRYRDLOCK ||
		(f->wait && (f->op.kind == HD_EV_LOCK || f->op.kind == HD_EV_RDLOCK || f->op.kind == HD_EV_COND_WAKE));

	c->pending[thread] = (struct hd_tsa_pending){.lock = HD_SYNC_NO_LOCK, .place = HD_SYNC_NOWHERE};
	if (locks) {
		c->pending[thread].place = hd_sync_place(s->watch.pairs, f->op.site, f);
		c->pending[thread].lock = hd_sync_pairs_lock(s->watch.pairs, f->op.object);
	}
}

// The next thread of the random walk within `set`. A question that came only
// because of a lock does not end the current thread's stay.
static int walk(struct state *s, const struct hd_choice *c, const uint64_t *set, int64_t *run)
{
	struct hd_choice within = *c;

	within.enabled = set;
	within.current_enabled = c->current >= 0 && hd_set_has(set, (unsigned)c->current);
	if (c->unused > 0 && !c->unasked && within.current_enabled && !c->yielding) {
		*run = c->unused;
		return c->current;
	}
	return hd_random_pick(&s->walk, &within, run);
}

static bool remove_paused(const struct hd_tsa_controller *c, const uint64_t *enabled, uint64_t *set)
{
	uint64_t any = 0;

	for (unsigned w = 0; w < hd.nwords; w++) {
		any |= set[w] = enabled[w] & ~c->paused[w];
	}
	return any != 0;
}

static bool may_spin(const struct state *s, const struct hd_choice *c, const uint64_t *set)
{
	bool alone = c->yielding && c->current >= 0 && hd_set_has(set, (unsigned)c->current) && hd_set_count(set) == 1;
	return alone || s->points > LONG_RUN;
}

// One execution of algorithm 1's loop until some thread makes its action.
static int control(struct state *s, const struct hd_choice *c, int64_t *run)
{
	struct hd_tsa_controller *controller = &s->controller;
	uint64_t set[HD_SET_WORDS];

	controller->nwords = hd.nwords;
	controller->draw = (unsigned)(hd_rng(&s->walk.rng) >> 40);
	for (;;) {
		bool any = remove_paused(controller, c->enabled, set);
		if (!any || may_spin(s, c, set)) {
			int p = hd_tsa_controller_release(controller, c->enabled);
			s->points = 0;
			if (p >= 0) {
				*run = 1 << s->walk.calm;
				return p;
			}
		}
		int p = walk(s, c, set, run);
		describe(s, (unsigned)p);
		if (hd_tsa_controller_step(controller, c->enabled, (unsigned)p)) {
			return p;
		}
	}
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;
	bool idle = s->idle || s->watch.pairs->nuncovered == 0;
	int next = idle ? walk(s, c, c->enabled, run) : control(s, c, run);

	hd_tsa_controller_resume(&s->controller, (unsigned)next);
	s->points += (uint64_t)*run;
	return next;
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(&((struct state *)state)->walk.rng, n);
}

static void synced(void *state, enum hd_event_kind kind, uintptr_t object, const struct hd_site *site)
{
	struct state *s = state;

	(void)kind;
	(void)object;
	(void)site;
	s->points = 0;
	hd_tsa_controller_resume(&s->controller, hd.cur->id); // it may have gone on as the only one
}

static void end(void *state, const struct hd_outcome *o)
{
	(void)o;
	hd_tsa_watch_end(&((struct state *)state)->watch);
}

#define TSA(text, start)                                                                           \
	{                                                                                              \
		.name = text,                                                                              \
		.paper = "Hong et al., Testing Concurrent Programs to Achieve High Synchronization Coverage, ISSTA 2012", \
		.state_size = sizeof(struct state), .points = HD_POINTS_SHARED, .asked_at_locks = true,    \
		.stops = "saturated", .begin = start, .pick = pick,                                        \
		.choose = choose, .end = end, .synced = synced, .metrics = {&hd_metric_sync_pairs},        \
	}

const struct hd_scheduler hd_scheduler_tsa = TSA("tsa", begin);
const struct hd_scheduler hd_scheduler_tsa_h = TSA("tsa-h", begin_without_heuristic);
