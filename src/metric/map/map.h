// SPDX-License-Identifier: Apache-2.0
// Memory-access patterns: what the executions of a campaign have covered. A metric, which
// works with every strategy and scheduler.
//
//   patterns.c  the 17 types, how many patterns there are     covered.c  a set of patterns
//   matcher.c   patterns in a sequence of accesses            map.c      the metric: records executions, counts coverage
//   goals.c     what else the test at hand could cover        explain.c  the pattern behind a finding
//
// Only accesses while several threads live count. Variables and sites are those
// of the class's static model (model/model.h).
#ifndef HD_MAP_H
#define HD_MAP_H

#include "metric/map/covered.h"
#include "metric/map/matcher.h"
#include "metric/metric.h"

#define HD_MAP_TRACE 4096  // events of an execution that are recorded

enum hd_map_event_kind { HD_MAP_ACCESS, HD_MAP_LOCK, HD_MAP_UNLOCK };

struct hd_map_event {
	struct hd_map_access access; // of a lock: its address and the thread
	uint8_t kind;
};

// The execution at hand, or the last one.
struct hd_map_trace {
	struct hd_map_event events[HD_MAP_TRACE];
	unsigned n;
	bool new; // differs from the executions before it, as far as is known
};

// What all workers share.
struct hd_map {
	struct hd_map_set covered;
	_Atomic uint64_t by_type[HD_MAP_TYPES + 1];
	uint64_t total, feasible; // patterns of all classes under test: TC; without what cannot be concurrent
	_Atomic uint64_t bounded; // executions that were too long to be matched wholly
	_Atomic uint64_t pruned; // goals given up because of locks
};

extern struct hd_map_trace hd_map_trace;
extern const struct hd_model *hd_map_model; // of the class whose execution is recorded
extern uint16_t hd_map_class;
extern uint8_t hd_map_aimed; // type of the pattern that the execution at hand was last aimed at, 0: none
extern uint8_t hd_map_calls[HD_MAX_FIBERS]; // calls of the test that each thread has begun

// NULL: coverage is not measured.
static inline struct hd_map *hd_map(void)
{
	return hd_metric_state(HD_METRIC_access_patterns);
}

// A lock was taken or given back in the execution at hand. Only a scheduler that aims at
// patterns needs to know, and tells.
void hd_map_synced(enum hd_event_kind kind, uintptr_t lock);

// explain.c: the pattern that a replayed finding comes down to, from the log; false: none.
bool hd_map_explain(const struct hd_model *m, const struct hd_fault *f, struct hd_map_pattern *p);

#endif
