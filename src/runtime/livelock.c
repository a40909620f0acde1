// SPDX-License-Identifier: Apache-2.0
// Beyond the step budget threads take turns, which is fair: then the program ends, or it
// repeats itself forever, which is a livelock, or nothing is known and it is cut off. Before that,
// recursion gets as many steps as its stack has room for. Of a livelock the schedule says only what
// came before: a replay takes turns where it ends.
#include "runtime/rng.h"
#include "runtime/rt.h"

#define HISTORY 4096 // steps remembered to see a fair schedule repeat itself

static uint64_t history[HISTORY];
static uint64_t nfair; // steps past the budget
static size_t unfair;  // segments of the schedule that came before

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

#define DEEPER (HD_STACK_USABLE / 16)

// A thread that was not as deep in calls when it was last looked at may recurse without end. It gets
// another budget: it comes back, or its stack overflows, which says more than that it was cut off.
static bool goes_deeper(void)
{
	uintptr_t top = (uintptr_t)hd_fiber_guard(hd.cur->id) + HD_GUARD + HD_STACK_USABLE;
	uint64_t depth = top - (uintptr_t)__builtin_frame_address(0);

	if (hd.run.steps || depth < hd.depth + DEEPER) {
		return false;
	}
	hd.depth = depth;
	hd.budget = hd.max_steps;
	hd.slice_start = hd.cur->steps;
	hd.step_stop = hd.cur->steps + hd.budget;
	return true;
}

void hd_sched_be_fair(void)
{
	if (hd.cur->steps > hd.slice_start) {
		hd_record_switch(hd.cur);
	}
	unfair = hd.record.schedule.n;
	hd.fair = true;
	hd.full = hd.slow = hd.asks_always = true;
	hd.parks_spinners = false;
	hd.single = false;
	nfair = 0;
	if (hd.run.impatient) {
		hd.budget = 1;
		hd.step_stop = hd.cur->steps + 1;
	}
}

void hd_sched_end_fair(void)
{
	if (hd.record.outcome.verdict == HD_VERDICT_LIVELOCK) {
		hd.record.schedule.n = unfair;
	}
}

// Called at each step past the budget, in fair mode.
void hd_sched_budget_spent(void)
{
	if (!hd.fair && goes_deeper()) {
		return;
	}
	if (!hd.fair) {
		hd_sched_be_fair();
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
