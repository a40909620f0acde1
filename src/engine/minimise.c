// SPDX-License-Identifier: Apache-2.0
// The smallest schedule that still shows a fault: segments are left out one by
// one, longest stretches first, as long as the replay ends in the same fault
// with fewer switches. What a replay actually did becomes the next schedule.
#include "engine/engine.h"

#include <string.h>

#define MOST_REPLAYS 4000
#define MOST_STEPS 5000000u // long executions are minimised less

struct job {
	struct hd_schedule *best, *trial;
	const struct hd_fault *wanted;
	unsigned replays;
	uint64_t steps;
};

static bool exhausted(const struct job *j)
{
	return j->replays >= MOST_REPLAYS || j->steps >= MOST_STEPS || hd_campaign_must_hurry();
}

// Two segments of one thread in a row are one.
static void merge(struct hd_schedule *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) {
		if (n > 0 && r->segments[n - 1].fiber == r->segments[i].fiber) {
			r->segments[n - 1].upto = r->segments[i].upto;
		} else {
			r->segments[n++] = r->segments[i];
		}
	}
	r->n = n;
}

// Keeps the trial if it shows the fault with fewer segments.
static bool try(struct job *j)
{
	merge(j->trial);
	struct hd_run run = hd_program_replay_run(j->trial, j->wanted);
	run.impatient = true; // afterwards the smallest one is replayed with patience
	const struct hd_record *r = hd_program_execute(&run);
	j->replays++;
	j->steps += r->outcome.steps;
	return hd_same_fault(&r->fault, j->wanted) && r->schedule.n < j->best->n &&
		hd_schedule_copy(j->best, &r->schedule);
}

static bool try_without(struct job *j, size_t from, size_t count)
{
	hd_schedule_copy(j->trial, j->best);
	memmove(&j->trial->segments[from], &j->trial->segments[from + count],
		(j->trial->n - from - count) * sizeof(*j->trial->segments));
	j->trial->n -= count;
	return try(j);
}

// The thread of segment i continues straight into its next segment.
static bool try_extend(struct job *j, size_t i)
{
	struct hd_segment *s;
	size_t next = i + 1;

	hd_schedule_copy(j->trial, j->best);
	s = j->trial->segments;
	while (next < j->trial->n && s[next].fiber != s[i].fiber) {
		next++;
	}
	if (next == j->trial->n || next == i + 1) {
		return false;
	}
	s[i].upto = s[next].upto;
	memmove(&s[next], &s[next + 1], (j->trial->n - next - 1) * sizeof(*s));
	j->trial->n--;
	return try(j);
}

// Of a livelock the end is most of the schedule, and mostly idle.
static void cut_end(struct job *j)
{
	size_t size = j->best->n / 2;

	while (size > 0 && !exhausted(j)) {
		size = try_without(j, j->best->n - size, size) ? j->best->n / 2 : size / 2;
	}
}

void hd_minimise(struct hd_schedule *r, struct hd_schedule *trial, const struct hd_fault *wanted)
{
	struct job j = {.best = r, .trial = trial, .wanted = wanted};
	bool again = true;

	if (wanted->kind == HD_VERDICT_LIVELOCK) {
		cut_end(&j);
	}
	for (size_t size = r->n / 2; size > 1 && !exhausted(&j); size /= 2) {
		for (size_t i = 0; i + size <= r->n && !exhausted(&j);) {
			i += try_without(&j, i, size) ? 0 : size;
		}
	}
	while (again && !exhausted(&j)) {
		again = false;
		for (size_t i = 0; i < r->n && !exhausted(&j);) {
			bool shorter = try_without(&j, i, 1) || try_extend(&j, i);
			again |= shorter;
			i += shorter ? 0 : 1;
		}
	}
}
