// SPDX-License-Identifier: Apache-2.0
// The default. Pairs as covcon ranks them, but first those that can interfere:
// at least one of the two was seen to change something. One test in four has
// random calls instead, because some bugs need two different calls in one
// thread. The engine schedules each test in several ways.
#include "strategy/select/covcon.h"
#include "strategy/select/random.h"

#define RANDOM_ONE_IN 4
#define SUFFIX_CALLS 3 // the number of orders to compare with grows fast: 20 for 3 and 3, 252 for 5 and 5

static uint64_t score(const struct hd_pairs *p, size_t pair)
{
	unsigned a, b;

	hd_pairs_split(pair, &a, &b);
	bool interferes = hd_facts[hd_class_facts->methods[a]].changes || hd_facts[hd_class_facts->methods[b]].changes;
	uint64_t s = hd_pairs_score(p->tried[pair], p->covered[pair] / 8);
	return interferes ? s : 1000 + 100 * s;
}

static void begin(void *state)
{
	hd_covcon_begin(state);
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	struct hd_covcon *s = state;
	struct hd_config config = *p->config;
	struct hd_proposal mine = {.config = &config, .rng = p->rng, .threads = p->threads};

	if (config.suffix_max == 0) {
		config.suffix_max = SUFFIX_CALLS;
	}
	if (s->left == 0 && hd_rng_below(p->rng, RANDOM_ONE_IN) == 0) {
		return hd_random_test(&mine, t);
	}
	return hd_covcon_test(s, score, &mine, t);
}

const struct hd_select hd_select_auto = {
    .name = "auto",
    .state_size = sizeof(struct hd_covcon),
    .executions = 6,
    .uses_pairs = true,
    .begin = begin,
    .propose = propose,
};
