// SPDX-License-Identifier: Apache-2.0
// Constraints on places. Where several threads run the same code, a priority per thread needs one lucky
// draw for each of them; "whoever comes to this place waits until that one has been executed" is
// one draw for all.
//
// The first execution is partial-order sampling in which every access off the own stack is a switch
// point, and in which threads wait before they use something again (again.h). From each execution it is
// learned which operations conflict (conflicts.c), and each further one aims at one goal: a thread that
// comes to the held place ranks below all others until another thread has executed the awaited place on
// the same object. Goals that no execution has shown come first, and among them those whose kind is more
// often behind an error (value_of). Steps at places without conflicts are no switch points.
//
// An execution varies in four ways, by chance. All threads are held at the place, or only the first that
// comes. Threads that have been at the awaited place rank low until one is held, so that all of their work
// falls into the gap, or they do not. Where a thread comes to the place again it waits again, so that threads
// take turns in loops, or the goal is reached only once. And the rest follows partial-order sampling, or threads
// run as long as they can, in a random order.
//
// Tests of a class differ, but run the same code: what was learned from one counts for the next, and
// half of the tests begin like a program.
//
// If only held threads could go on, one of them does. A hold that lasts too long is dropped: others may be
// waiting for the held thread by looking, without saying so.
#include "schedule/places.h"
#include "runtime/scheduler.h"
#include "schedule/again.h"
#include "schedule/conflicts.h"
#include "schedule/happens.h"

#include <string.h>

#define MOST_TURNS 4000 // steps of others while one is held
#define LONG_RUN 1000

#define MOST_AIMS 3
#define NEAR 4 // times as promising

enum { TIRED, HELD, LOW = HELD + MOST_AIMS, FREE };

struct aim {
	uint32_t held, awaited; // places
	bool active;
	bool all; // threads are held, not only the first
	bool late; // threads of the awaited place rank low until one is held
	bool lasting; // held threads stay so after the goal is reached, as long as others can go on
	bool repeats; // threads that come to the place again wait again
	bool reached;
	uint64_t let_go[HD_SET_WORDS]; // threads that may pass the place, once; only where it repeats
	int holder; // the first thread that was held; -1: none yet
	unsigned turns;
};

struct state {
	uint64_t rng;
	struct hd_conflicts conflicts;
	struct hd_again again; // of the first execution
	uint64_t made; // executions of the program, or of tests
	bool tests;
	// Of this execution.
	struct aim aims[MOST_AIMS]; // the first is the most important
	unsigned naims;
	bool calm; // the rest: threads run as long as they can
	// Partial-order sampling.
	int last;
	unsigned in_a_row;
	struct hd_op last_op;
	uint64_t priority[HD_MAX_FIBERS]; // 0: to be drawn
};

// ---- the goal -------------------------------------------------------------------------

// How promising a goal is, where it has been neither seen nor tried. A place that frees is
// promising to overtake with; a lock inside of another to be held at; so is a place whose thread has used the object before,
// because it may rely on what it saw; at the first operation of a thread, any order of starting does the same.
static unsigned value_of(const struct hd_conflicts *c, const struct hd_goal *g)
{
	const struct hd_conflict_place *held = &c->places[g->held], *awaited = &c->places[g->awaited];

	if (g->held == g->awaited || !held->later) {
		return 1;
	}
	return 3 + held->nested + awaited->frees;
}

static bool is_taken(const struct state *s, const struct hd_goal *g)
{
	for (unsigned i = 0; i < s->naims; i++) {
		if (s->aims[i].held == g->held || s->aims[i].held == g->awaited || s->aims[i].awaited == g->held) {
			return true;
		}
	}
	return false;
}

// Of a program, all places are its own; of tests, those that the last one came to are likely those of the next.
static bool is_near(const struct hd_conflicts *c, const struct hd_goal *g)
{
	return c->places[g->held].execution == c->executions && c->places[g->awaited].execution == c->executions;
}

