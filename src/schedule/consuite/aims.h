// SPDX-License-Identifier: Apache-2.0
// What a test could be made to pass: all goals whose parts its threads passed when they ran one
// after the other. They are not listed but searched for, depth first, each when the last one has been tried.
#ifndef HD_SCHEDULE_CONSUITE_AIMS_H
#define HD_SCHEDULE_CONSUITE_AIMS_H

#include "metric/schedules/schedules.h"

#define HD_AIMS_THREADS 8
#define HD_AIMS_LINE 256
#define HD_AIMS_WORDS 1024 // of sets of points

// What a thread passed, in order.
struct hd_aims_line {
	unsigned n, ndistinct;
	uint16_t points[HD_AIMS_LINE];
	uint16_t again[HD_AIMS_LINE]; // where the same point comes next; 0: not any more
	uint16_t first[HD_AIMS_LINE]; // of each distinct point
	uint64_t set[HD_AIMS_WORDS];  // of points
};

struct hd_aims {
	unsigned nthreads;
	struct hd_aims_line lines[HD_AIMS_THREADS];
	// The search: at each depth the thread, which of its distinct points, and where that is; of the last
	// step the thread, and the first point that has not been looked at.
	unsigned depth;
	bool begun;
	struct hd_aims_at {
		uint8_t thread[HD_SPACE_LENGTH];
		uint16_t choice[HD_SPACE_LENGTH], place[HD_SPACE_LENGTH];
	} at;
	// After the steps before it, a thread that was to make a step came to these points only.
	struct hd_aims_stop {
		bool known;
		uint64_t passed[HD_SPACE_POINTS / 64];
	} stops[HD_SPACE_LENGTH][HD_AIMS_THREADS];
};

void hd_aims_begin(struct hd_aims *a, const struct hd_schedules_trace *t, unsigned nthreads);
// The next goal that is wanted. Its threads are those of the test, from 0. False: that was all.
bool hd_aims_next(struct hd_aims *a, struct hd_schedules *s, struct hd_steps *out);
// The last goal could not be enforced: the thread was stopped on the way to this step, by a lock that a thread that stands
// still holds (forbidden) or in another way, and until then came to these points. So it is with all goals that begin with the
// same steps and go on with any other point of this thread: they are forbidden, or tried, too, and do not come up again.
void hd_aims_stop(struct hd_aims *a, struct hd_schedules *s, const struct hd_steps *goal, unsigned step,
	const uint64_t *passed, bool forbidden);
// The points that a thread has still to pass, if it has passed what it passed before; false: it has not. They are as many words as a
// set of points has.
bool hd_aims_rest(const struct hd_aims *a, const struct hd_schedules_trace *t, unsigned thread, uint64_t *rest);
// Any of them, wanted or not; false: none was found.
bool hd_aims_draw(const struct hd_aims *a, const struct hd_schedules *s, struct hd_steps *out, uint64_t *rng);

#endif
