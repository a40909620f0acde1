// SPDX-License-Identifier: Apache-2.0
// CovCon as in its paper (Choudhary, Lu, Pradel, ICSE 2017): algorithm 1 on
// figure 1, definition 2 on table I, and the tests of section IV-D; and the baseline
// that it was compared with, ConTeGe.
#include "target.h"

#include "strategy/covcon.h"

enum { M1, M2, M3, M4, METHODS };

// ---- algorithm 1: the trace analysis ---------------------------------------------

static struct hd_running_methods trace;
static uint64_t covered[10];
static uint64_t seen;
static struct hd_pairs figure = {.n = METHODS, .covered = covered, .seen = &seen};

static void enter(unsigned thread, unsigned method)
{
	hd_pairs_enter(&figure, &trace, thread, method);
}

static void leave(unsigned thread)
{
	hd_pairs_leave(&trace, thread);
}

static void trace_of_figure_1c(void)
{
	hd_pairs_reset(&trace);
	enter(1, M1);
	leave(1);
	enter(1, M3);
	enter(2, M3);
	enter(2, M4);
	leave(2);
	leave(2);
	enter(2, M1);
	enter(1, M4);
	leave(1);
	leave(1);
	leave(2);
}

static void figure_1c_covers_four_pairs(void **state)
{
	(void)state;
	memset(covered, 0, sizeof(covered));
	seen = 0;
	for (unsigned times = 1; times <= 3; times++) {
		trace_of_figure_1c();
		assert_int_equal(seen, 4);
		for (unsigned a = 0; a < METHODS; a++) {
			for (unsigned b = a; b < METHODS; b++) {
				bool listed = (a == M3 && b == M3) || (a == M3 && b == M4) || (a == M1 && b == M3) ||
					(a == M1 && b == M4);
				assert_int_equal(covered[hd_pairs_index(a, b)], listed ? times : 0);
			}
		}
	}
}

static void one_thread_covers_nothing(void **state)
{
	(void)state;
	memset(covered, 0, sizeof(covered));
	hd_pairs_reset(&trace);
	enter(1, M3);
	enter(1, M4);
	leave(1);
	leave(1);
	leave(1); // one too many does no harm
	enter(2, M1);
	leave(2);
	for (size_t i = 0; i < 10; i++) {
		assert_int_equal(covered[i], 0);
	}
}

static void three_threads_count_every_method_that_runs(void **state)
{
	(void)state;
	memset(covered, 0, sizeof(covered));
	hd_pairs_reset(&trace);
	enter(1, M3);
	enter(1, M4);
	enter(2, M1);
	memset(covered, 0, sizeof(covered));
	enter(3, M4);
	assert_int_equal(covered[hd_pairs_index(M4, M3)], 1);
	assert_int_equal(covered[hd_pairs_index(M4, M4)], 1);
	assert_int_equal(covered[hd_pairs_index(M4, M1)], 1);
	assert_int_equal(covered[hd_pairs_index(M2, M2)], 0);
}

static void deep_recursion_stays_balanced(void **state)
{
	(void)state;
	memset(covered, 0, sizeof(covered));
	hd_pairs_reset(&trace);
	for (unsigned i = 0; i < 3 * HD_PAIRS_DEPTH; i++) {
		enter(1, M2);
	}
	for (unsigned i = 0; i < 3 * HD_PAIRS_DEPTH; i++) {
		leave(1);
	}
	enter(2, M1);
	assert_int_equal(covered[hd_pairs_index(M1, M2)], 0);
}

// ---- definition 2: the score ------------------------------------------------------

