// SPDX-License-Identifier: Apache-2.0
// CovCon's baseline: the pair that was tried least, whatever was covered.
#include "strategy/select/covcon.h"

static uint64_t score(const struct hd_pairs *p, size_t pair)
{
	return p->tried[pair];
}

static void begin(void *state)
{
	hd_covcon_begin(state);
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	return hd_covcon_test(state, score, p, t);
}

const struct hd_select hd_select_naive = {
    .name = "naive",
    .paper = "baseline of Choudhary, Lu and Pradel, ICSE 2017",
    .state_size = sizeof(struct hd_covcon),
    .executions = 1,
    .uses_pairs = true,
    .begin = begin,
    .propose = propose,
};
