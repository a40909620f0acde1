// SPDX-License-Identifier: Apache-2.0
// The default. Pairs as covcon ranks them, but first those that can interfere:
// by the static model one writes a variable that the other touches. Then those of
// which one was seen to change something, then the rest. Most calls of a prefix are of
// methods that write what the pair touches: other state does not matter to it. Some bugs need different
// calls in one thread: a call that is not a thread's first is one time in three of
// another method that writes what the pair touches, and one test in four has random
// calls instead. Many bugs show in the first schedule of the right test, so all pairs
// get some tests with one schedule each before tests get several. Two small ones of each
// pair are searched through. From then on a quarter of all executions is of one call that others can come
// between against a row of those, and what these leave is followed up. A share of the tests of a class with
// methods that wait has three threads and as many calls that wait as calls that end it; and of any class, when
// coverage has not grown for a while.
#include "strategy/aftermath.h"
#include "strategy/covcon.h"
#include "strategy/crowd.h"
#include "strategy/random_once.h"
#include "strategy/row.h"

#define RANDOM_ONE_IN 4
#define FEEDER_ONE_IN 3
#define FIRST_TESTS 4 // of a pair: one schedule each
#define SCHEDULES 9   // of a later test: each way of schedule auto twice, and one more so that each comes first in turn
#define MANY_TESTS 256 // of a pair: new ones seldom differ much, so that each gets more schedules
#define MANY_SCHEDULES 25
#define SEARCHED_TESTS 2 // the first of those: all their schedules, where they are few
#define SUFFIX_CALLS 3 // the number of orders to compare with grows fast: 20 for 3 and 3, 252 for 5 and 5
#define CROWD_ONE_IN 4 // tests, of those that may have three threads
#define ROWS 6 // of one schedule each, for the two tests of a pair: a quarter of all executions
#define STALLED 512 // tests without new coverage

struct state {
	struct hd_covcon covcon; // invariant: first
	const struct hd_class *class;
	uint8_t *interferes; // by pair
	uint64_t grown; // coverage when it last grew
	unsigned quiet; // tests since
	unsigned rows; // tests of a row made since the last pair
	struct hd_aftermath aftermath;
};

static void begin(void *state, const struct hd_class *class)
{
	struct state *s = state;

	hd_covcon_begin(&s->covcon, class);
	s->class = class;
	hd_aftermath_init(&s->aftermath);
	s->interferes = hd_persist_alloc(hd_pairs_count(class->nmethods));
	for (unsigned a = 0; a < class->nmethods; a++) {
		for (unsigned b = 0; b <= a; b++) {
			s->interferes[hd_pairs_index(a, b)] = hd_effects_feeds(class, a, b) ||
				hd_effects_feeds(class, b, a);
		}
	}
}

static uint64_t score(const struct hd_covcon *covcon, size_t pair)
{
	const struct state *s = (const struct state *)covcon; // its first member
	uint64_t tried = covcon->pairs->tried[pair], covered = covcon->pairs->covered[pair];
	uint64_t here = hd_pairs_score(tried, covered < tried ? covered : tried); // some tests cover it many times
	unsigned a, b;

	if (s->interferes[pair]) {
		return here;
	}
	hd_pairs_split(pair, &a, &b);
	bool changes = hd_facts[s->class->methods[a]].changes || hd_facts[s->class->methods[b]].changes;
	return changes ? 1 + 4 * here : 1000 + 100 * here;
}

// The current pair and the methods that may write what it touches.
struct methods {
	uint16_t pair[2];
	uint16_t feeders[HD_CLASS_METHODS];
	unsigned nfeeders;
};

static void find_methods(const struct hd_class *class, size_t pair, struct methods *m)
{
	unsigned a, b;

	hd_pairs_split(pair, &a, &b);
	m->pair[0] = class->methods[a];
	m->pair[1] = class->methods[b];
	m->nfeeders = hd_effects_feeders(class, a, b, m->feeders);
}

// The pair's methods in turn, as covcon has them; but a later call may be of another
// method that writes what they touch.
static bool make_suffixes(struct hd_test *t, const struct hd_proposal *p, const struct methods *m, unsigned most)
{
	t->nthreads = (uint8_t)p->threads;
	for (unsigned thread = 0; thread < p->threads; thread++) {
		for (unsigned i = 0; i < most; i++) {
			bool other = i > 0 && m->nfeeders > 0 && hd_rng_below(p->rng, FEEDER_ONE_IN) == 0;
			uint16_t f = other ? m->feeders[hd_rng_below(p->rng, m->nfeeders)] : m->pair[(thread + i) % 2];
			if (!hd_build_suffix_call(t, thread, f, p->rng) && i == 0) {
				return false; // a thread without calls makes no test
			}
		}
	}
	return true;
}

