// SPDX-License-Identifier: Apache-2.0
// One memory access of instrumented code: the hottest path there is.
//
// Order matters: first the switch point (others may run and change anything),
// then the check that the address may be accessed, then the race check.
#ifndef HD_RUNTIME_ACCESS_H
#define HD_RUNTIME_ACCESS_H

#include "runtime/rt.h"

#define HD_OWNER_MANY 0xff

// The switch point before an access; afterwards the step counts as made.
static inline void hd_access_point(struct hd_cell *c, uintptr_t a, unsigned size,
                                   enum hd_event_kind kind, bool write, const struct hd_site *site)
{
	if (unlikely(hd.slow) || (c->shared == hd.test && !hd.single && unlikely(--hd.fuel <= 0))) {
		hd_sched_slow_access(a, size, kind, write, site);
	}
	if (unlikely(++hd.cur->steps >= hd.step_stop)) {
		hd_sched_budget_spent();
	}
}

// A location becomes shared when a second fiber touches it and anyone writes.
static inline void hd_access_own(struct hd_cell *c, bool write)
{
	uint8_t me = (uint8_t)(hd.cur->id + 1);

	if (c->owner != me) {
		if (c->owner == 0) {
			c->owner = me;
		} else {
			c->owner = HD_OWNER_MANY;
			if (write || c->write) {
				c->shared = hd.test;
			}
		}
	}
}

// Is an earlier access ordered before everything the current fiber does now?
static inline bool hd_access_knows(hd_epoch e)
{
	return HD_EPOCH_CLOCK(e) <= hd.cur->clock.c[HD_EPOCH_FIBER(e)];
}

// The usual cases of race.c's check: nothing new, or everything before is
// ordered and one record still stands for the cell.
static inline void hd_access_race(struct hd_cell *c, uintptr_t a, unsigned mask, bool write,
                                  const struct hd_site *site)
{
	hd_epoch e = hd.cur->epoch;
	bool simple = !(c->flags & (HD_CELL_LIST | HD_CELL_WRITE_ATOMIC | HD_CELL_READ_ATOMIC));

	if (likely(simple)) {
		if (c->write == e && (c->write_mask & mask) == mask) {
			return; // written in this epoch already: nothing new to find
		}
		if (!write && c->read == e && (c->read_mask & mask) == mask) {
			return;
		}
		unsigned other = write ? (c->write_mask | c->read_mask) & ~mask
		                       : (c->write_mask ? mask & ~c->write_mask : 0) | (c->read_mask ? c->read_mask ^ mask : 0);
		if (likely(other == 0 && hd_access_knows(c->write) && hd_access_knows(c->read))) {
			if (write) {
				c->write = e;
				c->write_mask = (uint8_t)mask;
				c->write_site = (uint32_t)(uintptr_t)site;
				c->read = 0;
				c->read_mask = 0;
			} else {
				c->read = e;
				c->read_mask = (uint8_t)mask;
				c->read_site = (uint32_t)(uintptr_t)site;
			}
			return;
		}
	}
	hd_race_check(c, mask, write, false, site, a);
}

// A naturally aligned access of 1, 2, 4 or 8 bytes.
__attribute__((always_inline)) static inline void hd_access(const void *p, unsigned size, bool write, const struct hd_site *site)
{
	if (!hd.on) {
		return;
	}
	uintptr_t a = (uintptr_t)p;
	struct hd_cell *c = hd_cell_of(a);
	hd_access_point(c, a, size, write ? HD_EV_WRITE : HD_EV_READ, write, site);
	if (unlikely(c->gen != hd.gen)) {
		hd_heap_fresh_cell(c, a, size, write, site);
	}
	if (unlikely((a & 7) + size > c->valid)) {
		hd_heap_bad_access(a, size, write, site);
	}
	if (!hd.single) {
		if (c->shared != hd.test) {
			hd_access_own(c, write);
		}
		hd_access_race(c, a, ((1u << size) - 1) << (a & 7), write, site);
	}
}

// Any size and alignment; one switch point for the whole range.
void hd_access_range(const void *p, size_t size, bool write, const struct hd_site *site);
// Checks without a switch point, for the second half of an operation.
void hd_access_check(const void *p, size_t size, bool write, bool atomic, const struct hd_site *site);

#endif
