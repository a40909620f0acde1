// SPDX-License-Identifier: Apache-2.0
// ConSuite's executions (Steenbuck and Fraser, ICST 2013, section III-C): the threads of a test
// run one after the other; then each schedule that could be made of what they passed, and that nothing has
// covered, is enforced. The thread of a step runs alone until it has passed the step's point and
// comes to another, while all others stand still; then it is the next step's turn. After the last step, or if the
// schedule turns out to be impossible, threads run to their ends, one after the other.
//
// If the thread whose turn it is waits for a lock that one that stands still holds, the schedule is
// forbidden. Every execution is looked at for all schedules that it covers (metric/schedules), or forbids, or shows to be
// impossible in this test: the same would come of executing each of them.
#include "schedule/consuite/aims.h"
#include "schedule/random.h"

#include <math.h>

#define LONG 5000      // steps that a thread may make in a row: after that it is taken to spin
#define FREE_RUN 256   // switch points between questions when nothing is enforced
#define MOST_ENDLESS 2 // executions of a test that do not end before it is given up: they take thousands of times as long
#define MOST_SERIAL 16 // executions one after the other that may fail before a test is given up
#define SERIAL_STEPS 50000 // of one: calls that take longer cover no more, and there are many of these executions
#define DRAWN 12       // schedules of a test that any will do for
#define ENFORCED 100   // of one that is made for a schedule: the others are left for other tests
#define LEAST 4        // so many are enforced before other tests are taken to cover more
#define LATELY (1.0 / 256)    // weight of the last execution in the yield of all,
#define LATELY_HERE (1.0 / 8) // and in that of the test

struct state {
	struct random_state walk; // where there is nothing to enforce
	struct hd_aims aims;
	struct hd_steps goal;
	bool serial; // threads run one after the other
	unsigned failures; // of serial executions of the test
	unsigned endless; // executions of the test
	unsigned drawn; // schedules of the test, or enforced
	bool any, apart; // what the strategy wants of the test, for a worker that goes on with it
	const struct hd_schedules *of; // the class of the last execution,
	uint64_t known; // and its schedules that were covered or forbidden before
	double yield, yield_here; // new ones of an execution, lately, and of the test's lately
	bool enforcing;
	unsigned step; // of the goal, next,
	unsigned mark; // and what has been passed since the last
	int passing; // the thread that has just made a step, on its way to its next point; -1: none
	int running; // the thread that was chosen last,
	uint64_t since; // and its steps when it first was
	bool first_last; // afterwards, the thread of the last step goes first
	uint64_t rng;
};

static bool asked_at(const struct hd_site *site)
{
	return hd_schedules_at_hand && hd_point_of(&hd_schedules_at_hand->points, site) != HD_SCHEDULES_NO_POINT;
}

static bool begin_serial(struct state *s, struct hd_run *run)
{
	run->steps = SERIAL_STEPS;
	s->serial = true;
	s->enforcing = false;
	s->running = -1;
	return true;
}

// What the last execution was good for.
static void note_yield(struct state *s, bool fresh)
{
	const struct hd_schedules *all = hd_schedules_at_hand;
	uint64_t now = all->ncovered + all->nforbidden;
	double yield = all == s->of && now > s->known ? (double)(now - s->known) : 0;

	s->yield += all == s->of ? (yield - s->yield) * LATELY : 0;
	s->yield_here = s->drawn <= 1 ? yield : s->yield_here + (yield - s->yield_here) * LATELY_HERE;
	s->yield_here = fresh ? INFINITY : s->yield_here;
	s->of = all;
	s->known = now;
}

// Other tests cover more. As long as there is much to cover, what is left of this one can wait.
static bool is_exhausted(const struct state *s)
{
	return s->yield > 1 && s->drawn >= LEAST && s->yield_here < s->yield;
}

// What to enforce next; false: nothing more of this test.
static bool next_goal(struct state *s)
{
	struct hd_schedules *all = hd_schedules_at_hand;

	if (s->endless >= MOST_ENDLESS) {
		return false;
	}
	if (hd_schedules_any) {
		return s->drawn++ < DRAWN && hd_aims_draw(&s->aims, all, &s->goal, &s->rng);
	}
	if (is_exhausted(s) || s->drawn++ == ENFORCED || !hd_aims_next(&s->aims, all, &s->goal)) {
		return false;
	}
	hd_schedules_note_try(all, &s->goal);
	return true;
}

