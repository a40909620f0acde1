// SPDX-License-Identifier: Apache-2.0
// One execution, from a clean state to its end.
#include "runtime/fiber_switch.h"
#include "runtime/files.h"
#include "runtime/rt.h"
#include "runtime/scheduler.h"
#include "runtime/specific.h"

#include <stdio.h>
#include <string.h>
#include <sys/single_threaded.h>

struct hd_rt hd = {.slow = true};
struct hd_observer hd_observer;
struct hd_fiber hd_fibers[HD_MAX_FIBERS];

static void reset(const struct hd_run *run)
{
	const struct hd_scheduler *scheduler = run->scheduler;

	hd.run = *run;
	if (++hd.gen == 0) {
		hd_memory_forget_shadow();
		hd.gen = 1;
	}
	hd.nfibers = hd.nlive = hd.nunjoined = 0;
	memset(hd.enabled, 0, sizeof(hd.enabled));
	hd.nsync = 0;
	hd.record.schedule.n = hd.record.schedule.nchoices = 0;
	hd.record.schedule.eager = run->eager;
	hd.record.schedule.reuse = run->reuse;
	hd.record.schedule.turns = false;
	hd.nlog = 0;
	hd.ticket = 0;
	hd.record.outcome = (struct hd_outcome){0};
	hd.record.fault.kind = HD_VERDICT_NONE;
	hd.record.fault.nstacks = 0;
	hd.record.fault.other_site = NULL;
	hd.fair = false;
	hd.races = run->expected ? run->expected->kind == HD_VERDICT_DATA_RACE : run->oracles & HD_ORACLE_RACE;
	hd.slow = hd.full = scheduler->points == HD_POINTS_ALL;
	hd.asks_always = hd.full || scheduler->asked_always;
	hd.parks_spinners = scheduler->parks_spinners;
	hd.at_locks = scheduler->asked_at_locks;
	hd.tells = scheduler->synced || hd_observer.synced;
	hd.locks_matter = hd.at_locks || hd.tells;
	hd.budget = hd_sched_most_steps();
	if (unlikely(run->early) && run->early < hd.budget) {
		hd.budget = run->early;
	}
	hd.depth = 0;
	hd.fuel = 1;
	hd.forgone = -1; // not requested
	hd.unasked = true;
	hd_spin_reset();
	hd_heap_reset();
	hd_race_reset();
	hd_globals_reset();
	hd_time_reset();
	hd_descriptors_reset();
	hd_files_reset();
	hd_process_reset();
	hd_specific_reset();
	if (unlikely(hd_maps_used)) {
		hd_maps_reset();
	}
}

// A thread created by uninstrumented code is not a fiber: it ran outside the
// scheduler's control, and nothing that happened since can be trusted.
HD_COLD static void refuse_threads(void)
{
	hd.record.outcome.verdict = hd.record.fault.kind = HD_VERDICT_NONE;
	hd.record.outcome.refused = true;
	hd.record.fault.site = NULL;
	snprintf(hd.record.fault.message, sizeof(hd.record.fault.message),
		"a thread created by uninstrumented code is not supported under heddle");
	hd.spoilt = "a thread of uninstrumented code";
}

const struct hd_record *hd_execute(const struct hd_run *run)
{
	reset(run);
	struct hd_fiber *f = hd_sched_new();
	f->entry = run->entry;
	f->arg = run->arg;
	hd_sched_enter(f);
	hd.on = true;
	hd_fiber_switch(&hd.engine_sp, f->sp);
	hd.on = false;
	hd.slow = true;
	hd.record.outcome.steps = hd_sched_steps();
	hd.record.outcome.fibers = hd.nfibers;
	if (unlikely(!__libc_single_threaded)) {
		refuse_threads();
	}
	if (unlikely(hd_state | hd.foreign)) {
		hd_state_restore();
	}
	return &hd.record;
}
