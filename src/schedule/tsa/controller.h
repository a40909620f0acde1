// SPDX-License-Identifier: Apache-2.0
// TSA's scheduling controller (algorithm 1): threads that are about to take a
// lock at a place with uncovered pairs are paused; when nobody else can go on,
// three rules say who is let go.
//
// The caller selects a thread that is enabled and not paused, describes what it
// is about to do, and makes one step of the algorithm with it. That step says
// whether the thread now makes its action; if not, the caller selects again. What it
// then covers (lines 33 to 36) the metric counts (metric/sync).
#ifndef HD_SCHEDULE_TSA_CONTROLLER_H
#define HD_SCHEDULE_TSA_CONTROLLER_H

#include <stdbool.h>
#include <stdint.h>

#include "metric/sync/pairs.h"
#include "runtime/rt.h"

// What a thread is about to do.
struct hd_tsa_pending {
	uint32_t lock;  // number of the lock, HD_SYNC_NO_LOCK: the action takes none
	uint16_t place;
};

struct hd_tsa_controller {
	struct hd_sync_pairs *pairs;
	bool rule3; // false: TSA-h
	unsigned nwords;                 // of thread sets in use
	unsigned draw;                   // decides among equals; the caller draws it for each action made
	uint64_t paused[HD_SET_WORDS];
	struct hd_tsa_pending pending[HD_MAX_FIBERS]; // of paused threads, and the one selected
};

void hd_tsa_controller_init(struct hd_tsa_controller *c, struct hd_sync_pairs *pairs);
void hd_tsa_controller_begin(struct hd_tsa_controller *c); // a new execution

// One iteration, lines 4 to 31: thread p was selected among those enabled and
// not paused, c->pending[p] says what it is about to do. True: it does it now.
bool hd_tsa_controller_step(struct hd_tsa_controller *c, const uint64_t *enabled, unsigned p);
// Nobody can be selected, or those who can do not get on: lets one go (lines 15
// to 30). Returns it, -1: none of the enabled is paused.
int hd_tsa_controller_release(struct hd_tsa_controller *c, const uint64_t *enabled);
void hd_tsa_controller_resume(struct hd_tsa_controller *c, unsigned thread); // no longer paused

static inline bool hd_tsa_controller_is_paused(const struct hd_tsa_controller *c, unsigned thread)
{
	return c->paused[thread / 64] >> (thread % 64) & 1;
}

#endif