// A worker that replaces another goes on with its test, and no strategy has told it what the test is for.
static void keep_wishes(struct state *s, bool fresh)
{
	if (fresh) {
		s->any = hd_schedules_any;
		s->apart = hd_schedules_apart;
	}
	hd_schedules_any = s->any;
	hd_schedules_apart = s->apart;
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	hd_scheduler_random.begin(&s->walk, b);
	s->rng = hd_mix(b->seed + 1);
	if (!hd_schedules_at_hand) {
		return true; // a program, not a test
	}
	b->run->eager = false; // a schedule says all there is to say
	keep_wishes(s, b->fresh);
	note_yield(s, b->fresh);
	if (b->fresh) {
		s->failures = s->endless = s->drawn = 0;
		return begin_serial(s, b->run);
	}
	if (s->serial && s->failures > 0) {
		return s->failures < MOST_SERIAL && begin_serial(s, b->run);
	}
	s->serial = false;
	s->enforcing = next_goal(s);
	s->step = s->mark = 0;
	s->running = s->passing = -1;
	s->first_last = hd_rng_below(&s->rng, 2);
	return s->enforcing;
}

// ---- who waits for what --------------------------------------------------------------------

static bool takes_lock(const struct hd_op *op)
{
	return op->kind == HD_EV_LOCK || op->kind == HD_EV_RDLOCK;
}

static bool is_blocked(const struct hd_choice *c, unsigned thread)
{
	const struct hd_fiber *f = &hd_fibers[thread];

	return thread < hd.nfibers && f->state == HD_FIBER_LIVE && !hd_set_has(c->enabled, thread) && f->wait &&
		takes_lock(&f->op);
}

static void note_blocked(const struct hd_choice *c)
{
	for (unsigned t = 1; t <= hd_schedules_threads && t < hd.nfibers; t++) {
		if (is_blocked(c, t)) {
			hd_schedules_note_blocked(hd_schedules_at_hand, hd_fibers[t].op.site);
		}
	}
}

// The lock is held by a thread that could go on, were it not for the schedule.
static bool is_forbidden(const struct hd_choice *c, unsigned thread)
{
	if (!is_blocked(c, thread)) {
		return false;
	}
	const struct hd_sync *lock = hd_fibers[thread].wait;
	if (lock->held) {
		return lock->owner > 0 && (unsigned)lock->owner != thread &&
			hd_fibers[lock->owner].state == HD_FIBER_LIVE;
	}
	return lock->kind == HD_SYNC_RWLOCK;
}

// ---- choosing --------------------------------------------------------------------------------

static bool is_at_point(unsigned thread, unsigned point)
{
	const struct hd_op *op = &hd_fibers[thread].op;
	const struct hd_point_set *p = &hd_schedules_at_hand->points;

	return op->site && hd_point_of(p, op->site) == point;
}

// Another one, if there is one.
static int any_but(const struct hd_choice *c, unsigned but)
{
	return hd_set_after(c->enabled, (int)but);
}

static bool spins(const struct state *s, const struct hd_choice *c)
{
	return c->yielding || (c->current == s->running && c->current >= 0 && hd.cur->steps > s->since + LONG);
}

// One thread after the other, each until it ends or waits.
static int go_on(struct state *s, const struct hd_choice *c, int64_t *run)
{
	bool spinning = spins(s, c);

	*run = FREE_RUN;
	if (c->current_enabled && !spinning) {
		return c->current;
	}
	if (s->serial || spinning || hd_set_count(c->enabled) == 1) {
		return any_but(c, (unsigned)(c->current < 0 ? 0 : c->current));
	}
	return hd_set_nth(c->enabled, hd_rng_below(&s->rng, hd_set_count(c->enabled)));
}

static int leave_goal(struct state *s, const struct hd_choice *c, unsigned thread, int64_t *run)
{
	s->enforcing = false;
	*run = FREE_RUN;
	if (s->first_last && hd_set_has(c->enabled, thread) && !spins(s, c)) {
		return (int)thread;
	}
	return any_but(c, thread);
}

