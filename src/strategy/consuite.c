// SPDX-License-Identifier: Apache-2.0
// ConSuite (Steenbuck and Fraser, ICST 2013, algorithm 1). Two phases take turns. In the first, call
// sequences are made that pass what a thread has to pass in some schedule (partial goals): each is
// executed alone, as a test of one thread. They are drawn as long as that passes anything new, and then searched for.
// In the second, sequences are put together: for a schedule that nothing has covered, one sequence for each thread, and
// the scheduler of the same name enforces schedules that they can be made to pass.
//
// What is different from the paper: sequences and executions are looked at for everything that they cover; the
// phases take turns by executions, so that schedules are enforced long before all sequences are there. When
// every schedule that there are sequences for has been covered or tried often enough, what is left is tried
// again with other sequences; and every other round is of tests for their own sake, which begin in states that
// sequences lead to, with schedules drawn at random: coverage does not see values and states, and bugs need them.
//
// consuite-random is the paper's section IV-E: sequences are drawn, all of them, and then put together as in section
// III-C, with the same schedules enforced in the same way, until it has made as many executions. It only has neither of
// what was added here for when everything has been tried.
#include "strategy/consuite/search.h"

#define MOST_CALLS 5     // of a sequence
#define RANDOM_SERIES 64 // that are drawn at a time
#define FRUITLESS 64     // so many in a row passed nothing new: the others are to be searched for
#define BUILD_TRIES 4
#define ENFORCED 2       // executions of assembled tests to each of a sequence
#define TRIED_ALL 16     // and so many times fewer when everything has been tried
#define MOST_DOUBLINGS 3 // of both, each after a search in vain
#define ROUND_TESTS 64   // of a round, when everything has been tried
#define ANY_CALLS 2      // of a thread of theirs: what fewer calls did not do before, more explain
#define ANY_KEPT 64      // sequences: so many must have been kept for every other one to be one of them
#define OWN_ONE_IN 8     // threads of a test for its own sake that have an object of their own: objects may share, too

struct state {
	const struct hd_class *class;
	struct hd_schedules *schedules;
	struct hd_archive archive;
	struct hd_search search;
	bool at_random; // sequences are never searched for
	bool drawing; // they are drawn
	unsigned fruitless; // of those drawn, in a row
	bool is_over; // the epoch of the search
	bool assembling;
	bool alone; // the test at hand is one sequence
	struct hd_series drawn; // at random
	unsigned left; // to be drawn
	uint64_t executions, searches; // of the phase at hand, and of the last one for sequences
	unsigned doublings;
	uint64_t cursor, start; // words of goals that were looked at in this round, and where it began
	unsigned used, used_before; // tests that it made, and those before it last began again
	bool tried_all; // some round had nothing to do,
	bool idle; // and this one: without sequences, there is nothing to do at all
	bool any; // the round is of tests for their own sake
	bool has_aim;
	struct hd_steps aim; // the goal that the last test was made for
	unsigned aim_tries;
};

static void begin(void *state, const struct hd_class *class)
{
	struct state *s = state;

	s->class = class;
	s->schedules = hd_schedules_of(class->number);
	hd_archive_init(&s->archive, s->schedules);
	hd_search_init(&s->search, class, s->schedules, &s->archive);
	s->left = RANDOM_SERIES;
	s->drawing = true;
}

static void begin_random(void *state, const struct hd_class *class)
{
	begin(state, class);
	((struct state *)state)->at_random = true;
}

// ---- sequences ------------------------------------------------------------------------------

static unsigned most_calls(const struct hd_proposal *p)
{
	unsigned most = p->suffix_max ? p->suffix_max : MOST_CALLS;
	return most < HD_TEST_SUFFIX ? most : HD_TEST_SUFFIX;
}

static const struct hd_series *next_drawn(struct state *s, const struct hd_proposal *p)
{
	if (s->left == 0) {
		return NULL;
	}
	s->left--;
	return hd_series_draw(&s->drawn, s->class, most_calls(p), p->rng) ? &s->drawn : NULL;
}

static const struct hd_series *next_searched(struct state *s, const struct hd_proposal *p)
{
	if (s->executions >= RANDOM_SERIES && hd_search_ends_generation(&s->search)) {
		return NULL;
	}
	const struct hd_series *series = hd_search_next(&s->search, p->rng, most_calls(p));
	s->is_over = !series;
	return series;
}

static bool propose_series(struct state *s, const struct hd_proposal *p, struct hd_test *t)
{
	const struct hd_series *series = s->drawing ? next_drawn(s, p) : next_searched(s, p);

	hd_schedules_follow = !s->drawing;
	if (!series) {
		return false;
	}
	hd_series_test(series, t);
	p->effort->schedules = 1;
	s->alone = true;
	return true;
}

static void begin_sequences(struct state *s)
{
	s->assembling = s->idle = false;
	s->executions = 0;
	s->left = RANDOM_SERIES;
}

