// SPDX-License-Identifier: Apache-2.0
// The usual lock and unlock of a mutex or spin lock: it is known, free or held
// once by this thread, no thread is about to operate on it, and neither
// scheduler nor metrics are involved. The result is that of mutex.c, which does
// all other cases; nothing is called, so that a shim whose rest is a tail call
// needs no frame.
#ifndef HD_RUNTIME_QUICK_LOCK_H
#define HD_RUNTIME_QUICK_LOCK_H

#include "runtime/access.h"

// The lock, if no switch point comes before the next step; else NULL.
HD_FLAT static inline struct hd_sync *hd_quick_known(const void *address, enum hd_sync_kind kind)
{
	uintptr_t a = (uintptr_t)address;
	struct hd_cell *c = hd_cell_of(a);

	if (unlikely(hd.slow || hd.locks_matter || c->gen != hd.gen || (a & 7) + 4 > c->valid)) {
		return NULL;
	}
	struct hd_sync *s = &hd_syncs[c->sync]; // the one with number 0 has no address
	if (unlikely(s->address != a || s->kind != kind || s->destroyed || s->parked ||
		    hd.cur->steps + 1 >= hd.step_stop)) {
		return NULL;
	}
	if (!hd.single) {
		if (unlikely(hd.fuel <= 1)) {
			return NULL;
		}
		hd_access_own(c, true); // its initialisation is then a switch point, too
	}
	return s;
}

HD_FLAT static inline void hd_quick_made(void)
{
	__heddle_callsite = NULL;
	hd.cur->steps++;
	if (!hd.single) {
		hd.fuel--;
	}
}

HD_FLAT static inline bool hd_quick_lock(const void *address, enum hd_sync_kind kind)
{
	struct hd_sync *s = hd_quick_known(address, kind);

	if (unlikely(!s || s->held)) {
		return false;
	}
	hd_quick_made();
	s->held = 1;
	s->owner = hd.cur->id;
	s->count = 1;
	if (!hd.single) {
		hd_race_acquire(&s->clock);
	}
	return true;
}

HD_FLAT static inline bool hd_quick_unlock(const void *address, enum hd_sync_kind kind)
{
	struct hd_sync *s = hd_quick_known(address, kind);

	if (unlikely(!s || !s->held || s->owner != hd.cur->id || s->count != 1)) {
		return false;
	}
	hd_quick_made();
	s->held = 0;
	s->owner = -1;
	s->count = 0;
	if (!hd.single) {
		hd_race_release_store(&s->clock);
	}
	return true;
}

#endif