static void score_is_table_1(void **state)
{
	// Rows: tried 0 to 10. Columns: covered 0 to 10.
	static const unsigned table[11][11] = {
		{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		{1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9},
		{4, 2, 2, 2, 4, 6, 8, 10, 12, 14, 16},
		{9, 6, 3, 3, 3, 6, 9, 12, 15, 18, 21},
		{16, 12, 8, 4, 4, 4, 8, 12, 16, 20, 24},
		{25, 20, 15, 10, 5, 5, 5, 10, 15, 20, 25},
		{36, 30, 24, 18, 12, 6, 6, 6, 12, 18, 24},
		{49, 42, 35, 28, 21, 14, 7, 7, 7, 14, 21},
		{64, 56, 48, 40, 32, 24, 16, 8, 8, 8, 16},
		{81, 72, 63, 54, 45, 36, 27, 18, 9, 9, 9},
		{100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 10},
	};

	(void)state;
	for (unsigned tried = 0; tried <= 10; tried++) {
		for (unsigned c = 0; c <= 10; c++) {
			assert_int_equal(hd_pairs_score(tried, c), table[tried][c]);
		}
	}
}

static void score_is_figure_1d(void **state)
{
	// Pairs of the figure in its order; each was tried twice.
	static const unsigned after_20_tests[10][2] = {
		{0, 4},
		{0, 4},
		{4, 4},
		{7, 10},
		{0, 4},
		{2, 2},
		{8, 12},
		{2, 2},
		{3, 2},
		{5, 6},
	};

	(void)state;
	for (unsigned i = 0; i < 10; i++) {
		assert_int_equal(hd_pairs_score(0, 0), 0);
		assert_int_equal(hd_pairs_score(2, after_20_tests[i][0]), after_20_tests[i][1]);
	}
}

static void index_and_split_are_inverse(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= 60; n++) {
		size_t count = hd_pairs_count(n);
		bool seen[60 * 61 / 2] = {false};
		assert_int_equal(count, n * (n + 1) / 2);
		for (unsigned a = 0; a < n; a++) {
			for (unsigned b = a; b < n; b++) {
				unsigned x, y;
				size_t i = hd_pairs_index(a, b);
				assert_true(i < count && !seen[i]);
				seen[i] = true;
				assert_int_equal(hd_pairs_index(b, a), i);
				hd_pairs_split(i, &x, &y);
				assert_int_equal(x, a);
				assert_int_equal(y, b);
			}
		}
	}
}

// ---- section IV-D: the tests -------------------------------------------------------

enum { CLASS = 7 };
static struct hd_class class = {.number = CLASS};
static struct hd_function_facts function_facts[512];
struct hd_function_facts *hd_facts = function_facts;

static uint16_t refused = UINT16_MAX; // function no call of can be made
static uint16_t begun;                // how many prefixes; a prefix has its number in its first call

bool hd_build_begin(struct hd_test *t, uint16_t number, uint64_t *rng, bool simple)
{
	(void)rng;
	assert_int_equal(number, class.number);
	assert_false(simple);
	memset(t, 0, sizeof(*t));
	t->class = number;
	t->nprefix = 1;
	t->prefix[0].function = begun++;
	return true;
}

void hd_build_prefix(struct hd_test *t, unsigned n, uint64_t *rng)
{
	(void)rng;
	t->nprefix = (uint8_t)(t->nprefix + n);
}

bool hd_build_suffix_call(struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng)
{
	(void)rng;
	if (function == refused) {
		return false;
	}
	assert_true(t->nsuffix[thread] < HD_TEST_SUFFIX);
	t->suffix[thread][t->nsuffix[thread]++].function = function;
	return true;
}

struct campaign {
	struct hd_covcon covcon;
	uint64_t rng;
	struct hd_proposal proposal;
};

#define FUNCTION(method) ((uint16_t)(100 + (method)))

const struct hd_api __heddle_api = {.nclasses = CLASS + 1};

static const struct hd_config config;

// Nothing is covered, and no pair was tried.
static void begin_metric(unsigned methods)
{
	static struct hd_subject subject = {.class = CLASS};
	void *state = hd_persist_alloc(hd_metric_method_pairs.state_size);

	subject.methods = class.methods;
	subject.nmethods = methods;
	hd_metric_method_pairs.begin(state,
		&(struct hd_metric_setup){.config = &config, .subjects = &subject, .nsubjects = 1});
	hd_metric_states[HD_METRIC_method_pairs] = state;
}

static void begin(struct campaign *c, const struct hd_strategy *s, unsigned methods, uint64_t seed)
{
	memset(c, 0, sizeof(*c));
	class.nmethods = methods;
	for (unsigned i = 0; i < methods; i++) {
		class.methods[i] = FUNCTION(i);
	}
	begin_metric(methods);
	c->rng = seed;
	c->proposal = (struct hd_proposal){.class = &class, .rng = &c->rng, .threads = 2, .config = &config};
	s->begin(&c->covcon, &class);
}

// The next test, and the pair it is for.
static size_t propose(struct campaign *c, const struct hd_strategy *s, struct hd_test *t)
{
	assert_true(s->propose(&c->covcon, &c->proposal, t));
	return c->covcon.pair;
}

