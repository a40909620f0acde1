// SPDX-License-Identifier: Apache-2.0
// What covcon, naive and auto share: pairs of methods, chosen by a score.
#ifndef HD_STRATEGY_COVCON_H
#define HD_STRATEGY_COVCON_H

#include "metric/method_pairs.h"
#include "strategy/strategy.h"

struct hd_covcon {
	struct hd_pairs *pairs; // of the class
	uint32_t *prioritized; // pairs of lowest score, not yet taken
	size_t nprioritized;
	size_t nown; // the first of them are this rank's, before those of others
	uint32_t rank, ranks;
	uint32_t *tried; // how often each pair had been, when they were prioritized
	uint16_t *tests; // made for each pair
	size_t pair;     // being tested
	unsigned left;   // tests still to be made for it
};

// Low: the pair's turn is near.
typedef uint64_t hd_score_fn(const struct hd_covcon *s, size_t pair);

// For a strategy whose state is a struct hd_covcon.
void hd_covcon_begin(void *state, const struct hd_class *class);
// A test as CovCon makes it.
bool hd_covcon_propose(void *state, const struct hd_proposal *p, struct hd_test *t);
// A random pair of the prioritized ones, counted as tried.
size_t hd_covcon_next_pair(struct hd_covcon *s, hd_score_fn *score, uint64_t *rng);
// Chooses the pair and begins a test of it. *calls: how many its prefix is to have, as in the paper.
bool hd_covcon_begin_test(struct hd_covcon *s, hd_score_fn *score, const struct hd_proposal *p, struct hd_test *t,
	unsigned *calls);
// The whole test.
bool hd_covcon_test(struct hd_covcon *s, hd_score_fn *score, const struct hd_proposal *p, struct hd_test *t);
// Suffixes m1 m2 m1... and m2 m1 m2..., of up to `most` calls.
bool hd_covcon_suffixes(struct hd_test *t, const struct hd_proposal *p, uint16_t m1, uint16_t m2, unsigned most);
unsigned hd_covcon_suffix_length(const struct hd_covcon *s, const struct hd_proposal *p);
// The same for a pair that has had so many tests.
unsigned hd_covcon_length_after(uint64_t tests, const struct hd_proposal *p);

#endif
