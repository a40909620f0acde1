// SPDX-License-Identifier: Apache-2.0
// Synchronization pairs: two places in the code that take one lock one after
// the other, with no acquisition in between. Which were expected (estimated),
// which are known to be possible since (known, those estimated among them), which
// have been seen (covered), and which are still wanted (uncovered).
//
// Invariants: uncovered = known and not covered; relevant[x] is the number
// of uncovered pairs that x is a part of, counted once each; firsts[x] that of
// those it begins.
#ifndef HD_METRIC_SYNC_PAIRS_H
#define HD_METRIC_SYNC_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/model.h"
#include "runtime/table.h"

#define HD_SYNC_PLACES 2048
#define HD_SYNC_NOWHERE UINT16_MAX // a place beyond those, or an unknown one
#define HD_SYNC_NO_LOCK HD_TABLE_NONE

// A lock of this execution.
struct hd_sync_lock {
	uint32_t paused; // threads that a scheduler holds back at it
	uint16_t last;   // place that took it last, HD_SYNC_NOWHERE: nobody yet
};

struct hd_sync_pairs {
	const struct hd_site **places; // [0, nplaces)
	struct hd_site *callers;       // made up for functions that call lock helpers
	uint32_t ncallers;
	struct hd_table by_hash;       // places
	struct hd_table sites;         // by address
	uint16_t *place_of_site;
	uint64_t *estimated, *known, *covered; // bit matrices, one row per first place
	uint32_t *relevant, *firsts;
	uint32_t nplaces;
	uint32_t nestimated, ncovered, nuncovered;
	uint32_t unexpected; // covered without being estimated
	uint32_t surprises;  // covered without being known
	uint64_t rules[4];   // how often each rule of the controller decided; [0]: none applied
	struct hd_table lock_numbers; // of the execution at hand, by address
	struct hd_sync_lock *locks;
};

// Those of this worker; NULL: nobody counts them.
struct hd_sync_pairs *hd_sync_pairs(void);

void hd_sync_pairs_init(struct hd_sync_pairs *p);
bool hd_sync_pairs_same_place(const struct hd_site *a, const struct hd_site *b);
// The place of a site: sites with the same file, line and column are one.
uint16_t hd_sync_pairs_place(struct hd_sync_pairs *p, const struct hd_site *site);
// The place of a function that calls lock helpers, and the line at which it does.
uint16_t hd_sync_pairs_caller(struct hd_sync_pairs *p, const struct hd_func *caller, uint32_t line);
bool hd_sync_pairs_is_caller(const struct hd_sync_pairs *p, const struct hd_site *place);
void hd_sync_pairs_estimate(struct hd_sync_pairs *p, uint16_t a, uint16_t b);
// Not estimated, but an execution made later shows that it is possible.
void hd_sync_pairs_learn(struct hd_sync_pairs *p, uint16_t a, uint16_t b);
void hd_sync_pairs_cover(struct hd_sync_pairs *p, uint16_t a, uint16_t b);
// Another execution: no lock has been taken in it.
void hd_sync_pairs_begin(struct hd_sync_pairs *p);
// The number of a lock, HD_SYNC_NO_LOCK: there are too many.
uint32_t hd_sync_pairs_lock(struct hd_sync_pairs *p, uintptr_t address);
// It was taken: covers the pair of the place that took it last and this one.
void hd_sync_pairs_locked(struct hd_sync_pairs *p, uintptr_t address, uint16_t place);
// Takes over what `from` knows: workers side by side have coverage of their own.
void hd_sync_pairs_merge(struct hd_sync_pairs *into, const struct hd_sync_pairs *from);

static inline bool hd_sync_pairs_has(const uint64_t *matrix, unsigned a, unsigned b)
{
	return matrix[a * (HD_SYNC_PLACES / 64) + b / 64] >> (b % 64) & 1;
}

static inline bool hd_sync_pairs_wants(const struct hd_sync_pairs *p, unsigned a, unsigned b)
{
	return hd_sync_pairs_has(p->known, a, b) && !hd_sync_pairs_has(p->covered, a, b);
}

// All that are possible, as far as known.
static inline uint32_t hd_sync_pairs_total(const struct hd_sync_pairs *p)
{
	return p->ncovered + p->nuncovered;
}

// Estimated, but never seen.
static inline uint32_t hd_sync_pairs_missed(const struct hd_sync_pairs *p)
{
	return p->nestimated + p->unexpected - p->ncovered;
}

#endif
