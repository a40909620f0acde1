// SPDX-License-Identifier: Apache-2.0
// A deadlock: what each thread waits for, in words, and where it stands.
#include "runtime/rt.h"

#include <stdio.h>
#include <string.h>

static void describe_wait(const struct hd_fiber *f, char *out, size_t size)
{
	static const char *const nouns[] = {"an atomic", "mutex", "rwlock", "spin lock", "condition variable",
		"barrier", "once", "semaphore", "a descriptor", "the end of a thread", "a futex"};
	const struct hd_site *at = f->op.site;
	const struct hd_sync *s = f->cond ? f->cond : f->wait;
	const char *name = at && at->var ? at->var->name : "";
	int n = snprintf(out, size, "thread %d waits for %s", f->id, s ? nouns[s->kind] : "something");

	if (s && s->kind == HD_SYNC_THREAD) {
		n = snprintf(out, size, "thread %d waits for thread %d to end", f->id, s->owner);
	} else if (*name && s && s->kind != HD_SYNC_FD) {
		n += snprintf(out + n, size - (size_t)n, " `%s`", name);
	}
	if (s && s->held && s->owner >= 0 && s->kind != HD_SYNC_THREAD) {
		n += snprintf(out + n, size - (size_t)n, ", held by thread %d", s->owner);
	}
	if (f->cond && !f->signalled) {
		n += snprintf(out + n, size - (size_t)n, ", and no thread is left to %s it",
			f->cond->kind == HD_SYNC_FUTEX ? "wake" : "signal");
	} else if (f->cond && f->wait && f->wait->held) {
		n += snprintf(out + n, size - (size_t)n, ": signalled, but its mutex is held by thread %d",
			f->wait->owner);
	}
	if (at && at->file && n < (int)size) {
		snprintf(out + n, size - (size_t)n, " (%s:%u)", at->file, at->line);
	}
}

void hd_deadlock(void)
{
	char line[512];
	bool lost_wakeup = false;
	struct hd_fiber *first = NULL;

	hd.record.fault.details[0] = '\0';
	hd.record.fault.nstacks = 0;
	for (unsigned i = 0; i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[i];
		if (f->state != HD_FIBER_LIVE) {
			continue;
		}
		// The fault belongs to one that waits for a thing, not for a thread.
		if (!first || (first->wait && first->wait->kind == HD_SYNC_THREAD)) {
			first = f;
		}
		lost_wakeup |= f->cond && !f->signalled;
		describe_wait(f, line, sizeof(line));
		size_t used = strlen(hd.record.fault.details);
		snprintf(hd.record.fault.details + used, sizeof(hd.record.fault.details) - used, "%s\n", line);
	}
	if (!first) {
		hd_sched_finish(); // all threads have finished
	}
	hd_process_expects_alarm();
	hd_descriptors_expect_unlock();
	for (unsigned i = 0; i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[(first->id + i) % hd.nfibers];
		if (f->state == HD_FIBER_LIVE && f != hd.cur && hd.record.fault.nstacks < HD_MAX_STACKS) {
			hd_stack_capture(&hd.record.fault.stacks[hd.record.fault.nstacks++], f->id,
				hd_fiber_saved_frame(f));
		} else if (f == hd.cur && f->state == HD_FIBER_LIVE && hd.record.fault.nstacks < HD_MAX_STACKS) {
			hd_stack_capture(&hd.record.fault.stacks[hd.record.fault.nstacks++], f->id,
				__builtin_frame_address(0));
		}
	}
	hd.record.fault.fiber = first->id;
	hd_fault(HD_VERDICT_DEADLOCK, first->op.site, 0,
		lost_wakeup ? "deadlock: no thread can run (a wake-up was lost or never sent)"
			    : "deadlock: no thread can run");
}
