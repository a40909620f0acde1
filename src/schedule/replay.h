// SPDX-License-Identifier: Apache-2.0
// A stored schedule as a strategy: segments "thread until its own step count is
// upto". A thread that cannot run when its turn comes is passed over, so that
// shortened schedules (engine/minimise.c) still mean something. After the last one threads go on as long as they
// can; if a livelock is expected, they take turns.
#ifndef HD_SCHEDULE_REPLAY_H
#define HD_SCHEDULE_REPLAY_H

#include "runtime/scheduler.h"

struct hd_replay {
	const struct hd_schedule *schedule; // NULL: one thread after the other
	size_t at, choice_at;
	// Of a schedule that counts outside of the source file of main(): it was recorded in
	// one program and is replayed in another that makes the same calls. Such steps are
	// counted in the log, so this wants a trace.
	size_t counted; // events of the log
	uint64_t steps[HD_MAX_FIBERS];
};

#endif
