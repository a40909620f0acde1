// SPDX-License-Identifier: Apache-2.0
// A test strategy: which test next. One file in strategy/select/, one const
// struct, one row in abi/strategies.def.
//
// Guarantees: the class under test is selected and learned before every call;
// `state` is zeroed, lives for the whole campaign, and is separate for each
// class; it begins with a struct hd_pairs, which the engine counts in. propose fills in a test of that class; the engine checks that its
// linearizations are clean and runs it under several schedules.
#ifndef HD_STRATEGY_SELECT_H
#define HD_STRATEGY_SELECT_H

#include "gen/test.h"
#include "strategy/rng.h"

// What a test is worth. Set to what the strategy's row says before propose is called.
struct hd_effort {
	unsigned schedules;
	bool search; // through all its schedules, if it is small
};

struct hd_proposal {
	uint64_t *rng;
	unsigned threads;
	struct hd_effort *effort;
	unsigned prefix_max, suffix_max; // calls (--prefix-calls, --suffix-calls); 0: as the strategy says
};

struct hd_select {
	const char *name;
	const char *paper;
	size_t state_size;
	unsigned executions; // schedules of a test, unless propose says otherwise
	bool uses_pairs;     // wants to know which methods ran concurrently
	bool uses_patterns;  // wants to know which memory-access patterns were covered
	void (*begin)(void *state);
	bool (*propose)(void *state, const struct hd_proposal *p, struct hd_test *t);
};

#define HD_STRATEGY(id, name, summary) extern const struct hd_select hd_select_##id;
#include "abi/strategies.def"
#undef HD_STRATEGY

const struct hd_select *hd_select_find(const char *name);

#endif
