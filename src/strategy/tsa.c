// SPDX-License-Identifier: Apache-2.0
// TSA on generated tests: it says how to schedule, not what; the tests are
// CovCon's. Its schedule (schedule/tsa.c) goes with it unless another is asked for.
#include "strategy/covcon.h"

static uint64_t score(const struct hd_covcon *s, size_t pair)
{
	return hd_pairs_score(s->pairs->tried[pair], s->pairs->covered[pair]);
}

static void begin(void *state, const struct hd_class *class)
{
	hd_covcon_begin(state, class);
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	return hd_covcon_test(state, score, p, t);
}

const struct hd_strategy hd_strategy_tsa = {
	.name = "tsa",
	.paper = "Hong et al., Testing Concurrent Programs to Achieve High Synchronization Coverage, ISSTA 2012",
	.state_size = sizeof(struct hd_covcon),
	.executions = 20,
	.metrics = {&hd_metric_method_pairs},
	.begin = begin,
	.propose = propose,
};
