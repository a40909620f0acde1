// SPDX-License-Identifier: Apache-2.0
// Which steps another thread could notice, for schedulers that are asked before every step
// (HD_POINTS_ALL): they let a thread go on where nothing can happen, so that their draws are
// spent where they count.
//
// In the first execution every access off the thread's own stack may matter. Afterwards an access
// does iff its site has touched memory, in some execution, that two threads use and one writes.
#ifndef HD_SCHEDULE_SHARED_H
#define HD_SCHEDULE_SHARED_H

#include "runtime/rt.h"
#include "runtime/table.h"

struct hd_shared {
	struct hd_table granules; // of 8 bytes, that the last execution touched
	uint8_t *users;           // of each: a thread + 1, or several
	bool *written;
	struct hd_table places; // that have touched shared memory
	bool known;             // there has been an execution
};

void hd_shared_init(struct hd_shared *s); // once; later calls do nothing
void hd_shared_forget(struct hd_shared *s); // another program follows
void hd_shared_widen(struct hd_shared *s);  // the next execution is as wide as the first: it may come to new places
void hd_shared_learn(struct hd_shared *s);  // from the log of the execution that just ended
bool hd_shared_matters(const struct hd_shared *s, unsigned thread, const struct hd_op *op);

// An operation on memory, freeing included.
static inline bool hd_shared_is_memory(unsigned kind)
{
	return (kind >= HD_EV_READ && kind <= HD_EV_ATOMIC_RMW) || kind == HD_EV_FREE;
}

// A thread that wakes up takes the mutex back.
static inline bool hd_shared_takes_lock(unsigned kind)
{
	return hd_event_takes_lock(kind) || kind == HD_EV_COND_WAKE;
}

static inline bool hd_shared_on_own_stack(unsigned thread, uintptr_t a)
{
	return (a - HD_STACK_BASE) / HD_STACK_SIZE == thread;
}

// The place of an operation: its site, or its object where the site is not known.
static inline uint64_t hd_shared_place(const struct hd_site *site, uintptr_t object)
{
	return site ? (uintptr_t)site : object | 1ull << 63;
}

#endif