static void end_epoch(struct state *s, const struct hd_proposal *p)
{
	bool in_vain = s->search.begun && hd_search_was_in_vain(&s->search);

	s->doublings = !in_vain ? 0 : s->doublings < MOST_DOUBLINGS ? s->doublings + 1 : s->doublings;
	s->is_over = false;
	hd_search_begin_epoch(&s->search, p->rng);
}

static void end_sequences(struct state *s, const struct hd_proposal *p)
{
	s->assembling = true;
	s->searches = s->executions;
	s->executions = 0;
	if (s->drawing && !s->at_random && s->fruitless >= FRUITLESS) {
		s->drawing = false;
		s->is_over = true;
	}
	if (s->is_over) {
		end_epoch(s, p);
	}
}

// Tests have had their share, and there are sequences to look for.
static bool is_time_for_sequences(const struct state *s)
{
	bool wanted = s->drawing ? s->schedules->nparts < s->schedules->size.parts : s->search.ntargets > 0;

	if (s->idle) {
		return true;
	}
	return wanted && s->executions >= (s->searches * ENFORCED << s->doublings) / (s->tried_all ? TRIED_ALL : 1);
}

// ---- assembly ----------------------------------------------------------------------------------

static unsigned tries_of(const struct hd_schedules *s, uint64_t i)
{
	return hd_bit(s->tried[0], i) + 2u * hd_bit(s->tried[1], i);
}

// The last test was made for a goal that it turned out not to reach: that was a try, too.
static void settle_aim(struct state *s)
{
	if (!s->has_aim) {
		return;
	}
	s->has_aim = false;
	uint64_t i = hd_space_index(&s->schedules->space, &s->aim);
	if (hd_schedules_wants(s->schedules, i) && tries_of(s->schedules, i) == s->aim_tries) {
		hd_schedules_note_try(s->schedules, &s->aim);
	}
}

static bool has_series(const struct state *s, const struct hd_steps *goal)
{
	for (unsigned t = 0; t < s->schedules->space.threads; t++) {
		struct hd_part part;
		hd_space_part(&s->schedules->space, goal, t, &part);
		if (part.n > 0 &&
			hd_archive_count(&s->archive, hd_space_part_index(&s->schedules->space, &part)) == 0) {
			return false;
		}
	}
	return true;
}

static void begin_round(struct state *s, const struct hd_proposal *p)
{
	uint64_t words = hd_space_indexes(&s->schedules->space) / 64;

	s->cursor = 0;
	s->start = words ? hd_rng(p->rng) % words : 0;
	s->used = s->used_before = 0;
	s->any = s->tried_all && !s->any && s->archive.n > 0 && !s->at_random;
}

// The next goal in this round that is wanted and that there are sequences for.
static bool next_goal(struct state *s, struct hd_steps *goal)
{
	const struct hd_space *space = &s->schedules->space;
	uint64_t words = hd_space_indexes(space) / 64;

	for (; s->cursor < words; s->cursor++) {
		uint64_t w = (s->start + s->cursor) % words;
		for (uint64_t bits = hd_schedules_wanted_word(s->schedules, w); bits; bits &= bits - 1) {
			hd_space_at(space, 64 * w + (unsigned)__builtin_ctzll(bits), goal);
			if (has_series(s, goal)) {
				return true;
			}
		}
	}
	return false;
}

// A sequence that passes the part of a goal on its own. Beside others it may not: when they have been tried, every
// other one gets one more call.
static const struct hd_series *draw_series(struct state *s, const struct hd_steps *goal, unsigned thread, uint64_t *rng)
{
	struct hd_part part;

	hd_space_part(&s->schedules->space, goal, thread, &part);
	if (part.n == 0) { // a thread that the goal does not need
		return &s->archive.series[hd_rng_below(rng, s->archive.n)];
	}
	uint64_t i = hd_space_part_index(&s->schedules->space, &part);
	unsigned n = hd_archive_count(&s->archive, i);
	const struct hd_series *found = &s->archive.series[s->archive.of_part[i][hd_rng_below(rng, n)] - 1];
	if (!s->tried_all || s->at_random || hd_rng_below(rng, 2) == 0) {
		return found;
	}
	s->drawn = *found;
	hd_series_insert(&s->drawn, s->class, HD_TEST_SUFFIX, rng);
	return &s->drawn;
}

// A sequence that was kept, or a new one. If few were kept, they would be the same tests over and over.
static const struct hd_series *any_series(struct state *s, const struct hd_proposal *p)
{
	unsigned kept = s->archive.n, n = kept > ANY_KEPT ? kept : ANY_KEPT;
	unsigned i = hd_rng_below(p->rng, 2 * n);

	if (i < kept) {
		return &s->archive.series[i];
	}
	return hd_series_draw(&s->drawn, s->class, most_calls(p), p->rng) ? &s->drawn : NULL;
}

