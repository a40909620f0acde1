// SPDX-License-Identifier: Apache-2.0
// A scheduler: which thread runs next. One file in schedule/, one const struct, one
// row in abi/schedulers.def (docs/adding-a-strategy.md).
//
// Guarantees to a scheduler:
//  - `state` is `state_size` zeroed bytes that live for the whole campaign, also
//    across workers; memory it needs beyond comes from hd_persist_alloc().
//  - begin, pick/choose..., end: in this order, once per execution.
//  - the enabled set given to pick is never empty; the answer must be in it.
//  - the same seed and the same answers give the same execution.
#ifndef HD_RUNTIME_SCHEDULER_H
#define HD_RUNTIME_SCHEDULER_H

#include "runtime/rng.h"
#include "runtime/rt.h"

enum hd_points {
	HD_POINTS_SHARED, // switch points at shared accesses; fuel counts those
	HD_POINTS_ALL,    // every step is a switch point and is logged
};

struct hd_tree;

struct hd_begin {
	uint64_t execution; // counts from 0
	uint64_t seed;      // of this execution: derived from campaign seed and number
	bool fresh;         // another program than before: what was explored does not count
	bool search;        // all schedules are wanted, if that is not too many
	unsigned class;     // that the test is for, by number; of a program 0
	struct hd_run *run; // what will be executed
	const struct hd_config *config;
	struct hd_tree *tree; // of a search that all workers make together (schedule/tree.h); NULL: each for itself
	unsigned worker;      // number of this one
	bool (*wait)(void);   // a moment, for what another has; false: there is no time
};

struct hd_choice {
	const uint64_t *enabled; // threads that can make a step now
	int current;             // thread that runs, -1 if it has ended
	bool current_enabled;
	bool yielding;   // the current thread yields
	bool unasked;    // since the last question a thread went on as the only one that could
	int64_t unused;  // switch points left of those allowed then; below 0: so many more were made
};

struct hd_metric; // metric/metric.h

struct hd_scheduler {
	const char *name;
	const char *paper; // NULL: folklore
	size_t state_size;
	enum hd_points points;
	bool exhausts;       // goes through all schedules, in one path
	bool asked_always;   // even when only one thread can run
	bool ends_tests;     // begin says when a test has had enough executions
	bool parks_spinners; // threads that spin are not enabled until someone writes
	bool asked_at_locks; // before every lock operation, whatever `run` said
	// Accesses at these sites are switch points even if they were never seen to be shared; only
	// while someone listens to accesses (hd_observer). NULL: none.
	bool (*asked_at)(const struct hd_site *site);
	const char *stops;   // why, when begin says so; NULL: everything is explored
	// Starts an execution; false: nothing is left to explore. It may hand the
	// execution over to another scheduler, and its state, in b->run.
	bool (*begin)(void *state, const struct hd_begin *b);
	// The next thread; *run = switch points it may make before the next question
	// (1 unless set). -1: the rest of this execution is redundant, give it up.
	int (*pick)(void *state, const struct hd_choice *c, int64_t *run);
	// One of n > 1 alternatives other than threads to run (which waiter a signal wakes).
	unsigned (*choose)(void *state, unsigned n);
	// The execution is over. NULL: not interested.
	void (*end)(void *state, const struct hd_outcome *o);
	// The current thread has taken or given back a lock (the kind says how), or
	// created or joined a thread (object: its number). NULL: not interested.
	void (*synced)(void *state, enum hd_event_kind kind, uintptr_t object, const struct hd_site *site);
	// This worker makes no more executions; what it has left of a shared search is for others. NULL: nothing.
	void (*leave)(void *state);
	const struct hd_metric *metrics[HD_METRIC_COUNT]; // that it steers by; naming them turns them on
};

#define HD_SCHEDULER(id, name, space, summary) extern const struct hd_scheduler hd_scheduler_##id;
#include "abi/schedulers.def"
#undef HD_SCHEDULER

const struct hd_scheduler *hd_scheduler_find(const char *name);

// ---- sets of threads ---------------------------------------------------------

static inline unsigned hd_set_count(const uint64_t *set)
{
	unsigned n = (unsigned)__builtin_popcountll(set[0]); // one word is the usual case
	HD_FEW
	for (unsigned i = 1; i < hd.nwords; i++) {
		n += (unsigned)__builtin_popcountll(set[i]);
	}
	return n;
}

// The k-th member of a word that has so many.
static inline int hd_word_nth(uint64_t w, unsigned k)
{
	w &= w - (k > 0); // without a branch: which one it is cannot be predicted
	w &= w - (k > 1);
	HD_FEW
	for (; k > 2; k--) {
		w &= w - 1;
	}
	return __builtin_ctzll(w);
}

// The k-th member, which there must be.
static inline int hd_set_nth(const uint64_t *set, unsigned k)
{
	unsigned i = 0;

	HD_FEW
	for (unsigned n; hd.nwords > 1 && k >= (n = (unsigned)__builtin_popcountll(set[i])); i++) {
		k -= n;
	}
	return (int)(64 * i) + hd_word_nth(set[i], k);
}

// The k-th member, `but` not counted, which is one of them.
static inline int hd_set_nth_but(const uint64_t *set, unsigned k, unsigned but)
{
	unsigned before = (unsigned)__builtin_popcountll(set[but / 64] & ((1ull << (but % 64)) - 1));

	HD_FEW
	for (unsigned i = 0; i < but / 64; i++) {
		before += (unsigned)__builtin_popcountll(set[i]);
	}
	return hd_set_nth(set, k + (k >= before));
}

// The first member after `from`, going round.
static inline int hd_set_after(const uint64_t *set, int from)
{
	for (unsigned k = 1; k <= HD_MAX_FIBERS; k++) {
		unsigned i = (unsigned)(from + (int)k) % HD_MAX_FIBERS;
		if (hd_set_has(set, i)) {
			return (int)i;
		}
	}
	return -1;
}

#endif
