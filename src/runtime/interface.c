// SPDX-License-Identifier: Apache-2.0
// The hooks of abi/hooks.def: what instrumented code calls.
#include "runtime/access.h"

#include <string.h>

#define HOOK __attribute__((visibility("default"))) void

__attribute__((noinline)) static void check_race(const void *p, const struct hd_site *s)
{
	uintptr_t a = (uintptr_t)p;
	hd_race_check(hd_cell_of(a), HD_ACCESS_MASK(a, s->size), s->kind == HD_EV_WRITE, false, s, a);
}

// What a hook cannot do itself has the hook's signature, so that it jumps there.
#define ACCESS_HOOK(name, size, write)                                                             \
	HOOK __heddle_##name(const void *p, const struct hd_site *s)                                   \
	{                                                                                              \
		switch (hd_access_quickly(p, size, write, s)) {                                            \
		case HD_ACCESS_DONE: return;                                                               \
		case HD_ACCESS_SLOWLY: HD_TAIL return hd_access_slowly(p, s);                              \
		case HD_ACCESS_RACE: HD_TAIL return check_race(p, s);                                      \
		}                                                                                          \
	}

ACCESS_HOOK(read1, 1, false)
ACCESS_HOOK(read2, 2, false)
ACCESS_HOOK(read4, 4, false)
ACCESS_HOOK(read8, 8, false)
ACCESS_HOOK(write1, 1, true)
ACCESS_HOOK(write2, 2, true)
ACCESS_HOOK(write4, 4, true)
ACCESS_HOOK(write8, 8, true)

HOOK __heddle_read_n(const void *p, uint64_t n, const struct hd_site *s)
{
	hd_access_range(p, n, false, s);
}

HOOK __heddle_write_n(const void *p, uint64_t n, const struct hd_site *s)
{
	hd_access_range(p, n, true, s);
}

// ---- atomics ---------------------------------------------------------------

enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };

static bool acquires(unsigned order)
{
	return order == ACQUIRE || order == CONSUME || order == ACQ_REL || order == SEQ_CST;
}

static bool releases(unsigned order)
{
	return order == RELEASE || order == ACQ_REL || order == SEQ_CST;
}

static void atomic_acquire(uintptr_t a, const struct hd_cell *c, unsigned order)
{
	const struct hd_sync *s = hd_sync_find(c, a, HD_SYNC_ATOMIC);

	if (!s) {
		return;
	}
	struct hd_fiber *f = hd.cur;
	const struct hd_clock *from = &s->clock;
	if (acquires(order)) {
		hd_race_acquire(from);
	} else if (f->has_acquire_later) {
		hd_clock_join(&f->acquire_later, from);
	} else {
		hd_clock_copy(&f->acquire_later, from);
		f->has_acquire_later = true;
	}
}

// A store starts a new release sequence, an update continues the old one.
static void atomic_release(uintptr_t a, struct hd_cell *c, unsigned order, bool update)
{
	struct hd_fiber *f = hd.cur;

	if (!releases(order) && !f->has_release_fence) {
		struct hd_sync *old = update ? NULL : hd_sync_find(c, a, HD_SYNC_ATOMIC);
		if (old) {
			old->clock.n = old->clock.by = 0;
		}
		return;
	}
	struct hd_sync *s = hd_sync_at((void *)a, HD_SYNC_ATOMIC);
	if (releases(order)) {
		if (update) {
			hd_race_release(&s->clock);
		} else {
			hd_race_release_store(&s->clock);
		}
	} else if (update) {
		hd_clock_join(&s->clock, &f->release_fence);
	} else {
		hd_clock_copy(&s->clock, &f->release_fence);
	}
}

// Switch point and checks; false when nothing else has to be done.
static bool atomic_step(const void *p, unsigned size, enum hd_event_kind kind, bool write, const struct hd_site *s)
{
	uintptr_t a = (uintptr_t)p;
	struct hd_cell *c = hd_cell_of(a);

	if (!hd.on) {
		return false;
	}
	hd_access_point(c, a, size, kind, write, s);
	return true;
}

static bool atomic_checked(const void *p, unsigned size, bool write, const struct hd_site *s)
{
	hd_access_check(p, size, write, true, s);
	return !hd.single;
}