// A test for its own sake: threads make the last calls of sequences. Those before them bring the object into a
// state, before there are threads.
static bool build_any(struct state *s, const struct hd_proposal *p, struct hd_test *t)
{
	for (unsigned k = 0; k < p->threads; k++) {
		const struct hd_series *found = any_series(s, p);
		unsigned keep = 1 + hd_rng_below(p->rng, ANY_CALLS);
		bool own = hd_rng_below(p->rng, OWN_ONE_IN) == 0;
		if (!found) {
			return false;
		}
		struct hd_series series = *found;
		if (k == 0) {
			hd_series_advance(&series, keep);
			hd_series_test(&series, t);
			continue;
		}
		hd_series_shorten(&series, keep);
		hd_schedules_apart |= own;
		if (!hd_series_join(&series, t, own, p->rng)) {
			return false;
		}
	}
	return true;
}

// Which thread of the test makes which part is drawn.
static bool build(struct state *s, const struct hd_proposal *p, const struct hd_steps *goal, struct hd_test *t)
{
	unsigned first = hd_rng_below(p->rng, p->threads);

	for (unsigned k = 0; k < p->threads; k++) {
		const struct hd_series *series = draw_series(s, goal, (first + k) % p->threads, p->rng);
		if (k == 0) {
			hd_series_test(series, t);
		} else if (!hd_series_join(series, t, false, p->rng)) {
			return false;
		}
	}
	return true;
}

static bool propose_any(struct state *s, const struct hd_proposal *p, struct hd_test *t)
{
	s->used++;
	s->alone = false;
	return build_any(s, p, t);
}

static bool propose_for_goal(struct state *s, const struct hd_proposal *p, struct hd_test *t)
{
	struct hd_steps goal;

	settle_aim(s);
	if (!next_goal(s, &goal)) {
		return false;
	}
	s->used++;
	s->has_aim = true;
	s->aim = goal;
	s->aim_tries = tries_of(s->schedules, hd_space_index(&s->schedules->space, &goal));
	s->alone = false;
	for (unsigned i = 0; i < BUILD_TRIES; i++) {
		if (build(s, p, &goal, t)) {
			return true;
		}
	}
	settle_aim(s);
	return false;
}

static bool is_round_over(const struct state *s)
{
	bool looked_at_all = s->cursor * 64 >= hd_space_indexes(&s->schedules->space);

	return (s->tried_all && s->used >= ROUND_TESTS) || (!s->any && looked_at_all);
}

// The few goals that are left have been tried, and tests are left for other tries of them.
static bool is_short(const struct state *s)
{
	return s->tried_all && !s->any && !s->at_random && s->used > s->used_before && s->used < ROUND_TESTS;
}

static void end_round(struct state *s, const struct hd_proposal *p)
{
	if (is_short(s)) {
		s->used_before = s->used;
		s->cursor = 0;
		hd_schedules_forget_tries(s->schedules);
		return;
	}
	if (s->used == 0) { // everything has been covered, or tried often enough
		s->tried_all = true;
		s->idle = s->at_random;
		hd_schedules_forget_tries(s->schedules);
	}
	begin_round(s, p);
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	struct state *s = state;

	hd_schedules_any = hd_schedules_apart = false;
	if (!s->assembling) {
		if (propose_series(s, p, t)) {
			return true;
		}
		end_sequences(s, p);
		begin_round(s, p);
	}
	if (is_round_over(s)) {
		end_round(s, p);
	}
	if (is_time_for_sequences(s)) {
		begin_sequences(s);
		return false;
	}
	hd_schedules_any = s->any;
	return s->any ? propose_any(s, p, t) : propose_for_goal(s, p, t);
}

static void feedback(void *state, const struct hd_outcome *o)
{
	struct state *s = state;
	// Calls that wait for another thread are good for what they did before.
	bool survived = (o->verdict == HD_VERDICT_NONE || o->verdict == HD_VERDICT_DEADLOCK) && !o->cut_off &&
		!o->crashed && !o->refused;

	s->executions++;
	if (!s->alone) {
		return;
	}
	s->alone = false;
	if (!s->drawing) {
		hd_search_learn(&s->search, &hd_schedules_trace, survived);
		return;
	}
	bool first = survived && hd_archive_add(&s->archive, &s->drawn, s->schedules, &hd_schedules_trace);
	s->fruitless = first ? 0 : s->fruitless + 1;
}

#define PAPER "Steenbuck and Fraser, Generating Unit Tests for Concurrent Classes, ICST 2013"

const struct hd_strategy hd_strategy_consuite = {
	.name = "consuite",
	.paper = PAPER,
	.state_size = sizeof(struct state),
	.executions = 64,
	.metrics = {&hd_metric_method_pairs, &hd_metric_race_pairs, &hd_metric_schedules},
	.begin = begin,
	.propose = propose,
	.feedback = feedback,
};

const struct hd_strategy hd_strategy_consuite_random = {
	.name = "consuite-random",
	.paper = PAPER,
	.state_size = sizeof(struct state),
	.executions = 64,
	.metrics = {&hd_metric_method_pairs, &hd_metric_race_pairs, &hd_metric_schedules},
	.begin = begin_random,
	.propose = propose,
	.feedback = feedback,
};
