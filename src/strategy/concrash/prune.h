// SPDX-License-Identifier: Apache-2.0
// ConCrash's pruning strategies, on sequential coverage: can two calls, made concurrently after the
// same prefix, show the crash? Where coverage is not complete, nothing is pruned.
#ifndef HD_STRATEGY_CONCRASH_PRUNE_H
#define HD_STRATEGY_CONCRASH_PRUNE_H

#include "gen/sequence.h"

// Bits of a touch's `near`.
enum {
	HD_NEAR_POINT = 1, // the point of failure, on the stack of the crash
	HD_NEAR_STACK = 2, // a line that is on the stack of the crash
};

// PS-Stack: alone, the call does not come to the point of failure on that stack.
bool hd_prune_by_stack(const struct hd_coverage *crashing);
// PS-Interfere: nothing that the crashing call reads is written by the other.
bool hd_prune_by_interfere(const struct hd_coverage *crashing, const struct hd_coverage *other);
// The same for races, where either may be the one that writes: nothing is accessed by both and written by one.
bool hd_prune_by_conflict(const struct hd_coverage *a, const struct hd_coverage *b);
// The same for deadlocks, of two calls or more: they take no locks in orders that make a circle, each
// step of it by another call, and do not wait for anything.
bool hd_prune_by_lock_order(const struct hd_coverage *const *calls, unsigned n);
// PS-Interleave: whenever one of them accesses memory it holds a lock since its beginning that the
// other holds likewise.
bool hd_prune_by_interleave(const struct hd_coverage *a, const struct hd_coverage *b);
// PS-Redundant: two pairs with the same key have the same interleavings, as far as coverage tells.
// But it has no values, and these may be what the crash needs: states: the calls must also leave the
// same states. False: not known, so the pair is not redundant.
bool hd_prune_key(const struct hd_coverage *crashing, const struct hd_coverage *other, bool states, uint64_t *key);

// How likely a pair is to show the crash, 0 the likeliest: the other call takes away (frees, or sets
// to NULL) what is read at the point of failure, or elsewhere in a line of the stack; or it writes that;
// or neither. memory: the crash was a bad access; else whatever is written may have done it. Not a
// pruning: an order.
#define HD_RANKS 5
#define HD_RANK_WRITES 2 // from here on nothing is taken away
unsigned hd_prune_rank(const struct hd_coverage *crashing, const struct hd_coverage *other, bool memory);
// How often the call reads again, before it comes to the point of failure for the last time, what it has read: each
// time, another may have changed it.
unsigned hd_prune_read_again(const struct hd_coverage *crashing);

#endif
