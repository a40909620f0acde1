// SPDX-License-Identifier: Apache-2.0
// What the schedulers of the TSA paper share: they look at the synchronization pairs
// that their executions cover. A campaign without a budget ends when coverage saturates.
#ifndef HD_SCHEDULE_TSA_WATCH_H
#define HD_SCHEDULE_TSA_WATCH_H

#include "metric/sync/pairs.h"
#include "runtime/scheduler.h"
#include "schedule/tsa/saturation.h"

struct hd_tsa_watch {
	struct hd_sync_pairs *pairs; // the metric's; NULL: not begun
	struct hd_saturation saturation;
	uint32_t covered; // when the last execution was over
	unsigned stale;   // executions of this test since coverage grew
	uint16_t test;
};

// False: coverage has saturated.
bool hd_tsa_watch_begin(struct hd_tsa_watch *w, const struct hd_begin *b);
void hd_tsa_watch_end(struct hd_tsa_watch *w);

#endif
