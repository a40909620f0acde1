// SPDX-License-Identifier: Apache-2.0
// Beyond the step budget threads take turns, which is fair: then the program ends, or it
// repeats itself forever, which is a livelock, or nothing is known and it is cut off. Before that,
// recursion gets as many steps as its stack has room for. Of a livelock the schedule says only what
// came before: a replay takes turns where it ends.
#include "runtime/rng.h"
#include "runtime/rt.h"

#define HISTORY 4096 // steps remembered to see a fair schedule repeat itself
#define EARLY_HISTORY 512

static uint64_t history[HISTORY];
static uint64_t nfair; // steps past the budget
static size_t unfair;  // segments of the schedule that came before

// Under a fair schedule the last half of the history is a repetition of one
// period: the program does the same forever.
static bool history_repeats(unsigned length)
{
	for (unsigned period = 1; period <= length / 4; period++) {
		unsigned i = length - 1;
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
		hd.record.schedule.turns = true;
	}
}

uint64_t hd_livelock_key(void)
{
	uint64_t key = HD_VERDICT_LIVELOCK;

	for (unsigned i = 0; i < hd.nfibers; i++) {
		const struct hd_site *at = hd_fibers[i].op.site;
		key += hd_fibers[i].state == HD_FIBER_LIVE && at ? hd_mix((uintptr_t)at->func) : 0;
	}
	return hd_mix(key);
}

HD_NORETURN static void cut_off(void)
{
	hd.record.outcome.cut_off = true;
	hd_sched_finish();
}

// It was looked at early. If it may be worth the time after all, threads go on taking turns.
static void look_early(bool repeats)
{
	uint64_t made = hd_sched_steps(), most = hd_sched_most_steps();

	if (repeats && (!hd_oracle_wants(HD_VERDICT_LIVELOCK) || hd.run.is_known_fault(hd_livelock_key()))) {
		cut_off();
	}
	hd.run.early = 0;
	nfair = 0;
	hd.budget = made < most ? most - made : 1;
	hd.step_stop = hd.cur->steps + hd.budget;
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
	unsigned length = hd.run.early ? EARLY_HISTORY : HISTORY;
	if (nfair >= length) { // the first round warms up
		history[nfair % length] = step_key();
	}
	if (++nfair < 2 * length) {
		return;
	}
	bool repeats = history_repeats(length);
	if (hd.run.early) {
		look_early(repeats);
		return;
	}
	if (repeats) {
		hd_process_expects_alarm();
		hd_fault(HD_VERDICT_LIVELOCK, hd.cur->op.site, hd.cur->op.object,
			"livelock: the threads repeat the same steps forever under a fair schedule");
	}
	cut_off();
}
