// SPDX-License-Identifier: Apache-2.0
// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte,
// ASPLOS 2010): the enabled thread of highest priority runs; priorities are
// random; at depth-1 random points the running thread drops below all others.
//
// Deviations: the number of points k is not given but is the longest execution
// seen so far; a thread that yields, or runs on for long while others could,
// is dropped too, so that spinning ends.
#include "runtime/scheduler.h"

#define MAX_DEPTH 32
#define LONG_RUN 2000 // points without a switch before a thread counts as spinning
#define ASK_EVERY 500

struct state {
	uint64_t rng;
	uint64_t longest; // points of the longest execution so far
	uint64_t points;  // of this execution, as far as accounted
	int64_t given;    // points allowed at the last question
	uint64_t in_a_row;
	int last;
	unsigned depth, next_change;
	uint64_t change[MAX_DEPTH];
	int64_t lowest;                  // invariant: below every priority in use
	int64_t priority[HD_MAX_FIBERS]; // 0: not drawn yet
};

static void draw_changes(struct state *s)
{
	unsigned n = s->depth - 1;

	for (unsigned i = 0; i < n; i++) {
		uint64_t at = 1 + hd_rng_below(&s->rng, (uint32_t)s->longest);
		unsigned k = i;
		while (k > 0 && s->change[k - 1] > at) { // kept sorted
			s->change[k] = s->change[k - 1];
			k--;
		}
		s->change[k] = at;
	}
	s->change[n] = UINT64_MAX;
	s->next_change = 0;
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	s->rng = b->seed;
	s->depth = b->config->depth ? b->config->depth : 3;
	if (s->depth > MAX_DEPTH) {
		s->depth = MAX_DEPTH;
	}
	if (s->points > s->longest) {
		s->longest = s->points;
	}
	if (s->longest < 16) {
		s->longest = 16;
	}
	s->points = 0;
	s->given = 0;
	s->in_a_row = 0;
	s->last = -1;
	s->lowest = -1;
	for (unsigned i = 0; i < HD_MAX_FIBERS && s->priority[i]; i++) {
		s->priority[i] = 0;
	}
	draw_changes(s);
	return true;
}

static void drop(struct state *s, int thread)
{
	s->priority[thread] = s->lowest--;
}

// Whoever waits may become able to go on at any step, and may then be the
// highest. The end of a thread is no such step: everyone is asked there.
static bool waits(const struct hd_fiber *f)
{
	return f->state == HD_FIBER_LIVE && f->wait && f->wait->kind != HD_SYNC_THREAD;
}

static int highest(struct state *s, const uint64_t *enabled, bool *someone_waits)
{
	int best = -1;

	for (unsigned i = 0; i < hd.nfibers; i++) {
		if (s->priority[i] == 0) {
			s->priority[i] = 1 + (int64_t)(hd_rng(&s->rng) >> 2);
		}
		if (!hd_set_has(enabled, i)) {
			*someone_waits |= waits(&hd_fibers[i]);
		} else if (best < 0 || s->priority[i] > s->priority[best]) {
			best = (int)i;
		}
	}
	return best;
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;
	uint64_t used = s->given > c->unused ? (uint64_t)(s->given - c->unused) : 0;

	s->points += used;
	s->in_a_row += used;
	if (c->current >= 0 && s->priority[c->current]) {
		if (s->points >= s->change[s->next_change]) {
			s->next_change++;
			drop(s, c->current);
		} else if (c->yielding || s->in_a_row > LONG_RUN) {
			drop(s, c->current);
		}
	}
	bool someone_waits = false;
	int next = highest(s, c->enabled, &someone_waits);
	if (next != s->last) {
		s->in_a_row = 0;
		s->last = next;
	}
	uint64_t left = s->change[s->next_change] > s->points ? s->change[s->next_change] - s->points : 1;
	*run = someone_waits ? 1 : left < ASK_EVERY ? (int64_t)left : ASK_EVERY;
	s->given = *run;
	return next;
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(&((struct state *)state)->rng, n);
}

const struct hd_scheduler hd_scheduler_pct = {
	.name = "pct",
	.paper = "Burckhardt et al., A Randomized Scheduler with Probabilistic Guarantees, ASPLOS 2010",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_SHARED,
	.asked_always = true, // a change point may come while only one can go on
	.begin = begin,
	.pick = pick,
	.choose = choose,
};