// Suffix `thread` is the alternation of the pair that begins with its own method.
static void check_suffix(const struct hd_test *t, unsigned thread, size_t pair, unsigned length)
{
	unsigned m[2];

	hd_pairs_split(pair, &m[0], &m[1]);
	assert_int_equal(t->nsuffix[thread], length);
	for (unsigned i = 0; i < length; i++) {
		assert_int_equal(t->suffix[thread][i].function, FUNCTION(m[(thread + i) % 2]));
	}
}

static void suffixes_alternate_and_grow_after_five_tests(void **state)
{
	struct campaign c;
	struct hd_test t;
	unsigned tests[10] = {0};

	(void)state;
	begin(&c, &hd_strategy_covcon, 4, 1);
	for (unsigned i = 0; i < 400; i++) {
		size_t pair = propose(&c, &hd_strategy_covcon, &t);
		unsigned length = tests[pair]++ < 5 ? 2 : 5;
		assert_int_equal(t.nthreads, 2);
		check_suffix(&t, 0, pair, length);
		check_suffix(&t, 1, pair, length);
	}
	for (unsigned i = 0; i < 10; i++) {
		assert_true(tests[i] > 5);
	}
}

static void options_shorten_suffixes(void **state)
{
	struct campaign c;
	struct hd_test t;

	(void)state;
	begin(&c, &hd_strategy_covcon, 1, 1);
	c.proposal.suffix_max = 3;
	c.proposal.threads = 3;
	for (unsigned i = 0; i < 20; i++) {
		size_t pair = propose(&c, &hd_strategy_covcon, &t);
		assert_int_equal(t.nthreads, 3);
		for (unsigned thread = 0; thread < 3; thread++) {
			check_suffix(&t, thread, pair, i < 5 ? 2 : 3);
		}
	}
}

static void each_pair_gets_a_fresh_and_a_used_object(void **state)
{
	struct campaign c;
	struct hd_test t;
	bool seen[6] = {false};

	(void)state;
	begin(&c, &hd_strategy_covcon, 4, 5);
	for (unsigned i = 0; i < 200; i++) {
		size_t pair = propose(&c, &hd_strategy_covcon, &t);
		assert_int_equal(t.nprefix, 1);
		assert_int_equal(propose(&c, &hd_strategy_covcon, &t), pair);
		assert_in_range(t.nprefix, 1, 1 + 5);
		seen[t.nprefix - 1] = true;
	}
	for (unsigned k = 1; k <= 5; k++) {
		assert_true(seen[k]);
	}
}

static uint64_t test_score(const struct hd_covcon *s, size_t pair)
{
	return hd_pairs_score(s->pairs->tried[pair], s->pairs->covered[pair]);
}

static void prioritized_pairs_are_drawn_without_replacement(void **state)
{
	struct campaign c;

	(void)state;
	for (uint64_t seed = 0; seed < 50; seed++) {
		bool drawn[10] = {false};
		begin(&c, &hd_strategy_covcon, 4, seed);
		for (unsigned i = 0; i < 10; i++) {
			size_t pair = hd_covcon_next_pair(&c.covcon, test_score, &c.rng);
			assert_true(pair < 10 && !drawn[pair]);
			drawn[pair] = true;
			assert_int_equal(c.covcon.pairs->tried[pair], 1);
		}
	}
}

static void scores_are_computed_again_only_when_all_are_taken(void **state)
{
	struct campaign c;

	(void)state;
	begin(&c, &hd_strategy_covcon, 4, 3);
	// The state of figure 1d: three pairs have the lowest score, 2.
	static const unsigned after_20_tests[10][3] = {
		{M1, M1, 0},
		{M1, M2, 0},
		{M1, M3, 4},
		{M1, M4, 7},
		{M2, M2, 0},
		{M2, M3, 2},
		{M2, M4, 8},
		{M3, M3, 2},
		{M3, M4, 3},
		{M4, M4, 5},
	};
	for (unsigned i = 0; i < 10; i++) {
		size_t pair = hd_pairs_index(after_20_tests[i][0], after_20_tests[i][1]);
		c.covcon.pairs->tried[pair] = 2;
		c.covcon.pairs->covered[pair] = after_20_tests[i][2];
	}
	bool lowest[10] = {false};
	for (unsigned i = 0; i < 3; i++) {
		size_t pair = hd_covcon_next_pair(&c.covcon, test_score, &c.rng);
		bool expected = pair == hd_pairs_index(M2, M3) || pair == hd_pairs_index(M3, M3) ||
			pair == hd_pairs_index(M3, M4);
		assert_true(expected && !lowest[pair]);
		lowest[pair] = true;
		// Now this one is the lowest, but it has to wait until all are taken.
		c.covcon.pairs->tried[hd_pairs_index(M1, M1)] = 0;
	}
	assert_int_equal(hd_covcon_next_pair(&c.covcon, test_score, &c.rng), hd_pairs_index(M1, M1));
}

