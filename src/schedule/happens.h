// SPDX-License-Identifier: Apache-2.0
// Happens-before over the event log of an execution, as exhaustive searches
// need it: which events depend on which, and which pairs could be reversed.
//
// Two events are dependent if they are of one thread, or touch one object (at
// least one of them writing; every operation on a synchronization object
// counts as a write), or one made the other possible (create, join, signal).
// Memory is compared in units of four bytes, in larger ones if an execution touches very much.
#ifndef HD_SCHEDULE_HAPPENS_H
#define HD_SCHEDULE_HAPPENS_H

#include "runtime/rt.h"
#include "runtime/table.h"

#define HD_HAPPENS_THREADS 64

struct hd_happens {
	unsigned stride;   // entries of a clock
	uint32_t *clocks;  // one clock per event: events of each thread in its past, itself included
	struct hd_table keys; // units of memory that the execution touches
	struct unit *units;   // last accesses of each
	unsigned shift;  // a unit has 2^shift bytes
	bool full;       // there were too many
};

// A pair (earlier, later) that is adjacent in the order and may be reversed.
typedef void hd_race_fn(void *data, size_t earlier, size_t later);

void hd_happens_init(struct hd_happens *h);
// Computes the clocks of all events; those before `from` are as in the last
// call. Reports the reversible pairs whose later event is at or after `from`.
void hd_happens_compute(struct hd_happens *h, size_t from, hd_race_fn *race, void *data);
static inline const uint32_t *hd_happens_clock(const struct hd_happens *h, size_t i)
{
	return h->clocks + i * h->stride;
}
static inline bool hd_happens_before(const struct hd_happens *h, size_t a, size_t b)
{
	unsigned t = hd.log[a].fiber;
	return hd_happens_clock(h, b)[t] >= hd_happens_clock(h, a)[t];
}
// Equal for executions that differ only in the order of independent events.
uint64_t hd_happens_hash(const struct hd_happens *h);
// Would an operation depend on an event of another thread?
bool hd_happens_dependent(const struct hd_op *op, const struct hd_event *e);
bool hd_happens_conflict(const struct hd_op *a, const struct hd_op *b);

#endif
