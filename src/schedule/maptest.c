// SPDX-License-Identifier: Apache-2.0
// MAPTest's executions (Wang et al., ASE 2019, algorithm 5): each aims at a
// pattern that the test could cover and has not. A thread that is about to make
// the pattern's next step is let go at once; otherwise the choice is random. When
// nothing is left to aim at, random walks follow as long as they cover something.
//
// Every access of a site that the static model calls shared is a switch point, as
// in the paper, from the first execution of a test on. Deviations: which thread
// makes which step is decided beforehand; a thread that is about to make a step that is
// not due yet waits as long as others can go on, and in every other execution the one whose step
// is due is preferred; and an execution whose pattern is complete aims at another one that still
// lies ahead. A test has --goals executions at most; 0 is the published loop over all patterns.
#include "metric/map/goals.h"
#include "schedule/random.h"

#include <string.h>

#define BARREN 3        // executions in a row that covered nothing new: the test is done
#define DIRECT_OUT_OF 8 // one question in so many is left to chance on the direct way
#define EARLY_OUT_OF 64 // and one of those that keep a thread from being early

struct state {
	struct random_state walk;
	struct hd_map_goals goals;
	struct hd_map_goal goal;
	bool aiming;
	bool direct;            // the thread whose step is due continues; otherwise any thread
	unsigned made;          // executions of the test
	unsigned barren;        // of them, since one covered something new
	uint64_t covered;       // patterns, before the execution
	unsigned target;        // of those that the test was made for, next
	unsigned step;          // of the goal, next
	uintptr_t addresses[2]; // of its variables, once accessed
	uint64_t rng;
};

static bool asked_at(const struct hd_site *site)
{
	unsigned id = hd_site_id(site);
	return id <= hd_map_model->nsites && hd_map_model->var_of_site[id] != HD_MODEL_NONE;
}

static void aim(struct state *s)
{
	s->aiming = true;
	hd_map_aimed = s->goal.pattern.type;
	s->direct = hd_rng_below(&s->rng, 2);
	s->step = 0;
	s->addresses[0] = s->addresses[1] = 0;
}

static void aim_at_target(struct state *s)
{
	if (s->target < hd_map_targets.n) {
		s->goal = hd_map_targets.list[s->target++];
		hd_map_goals_note(&s->goals, &s->goal);
		aim(s);
	}
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	hd_scheduler_random.begin(&s->walk, b);
	s->rng = hd_mix(b->seed + 1);
	s->aiming = false;
	hd_map_aimed = 0;
	if (!hd_map()) {
		return true; // a program, not a test
	}
	s->covered = hd_map()->covered.n;
	if (!b->fresh && !hd_map_targets.one_each) {
		s->target = hd_map_targets.n;
	}
	if (b->fresh) {
		s->target = 0;
		s->made = s->barren = 0;
		hd_map_goals_reset(&s->goals, b->config->goals == 0);
		aim_at_target(s);
		return true;
	}
	if (b->config->goals && s->made >= b->config->goals) {
		return false;
	}
	if (s->target < hd_map_targets.n) {
		aim_at_target(s);
		return true;
	}
	if (hd_map_goals_take(&s->goals, &s->rng, &s->goal)) {
		aim(s);
		return true;
	}
	return s->barren < BARREN;
}

// The goal is reached, or cannot be any more.
static void aim_at_next(struct state *s)
{
	s->aiming = false;
	if (s->target < hd_map_targets.n && !hd_map_targets.one_each) {
		aim_at_target(s);
	} else if (hd_map_goals_take_ahead(&s->goals, &s->goal)) {
		aim(s);
	}
}

// Is the thread about to make this step of the goal?
static bool is_about_to_make(const struct state *s, unsigned thread, unsigned step)
{
	const struct hd_op *op = &hd_fibers[thread].op;
	uintptr_t address = s->addresses[hd_map_types[s->goal.pattern.type].steps[step].var];
	bool access = op->kind >= HD_EV_READ && op->kind <= HD_EV_ATOMIC_RMW;

	return access && op->site && hd_site_id(op->site) == s->goal.pattern.sites[step] &&
		(address == 0 || address == op->object);
}

