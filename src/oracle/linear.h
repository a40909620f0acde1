// SPDX-License-Identifier: Apache-2.0
// The linearizations of a test: all orders of its calls, each call made without
// interruption. What any of them does, a concurrent execution may do. A test of
// which some linearization faults is not legal use of the API and is discarded.
//
// A call that blocks has to wait until another has made it possible: that order
// is left out, since there is another in which the call comes later. A wait with a
// timeout times out instead, as it would if no other call came. If no
// other call is left to come first, it would wait forever: the test can
// deadlock legally. If no order at all can be made that way (calls that wait
// for each other), calls may be resumed half-way: one that can go on is finished
// before another begins.
//
// Threads of the code under test itself run after each call until they have nothing
// left to do: what they do with an argument is the doing of the call that gave it.
//
// Of very many orders some are drawn at random. That is enough to tell that a fault is not one
// of sequential use; results are wrong only if all orders are known.
#ifndef HD_ORACLE_LINEAR_H
#define HD_ORACLE_LINEAR_H

#include "gen/test.h"

#define HD_LINEAR_MOST 4096

// Told of each order that was made, as long as it is set.
extern void (*hd_linear_on_order)(void);

// Threads of the code are tried in few ways: for a test that will be looked at again.
extern bool hd_linear_hasty;

struct hd_linearizations {
	uint64_t results[HD_LINEAR_MOST]; // distinct
	unsigned n;
	uint64_t changing;     // set of calls that hand out what another call of some order changes
	unsigned orders;       // linearizations made
	enum hd_verdict fault; // of some order; NONE: all are clean
	bool may_deadlock;     // some order leaves a call waiting forever
	bool complete;         // all orders were made
	bool sampled;          // there are too many: those made were drawn at random
	bool explained;        // all goals were met
	bool weighed;          // the next three are known: a leak is in question
	uint64_t alive;        // most bytes that were allocated at the end of an order
	unsigned descriptors;  // most that were open then
	uint64_t lost;         // most of them that nothing pointed to any more
	bool by_state;         // set by the caller: what counts is the state that is left, not the results
	bool varies[2];        // the results of producers do, and those of consumers
	bool deterministic; // the first one gave the same results twice, none depends on how long calls take, and not
		// both sides of a queue on how far the other is
};

// Results that need an explanation, and the order of calls that probably gives
// them: the threads that make them.
struct hd_unexplained {
	uint64_t hash, unfilled; // as in struct hd_results
	unsigned n;
	uint8_t order[HD_TEST_CALLS];
};

// All orders. With goals: stops, incomplete, as soon as all of these results
// have been seen; then `explained` is true. The goals' own orders come first.
// judged: the fault that is in question; orders that excuse a deadlock need no others.
// like: how the test is executed otherwise; its oracles, heap and stacks count.
void hd_linearize(const struct hd_test *t, enum hd_verdict judged, const struct hd_run *like,
	struct hd_linearizations *out, const struct hd_unexplained *goals, unsigned ngoals);
// Is this fault excused: some order faults too, or not all orders were made?
static inline bool hd_linear_excuses(const struct hd_linearizations *l, enum hd_verdict kind)
{
	return l->fault != HD_VERDICT_NONE || !(l->complete || l->sampled) ||
		(kind == HD_VERDICT_DEADLOCK && l->may_deadlock);
}
// Could a sequential order have given these results? What is handed out and filled in later is none of them, unless
// it also changes in an order: then callers must not look at it as they like.
bool hd_linear_explains(const struct hd_linearizations *l, uint64_t hash, uint64_t unfilled);

#endif
