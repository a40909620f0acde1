// SPDX-License-Identifier: Apache-2.0
// What a test could cover (MAPTest's algorithm 5, line 1). The paper takes the
// instructions of the called methods; here it is those that the first execution of the
// test made: each thread's accesses stay in their order, those of different
// threads may come in any other. A pattern whose steps one thread makes without giving
// back a lock, which the other thread always holds for its own step in between, is left out.
#ifndef HD_MAP_GOALS_H
#define HD_MAP_GOALS_H

#include "metric/map/map.h"

#define HD_MAP_GOALS 32

// A pattern to cover, and the threads that shall make its steps.
struct hd_map_goal {
	struct hd_map_pattern pattern;
	uint8_t threads[2]; // a, b
	uint8_t calls[HD_MAP_STEPS]; // the thread's call that shall make the step, from 1; 0: any
	uint64_t steps[HD_MAP_STEPS]; // own steps of the threads up to which each came in an execution; 0: unknown
};

struct hd_map_goals {
	struct hd_map_goal list[HD_MAP_GOALS]; // of those to aim at next
	unsigned n;
	uint64_t seen; // uncovered patterns met since the list was empty; it is a random sample of them
	struct hd_map_set tried; // aimed at in this test; of tests before it, too, with other keys
	uint64_t test;
	bool all; // every pattern of the test has its turn, else those of one list
	bool singles_over; // of this test: none of one variable is left
};

// What the test strategy made the test for, in this order; the schedule strategy aims at them.
#define HD_MAP_TARGETS 16

struct hd_map_targets {
	struct hd_map_goal list[HD_MAP_TARGETS];
	unsigned n;
	bool one_each; // an execution for each; otherwise the first one for all
};

extern struct hd_map_targets hd_map_targets;

// Another test.
void hd_map_goals_reset(struct hd_map_goals *g, bool all);
// Lists uncovered patterns that the recorded execution says are possible.
void hd_map_goals_predict(struct hd_map_goals *g, uint64_t *rng);
// The next one that is still uncovered; false: none is left.
bool hd_map_goals_take(struct hd_map_goals *g, uint64_t *rng, struct hd_map_goal *out);
// One of those whose steps the running execution has not passed yet.
bool hd_map_goals_take_ahead(struct hd_map_goals *g, struct hd_map_goal *out);
void hd_map_goals_note(struct hd_map_goals *g, const struct hd_map_goal *goal); // as tried

#endif
