// SPDX-License-Identifier: Apache-2.0
// Memory accesses that the hooks do not deal with themselves (access.h): of any size and
// alignment, and those before which the scheduler may have to be asked.
#include "runtime/access.h"
#include "runtime/scheduler.h"

// ---- any size and alignment -----------------------------------------------------

static inline struct hd_cell *validate_granule(uintptr_t a, unsigned size, bool write, const struct hd_site *site)
{
	struct hd_cell *c = hd_cell_of(a);

	if (!hd_cell_is_ready(c, a)) {
		hd_heap_fresh_cell(c, a, size, write, site);
	}
	if ((a & 7) + size > c->valid) {
		hd_heap_bad_access(a, size, write, site);
	}
	return c;
}

void hd_access_validate(const void *p, size_t size, bool write, const struct hd_site *site)
{
	uintptr_t a = (uintptr_t)p, end = a + size;

	while (a < end) {
		uintptr_t next = (a | 7) + 1;
		validate_granule(a, (unsigned)((next < end ? next : end) - a), write, site);
		a = next;
	}
}

// One cell's share of a range.
static inline void check_granule(uintptr_t a, unsigned size, bool write, bool atomic, const struct hd_site *site)
{
	struct hd_cell *c = validate_granule(a, size, write, site);

	if (!hd.single) {
		hd_access_own(c, write);
		if (atomic || !hd_access_is_ordered(c, HD_ACCESS_MASK(a, size), write, site)) {
			hd_race_check(c, HD_ACCESS_MASK(a, size), write, atomic, site, a);
		}
	}
}

void hd_access_check(const void *p, size_t size, bool write, bool atomic, const struct hd_site *site)
{
	uintptr_t a = (uintptr_t)p, end = a + size < a ? UINTPTR_MAX : a + size;

	if (likely(size <= 8 && (a & 7) + size <= 8 && size > 0)) {
		check_granule(a, (unsigned)size, write, atomic, site);
		return;
	}
	while (a < end) {
		uintptr_t next = (a | 7) + 1;
		unsigned n = (unsigned)((next < end ? next : end) - a);
		check_granule(a, n, write, atomic, site);
		a = next;
	}
}

// Whether any part of the range is known to be shared. Of a very long one, which mostly is a
// length that went wrong, the beginning decides.
#define MOST_LOOKED_AT (16ull << 20)

bool hd_access_range_is_shared(uintptr_t a, size_t size)
{
	uintptr_t end = a + (size < MOST_LOOKED_AT ? size : MOST_LOOKED_AT);

	for (uintptr_t g = a & ~7ull; g < end; g += 8) {
		if (hd_cell_of(g)->shared == hd.test) {
			return true;
		}
	}
	return false;
}

void hd_access_range(const void *p, size_t size, bool write, const struct hd_site *site)
{
	if (!hd.on || size == 0) {
		return;
	}
	uintptr_t a = (uintptr_t)p;
	if (hd.slow || (!hd.single && hd_access_range_is_shared(a, size) && --hd.fuel <= 0)) {
		hd_access_ask(a, (uint32_t)size, write ? HD_EV_WRITE : HD_EV_READ, write, site);
	}
	if (++hd.cur->steps >= hd.step_stop) {
		hd_sched_budget_spent();
	}
	hd_access_check(p, size, write, false, site);
}

// ---- asking ---------------------------------------------------------------------

// Does the strategy have to be asked before this access? What brought it here
// was that its fuel is used up, or that all accesses come here.
static bool access_asks(const struct hd_op *op)
{
	if (hd.single || !hd.slow || hd.full) {
		return !hd.single;
	}
	bool shared = hd_access_range_is_shared(op->object, op->size) ||
		(hd.run.scheduler->asked_at && hd.run.scheduler->asked_at(op->site));
	return shared && --hd.fuel <= 0;
}

HD_FLAT static inline void ask_before_access(uintptr_t a, uint32_t size, enum hd_event_kind kind, bool write,
	const struct hd_site *site)
{
	struct hd_fiber *f = hd.cur;

	f->op = (struct hd_op){.kind = kind, .write = write, .size = size, .object = a, .site = site};
	if (access_asks(&f->op)) {
		hd_sched_park();
	}
	if (unlikely(hd_observer.access && (!hd.single || hd_observer.alone))) {
		hd_observer.access(&f->op);
	}
	if (unlikely(hd.full)) {
		hd_record_event(&f->op);
		hd_spin_stepped(&f->op);
	}
}

void hd_access_ask(uintptr_t a, uint32_t size, enum hd_event_kind kind, bool write, const struct hd_site *site)
{
	ask_before_access(a, size, kind, write, site);
}

// In one piece, and the same for all accesses: after a switch, each return costs a
// misprediction, and so does each place where the other fiber might go on.
void hd_access_slowly(const void *p, const struct hd_site *site)
{
	uintptr_t a = (uintptr_t)p;
	struct hd_cell *c = hd_cell_of(a);
	uint32_t size = site->size;
	bool write = site->kind == HD_EV_WRITE;

	if (!hd.on) {
		return;
	}
	if (unlikely((a & 7) + size > 8)) { // of two cells: the pointer is not aligned as its type says
		hd_access_range(p, size, write, site);
		return;
	}
	if (hd.slow || (c->shared == hd.test && !hd.single && --hd.fuel <= 0)) {
		ask_before_access(a, size, site->kind, write, site);
	}
	if (unlikely(++hd.cur->steps >= hd.step_stop)) {
		hd_sched_budget_spent();
	}
	if (unlikely(!hd_cell_is_ready(c, a))) {
		hd_heap_fresh_cell(c, a, size, write, site);
	}
	if (unlikely((a & 7) + size > c->valid)) {
		hd_heap_bad_access(a, size, write, site);
	}
	if (!hd.single) {
		if (c->shared != hd.test) {
			hd_access_own(c, write);
		}
		if (!hd_access_is_ordered(c, HD_ACCESS_MASK(a, size), write, site)) {
			hd_race_check(c, HD_ACCESS_MASK(a, size), write, false, site, a);
		}
	}
}
