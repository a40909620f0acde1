// SPDX-License-Identifier: Apache-2.0
// TSA on generated tests: it says how to schedule, not what; the tests are
// CovCon's. Its schedule (schedule/tsa.c) goes with it unless another is asked for.
#include "strategy/covcon.h"

const struct hd_strategy hd_strategy_tsa = {
	.name = "tsa",
	.paper = "Hong et al., Testing Concurrent Programs to Achieve High Synchronization Coverage, ISSTA 2012",
	.state_size = sizeof(struct hd_covcon),
	.executions = 20,
	.metrics = {&hd_metric_method_pairs},
	.begin = hd_covcon_begin,
	.propose = hd_covcon_propose,
};
