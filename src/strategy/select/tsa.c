// SPDX-License-Identifier: Apache-2.0
// TSA on generated tests: it says how to schedule, not what; the tests are
// CovCon's. Its schedule (schedule/tsa.c) goes with it unless another is asked for.
#include "strategy/select/covcon.h"

static uint64_t score(const struct hd_pairs *p, size_t pair)
{
	return hd_pairs_score(p->tried[pair], p->covered[pair]);
}

static void begin(void *state)
{
	hd_covcon_begin(state);
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	return hd_covcon_test(state, score, p, t);
}

const struct hd_select hd_select_tsa = {
    .name = "tsa",
    .paper = "Hong et al., Testing Concurrent Programs to Achieve High Synchronization Coverage, ISSTA 2012",
    .state_size = sizeof(struct hd_covcon),
    .executions = 20,
    .uses_pairs = true,
    .begin = begin,
    .propose = propose,
};
