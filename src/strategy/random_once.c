// SPDX-License-Identifier: Apache-2.0
// A random prefix and random calls in each suffix; every test is new and is executed
// once. Unlike random, which is ConTeGe, it keeps and repeats nothing, which is the
// better choice where almost every execution of a test differs. Suffixes have as many
// calls as covcon's after as many tests, so that the two differ only in which calls
// they make. Pairs are counted so that coverage can be compared.
#include "strategy/random_once.h"
#include "strategy/covcon.h"

#define PREFIX_CALLS 5

struct state {
	uint64_t tests; // so far
};

bool hd_random_test(const struct hd_proposal *p, unsigned least, unsigned most, struct hd_test *t)
{
	const struct hd_class *c = p->class;
	unsigned most_prefix = p->prefix_max ? p->prefix_max : PREFIX_CALLS;

	if (!hd_build_begin(t, c->number, p->rng, false)) {
		return false;
	}
	hd_build_prefix(t, hd_rng_below(p->rng, most_prefix + 1), p->rng);
	t->nthreads = (uint8_t)p->threads;
	for (unsigned thread = 0; thread < p->threads; thread++) {
		unsigned n = least + hd_rng_below(p->rng, most - least + 1);
		for (unsigned i = 0; i < n; i++) {
			hd_build_suffix_call(t, thread, c->methods[hd_rng_below(p->rng, c->nmethods)], p->rng);
		}
	}
	return true;
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	struct state *s = state;
	unsigned length = hd_covcon_length_after(s->tests++ / hd_pairs_count(p->class->nmethods), p);

	return hd_random_test(p, length, length, t);
}

const struct hd_strategy hd_strategy_random_once = {
	.name = "random-once",
	.state_size = sizeof(struct state),
	.executions = 1,
	.metrics = {&hd_metric_method_pairs},
	.propose = propose,
};
