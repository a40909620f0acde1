// SPDX-License-Identifier: Apache-2.0
// Fibers: the threads of the code under test. fiber_switch.h has the switch between two.
#ifndef HD_RUNTIME_FIBER_H
#define HD_RUNTIME_FIBER_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/model.h"
#include "runtime/sync.h"

enum hd_fiber_state { HD_FIBER_UNUSED, HD_FIBER_LIVE, HD_FIBER_DONE };

// Updates of which is known before they are made whether they change *object.
enum hd_update {
	HD_UPDATE_ANY,
	HD_UPDATE_CAS,      // a compare-exchange: writes only if *object equals operand
	HD_UPDATE_EXCHANGE, // stores operand
	HD_UPDATE_OR,       // sets the bits of operand
};

// What a fiber is about to do: its next step.
struct hd_op {
	uint8_t kind;   // enum hd_event_kind
	bool write;     // conflicts with reads too
	uint8_t update; // enum hd_update
	bool releases;  // an update that others may be ordered after, even if it changes nothing
	uint32_t size;  // bytes, for accesses
	uintptr_t object;
	uintptr_t second; // a second object (the mutex of a wait), or 0
	uint64_t operand; // of the update
	const struct hd_site *site;
};

struct hd_fiber;
typedef bool hd_ready_fn(const struct hd_fiber *f);

struct hd_fiber {
	void *sp;
	uint64_t steps; // own steps made so far
	hd_epoch epoch;
	uint8_t id;
	uint8_t state;
	bool detached, joined;
	bool wants_more; // stack than it has
	bool timed;     // waits with a deadline
	bool timed_out; // and it came
	bool yielding;  // asked for others to run
	bool spinning;  // reads the same again and again (exhaustive searches)
	uint8_t signalled; // condition variable: chosen by a signal
	struct hd_op op;
	struct hd_sync *wait; // object of op, while parked
	hd_ready_fn *ready;   // may op be made now? NULL: always
	uint64_t deadline;
	uint64_t last_release; // when (hd.releases) it last let others know what it did
	int saved_errno;
	int cause; // event that made the operation possible, -1: none
	struct hd_sync *cond; // waiting in
	uint64_t ticket;      // order of arrival there
	uint32_t wait_mask;   // for which wake-ups it waits there
	void *(*entry)(void *);
	void *arg;
	void *result;
	void *cleanup; // the newest handler of pthread_cleanup_push
	int (*entry_c11)(void *);
	char *tls;
	uint64_t blocked; // signals, from bit 0 for signal 1
	uint64_t signals; // sent to it by others, and not handled yet
	struct hd_sync *end; // joiners wait for this
	bool has_acquire_later, has_release_fence;
	struct hd_clock clock; // from here on nothing is cleared when a fiber begins
	struct hd_clock acquire_later; // from relaxed reads, for an acquire fence
	struct hd_clock release_fence; // at the last release fence
} __attribute__((aligned(64)));

extern struct hd_fiber hd_fibers[HD_MAX_FIBERS];

void hd_fiber_prepare(struct hd_fiber *f);
void hd_fiber_fill_below(void); // what is below the caller, on its stack
const void *hd_fiber_saved_frame(const struct hd_fiber *f); // of a fiber that is not running
static inline char *hd_fiber_guard(unsigned id) // below its stack; thread-locals end here
{
	return (char *)(HD_STACK_BASE + id * HD_STACK_SIZE + HD_TLS_SIZE);
}

#endif
