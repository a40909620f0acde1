// SPDX-License-Identifier: Apache-2.0
// ConCrash (Bianchi, Pezze and Terragni, FSE 2017): from the stack of a crash to a test that
// reproduces it. A tree of prefixes, breadth first, from every constructor; after each prefix the
// crashing method in one thread and every candidate in another. Both are executed alone first, and
// what this shows (gen/sequence.h) tells which pairs cannot crash like that (concrash/prune.h). The
// engine explores the schedules of those that are left.
//
// PS-Redundant goes by coverage, which has no values; where these matter, it would cost the crash. So a
// level is looked at twice: at first with the values that represent a parameter, and when the next level has
// been looked at with many, and with combinations that have the coverage of an earlier one, but other states.
//
// All combinations of one prefix are looked at together, so that they can be ordered (concrash/order.c).
//
// A deadlock of three threads or more says what each of them called: the values of two calls vary, the
// others (`company`) are plain.
//
// Executing a call alone may cost the worker. The next one goes on with the same prefix and skips the
// combinations that are done (`pair`): the same seed gives the same list.
#include "strategy/concrash.h"
#include "runtime/rng.h"
#include "strategy/concrash/search.h"

#define TABLE (1u << 17)
#define PATIENCE 256 // prefixes none of which comes to the point of failure

static void init_table(struct hd_table *t)
{
	hd_table_init(t, hd_persist_alloc(TABLE * sizeof(struct hd_table_entry)), TABLE);
}

static void begin(void *state, const struct hd_class *class)
{
	struct hd_search *s = state;

	s->class = class;
	init_table(&s->states);
	init_table(&s->pairs);
}

static void leave_node(struct hd_search *s)
{
	hd_here.node = NULL;
	s->at++;
	s->entered = false;
	s->pair = 0;
	hd_wanted->count.prefixes++;
}

// Nothing came to the point of failure: the innermost function is no goal any more.
static void relax(struct hd_search *s)
{
	hd_wanted->count.relaxed++;
	hd_points_choose(hd_wanted->count.relaxed);
	hd_prefixes_begin(s);
}

static bool must_relax(const struct hd_search *s)
{
	bool vain = hd_wanted->count.reached == 0 && (s->barren >= PATIENCE || s->exhausted);

	return vain && hd_search_prunes(s, HD_PRUNE_STACK) && hd_points_can_relax(hd_wanted->count.relaxed);
}

// A test that shows the crash with one thread, if this level had none with two.
static bool propose_sequential(struct hd_search *s, struct hd_test *t)
{
	if (!s->has_sequential || (hd_wanted->count.level <= s->sequential_level && !s->exhausted)) {
		return false;
	}
	s->has_sequential = false;
	*t = s->sequential;
	return true;
}

// Looks at the prefix at hand; true: there is a test of it. False: not yet, or no more.
static bool look(struct hd_search *s, struct hd_test *t)
{
	if (!hd_here.node && !hd_alone_enter(s, hd_prefixes_level(s)->nodes[s->at])) {
		leave_node(s);
		return false;
	}
	if (!hd_here.ready) {
		if (!hd_alone_execute(s)) {
			return false;
		}
		hd_order_begin(s);
		hd_here.ready = true;
	}
	if (hd_pairs_next(s, t)) {
		return true;
	}
	hd_prefixes_extend(s);
	s->barren += !s->again;
	leave_node(s);
	return false;
}

static void prepare(struct hd_search *s, const struct hd_proposal *p)
{
	static bool prepared; // in this process

	if (prepared) {
		return;
	}
	prepared = true;
	hd_alone_note_death(s);
	hd_points_choose(hd_wanted->count.relaxed);
	if (s->seed == 0) {
		s->seed = hd_mix(p->config->seed + 1) | 1;
		s->prune = p->config->prune;
		hd_prefixes_begin(s);
	}
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	struct hd_search *s = state;

	prepare(s, p);
	if (must_relax(s)) {
		s->exhausted = false;
		relax(s);
	}
	if (propose_sequential(s, t)) {
		return true;
	}
	if (!hd_here.node && !hd_prefixes_next(s)) {
		s->exhausted = true;
		return false;
	}
	return look(s, t);
}

static bool exhausted(const void *state)
{
	const struct hd_search *s = state;

	return s->exhausted && !s->has_sequential && !must_relax(s);
}

const struct hd_strategy hd_strategy_concrash = {
	.name = "concrash",
	.paper = "Bianchi, Pezze, Terragni, Reproducing Concurrency Failures from Crash Stacks, FSE 2017",
	.state_size = sizeof(struct hd_search),
	.executions = 1,
	.begin = begin,
	.propose = propose,
	.exhausted = exhausted,
};
