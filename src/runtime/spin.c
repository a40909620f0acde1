// SPDX-License-Identifier: Apache-2.0
// Spinning, in exhaustive searches: a fiber that makes the same read of the same value over
// and over, with no other effect, is waiting. It is set aside until someone writes. A test-and-set that
// stores what is there already is such a read.
#include "runtime/rng.h"
#include "runtime/rt.h"

#define SPIN_REPEATS 12

unsigned hd_nspinning;

void hd_spin_reset(void)
{
	hd_nspinning = 0;
}

// Brent's cycle detection over the fiber's reads.
void hd_spin_watch(struct hd_fiber *f, const struct hd_op *op)
{
	uint64_t value;

	if (hd_op_changes(op) && op->kind != HD_EV_YIELD && op->kind != HD_EV_FUTEX_WAKE) {
		f->spin_length = f->spin_anchor = 0;
		f->spin_key = 0;
		return;
	}
	uint64_t key = op->object * 31 + (uintptr_t)op->site;
	if (hd_peek(op->object, op->size, &value)) {
		key = key * 31 + value;
	}
	key = hd_mix(key);
	f->spin_length++;
	if (key == f->spin_key) {
		if (++f->spin_anchor >= SPIN_REPEATS) {
			hd_nspinning += !f->spinning;
			f->spinning = true;
			f->spin_anchor = 0;
		}
	} else if ((f->spin_length & (f->spin_length - 1)) == 0) {
		f->spin_key = key;
		f->spin_anchor = 0;
	}
}

void hd_spin_wake(void)
{
	for (unsigned i = 0; hd_nspinning > 0 && i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[i];
		if (f->spinning && f != hd.cur && f->state == HD_FIBER_LIVE) {
			f->spinning = false;
			hd_nspinning--;
			f->spin_length = f->spin_anchor = 0;
			f->spin_key = 0;
			hd_sched_refresh(f);
		}
	}
}

bool hd_spin_wake_all(void)
{
	bool any = false;

	for (unsigned i = 0; i < hd.nfibers; i++) {
		if (hd_fibers[i].state == HD_FIBER_LIVE && hd_fibers[i].spinning) {
			hd_fibers[i].spinning = false;
			hd_nspinning--;
			hd_fibers[i].spin_length = 0;
			hd_sched_refresh(&hd_fibers[i]);
			any = true;
		}
	}
	return any;
}
