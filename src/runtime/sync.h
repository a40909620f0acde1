// SPDX-License-Identifier: Apache-2.0
// Synchronization objects: what a primitive is while an execution runs. It is found
// through the shadow cell of the primitive's address (sync.c); primitives.h has its operations.
#ifndef HD_RUNTIME_SYNC_H
#define HD_RUNTIME_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/model.h"
#include "runtime/shadow.h"

enum hd_sync_kind {
	HD_SYNC_ATOMIC,
	HD_SYNC_MUTEX,
	HD_SYNC_RWLOCK,
	HD_SYNC_SPIN,
	HD_SYNC_COND,
	HD_SYNC_BARRIER,
	HD_SYNC_ONCE,
	HD_SYNC_SEM,
	HD_SYNC_FD,
	HD_SYNC_THREAD,
	HD_SYNC_FUTEX,
};

struct hd_sync {
	uint8_t kind;
	uint8_t type;      // mutex: PTHREAD_MUTEX_*
	bool destroyed;    // unless its bytes have been changed since
	uint8_t held;      // mutex, spin, rwlock (for writing): someone holds it
	int16_t owner;     // who
	uint16_t parked;   // fibers that stand at a switch point with an operation on this
	int32_t count;     // recursion depth; readers; semaphore value; barrier arrivals; once state
	uint32_t limit;    // barrier: how many
	uint32_t round;    // barrier: which
	uint32_t next;     // another object in the same 8 bytes, 0: none
	uint32_t readers_clock; // rwlock: object whose clock the readers release
	uintptr_t address;
	struct hd_clock clock;          // released by unlock, signal, post, atomic release, ...
} __attribute__((aligned(64)));

extern struct hd_sync *hd_syncs;

// The object at an address, made when it is first used.
struct hd_sync *hd_sync_at(const void *address, enum hd_sync_kind kind);
struct hd_sync *hd_sync_find(const struct hd_cell *c, uintptr_t address, enum hd_sync_kind kind); // or NULL
struct hd_sync *hd_sync_new(enum hd_sync_kind kind, uintptr_t address);
// The same for a primitive, after a look at whether its memory can hold one;
// NULL: misused.
struct hd_sync *hd_sync_use(const void *address, enum hd_sync_kind kind, const char *noun, const struct hd_site *site);
// The C library initialises one: executions take it over if main has not begun.
void hd_sync_made_early(const void *address, enum hd_sync_kind kind);
// A primitive is initialised or destroyed: its bytes are set.
struct hd_sync *hd_sync_init(void *address, size_t size, enum hd_sync_kind kind, const struct hd_site *site);
void hd_sync_destroy(void *address, size_t size, const struct hd_site *site);

#endif