static uint32_t choose_goal(struct state *s)
{
	const struct hd_conflicts *c = &s->conflicts;
	uint32_t best = HD_TABLE_NONE;
	double best_score = 0;

	for (uint32_t i = 0; i < c->goal_keys.n; i++) {
		const struct hd_goal *g = &c->goals[i];
		double fresh = (double)value_of(c, g) / (1 + 2.0 * g->tried + (g->seen > 0 ? 1 : 0));
		fresh *= s->tests && is_near(c, g) ? NEAR : 1;
		double score = fresh * (1 + hd_rng_below(&s->rng, 1000) / 1000.0);
		if (score > best_score && !is_taken(s, g)) {
			best = i;
			best_score = score;
		}
	}
	return best;
}

static bool aim(struct state *s, bool repeats)
{
	uint32_t i = choose_goal(s);

	if (i == HD_TABLE_NONE) {
		return false;
	}
	struct hd_goal *g = &s->conflicts.goals[i];
	bool main_aim = s->naims == 0, again = g->tried > 0;
	g->tried += main_aim && g->tried < UINT16_MAX;
	s->aims[s->naims++] = (struct aim){
		.held = g->held,
		.awaited = g->awaited,
		.active = true,
		.all = g->held != g->awaited && hd_rng_below(&s->rng, 8) > 0,
		.late = main_aim && (!again || hd_rng_below(&s->rng, 2)),
		.lasting = hd_rng_below(&s->rng, 2),
		.repeats = repeats && s->conflicts.places[g->held].loops,
		.holder = -1,
	};
	return true;
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	s->tests = b->config->mode == HD_MODE_TEST;
	hd_conflicts_init(&s->conflicts);
	if (s->tests ? hd_conflicts_are_full(&s->conflicts) : b->fresh) {
		hd_conflicts_forget(&s->conflicts);
		s->made = 0;
	}
	s->rng = b->seed;
	s->last = -1;
	s->in_a_row = 0;
	memset(s->priority, 0, sizeof(s->priority));
	s->naims = 0;
	bool first = s->made == 0 || (s->tests && b->fresh && hd_rng_below(&s->rng, 2));
	if (first) {
		hd_shared_widen(&s->conflicts.shared);
	}
	s->calm = !first && hd_rng_below(&s->rng, 2);
	hd_again_begin(&s->again, first, hd_rng_below(&s->rng, 2));
	unsigned wanted = hd_rng_below(&s->rng, 2) ? MOST_AIMS : 1;
	bool repeats = hd_rng_below(&s->rng, 2);
	while (!first && s->naims < wanted && aim(s, repeats)) {
	}
	return true;
}

// ---- an execution ------------------------------------------------------------------------

static bool is_held(struct aim *a, unsigned t, uint32_t place)
{
	if (!a->active || place != a->held || hd_set_has(a->let_go, t)) {
		return false;
	}
	if (a->holder < 0) {
		a->holder = (int)t;
	}
	return a->all || a->holder == (int)t;
}

static bool is_early(const struct state *s, const struct aim *a, unsigned t)
{
	const struct hd_conflict_place *places = s->conflicts.places;

	return a->active && a->late && !a->reached && a->holder < 0 && hd_set_has(places[a->awaited].threads, t) &&
		!hd_set_has(places[a->held].threads, t);
}

static int rank(struct state *s, unsigned t)
{
	int rank = FREE;

	if (s->naims == 0) {
		return hd_again_waits(&s->again, t) ? HELD : FREE;
	}
	uint32_t place = hd_conflicts_place(&s->conflicts, &hd_fibers[t].op);
	bool only_first = s->aims[0].active && !s->aims[0].reached && s->aims[0].holder < 0;
	for (unsigned i = only_first ? 1 : s->naims; i-- > 0;) {
		struct aim *a = &s->aims[i];
		int r = is_held(a, t, place) ? HELD + (int)i : is_early(s, a, t) ? LOW : FREE;
		rank = r < rank ? r : rank;
	}
	return rank;
}

