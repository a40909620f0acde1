// SPDX-License-Identifier: Apache-2.0
// The estimate: which synchronization pairs can some schedule of a recorded
// execution show? By the conditions for a pair <p, q> of actions on one lock:
//
//   AC1  of one thread: q is the next action of p on that lock.
//   AC2  of two: no lock guards p and p's next all the way and q as well,
//   AC3  nor guards q's previous and q all the way and p as well,
//   AC4  and q does not come before p in every schedule (thread creation).
//
// The sharper estimate (the model knows joins) also leaves out pairs between
// which another action on the lock comes in every schedule.
#ifndef HD_METRIC_SYNC_ESTIMATE_H
#define HD_METRIC_SYNC_ESTIMATE_H

#include "metric/sync/pairs.h"
#include "metric/sync/thread_model.h"

struct hd_sync_estimator {
	const struct hd_thread_model *model;
	struct hd_sync_pairs *pairs;
	bool late;       // accepted pairs are learned, not estimated
	uint32_t *order; // actions without repetition, by lock
	uint32_t *from;  // by lock: where its actions begin in `order`
};

void hd_sync_estimator_init(struct hd_sync_estimator *e, const struct hd_thread_model *m, struct hd_sync_pairs *pairs);
// Late: pairs that an execution made later shows to be possible.
void hd_sync_estimate(struct hd_sync_estimator *e, bool late);
// AC1 to AC4 for two actions, by number.
bool hd_sync_accepts(const struct hd_thread_model *m, uint32_t p, uint32_t q);

#endif