// The thread whose turn it is cannot come to its point: what is forbidden, or at least impossible in this way?
static void stop(struct state *s, unsigned thread, bool forbidden)
{
	const struct hd_schedules_trace *t = &hd_schedules_trace;
	uint64_t passed[HD_SPACE_POINTS / 64] = {0}, rest[HD_SPACE_POINTS / 64];

	if (t->bounded || hd_schedules_any || hd_schedules_apart) {
		return;
	}
	for (unsigned i = s->mark; i < t->n; i++) {
		if (t->events[i].thread + 1u == thread) {
			hd_bit_set(passed, t->events[i].point);
		}
	}
	hd_aims_stop(&s->aims, hd_schedules_at_hand, &s->goal, s->step, passed, forbidden);
	if (forbidden && hd_aims_rest(&s->aims, t, thread - 1, rest)) {
		hd_schedules_forbid_after(hd_schedules_at_hand, t, thread - 1, rest);
	}
}

static bool is_at_any_point(unsigned thread)
{
	const struct hd_op *op = &hd_fibers[thread].op;

	return op->site && asked_at(op->site);
}

// A thread that has made its step goes on to its next point: until then it can do nothing that matters
// to schedules, but it may give locks back.
static bool goes_on_to_point(const struct state *s, const struct hd_choice *c)
{
	return s->passing >= 0 && hd_set_has(c->enabled, (unsigned)s->passing) && !spins(s, c) &&
		!is_at_any_point((unsigned)s->passing);
}

static int enforce(struct state *s, const struct hd_choice *c, int64_t *run)
{
	unsigned length = hd_schedules_at_hand->space.length;
	unsigned last = s->goal.threads[length - 1] + 1u;

	if (goes_on_to_point(s, c)) {
		return s->passing;
	}
	s->passing = -1;
	if (s->step == length) {
		return leave_goal(s, c, last, run);
	}
	unsigned thread = s->goal.threads[s->step] + 1u;
	if (!hd_set_has(c->enabled, thread)) {
		stop(s, thread, is_forbidden(c, thread));
		return leave_goal(s, c, thread, run);
	}
	if (spins(s, c)) {
		return leave_goal(s, c, thread, run);
	}
	if (is_at_point(thread, s->goal.points[s->step])) {
		s->step++;
		s->mark = hd_schedules_trace.n + 1; // after the step
		s->passing = (int)thread;
	}
	return (int)thread;
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;
	int next;

	if (!hd_schedules_at_hand) {
		return hd_random_pick(&s->walk, c, run);
	}
	note_blocked(c);
	// Thread 0 makes the others, and waits for them.
	if (hd_set_has(c->enabled, 0) && !(c->current == 0 && spins(s, c))) {
		next = 0;
	} else {
		next = s->enforcing ? enforce(s, c, run) : go_on(s, c, run);
	}
	if (next != s->running) {
		s->running = next;
		s->since = hd_fibers[next].steps;
	}
	return next;
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(&((struct state *)state)->rng, n);
}

static void end(void *state, const struct hd_outcome *o)
{
	struct state *s = state;

	bool endless = o->cut_off || hd.fair;
	s->endless += s->serial && endless ? MOST_ENDLESS : endless;
	if (!hd_schedules_at_hand || !s->serial) {
		return;
	}
	if (o->verdict != HD_VERDICT_NONE) {
		s->failures++; // what it found is known next time
		return;
	}
	s->failures = 0;
	hd_aims_begin(&s->aims, &hd_schedules_trace, hd_schedules_threads);
}

const struct hd_scheduler hd_scheduler_consuite = {
	.name = "consuite",
	.paper = "Steenbuck and Fraser, Generating Unit Tests for Concurrent Classes, ICST 2013",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_SHARED,
	.asked_always = true,
	.asked_at_locks = true,
	.ends_tests = true,
	.asked_at = asked_at,
	.begin = begin,
	.pick = pick,
	.choose = choose,
	.end = end,
	.metrics = {&hd_metric_schedules},
};
