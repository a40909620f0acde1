// SPDX-License-Identifier: Apache-2.0
#include "schedule/again.h"

#include "schedule/happens.h"
#include "schedule/shared.h"

#include <string.h>

#define USES (1u << 14)

void hd_again_begin(struct hd_again *a, bool on, bool lasting)
{
	if (on && !a->passed) {
		hd_table_init(&a->uses, hd_persist_alloc(2 * USES * sizeof(*a->uses.entries)), 2 * USES);
		a->passed = hd_persist_alloc(USES * sizeof(*a->passed));
	}
	a->on = on;
	a->lasting = lasting;
	if (on) {
		hd_table_clear(&a->uses);
		memset(a->locks, 0, sizeof(a->locks));
	}
}

static uint64_t key_of(unsigned thread, const struct hd_op *op)
{
	return (op->object / 4) << 8 | thread;
}

static bool counts(unsigned thread, const struct hd_op *op)
{
	return hd_event_takes_lock(op->kind) ||
		(hd_shared_is_memory(op->kind) && !hd_shared_on_own_stack(thread, op->object));
}

bool hd_again_waits(const struct hd_again *a, unsigned thread)
{
	const struct hd_op *op = &hd_fibers[thread].op;

	if (!a->on || !counts(thread, op)) {
		return false;
	}
	const struct hd_table_entry *e = hd_table_at(&a->uses, key_of(thread, op));
	if (hd_table_is_free(&a->uses, e)) {
		return hd_event_takes_lock(op->kind) && a->locks[thread] > 0;
	}
	return e->number < USES && !a->passed[e->number];
}

static void note(struct hd_again *a, unsigned thread, bool passed)
{
	uint32_t known = a->uses.n;
	uint32_t i = known < USES ? hd_table_number(&a->uses, key_of(thread, &hd_fibers[thread].op)) : HD_TABLE_NONE;

	if (i < USES) {
		a->passed[i] = passed || (i < known && a->passed[i]);
	}
}

static void count_locks(struct hd_again *a, unsigned thread, unsigned kind)
{
	bool gives = kind == HD_EV_UNLOCK || kind == HD_EV_COND_WAIT;

	a->locks[thread] += (hd_event_takes_lock(kind) || kind == HD_EV_COND_WAKE) && a->locks[thread] < UINT8_MAX;
	a->locks[thread] -= gives && a->locks[thread] > 0;
}

void hd_again_made(struct hd_again *a, unsigned thread)
{
	const struct hd_op *op = &hd_fibers[thread].op;

	if (!a->on) {
		return;
	}
	for (unsigned t = 0; t < hd.nfibers && !a->lasting; t++) {
		if (t != thread && hd_fibers[t].state == HD_FIBER_LIVE && hd_again_waits(a, t) &&
			hd_happens_conflict(&hd_fibers[t].op, op)) {
			note(a, t, true); // what it waited for
		}
	}
	if (counts(thread, op)) {
		note(a, thread, hd_again_waits(a, thread));
	}
	count_locks(a, thread, op->kind);
}
