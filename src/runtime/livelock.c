// SPDX-License-Identifier: Apache-2.0
// Beyond the step budget threads take turns, which is fair: then the program ends, or it
// repeats itself forever, which is a livelock, or nothing is known and it is cut off.
#include "runtime/rng.h"
#include "runtime/rt.h"

#define HISTORY 4096 // steps remembered to see a fair schedule repeat itself

static uint64_t history[HISTORY];
static uint64_t nfair; // steps under the fair schedule

// Under a fair schedule the last half of the history is a repetition of one
// period: the program does the same forever.
static bool history_repeats(void)
{
	for (unsigned period = 1; period <= HISTORY / 4; period++) {
		unsigned i = HISTORY - 1;
		while (i >= period && history[i] == history[i - period]) {
			i--;
		}
		if (i < period) {
			return true;
		}
	}
	return false;
}

// What the current fiber does, as far as it can be seen.
static uint64_t step_key(void)
{
	const struct hd_op *op = &hd.cur->op;
	uint64_t key = hd_mix((uintptr_t)op->site ^ op->object << 20 ^ hd.cur->id);
	uint64_t value;

	if (hd_peek(op->object, op->size, &value)) {
		key ^= hd_mix(value);
	}
	return key;
}

// Called at each step past the budget, in fair mode.
void hd_sched_budget_spent(void)
{
	if (!hd.fair) {
		hd.fair = true;
		hd.full = hd.slow = hd.asks_always = true;
		hd.parks_spinners = false;
		hd.single = false;
		nfair = 0;
		hd.record.outcome.steps = hd.max_steps;
	}
	hd.budget = 1;
	hd.slice_start = hd.cur->steps;
	hd.step_stop = hd.cur->steps + 1;
	if (nfair >= HISTORY) { // the first round warms up
		history[nfair % HISTORY] = step_key();
	}
	if (++nfair == 2 * HISTORY) {
		if (history_repeats()) {
			hd_process_expects_alarm();
			hd_fault(HD_VERDICT_LIVELOCK, hd.cur->op.site, hd.cur->op.object,
				"livelock: the threads repeat the same steps forever under a fair schedule");
		}
		hd.record.outcome.cut_off = true;
		hd_sched_finish();
	}
}