// By how many tests the pair has had.
static void set_effort(struct hd_effort *e, unsigned before)
{
	e->schedules = before < FIRST_TESTS ? 1 : before < MANY_TESTS ? SCHEDULES : MANY_SCHEDULES;
	e->search = before >= FIRST_TESTS && before < FIRST_TESTS + SEARCHED_TESTS;
}

static bool is_stalled(struct state *s)
{
	const void *reads_from = hd_metric_state(HD_METRIC_reads_from);
	uint64_t covered = *s->covcon.pairs->seen + (reads_from ? hd_metric_reads_from.covered(reads_from) : 0);

	s->quiet = covered > s->grown ? 0 : s->quiet + 1;
	s->grown = covered;
	return s->quiet >= STALLED;
}

// What other tests draw does not depend on it.
static bool is_for_crowd(struct state *s, const struct hd_proposal *p)
{
	uint64_t own = hd_mix(*p->rng + 0x63726f7764);
	bool stalled = is_stalled(s);

	return (stalled || p->class->npartners > 0) && hd_crowd_threads(p) > 0 && hd_rng_below(&own, CROWD_ONE_IN) == 0;
}

// Every other one of a class with methods that wait is of those, all of them until coverage stalls.
static bool propose_crowd(struct state *s, const struct hd_proposal *p, struct hd_test *t)
{
	struct methods m;
	unsigned calls;

	p->effort->schedules = SCHEDULES;
	if (p->class->npartners > 0 && (s->quiet < STALLED || hd_rng_below(p->rng, 2) == 0)) {
		return hd_crowd_balanced(p, t);
	}
	if (!hd_covcon_begin_test(&s->covcon, score, p, t, &calls)) {
		return false;
	}
	find_methods(p->class, s->covcon.pair, &m);
	hd_build_prefix_of(t, calls, m.feeders, m.nfeeders, p->rng);
	return hd_crowd_mixed(p, m.pair, m.feeders, m.nfeeders, t);
}

// Between two pairs, once these have had their first tests.
static bool is_for_row(struct state *s)
{
	bool is_late = s->covcon.tests[s->covcon.pair] > FIRST_TESTS;

	s->rows = is_late && s->rows < ROWS ? s->rows + 1 : 0;
	return s->rows > 0;
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	struct hd_covcon *s = state;
	struct hd_proposal mine = *p;
	struct methods m;
	unsigned calls;

	if (mine.suffix_max == 0) {
		mine.suffix_max = SUFFIX_CALLS;
	}
	if (s->left == 0 && hd_aftermath_test(&((struct state *)state)->aftermath, p, t)) {
		return true;
	}
	if (s->left == 0 && is_for_crowd(state, p)) {
		return propose_crowd(state, &mine, t);
	}
	if (s->left == 0 && is_for_row(state) && hd_row_test(&mine, t)) {
		p->effort->watch = hd_aftermath_wants(&((struct state *)state)->aftermath);
		return true;
	}
	if (s->left == 0 && hd_rng_below(p->rng, RANDOM_ONE_IN) == 0) {
		return hd_random_test(&mine, 1, mine.suffix_max, t);
	}
	if (!hd_covcon_begin_test(s, score, &mine, t, &calls)) {
		return false;
	}
	find_methods(p->class, s->pair, &m);
	hd_build_prefix_of(t, calls, m.feeders, m.nfeeders, p->rng);
	unsigned most = hd_covcon_suffix_length(s, &mine);
	set_effort(p->effort, s->tests[s->pair]++);
	return make_suffixes(t, &mine, &m, most);
}

static void unordered(void *state, const struct hd_test *t, const struct hd_left *left)
{
	hd_aftermath_note(&((struct state *)state)->aftermath, t, left);
}

const struct hd_strategy hd_strategy_auto = {
	.name = "auto",
	.state_size = sizeof(struct state),
	.executions = 1,
	.metrics = {&hd_metric_method_pairs, &hd_metric_reads_from},
	.begin = begin,
	.propose = propose,
	.unordered = unordered,
};
