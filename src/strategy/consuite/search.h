// SPDX-License-Identifier: Apache-2.0
// Whole-suite generation (Fraser and Arcuri, as ConSuite uses it): individuals are sets of call
// sequences, and their fitness is the sum over some partial goals of how far the best of their
// sequences is from each. Sequences are executed one at a time, when the engine has an
// execution to spare; once all new ones of a generation have been, the next generation is bred.
//
// An epoch has up to HD_SEARCH_TARGETS goals that no sequence passes, drawn at random. It ends when
// all are passed or nothing has become better for a while; the best individuals go on to the next.
#ifndef HD_STRATEGY_CONSUITE_SEARCH_H
#define HD_STRATEGY_CONSUITE_SEARCH_H

#include "strategy/consuite/archive.h"
#include "strategy/strategy.h"

#define HD_SEARCH_TARGETS 96
#define HD_SEARCH_SUITES 16
#define HD_SEARCH_SUITE 16 // sequences of an individual at most
#define HD_SEARCH_POOL (3 * HD_SEARCH_SUITES * HD_SEARCH_SUITE)

// A sequence of the population; individuals share them.
struct hd_search_member {
	struct hd_series series;
	uint16_t users;
	bool executed;
	double fitness[HD_SEARCH_TARGETS];
};

struct hd_search_suite {
	unsigned n;
	uint16_t members[HD_SEARCH_SUITE];
	double fitness; // the lower, the better
};

struct hd_search {
	const struct hd_class *class;
	struct hd_schedules *schedules;
	struct hd_archive *archive;
	struct hd_search_member *pool;
	uint16_t free[HD_SEARCH_POOL];
	unsigned nfree;
	struct hd_search_suite suites[HD_SEARCH_SUITES], bred[HD_SEARCH_SUITES];
	bool begun;
	struct hd_part targets[HD_SEARCH_TARGETS];
	unsigned ntargets;
	uint16_t waiting[HD_SEARCH_POOL]; // to be executed
	unsigned nwaiting;
	int at_hand; // the member being executed, -1: none
	unsigned generation, stale;
	double first, best; // fitness of the best individual when the epoch began, and since
	unsigned found; // sequences in the epoch that were the first to pass something
};

void hd_search_init(struct hd_search *s, const struct hd_class *class, struct hd_schedules *schedules,
	struct hd_archive *archive);
// Draws the goals of another epoch; false: every partial goal is passed by some sequence.
bool hd_search_begin_epoch(struct hd_search *s, uint64_t *rng);
// The next sequence to execute; NULL: the epoch is over.
const struct hd_series *hd_search_next(struct hd_search *s, uint64_t *rng, unsigned most_calls);
// All sequences of the generation have been executed.
bool hd_search_ends_generation(const struct hd_search *s);
// Has the epoch neither passed anything new nor come nearer to it?
bool hd_search_was_in_vain(const struct hd_search *s);
// It was executed.
void hd_search_learn(struct hd_search *s, const struct hd_schedules_trace *t, bool survived);

#endif