// Another worker, or another rank, has tried a pair meanwhile.
static void what_others_tried_is_passed_over(void **state)
{
	struct campaign c;

	(void)state;
	begin(&c, &hd_strategy_covcon, 4, 5);
	size_t first = hd_covcon_next_pair(&c.covcon, test_score, &c.rng);
	size_t theirs = first == 3 ? 4 : 3;
	c.covcon.pairs->tried[theirs]++;
	for (unsigned i = 0; i < 8; i++) {
		assert_int_not_equal(hd_covcon_next_pair(&c.covcon, test_score, &c.rng), theirs);
	}
}

// Before they hear of each other.
static void ranks_begin_with_different_pairs(void **state)
{
	enum { RANKS = 3, PAIRS = 10 };
	struct campaign c;
	unsigned owners[PAIRS] = {0};

	(void)state;
	for (unsigned rank = 0; rank < RANKS; rank++) {
		begin(&c, &hd_strategy_covcon, 4, 7);
		c.covcon.rank = rank;
		c.covcon.ranks = RANKS;
		bool drawn[PAIRS] = {false};
		size_t own = 0;
		for (unsigned i = 0; i < PAIRS; i++) {
			size_t pair = hd_covcon_next_pair(&c.covcon, test_score, &c.rng);
			own = i == 0 ? c.covcon.nown + 1 : own;
			assert_false(drawn[pair]); // all of them, in the end
			drawn[pair] = true;
			owners[pair] += i < own;
		}
	}
	for (unsigned i = 0; i < PAIRS; i++) {
		assert_int_equal(owners[i], 1);
	}
}

static void every_prioritized_pair_can_be_first(void **state)
{
	struct campaign c;
	unsigned first[10] = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 2000; seed++) {
		begin(&c, &hd_strategy_covcon, 4, hd_mix(seed));
		first[hd_covcon_next_pair(&c.covcon, test_score, &c.rng)]++;
	}
	for (unsigned i = 0; i < 10; i++) {
		assert_in_range(first[i], 140, 260); // 200 each on average
	}
}

static void naive_tries_all_equally_often(void **state)
{
	struct campaign c;
	struct hd_test t;

	(void)state;
	begin(&c, &hd_strategy_naive, 5, 9);
	for (unsigned i = 0; i < 15 * 2 * 4; i++) {
		size_t pair = propose(&c, &hd_strategy_naive, &t);
		c.covcon.pairs->covered[pair] += i;
	}
	for (unsigned i = 0; i < 15; i++) {
		assert_int_equal(c.covcon.pairs->tried[i], 4);
	}
}

// A call that cannot be made must not leave a thread without calls.
static void a_test_has_calls_in_every_thread(void **state)
{
	struct campaign c;
	struct hd_test t;

	(void)state;
	begin(&c, &hd_strategy_covcon, 2, 4);
	refused = FUNCTION(1);
	for (unsigned i = 0; i < 60; i++) {
		if (hd_strategy_covcon.propose(&c.covcon, &c.proposal, &t)) {
			assert_true(t.nsuffix[0] > 0 && t.nsuffix[1] > 0);
		}
	}
	refused = UINT16_MAX;
}

// ---- ConTeGe -------------------------------------------------------------------------

#define SUFFIXES 500 // that are tried before everything starts anew
#define PREFIXES 25  // that they share

// The suffixes that a prefix has, in the order in which they came, and those that the
// newest was tested with.
struct pool {
	unsigned n, codes[SUFFIXES];
	unsigned met, with[SUFFIXES];
};

static void *begin_random(struct campaign *c, unsigned methods)
{
	static uint64_t room[1024];

	assert_true(hd_strategy_random.state_size <= sizeof(room));
	begin(c, &hd_strategy_covcon, methods, 1);
	memset(room, 0, sizeof(room));
	begun = 0;
	hd_strategy_random.begin(room, &class);
	return room;
}