HOOK __heddle_atomic_read(const void *p, uint32_t size, const struct hd_site *s)
{
	if (atomic_step(p, size, HD_EV_ATOMIC_READ, false, s) && atomic_checked(p, size, false, s)) {
		atomic_acquire((uintptr_t)p, hd_cell_of((uintptr_t)p), s->order);
	}
}

HOOK __heddle_atomic_write(const void *p, uint32_t size, const struct hd_site *s)
{
	if (atomic_step(p, size, HD_EV_ATOMIC_WRITE, true, s) && atomic_checked(p, size, true, s)) {
		atomic_release((uintptr_t)p, hd_cell_of((uintptr_t)p), s->order, false);
	}
}

static void update(const void *p, uint32_t size, unsigned order, const struct hd_site *s)
{
	if (atomic_checked(p, size, true, s)) {
		struct hd_cell *c = hd_cell_of((uintptr_t)p);
		atomic_acquire((uintptr_t)p, c, order);
		atomic_release((uintptr_t)p, c, order, true);
	}
}

HOOK __heddle_atomic_rmw(const void *p, uint32_t size, const struct hd_site *s)
{
	if (atomic_step(p, size, HD_EV_ATOMIC_RMW, true, s)) {
		update(p, size, s->order & 15, s);
	}
}

// The switch point of an update with an operand.
static void update_point(const void *p, uint32_t size, enum hd_update update, uint64_t operand, const struct hd_site *s)
{
	if (!hd.full) {
		hd_access_point(hd_cell_of((uintptr_t)p), (uintptr_t)p, size, HD_EV_ATOMIC_RMW, true, s);
		return;
	}
	struct hd_op op = {.kind = HD_EV_ATOMIC_RMW,
		.write = true,
		.update = (uint8_t)update,
		.releases = releases(s->order & 15) || hd.cur->has_release_fence,
		.size = size,
		.object = (uintptr_t)p,
		.operand = operand,
		.site = s};
	hd_sched_point(&op);
}

HOOK __heddle_atomic_exchange(const void *p, uint32_t size, uint64_t operand, const struct hd_site *s)
{
	if (hd.on) {
		update_point(p, size, HD_UPDATE_EXCHANGE, operand, s);
		update(p, size, s->order & 15, s);
	}
}

HOOK __heddle_atomic_or(const void *p, uint32_t size, uint64_t operand, const struct hd_site *s)
{
	if (hd.on) {
		update_point(p, size, HD_UPDATE_OR, operand, s);
		update(p, size, s->order & 15, s);
	}
}

// A compare-exchange that will fail is a read.
HOOK __heddle_atomic_cas(const void *p, uint32_t size, uint64_t expected, const struct hd_site *s)
{
	if (!hd.on) {
		return;
	}
	update_point(p, size, HD_UPDATE_CAS, expected, s);
	hd_access_check(p, size, false, true, s);
	if (hd_load_value(p, size) == expected) {
		update(p, size, s->order & 15, s);
	} else if (!hd.single) {
		atomic_acquire((uintptr_t)p, hd_cell_of((uintptr_t)p), s->order >> 4);
	}
}

HOOK __heddle_fence(const struct hd_site *s)
{
	if (!hd.on || hd.single) {
		return;
	}
	struct hd_fiber *f = hd.cur;
	if (acquires(s->order) && f->has_acquire_later) {
		hd_race_acquire(&f->acquire_later);
	}
	if (releases(s->order)) {
		f->has_release_fence = true;
		hd_race_release_store(&f->release_fence);
	}
}

// ---- the rest --------------------------------------------------------------

HOOK __heddle_loop(const struct hd_site *s)
{
	if (hd.on) {
		struct hd_op op = {.kind = HD_EV_LOOP, .site = s};
		hd_sched_point(&op);
	}
}

HOOK __heddle_enter(const struct hd_func *f)
{
	if (hd.on && hd_observer.enter) {
		hd_observer.enter(f);
	}
}

HOOK __heddle_leave(const struct hd_func *f)
{
	if (hd.on && hd_observer.leave) {
		hd_observer.leave(f);
	}
}

HOOK __heddle_branch(const struct hd_site *s, uint64_t a, uint64_t b, uint32_t predicate)
{
	if (hd.on && hd_observer.branch) {
		hd_observer.branch(s, a, b, predicate);
	}
}

__attribute__((visibility("default"))) void *__heddle_tls(void *p)
{
	return hd.on ? hd_tls_of(p) : p;
}
