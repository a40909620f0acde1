// SPDX-License-Identifier: Apache-2.0
// A stored schedule as a strategy: segments "thread until its own step count is
// upto". A thread that cannot run when its turn comes is passed over, so that
// shortened schedules (oracle/minimise.c) still mean something.
#ifndef HD_SCHEDULE_REPLAY_H
#define HD_SCHEDULE_REPLAY_H

#include "strategy/strategy.h"

struct hd_replay {
	const struct hd_segment *segments;
	size_t n;
	size_t at;
	const uint8_t *choices; // of signals and the like, in order
	size_t nchoices;
	size_t choice_at;
	// Steps are those at sites outside of the source file of main(): a schedule that
	// was recorded in one program is replayed in another that makes the same calls.
	// They are counted in the log, so this wants a trace.
	bool outside;
	size_t counted; // events of the log
	uint64_t steps[HD_MAX_FIBERS];
};

#endif
