// SPDX-License-Identifier: Apache-2.0
// What the strategies of the TSA paper share: the first execution of a program
// or test gives the estimate; every one is recorded and watched for the pairs it
// covers, and if one of them was not known to be possible, more is learned from
// the record (not with --estimate lockset: the published estimate is made once);
// a campaign without a budget ends when coverage saturates.
#ifndef HD_STRATEGY_TSA_WATCH_H
#define HD_STRATEGY_TSA_WATCH_H

#include "strategy/strategy.h"
#include "strategy/tsa/controller.h"
#include "strategy/tsa/estimate.h"
#include "strategy/tsa/saturation.h"
#include "strategy/tsa/sync_pairs.h"
#include "strategy/tsa/thread_model.h"

struct hd_tsa_watch {
	struct hd_sync_pairs pairs;
	struct hd_tsa_controller controller;
	struct hd_tsa_model model;
	struct hd_tsa_estimator estimator;
	struct hd_saturation saturation;
	bool estimating;  // this execution gives the estimate
	uint32_t surprises; // of the pairs, when it began
	bool lockset_only; // --estimate lockset
	unsigned tries;   // recordings that did not end well
	uint16_t test;    // what was estimated last
	uint64_t execution;
	unsigned stale;   // executions since coverage grew
	uint64_t start_ns;
};

// False: coverage has saturated.
bool hd_tsa_watch_begin(struct hd_tsa_watch *w, const struct hd_begin *b);
void hd_tsa_watch_synced(struct hd_tsa_watch *w, enum hd_event_kind kind, uintptr_t object,
                         const struct hd_site *site);
void hd_tsa_watch_end(struct hd_tsa_watch *w, const struct hd_outcome *o);

#endif
