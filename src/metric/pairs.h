// SPDX-License-Identifier: Apache-2.0
// Concurrent method pairs (CovCon, ICSE 2017): how often each unordered pair of
// methods was tried and was covered, the score made of both, and the trace
// analysis that covers them. method_pairs.c counts those of the classes under test.
#ifndef HD_METRIC_PAIRS_H
#define HD_METRIC_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hd_pairs {
	unsigned n;        // methods
	uint32_t *tried;   // R, by pair
	uint64_t *covered; // C, by pair
	uint64_t *seen;    // how many pairs have been covered; several classes may share it
};

static inline size_t hd_pairs_count(unsigned n)
{
	return (size_t)n * (n + 1) / 2;
}

// Index of the pair {a, b}.
static inline size_t hd_pairs_index(unsigned a, unsigned b)
{
	unsigned low = a < b ? a : b, high = a < b ? b : a;
	return (size_t)high * (high + 1) / 2 + low;
}

// In memory that outlives a worker.
void hd_pairs_init(struct hd_pairs *p, unsigned n, uint64_t *seen);
void hd_pairs_split(size_t index, unsigned *a, unsigned *b);
// Definition 2 of the paper.
uint64_t hd_pairs_score(uint64_t tried, uint64_t covered);

// Algorithm 1: methods that start and end, in the order of the trace.
#define HD_PAIRS_DEPTH 16
#define HD_PAIRS_THREADS 256

struct hd_running_methods {
	uint64_t active[HD_PAIRS_THREADS / 64]; // threads that are in a method; the stacks of others are empty
	unsigned words;    // of `active` in use
	struct {
		unsigned depth;
		uint16_t methods[HD_PAIRS_DEPTH];
	} threads[HD_PAIRS_THREADS];
};

void hd_pairs_reset(struct hd_running_methods *t);
void hd_pairs_enter(struct hd_pairs *p, struct hd_running_methods *t, unsigned thread, unsigned method);
void hd_pairs_leave(struct hd_running_methods *t, unsigned thread);

#endif
