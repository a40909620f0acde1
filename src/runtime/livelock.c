// SPDX-License-Identifier: Apache-2.0
// Beyond the step budget threads take turns, which is fair: then the program ends, or it
// repeats itself forever, which is a livelock, or nothing is known and it is cut off.
//
// A loop that polls with timed waits handles another time in every round. So the clock is put forward,
// beyond whatever the loop may be waiting for, and stands still from then on: if the program repeats
// itself now, in the same way after each of several such jumps, time does not end it.
#include "runtime/rng.h"
#include "runtime/rt.h"
#include "runtime/shims.h"

#define HISTORY 4096 // steps remembered to see a fair schedule repeat itself

#define JUMPS 4
#define JUMP (100000000ull * 1000000000ull) // three years, in nanoseconds

static uint64_t history[HISTORY];
static uint64_t shapes[HISTORY]; // the same without values
static uint64_t nfair;           // steps under the fair schedule
static unsigned jumps;           // that the clock has made
static uint64_t last_shape;      // of the period after the last of them

// Under a fair schedule the last half of the history is a repetition of one
// period: the program does the same forever. 0: it is not.
static unsigned find_period(void)
{
	for (unsigned period = 1; period <= HISTORY / 4; period++) {
		unsigned i = HISTORY - 1;
		while (i >= period && history[i] == history[i - period]) {
			i--;
		}
		if (i < period) {
			return period;
		}
	}
	return 0;
}

// Wherever it begins.
static uint64_t shape_of(unsigned period)
{
	uint64_t sum = period;

	for (unsigned i = 0; i < period; i++) {
		sum += shapes[HISTORY - 1 - i];
	}
	return sum;
}

// What the current fiber does, as far as it can be seen.
static void note_step(unsigned i)
{
	const struct hd_op *op = &hd.cur->op;
	uint64_t value;

	shapes[i] = history[i] = hd_mix((uintptr_t)op->site ^ op->object << 20 ^ hd.cur->id);
	if (hd_peek(op->object, op->size, &value)) {
		history[i] ^= hd_mix(value);
	}
}

// The history is full: is it a livelock? Only a program that looks at the clock or waits for a time
// gets more steps.
static bool is_livelock(void)
{
	unsigned period = find_period();
	uint64_t shape = shape_of(period);
	bool timed = hd.clock_reads > 0 || hd.timed_waits > 0;
	bool same = period > 0 && (jumps <= 1 || shape == last_shape);

	if (period > 0 && (jumps == 0 || (jumps == JUMPS && same))) {
		return true;
	}
	if ((jumps == 0 && timed) || (jumps > 0 && jumps < JUMPS && same)) {
		last_shape = shape;
		hd_time_stand_still(JUMP);
		jumps++;
		nfair = 0;
	}
	return false;
}

// Called at each step past the budget, in fair mode.
void hd_sched_budget_spent(void)
{
	if (!hd.fair) {
		hd.fair = true;
		hd.full = hd.slow = hd.asks_always = true;
		hd.parks_spinners = false;
		hd.single = false;
		nfair = jumps = 0;
		hd.record.outcome.steps = hd.max_steps;
	}
	hd.budget = 1;
	hd.slice_start = hd.cur->steps;
	hd.step_stop = hd.cur->steps + 1;
	if (nfair >= HISTORY) { // the first round warms up
		note_step(nfair % HISTORY);
	}
	if (++nfair == 2 * HISTORY) {
		if (is_livelock()) {
			hd_process_expects_alarm();
			hd_fault(HD_VERDICT_LIVELOCK, hd.cur->op.site, hd.cur->op.object,
				"livelock: the threads repeat the same steps forever under a fair schedule");
		}
		if (nfair > 0) {
			hd.record.outcome.cut_off = true;
			hd_sched_finish();
		}
	}
}
