// SPDX-License-Identifier: Apache-2.0
// CovCon's baseline: the least-tried pair, regardless of coverage.
#include "strategy/covcon.h"

static uint64_t score(const struct hd_covcon *s, size_t pair)
{
	return s->pairs->tried[pair];
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	return hd_covcon_test(state, score, p, t);
}

const struct hd_strategy hd_strategy_naive = {
	.name = "naive",
	.paper = "baseline of Choudhary, Lu and Pradel, ICSE 2017",
	.state_size = sizeof(struct hd_covcon),
	.executions = 1,
	.metrics = {&hd_metric_method_pairs},
	.begin = hd_covcon_begin,
	.propose = propose,
};
