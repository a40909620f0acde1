// SPDX-License-Identifier: Apache-2.0
// The metrics of a campaign (metrics.c).
#ifndef HD_ENGINE_METRICS_H
#define HD_ENGINE_METRICS_H

#include "metric/metric.h"

#define HD_MOST_GROWTH 4096

// Coverage when it grew.
struct hd_growth {
	uint64_t execution; // from 1
	uint64_t ns;        // since the campaign began
	uint64_t covered;
};

struct hd_measured; // one metric's state of a worker, or of all
struct hd_worker;

// Before any worker: states for what is measured; first: whose states this one shares, NULL:
// it is the first itself.
void hd_metrics_prepare(struct hd_worker *w, const struct hd_worker *first);
// Once, when the classes under test are known.
void hd_metrics_begin(void);
// In each worker: it goes on with the states that the one before it left.
void hd_metrics_bind(void);

void hd_metrics_begin_test(const struct hd_subject *subject, unsigned nthreads);
// Around an execution that counts.
void hd_metrics_begin_execution(void);
void hd_metrics_end_execution(uint64_t execution, const struct hd_outcome *o);

// Of every metric that can tell: what all workers have covered.
void hd_metrics_goals(void (*metric)(const char *name), void (*put)(uint64_t goal, uint64_t value));
// What another campaign has, or another machine. Workers that have a state each all get it.
void hd_metrics_take_goal(const char *metric, uint64_t goal, uint64_t value);

// While workers are at work, for other ranks: goals of every metric that covers more than when this was last called.
void hd_metrics_news(void (*metric)(unsigned id), void (*put)(uint64_t goal, uint64_t value));
// What another rank has. False: workers have states of their own, and each must take it itself.
bool hd_metrics_take_shared(unsigned id, uint64_t goal, uint64_t value);
void hd_metrics_take_own(unsigned id, uint64_t goal, uint64_t value); // this worker, between executions

// The state of all workers together; NULL: it was not measured.
const void *hd_metrics_result(unsigned id);
// Not known of workers that each have a state.
const struct hd_growth *hd_metrics_growth(unsigned id, unsigned *n);

#endif
