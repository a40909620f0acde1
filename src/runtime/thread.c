// SPDX-License-Identifier: Apache-2.0
// Threads of the code under test: fibers.
#include "abi/api.h"
#include "runtime/primitives.h"

#include <errno.h>

struct hd_fiber *hd_thread_create(void *(*entry)(void *), int (*entry_c11)(void *), void *arg, bool detached,
	const struct hd_site *site)
{
	struct hd_op op = {.kind = HD_EV_CREATE, .write = true, .site = site};

	hd_sched_point(&op);
	struct hd_fiber *f = hd_sched_new();
	if (!f && &__heddle_api) {
		// A number that heddle made up: of a test with other values more can be said.
		hd.record.outcome.cut_off = true;
		hd_sched_finish();
	}
	if (!f) {
		hd_fault_refuse("creating more than 253 threads in one execution (pthread_create)");
	}
	if (hd.full) {
		// The log begins with the first thread: the creation itself is in it.
		if (hd.nlog == 0 || hd.log[hd.nlog - 1].kind != HD_EV_CREATE) {
			hd_record_event(&hd.cur->op);
		}
		hd.log[hd.nlog - 1].object = f->id;
	}
	f->entry = entry;
	f->entry_c11 = entry_c11;
	f->arg = arg;
	f->detached = detached;
	f->blocked = hd.cur->blocked;
	hd_clock_join(&f->clock, &hd.cur->clock);
	hd_race_tick(hd.cur);
	hd_tell(HD_EV_CREATE, f->id, site);
	return f;
}

static bool has_ended(const struct hd_fiber *f)
{
	return hd_fibers[f->wait->owner].state == HD_FIBER_DONE;
}

HD_FLAT int hd_thread_join(struct hd_fiber *f, const struct hd_site *site, uint64_t deadline)
{
	struct hd_op op = {.kind = HD_EV_JOIN, .object = f->id, .site = site};

	if (f == hd.cur) {
		return EDEADLK;
	}
	if (f->joined || f->detached) {
		return EINVAL;
	}
	if (!f->end) {
		f->end = hd_sync_new(HD_SYNC_THREAD, 0);
		f->end->owner = f->id;
	}
	if (deadline == HD_FOREVER) {
		hd_sched_wait(&op, f->end, has_ended);
	} else if (!hd_sched_wait_until(&op, f->end, has_ended, deadline)) {
		return ETIMEDOUT;
	}
	hd_race_acquire(&f->clock);
	hd_sched_joined(f);
	hd_tell(HD_EV_JOIN, f->id, site);
	return 0;
}

void hd_thread_yield(enum hd_event_kind kind, const struct hd_site *site)
{
	struct hd_op op = {.kind = (uint8_t)kind, .site = site};
	hd_sched_point(&op);
}
