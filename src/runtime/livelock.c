// SPDX-License-Identifier: Apache-2.0
// Beyond the step budget threads take turns, which is fair: then the program ends, or it
// repeats itself forever, which is a livelock, or nothing is known and it is cut off. Before that,
// recursion gets as many steps as its stack has room for. Of a livelock the schedule says only what
// came before: a replay takes turns where it ends.
//
// A loop that polls with timed waits handles another time in every round. So the clock is put forward,
// beyond whatever the loop may be waiting for, and stands still from then on: if the program repeats
// itself now, in the same way after each of several such jumps, no time ends it.
#include "runtime/rng.h"
#include "runtime/rt.h"

#define HISTORY 4096 // steps remembered to see a fair schedule repeat itself
#define EARLY_HISTORY 512

#define JUMPS 4
#define JUMP (1157 * 86400ull * 1000000000ull) // three years, in nanoseconds; whole days

static uint64_t history[HISTORY];
static uint64_t shapes[HISTORY]; // the same without values
static uint64_t nfair;      // steps past the budget, or since the clock's last jump
static unsigned jumps;      // that it has made
static uint64_t last_shape; // of the period after the last but one of them
static size_t unfair;  // segments of the schedule that came before

// Under a fair schedule the last half of the history is a repetition of one
// period: the program does the same forever. 0: it is not.
static unsigned period_of(unsigned length)
{
	for (unsigned period = 1; period <= length / 4; period++) {
		unsigned i = length - 1;
		while (i >= period && history[i] == history[i - period]) {
			i--;
		}
		if (i < period) {
			return period;
		}
	}
	return 0;
}

// Of the last period, wherever it begins.
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
	nfair = jumps = 0;
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

enum { ENDLESS, UNKNOWN, LATER };

// Does it repeat itself forever? A program that does without looking at the clock is not asked again.
static int judge(unsigned period)
{
	uint64_t shape = shape_of(period);
	bool timed = hd.clock_reads > 0 || hd.timed_waits > 0;
	bool same = period > 0 && (jumps <= 1 || shape == last_shape);

	if (period > 0 && (jumps == 0 || (jumps == JUMPS && same))) {
		return ENDLESS;
	}
	if (jumps == 0 ? !timed : jumps == JUMPS || !same) {
		return UNKNOWN;
	}
	last_shape = shape;
	hd_time_stand_still(JUMP);
	jumps++;
	nfair = 0;
	return LATER;
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
		note_step((unsigned)(nfair % length));
	}
	if (++nfair < 2 * length) {
		return;
	}
	unsigned period = period_of(length);
	if (hd.run.early) {
		look_early(period > 0);
		return;
	}
	int answer = judge(period);
	if (answer == LATER) {
		return;
	}
	if (answer == ENDLESS) {
		hd_process_expects_alarm();
		hd_fault(HD_VERDICT_LIVELOCK, hd.cur->op.site, hd.cur->op.object,
			"livelock: the threads repeat the same steps forever under a fair schedule");
	}
	cut_off();
}
