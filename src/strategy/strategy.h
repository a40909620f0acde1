// SPDX-License-Identifier: Apache-2.0
// A test strategy: which test next. One file in strategy/, one const
// struct, one row in abi/strategies.def.
//
// Guarantees: the class has been learned, and its static model is there; `state` is zeroed,
// lives for the whole campaign, and is separate for each class. propose fills in a test of that
// class; the engine runs it under several schedules, and compares what they did with its
// linearizations.
#ifndef HD_STRATEGY_STRATEGY_H
#define HD_STRATEGY_STRATEGY_H

#include "gen/test.h"
#include "metric/metric.h"
#include "runtime/rng.h"

// What a test is worth. Set to what the strategy says (`executions`) before propose is called.
struct hd_effort {
	unsigned schedules;
	bool search; // through all its schedules, if it is small
	bool watch;  // does an execution leave a state that no sequential order leaves? Then `unordered` is told.
	// The first execution is scheduled like this one, which was of a test without some of the last calls. NULL:
	// it is not.
	const struct hd_schedule *follow;
};

// What an execution of a test left behind.
struct hd_left {
	uint64_t state; // a hash
	struct hd_schedule schedule;
};

struct hd_proposal {
	const struct hd_class *class; // to test
	uint64_t *rng;
	unsigned threads;
	struct hd_effort *effort;
	const struct hd_config *config;
	unsigned prefix_max, suffix_max; // calls (--prefix-calls, --suffix-calls); 0: as the strategy says
};

struct hd_strategy {
	const char *name;
	const char *paper;
	size_t state_size;
	unsigned executions; // schedules of a test, unless propose says otherwise
	const struct hd_metric *metrics[HD_METRIC_COUNT]; // that it steers by; naming them turns them on
	void (*begin)(void *state, const struct hd_class *class);
	bool (*propose)(void *state, const struct hd_proposal *p, struct hd_test *t);
	// There is no test left. NULL: there always is.
	bool (*exhausted)(const void *state);
	// After each execution of the test it proposed, whose metrics are there: what it did. A test of
	// one thread is executed once, sequentially: that is how to look at calls before threads make
	// them (gen/series.h has operators on them). NULL: not interested.
	void (*feedback)(void *state, const struct hd_outcome *o);
	// An execution of a test that it wanted watched left a state that no sequential order of its calls leaves.
	// NULL: not interested.
	void (*unordered)(void *state, const struct hd_test *t, const struct hd_left *left);
};

#define HD_STRATEGY(id, name, scheduler, hooks, summary) extern const struct hd_strategy hd_strategy_##id;
#include "abi/strategies.def"
#undef HD_STRATEGY

const struct hd_strategy *hd_strategy_find(const char *name);

#endif
