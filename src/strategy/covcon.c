// SPDX-License-Identifier: Apache-2.0
// CovCon (Choudhary, Lu, Pradel, ICSE 2017): tests are made for the pair of
// methods with the lowest score; the score grows with tries, and with the
// difference between tries and concurrent executions seen. Of all pairs with
// the lowest score one is drawn at random; scores are computed again only when
// all of those have been taken. For each pair chosen two tests are made: one
// on a fresh object, one after up to five more calls.
#include "strategy/covcon.h"

#define SHORT_TESTS 5 // tests of a pair that have short suffixes
#define SHORT_SUFFIX 2
#define LONG_SUFFIX 5
#define PREFIX_CALLS 5
#define TESTS_PER_PAIR 2

void hd_covcon_begin(void *state, const struct hd_class *class)
{
	struct hd_covcon *s = state;
	size_t n = hd_pairs_count(class->nmethods);

	s->pairs = hd_method_pairs(class->number);
	s->prioritized = hd_persist_alloc(n * sizeof(*s->prioritized));
	s->tried = hd_persist_alloc(n * sizeof(*s->tried));
	s->tests = hd_persist_alloc(n * sizeof(*s->tests));
}

// Ranks that know little of each other yet should not all try the same.
static bool is_own(const struct hd_covcon *s, size_t pair)
{
	return s->ranks <= 1 || hd_mix(pair) % s->ranks == s->rank;
}

static void put_own_first(struct hd_covcon *s)
{
	s->nown = 0;
	for (size_t i = 0; i < s->nprioritized; i++) {
		uint32_t pair = s->prioritized[i];
		if (is_own(s, pair)) {
			s->prioritized[i] = s->prioritized[s->nown];
			s->prioritized[s->nown++] = pair;
		}
	}
}

static void prioritize(struct hd_covcon *s, hd_score_fn *score)
{
	uint64_t lowest = UINT64_MAX;

	s->nprioritized = 0;
	for (size_t i = 0; i < hd_pairs_count(s->pairs->n); i++) {
		uint64_t here = score(s, i);
		if (here < lowest) {
			lowest = here;
			s->nprioritized = 0;
		}
		if (here == lowest) {
			s->prioritized[s->nprioritized++] = (uint32_t)i;
			s->tried[i] = s->pairs->tried[i];
		}
	}
	put_own_first(s);
}

static size_t draw(struct hd_covcon *s, uint64_t *rng)
{
	size_t k = hd_rng_below(rng, (uint32_t)(s->nown > 0 ? s->nown : s->nprioritized));
	size_t pair = s->prioritized[k];

	if (s->nown > 0) {
		s->prioritized[k] = s->prioritized[--s->nown];
		k = s->nown;
	}
	s->prioritized[k] = s->prioritized[--s->nprioritized];
	return pair;
}

size_t hd_covcon_next_pair(struct hd_covcon *s, hd_score_fn *score, uint64_t *rng)
{
	if (s->nprioritized == 0) {
		prioritize(s, score);
	}
	size_t pair;
	do { // another worker, or another rank, may have taken it
		pair = draw(s, rng);
	} while (s->nprioritized > 0 && s->pairs->tried[pair] != s->tried[pair]);
	s->pairs->tried[pair]++;
	return pair;
}

unsigned hd_covcon_length_after(uint64_t tests, const struct hd_proposal *p)
{
	unsigned most = tests < SHORT_TESTS ? SHORT_SUFFIX : LONG_SUFFIX;
	return p->suffix_max && p->suffix_max < most ? p->suffix_max : most;
}

unsigned hd_covcon_suffix_length(const struct hd_covcon *s, const struct hd_proposal *p)
{
	return hd_covcon_length_after(s->tests[s->pair], p);
}

bool hd_covcon_suffixes(struct hd_test *t, const struct hd_proposal *p, uint16_t m1, uint16_t m2, unsigned most)
{
	t->nthreads = (uint8_t)p->threads;
	for (unsigned thread = 0; thread < p->threads; thread++) {
		unsigned made = 0;
		while (made < most && hd_build_suffix_call(t, thread, (thread + made) % 2 == 0 ? m1 : m2, p->rng)) {
			made++;
		}
		if (made == 0) {
			return false; // a thread without calls makes no test
		}
	}
	return true;
}

bool hd_covcon_begin_test(struct hd_covcon *s, hd_score_fn *score, const struct hd_proposal *p, struct hd_test *t,
	unsigned *calls)
{
	unsigned more = p->prefix_max ? p->prefix_max : PREFIX_CALLS;

	if (s->left == 0) {
		s->rank = p->config->rank;
		s->ranks = p->config->ranks;
		s->pair = hd_covcon_next_pair(s, score, p->rng);
		s->left = TESTS_PER_PAIR;
	}
	*calls = --s->left == TESTS_PER_PAIR - 1 ? 0 : 1 + hd_rng_below(p->rng, more);
	return hd_build_begin(t, p->class->number, p->rng, false);
}

bool hd_covcon_test(struct hd_covcon *s, hd_score_fn *score, const struct hd_proposal *p, struct hd_test *t)
{
	unsigned a, b, calls;

	if (!hd_covcon_begin_test(s, score, p, t, &calls)) {
		return false;
	}
	hd_build_prefix(t, calls, p->rng);
	hd_pairs_split(s->pair, &a, &b);
	unsigned most = hd_covcon_suffix_length(s, p);
	s->tests[s->pair]++;
	return hd_covcon_suffixes(t, p, p->class->methods[a], p->class->methods[b], most);
}

static uint64_t score(const struct hd_covcon *s, size_t pair)
{
	return hd_pairs_score(s->pairs->tried[pair], s->pairs->covered[pair]);
}

bool hd_covcon_propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	return hd_covcon_test(state, score, p, t);
}

const struct hd_strategy hd_strategy_covcon = {
	.name = "covcon",
	.paper = "Choudhary, Lu and Pradel, Efficient Detection of Thread Safety Violations via "
		 "Coverage-Guided Generation of Concurrent Tests, ICSE 2017",
	.state_size = sizeof(struct hd_covcon),
	.executions = 1,
	.metrics = {&hd_metric_method_pairs},
	.begin = hd_covcon_begin,
	.propose = hd_covcon_propose,
};