static bool redraws(const struct state *s, unsigned t)
{
	return s->priority[t] == 0 ||
		(!s->calm &&
			((int)t == s->last || (s->last >= 0 && hd_happens_conflict(&hd_fibers[t].op, &s->last_op))));
}

static int best_of(struct state *s, const struct hd_choice *c, int tired)
{
	int best = -1, best_rank = 0;

	for (unsigned t = 0; t < hd.nfibers; t++) {
		if (redraws(s, t)) {
			s->priority[t] = 2 | hd_rng(&s->rng);
		}
		if (!hd_set_has(c->enabled, t)) {
			continue;
		}
		int r = (int)t == tired ? TIRED : rank(s, t);
		if (best < 0 || r > best_rank || (r == best_rank && s->priority[t] > s->priority[best])) {
			best = (int)t;
			best_rank = r;
		}
	}
	return best;
}

static bool overtakes(const struct aim *a, unsigned t, uint32_t place)
{
	return place == a->awaited && (int)t != a->holder &&
		hd_happens_conflict(&hd_fibers[t].op, &hd_fibers[a->holder].op);
}

// All that stand at the held place.
static void let_go(const struct state *s, struct aim *a)
{
	for (unsigned t = 0; t < hd.nfibers; t++) {
		if (hd_fibers[t].state == HD_FIBER_LIVE &&
			hd_conflicts_place(&s->conflicts, &hd_fibers[t].op) == a->held) {
			hd_set_add(a->let_go, t);
		}
	}
	a->holder = -1;
	a->turns = 0;
}

// The thread makes its operation: is a goal reached?
static void follow(const struct state *s, struct aim *a, unsigned t, uint32_t place)
{
	if (place == a->held) {
		hd_set_remove(a->let_go, t);
	}
	if (!a->active || a->holder < 0) {
		return;
	}
	bool now = overtakes(a, t, place);
	a->reached |= now;
	if (now && a->repeats) {
		let_go(s, a);
	} else if ((a->reached && !a->lasting && !a->repeats) || ++a->turns > MOST_TURNS) {
		a->active = false;
	} else if (place == a->held && (int)t == a->holder) {
		a->holder = -1; // it had to go on
		a->active = !a->reached || a->repeats;
	}
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;
	bool tired = c->current >= 0 && (c->yielding || s->in_a_row >= LONG_RUN);
	bool goes_on = c->current_enabled && !tired &&
		!hd_shared_matters(&s->conflicts.shared, (unsigned)c->current, &hd_fibers[c->current].op);

	(void)run;
	if (tired && s->calm) {
		s->priority[c->current] = 1;
	}
	int next = goes_on ? c->current : best_of(s, c, tired ? c->current : -1);
	hd_again_made(&s->again, (unsigned)next);
	if (s->naims > 0) {
		uint32_t place = hd_conflicts_place(&s->conflicts, &hd_fibers[next].op);
		for (unsigned i = 0; i < s->naims; i++) {
			follow(s, &s->aims[i], (unsigned)next, place);
		}
	}
	s->in_a_row = next == s->last && !tired ? s->in_a_row + 1 : 0;
	s->last = next;
	s->last_op = hd_fibers[next].op;
	return next;
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(&((struct state *)state)->rng, n);
}

static void end(void *state, const struct hd_outcome *o)
{
	struct state *s = state;

	(void)o;
	hd_conflicts_learn(&s->conflicts);
	s->made++;
}

void hd_places_learn(void *state)
{
	hd_conflicts_learn(&((struct state *)state)->conflicts);
}

const struct hd_scheduler hd_scheduler_places = {
	.name = "places",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_ALL,
	.parks_spinners = true,
	.begin = begin,
	.pick = pick,
	.choose = choose,
	.end = end,
};
