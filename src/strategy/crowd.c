// SPDX-License-Identifier: Apache-2.0
#include "strategy/crowd.h"

#define THREADS 3
#define SIDED_ONE_IN 2  // balanced tests in which a thread only waits or only wakes
#define PREFIXED_ONE_IN 4
#define PREFIX_CALLS 3
#define LONGER_ONE_IN 4 // balanced tests that have one more of each
#define MIXED_CALLS 2   // of a thread

unsigned hd_crowd_threads(const struct hd_proposal *p)
{
	unsigned wanted = p->config->threads ? p->config->threads : THREADS;
	unsigned allowed = hd_contract_threads(p->class, wanted);

	return allowed >= THREADS ? allowed : 0;
}

// Each thread is on one side, and all of a side make as many calls as all of the other.
static bool fill_sided(const struct hd_proposal *p, struct hd_test *t, const uint16_t sides[2], unsigned each)
{
	unsigned waiters = 1 + hd_rng_below(p->rng, t->nthreads - 1u), left[2] = {each, each};

	for (unsigned i = 0; left[0] + left[1] > 0; i++) {
		unsigned thread = i % t->nthreads, side = thread >= waiters;
		if (left[side] > 0) {
			left[side]--;
			if (!hd_build_suffix_call(t, thread, sides[side], p->rng)) {
				return false;
			}
		}
	}
	return true;
}

// In any order, each thread at least one.
static bool fill_shuffled(const struct hd_proposal *p, struct hd_test *t, const uint16_t sides[2], unsigned each)
{
	unsigned left[2] = {each, each};

	for (unsigned i = 0; left[0] + left[1] > 0; i++) {
		unsigned thread = i < t->nthreads ? i : hd_rng_below(p->rng, t->nthreads);
		unsigned side = hd_rng_below(p->rng, left[0] + left[1]) >= left[0];
		left[side]--;
		if (!hd_build_suffix_call(t, thread, sides[side], p->rng)) {
			return false;
		}
	}
	return true;
}

bool hd_crowd_balanced(const struct hd_proposal *p, struct hd_test *t)
{
	const struct hd_class *c = p->class;
	unsigned partner = hd_rng_below(p->rng, c->npartners);
	const uint16_t sides[2] = {c->partners[partner].waits, c->partners[partner].wakes};

	if (!hd_build_begin(t, c->number, p->rng, false)) {
		return false;
	}
	if (hd_rng_below(p->rng, PREFIXED_ONE_IN) == 0) {
		hd_build_prefix(t, 1 + hd_rng_below(p->rng, PREFIX_CALLS), p->rng);
	}
	t->nthreads = (uint8_t)hd_crowd_threads(p);
	bool sided = hd_rng_below(p->rng, SIDED_ONE_IN) == 0;
	unsigned each = (sided ? t->nthreads - 1u : (t->nthreads + 1u) / 2) +
		(hd_rng_below(p->rng, LONGER_ONE_IN) == 0);
	return (sided ? fill_sided : fill_shuffled)(p, t, sides, each) && hd_test_has_calls(t);
}

bool hd_crowd_mixed(const struct hd_proposal *p, const uint16_t pair[2], const uint16_t *others, unsigned nothers,
	struct hd_test *t)
{
	t->nthreads = (uint8_t)hd_crowd_threads(p);
	for (unsigned thread = 0; thread < t->nthreads; thread++) {
		unsigned n = 1 + hd_rng_below(p->rng, MIXED_CALLS);
		for (unsigned i = 0; i < n; i++) {
			unsigned drawn = hd_rng_below(p->rng, 2 + nothers);
			uint16_t f = i == 0 && thread < 2 ? pair[thread] : drawn < 2 ? pair[drawn] : others[drawn - 2];
			hd_build_suffix_call(t, thread, f, p->rng);
		}
	}
	return hd_test_has_calls(t);
}