static void make_step(struct state *s, unsigned thread)
{
	const struct hd_map_type *type = &hd_map_types[s->goal.pattern.type];

	s->addresses[type->steps[s->step].var] = hd_fibers[thread].op.object;
	if (++s->step == type->nsteps) {
		aim_at_next(s);
	}
}

static int draw(struct state *s, const uint64_t *set)
{
	return hd_set_nth(set, hd_rng_below(&s->rng, hd_set_count(set)));
}

// The thread whose step is not due, if it is about to make it; -1: it is not.
static int find_early(const struct state *s)
{
	const struct hd_map_type *type = &hd_map_types[s->goal.pattern.type];
	unsigned due = type->steps[s->step].thread, early = s->goal.threads[!due], step = s->step + 1;

	while (step < type->nsteps && type->steps[step].thread == due) {
		step++;
	}
	bool is_early = step < type->nsteps && early < hd.nfibers && is_about_to_make(s, early, step);
	return is_early ? (int)early : -1;
}

// Any thread but one that would make its step too early, unless all others wait for it: some
// do so without saying.
static int draw_without_early(struct state *s, const uint64_t *enabled)
{
	int early = find_early(s);

	if (early < 0 || !hd_set_has(enabled, (unsigned)early) || hd_set_count(enabled) == 1 ||
		hd_rng_below(&s->rng, EARLY_OUT_OF) == 0) {
		return draw(s, enabled);
	}
	uint64_t set[HD_SET_WORDS];
	memcpy(set, enabled, hd.nwords * sizeof(*set));
	hd_set_remove(set, (unsigned)early);
	return draw(s, set);
}

// It will not come to the step any more.
static bool has_passed(const struct state *s, unsigned thread)
{
	unsigned call = s->goal.calls[s->step];
	return hd_fibers[thread].state == HD_FIBER_DONE || (call && hd_map_calls[thread] > call);
}

static int pick_for_goal(struct state *s, const struct hd_choice *c)
{
	const struct hd_map_step *step = &hd_map_types[s->goal.pattern.type].steps[s->step];
	unsigned thread = s->goal.threads[step->thread];
	bool exists = thread < hd.nfibers, enabled = exists && hd_set_has(c->enabled, thread);

	if (enabled && is_about_to_make(s, thread, s->step)) {
		make_step(s, thread);
		return (int)thread;
	}
	if (exists && has_passed(s, thread)) {
		aim_at_next(s);
	}
	if (!s->aiming || c->yielding) { // a thread that yields may wait for the one that would be early
		return draw(s, c->enabled);
	}
	bool goes_on = s->direct && enabled && hd_rng_below(&s->rng, DIRECT_OUT_OF) > 0;
	return goes_on ? (int)thread : draw_without_early(s, c->enabled);
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;

	if (s->aiming) {
		*run = 1;
		return pick_for_goal(s, c);
	}
	if (hd_set_count(c->enabled) == 1) {
		return hd_set_nth(c->enabled, 0);
	}
	return hd_random_pick(&s->walk, c, run);
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(&((struct state *)state)->rng, n);
}

static void synced(void *state, enum hd_event_kind kind, uintptr_t object, const struct hd_site *site)
{
	(void)state;
	(void)site;
	hd_map_synced(kind, object);
}

static void end(void *state, const struct hd_outcome *o)
{
	struct state *s = state;

	(void)o;
	if (!hd_map()) {
		return;
	}
	s->barren = hd_map()->covered.n > s->covered ? 0 : s->barren + 1;
	// Once for a test, as published; of an execution that showed nothing new only if all patterns count.
	if (s->made++ == 0 && (s->goals.all || hd_map_trace.new)) {
		hd_map_goals_predict(&s->goals, &s->rng);
	}
}

const struct hd_scheduler hd_scheduler_maptest = {
	.name = "maptest",
	.paper = "Wang et al., MAP-Coverage: a Novel Coverage Criterion for Testing Thread-Safe Classes, ASE 2019",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_SHARED,
	.asked_always = true,
	.ends_tests = true,
	.asked_at = asked_at,
	.begin = begin,
	.pick = pick,
	.choose = choose,
	.end = end,
	.synced = synced,
	.metrics = {&hd_metric_access_patterns},
};
