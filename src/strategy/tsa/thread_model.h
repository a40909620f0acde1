// SPDX-License-Identifier: Apache-2.0
// TSA's thread model: what each thread of one execution locked, where, and
// holding what; and the estimate of synchronization pairs that follows from it.
//
// A *segment* is a part of a thread in which it creates and joins nobody; all
// that one segment knows about other threads is the same for each of its
// actions. An *action* is one acquisition of a lock. Locks held for reading
// exclude writers only.
#ifndef HD_STRATEGY_TSA_THREAD_MODEL_H
#define HD_STRATEGY_TSA_THREAD_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strategy/tsa/sync_pairs.h"

#define HD_TSA_THREADS 256
#define HD_TSA_NONE UINT32_MAX

struct hd_tsa_action {
	uint32_t lock;     // its number in this model
	uint32_t segment;
	uint32_t held;     // lockset(p)
	uint32_t after;    // lockset(p, next(p)): held all the way; the empty set if there is no next
	uint32_t before;   // lockset(prev(p), p)
	uint32_t next, prev; // on the same lock by the same thread, HD_TSA_NONE: none
	uint16_t place;
	uint8_t thread;
	bool read; // shared with other readers
};

struct hd_tsa_held {
	uint32_t lock;
	uint32_t since; // number of the action that took it
	bool read;
};

struct hd_tsa_set; // of held locks, interned
struct hd_tsa_thread;
struct hd_tsa_lock;
struct hd_tsa_last;

struct hd_tsa_model {
	bool joins; // joins order, too, and what lies between excludes: the sharper estimate
	struct hd_tsa_action *actions;
	uint32_t nactions;
	struct hd_tsa_set *sets;
	uint32_t nsets;
	struct hd_tsa_held *members; // of all sets
	uint32_t nmembers;
	uint64_t *sets_by_hash; // round and set
	struct hd_tsa_thread *threads;
	uint32_t nthreads;
	uint32_t (*clocks)[HD_TSA_THREADS]; // by segment: how many segments of each thread are over before
	uint8_t *thread_of;                 // by segment
	uint32_t *index_of;                 // by segment: its number in its thread
	uint32_t nsegments;
	struct hd_tsa_lock *locks; // hash table of addresses
	uint32_t nlocks;
	struct hd_tsa_last *last; // hash table: by lock and thread, its last action there
	uint32_t *order; // actions without repetition, by lock
	uint32_t *from;  // by lock: where its actions begin in `order`
	uint32_t round;  // entries of the hash tables are valid iff they carry it
	bool late;       // what is accepted now was not estimated
	bool full;       // something did not fit
};

// Takes the memory it needs once and for all.
void hd_tsa_model_init(struct hd_tsa_model *m);
// Begins a new execution with thread 0 alone.
void hd_tsa_model_reset(struct hd_tsa_model *m, bool joins);
// What threads do, in the order of the execution.
void hd_tsa_model_lock(struct hd_tsa_model *m, unsigned thread, uintptr_t lock, uint16_t place, bool read);
void hd_tsa_model_unlock(struct hd_tsa_model *m, unsigned thread, uintptr_t lock);
void hd_tsa_model_create(struct hd_tsa_model *m, unsigned thread, unsigned child);
void hd_tsa_model_join(struct hd_tsa_model *m, unsigned thread, unsigned child);
// The pairs that some schedule may show, by the conditions AC1 to AC4. Late: they
// are learned, not estimated.
void hd_tsa_model_estimate(struct hd_tsa_model *m, struct hd_sync_pairs *pairs, bool late);
// Would q be accepted as the second part after p? Numbers of actions.
bool hd_tsa_model_accepts(const struct hd_tsa_model *m, uint32_t p, uint32_t q);

#endif