static unsigned code_of(const struct hd_test *t, unsigned thread)
{
	assert_int_equal(t->nsuffix[thread], 2);
	return 1000u * t->suffix[thread][0].function + t->suffix[thread][1].function;
}

// The newest suffix was tested once with each that was there, and with itself.
static void check_met(const struct pool *p)
{
	assert_int_equal(p->met, p->n);
	for (unsigned i = 0; i < p->n; i++) {
		unsigned times = 0;
		for (unsigned k = 0; k < p->met; k++) {
			times += p->with[k] == p->codes[i];
		}
		assert_int_equal(times, 1);
	}
}

static void a_new_suffix_meets_all_of_its_prefix(void **state)
{
	static struct pool pools[PREFIXES];
	struct campaign c;
	struct hd_test t;
	void *random = begin_random(&c, 500);
	unsigned suffixes = 0;

	(void)state;
	memset(pools, 0, sizeof(pools));
	assert_int_equal(hd_strategy_random.executions, 100);
	while (hd_strategy_random.propose(random, &c.proposal, &t) && begun <= PREFIXES) {
		struct pool *p = &pools[t.prefix[0].function];
		assert_int_equal(t.nthreads, 2);
		assert_int_equal(t.nprefix, 1 + 5);
		if (p->n == 0 || p->codes[p->n - 1] != code_of(&t, 0)) {
			check_met(p);
			p->codes[p->n++] = code_of(&t, 0);
			p->met = 0;
			suffixes++;
		}
		p->with[p->met++] = code_of(&t, 1);
	}
	// All different with this seed: so many methods make 250000 of them. Then it starts anew.
	assert_int_equal(suffixes, SUFFIXES);
	assert_int_equal(begun, PREFIXES + 1);
	for (unsigned i = 0; i < PREFIXES; i++) {
		check_met(&pools[i]);
	}
}

static void equal_suffixes_are_one(void **state)
{
	struct campaign c;
	struct hd_test t;
	void *random = begin_random(&c, 1);
	unsigned tests = 0;

	(void)state;
	for (unsigned i = 0; i < 2 * SUFFIXES; i++) {
		if (hd_strategy_random.propose(random, &c.proposal, &t)) {
			assert_int_equal(code_of(&t, 0), code_of(&t, 1));
			tests++;
		}
	}
	assert_int_equal(tests, 2 * PREFIXES); // a prefix can have one, and is tested with it once
}

static void a_random_test_has_calls_in_every_thread(void **state)
{
	struct campaign c;
	struct hd_test t;
	void *random = begin_random(&c, 2);

	(void)state;
	c.proposal.threads = 3;
	refused = FUNCTION(1);
	for (unsigned i = 0; i < 300; i++) {
		if (hd_strategy_random.propose(random, &c.proposal, &t)) {
			assert_true(t.nsuffix[0] > 0 && t.nsuffix[1] > 0 && t.nsuffix[2] > 0);
		}
	}
	refused = UINT16_MAX;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figure_1c_covers_four_pairs),
		cmocka_unit_test(one_thread_covers_nothing),
		cmocka_unit_test(three_threads_count_every_method_that_runs),
		cmocka_unit_test(deep_recursion_stays_balanced),
		cmocka_unit_test(score_is_table_1),
		cmocka_unit_test(score_is_figure_1d),
		cmocka_unit_test(index_and_split_are_inverse),
		cmocka_unit_test(suffixes_alternate_and_grow_after_five_tests),
		cmocka_unit_test(options_shorten_suffixes),
		cmocka_unit_test(each_pair_gets_a_fresh_and_a_used_object),
		cmocka_unit_test(prioritized_pairs_are_drawn_without_replacement),
		cmocka_unit_test(scores_are_computed_again_only_when_all_are_taken),
		cmocka_unit_test(what_others_tried_is_passed_over),
		cmocka_unit_test(ranks_begin_with_different_pairs),
		cmocka_unit_test(every_prioritized_pair_can_be_first),
		cmocka_unit_test(naive_tries_all_equally_often),
		cmocka_unit_test(a_test_has_calls_in_every_thread),
		cmocka_unit_test(a_new_suffix_meets_all_of_its_prefix),
		cmocka_unit_test(equal_suffixes_are_one),
		cmocka_unit_test(a_random_test_has_calls_in_every_thread),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
