// SPDX-License-Identifier: Apache-2.0
// TSA's thread model: what each thread of one execution locked, where, and
// holding what. estimate.h draws conclusions from it.
//
// A *segment* is a part of a thread in which it creates and joins nobody; all
// that one segment knows about other threads is the same for each of its
// actions. An *action* is one acquisition of a lock. Locks held for reading
// exclude writers only.
#ifndef HD_METRIC_SYNC_THREAD_MODEL_H
#define HD_METRIC_SYNC_THREAD_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "metric/sync/locksets.h"
#include "runtime/rt.h"

#define HD_SYNC_ACTIONS (1u << 19)
#define HD_SYNC_LOCKS (1u << 16)
#define HD_SYNC_NONE UINT32_MAX

struct hd_sync_action {
	uint32_t lock; // its number in this model
	uint32_t segment;
	uint32_t held;       // lockset(p)
	uint32_t after;      // lockset(p, next(p)): held all the way; the empty set if there is no next
	uint32_t before;     // lockset(prev(p), p)
	uint32_t next, prev; // on the same lock by the same thread, HD_SYNC_NONE: none
	uint16_t place;
	uint8_t thread;
};

struct hd_sync_segment {
	uint8_t thread;
	uint32_t index;                 // its number in its thread
	uint32_t clock[HD_MAX_FIBERS]; // how many segments of each thread are over before it begins
};

struct hd_thread_model {
	bool joins; // joins order, too
	struct hd_sync_action *actions;
	uint32_t nactions;
	struct hd_sync_segment *segments;
	uint32_t nsegments;
	struct hd_sync_thread *threads;
	uint32_t nthreads;
	struct hd_locksets locksets;
	struct hd_table locks;   // addresses
	struct hd_table visits;  // by lock and thread
	uint32_t *last_of_visit; // action of the thread on the lock; HD_SYNC_NONE: none
};

void hd_thread_model_init(struct hd_thread_model *m); // takes its memory once and for all
// Begins a new execution with thread 0 alone.
void hd_thread_model_reset(struct hd_thread_model *m, bool joins);
// What threads do, in the order of the execution. What does not fit is left out.
void hd_thread_model_lock(struct hd_thread_model *m, unsigned thread, uintptr_t lock, uint16_t place, bool read);
void hd_thread_model_unlock(struct hd_thread_model *m, unsigned thread, uintptr_t lock);
void hd_thread_model_create(struct hd_thread_model *m, unsigned thread, unsigned child);
void hd_thread_model_join(struct hd_thread_model *m, unsigned thread, unsigned child);

// Is every action of segment a over before segment b begins, in every schedule?
static inline bool hd_thread_model_precedes(const struct hd_thread_model *m, uint32_t a, uint32_t b)
{
	return m->segments[b].clock[m->segments[a].thread] > m->segments[a].index;
}

#endif
