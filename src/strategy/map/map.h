// SPDX-License-Identifier: Apache-2.0
// Memory-access patterns of a campaign: what its executions covered. Works with
// every strategy; the engine switches it on (engine/tests.c).
//
//   patterns.c  the 17 types, how many patterns there are     covered.c  a set of patterns
//   matcher.c   patterns in a sequence of accesses            map.c      records executions, counts coverage
//   goals.c     what else the test at hand could cover        explain.c  the pattern behind a finding
//
// Only accesses while several threads live count. Variables and sites are those
// of the class's static model (model/model.h).
#ifndef HD_MAP_H
#define HD_MAP_H

#include "runtime/rt.h"
#include "strategy/map/covered.h"
#include "strategy/map/matcher.h"

#define HD_MAP_TRACE 4096  // events of an execution that are recorded
#define HD_MAP_HISTORY 2048

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

struct hd_map_growth {
	uint64_t execution, ns, covered;
};

// What all workers share.
struct hd_map {
	const struct hd_model **models; // by class; NULL: not needed so far (engine/patterns.c)
	struct hd_map_set covered;
	_Atomic uint64_t by_type[HD_MAP_TYPES + 1];
	uint64_t total, feasible; // patterns of all classes under test: TC; without what cannot be concurrent
	_Atomic uint64_t bounded; // executions that were too long to be matched wholly
	_Atomic uint64_t pruned;  // goals given up because of locks
	struct hd_map_growth history[HD_MAP_HISTORY];
	_Atomic unsigned nhistory;
	_Atomic uint64_t noted; // covered, at the last entry
	uint64_t start_ns;
	bool on; // coverage is measured
};

extern struct hd_map *hd_map;
extern struct hd_map_trace hd_map_trace;
extern const struct hd_model *hd_map_model; // of the class whose execution is recorded
extern uint16_t hd_map_class;
extern uint8_t hd_map_calls[HD_MAX_FIBERS]; // calls of the test that each thread has begun

// Is coverage measured?
static inline bool hd_map_is_on(void)
{
	return hd_map && hd_map->on;
}

// Before any worker: room for classes.
void hd_map_setup(unsigned nclasses);
// Coverage of this class will be measured; its model is there.
void hd_map_count(uint16_t class);
// All are counted: measuring begins.
void hd_map_measure(void);

// Around an execution of a test of a class.
void hd_map_begin(uint16_t class);
void hd_map_end(uint64_t execution);
// The current thread begins a call of the test.
void hd_map_call(void);
// A lock was taken or given back in it (strategies that are told of locks tell).
void hd_map_synced(enum hd_event_kind kind, uintptr_t lock);

// explain.c: the pattern that a replayed finding comes down to, from the log; false: none.
bool hd_map_explain(const struct hd_model *m, const struct hd_fault *f, struct hd_map_pattern *p);

#endif
