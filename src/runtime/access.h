// SPDX-License-Identifier: Apache-2.0
// One memory access of instrumented code: the hottest path there is.
//
// Order matters: first the switch point (others may run and change anything),
// then the check that the address may be accessed, then the race check.
#ifndef HD_RUNTIME_ACCESS_H
#define HD_RUNTIME_ACCESS_H

#include "runtime/rt.h"

#define HD_OWNER_MANY 0xff

// A cell's first use in an execution; what was seen in earlier ones stays.
HD_FLAT static inline void hd_cell_init(struct hd_cell *c, unsigned valid, unsigned flags)
{
	c->gen = hd.gen;
	c->owner = 0;
	c->valid = (uint8_t)valid;
	__builtin_memset(&c->write, 0, sizeof(*c) - offsetof(struct hd_cell, write));
	c->flags = (uint8_t)flags;
}

// Is the cell set up for this execution? Those of stacks, which are touched anew
// in every execution, are then; for others see hd_heap_fresh_cell.
HD_FLAT static inline bool hd_cell_is_ready(struct hd_cell *c, uintptr_t a)
{
	if (likely(c->gen == hd.gen)) {
		return true;
	}
	if (a - HD_STACK_BASE >= HD_ARENA_END - HD_STACK_BASE) {
		return false;
	}
	hd_cell_init(c, 8, 0);
	return true;
}

// The switch point before an access: the scheduler may have to be asked.
HD_ASIDE void hd_access_ask(uintptr_t a, uint32_t size, enum hd_event_kind kind, bool write,
	const struct hd_site *site);

// The switch point before an access; afterwards the step counts as made.
static inline void hd_access_point(struct hd_cell *c, uintptr_t a, unsigned size, enum hd_event_kind kind, bool write,
	const struct hd_site *site)
{
	if (unlikely(hd.slow) || (c->shared == hd.test && !hd.single && unlikely(--hd.fuel <= 0))) {
		hd_access_ask(a, size, kind, write, site);
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
	return e <= hd.cur->clock.c[HD_EPOCH_FIBER(e)];
}

// The bytes of a cell that an access within it touches.
#define HD_ACCESS_MASK(a, size) ((size) == 8 ? 0xffu : ((1u << (size)) - 1) << ((a) & 7))

// The usual cases of race.c's check: nothing new, or everything before is
// ordered and one record still stands for the cell. False: race.c must look.
static inline bool hd_access_is_ordered(struct hd_cell *c, unsigned mask, bool write, const struct hd_site *site)
{
	hd_epoch e = hd.cur->epoch;

	if (unlikely(c->flags & (HD_CELL_LIST | HD_CELL_WRITE_ATOMIC | HD_CELL_READ_ATOMIC))) {
		return false;
	}
	if (c->write == e && (c->write_mask & mask) == mask) {
		return true; // written in this epoch already: nothing new to find
	}
	if (!write && c->read == e) {
		return c->read_mask == mask;
	}
	if (write ? (c->write_mask | c->read_mask) & ~mask
		  : (c->write && mask & ~c->write_mask) || (c->read && c->read_mask != mask)) {
		return false;
	}
	if (unlikely(!hd_access_knows(c->write) || !hd_access_knows(c->read))) {
		return false;
	}
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
	return true;
}

// A naturally aligned access of 1, 2, 4 or 8 bytes, as its site says.
__attribute__((noinline)) void hd_access_slowly(const void *p, const struct hd_site *site);

enum hd_access_rest { HD_ACCESS_DONE, HD_ACCESS_SLOWLY, HD_ACCESS_RACE };

// The same if the scheduler need not be asked, and what is left to do: nothing, all of
// it, or the long race check. It calls nothing, so that a hook whose rest is a
// tail call needs no frame.
__attribute__((always_inline)) static inline enum hd_access_rest hd_access_quickly(const void *p, unsigned size,
	bool write, const struct hd_site *site)
{
	uintptr_t a = (uintptr_t)p;
	struct hd_cell *c = hd_cell_of(a);

	if (unlikely(hd.slow || !hd_cell_is_ready(c, a) || (a & 7) + size > c->valid)) {
		return HD_ACCESS_SLOWLY;
	}
	struct hd_fiber *f = hd.cur;
	if (unlikely(f->steps + 1 >= hd.step_stop)) {
		return HD_ACCESS_SLOWLY;
	}
	if (hd.single) {
		f->steps++;
		return HD_ACCESS_DONE;
	}
	if (c->shared == hd.test) {
		if (unlikely(hd.fuel <= 1)) {
			return HD_ACCESS_SLOWLY;
		}
		hd.fuel--;
	} else {
		hd_access_own(c, write);
	}
	f->steps++;
	return hd_access_is_ordered(c, HD_ACCESS_MASK(a, size), write, site) ? HD_ACCESS_DONE : HD_ACCESS_RACE;
}

bool hd_access_range_is_shared(uintptr_t a, size_t size); // any part of it
// May the bytes be accessed? If not, it is a fault.
void hd_access_validate(const void *p, size_t size, bool write, const struct hd_site *site);
// Any size and alignment; one switch point for the whole range.
void hd_access_range(const void *p, size_t size, bool write, const struct hd_site *site);
// Checks without a switch point, for the second half of an operation.
void hd_access_check(const void *p, size_t size, bool write, bool atomic, const struct hd_site *site);

#endif
