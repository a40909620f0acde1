// SPDX-License-Identifier: Apache-2.0
// Beyond the step budget threads take turns, which is fair: then the program ends, or it
// repeats itself forever, which is a livelock, or nothing is known and it is cut off. Before that,
// recursion gets as many steps as its stack has room for. Of a livelock the schedule says only what
// came before: a replay takes turns where it ends.
//
// A loop that polls with a timed wait handles another time in every round. Where time matters the program must repeat
// itself four times: while the clock goes on and times are not compared, while it stands still, and the same again
// years later. What waits for a time ends then, and so does what counts how often the clock has changed.
#include "runtime/fair.h"
#include "runtime/rng.h"
#include "runtime/rt.h"
#include "runtime/shims.h"

#define HISTORY 4096 // steps remembered to see a fair schedule repeat itself
#define EARLY_HISTORY 512
#define HISTORY_BEFORE 256 // steps that what a thread has noted may be older
#define PARTS 4                               // in which the clock stands still every other time
#define YEARS (1157 * 86400ull * 1000000000u) // three, in nanoseconds, and whole days

static uint64_t history[HISTORY];
static uint64_t nfair; // steps past the budget, or of this part
static unsigned part;
static uint64_t shapes[PARTS]; // what was repeated
static uint64_t random_before; // the state of rand() when the history began
static bool timed;     // some thread sleeps, or waits for a time
static const struct hd_site *first_place; // of those that steps were made at
static bool waits_there; // ... for a time
static bool endless;     // it repeats itself, and is reported at that place
static size_t unfair;    // segments of the schedule that came before

#define MOST_PLACES 64

static const struct hd_func *places[MOST_PLACES]; // functions that steps were made in
static unsigned nplaces;

// Under a fair schedule the last half of the history is a repetition of one
// period: the program does the same forever. 0: it does not.
static unsigned find_period(unsigned length)
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
static uint64_t shape_of(unsigned period, unsigned length)
{
	uint64_t sum = period;

	for (unsigned i = length - period; i < length; i++) {
		sum += history[i];
	}
	return sum;
}

// What the current fiber does, as far as it can be seen.
static uint64_t step_key(void)
{
	const struct hd_op *op = &hd.cur->op;
	uint64_t key = hd_mix((uintptr_t)op->site ^ op->object << 20 ^ hd.cur->id);
	uint64_t value;

	if (hd_peek(op->object, op->size, &value)) {
		key ^= hd_fair_value(value);
	}
	if (hd.cur->timed || op->kind == HD_EV_SLEEP) {
		timed = true;
		key ^= hd_fair_locals(op->site, &value) ? value : hd_mix(nfair);
	}
	return key;
}

static void note_place(const struct hd_site *at)
{
	unsigned i = 0;

	while (at && i < nplaces && places[i] != at->func) {
		i++;
	}
	if (at && i == nplaces && nplaces < MOST_PLACES) {
		places[nplaces++] = at->func;
	}
}

// Where the history ends depends on when it began, but not which of the places comes first. One where a thread waits
// for a time says most.
static void note_first(const struct hd_op *op)
{
	bool waits = hd.cur->timed || op->kind == HD_EV_SLEEP;

	if (op->site && (!first_place || waits > waits_there || (waits == waits_there && op->site < first_place))) {
		first_place = op->site;
		waits_there = waits;
	}
}

static void begin_history(void)
{
	first_place = NULL;
	waits_there = false;
	random_before = hd.random;
	hd_fair_compare_from_now();
	timed = false;
	nplaces = 0;
}

static void note_step(unsigned length)
{
	history[nfair % length] = step_key();
	note_place(hd.cur->op.site);
	note_first(&hd.cur->op);
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
	hd_fair_begin();
	nfair = 0;
	part = 0;
	endless = false;
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
		if (hd_fibers[i].state == HD_FIBER_LIVE) {
			note_place(hd_fibers[i].op.site);
		}
	}
	for (unsigned i = 0; i < nplaces; i++) {
		key += hd_mix((uintptr_t)places[i]);
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

static bool time_matters(void)
{
	for (unsigned i = 0; i < hd.nfibers; i++) {
		timed |= hd_fibers[i].state == HD_FIBER_LIVE && hd_fibers[i].timed;
	}
	return timed || hd.clock_reads > 0;
}

enum answer { ENDLESS, UNKNOWN, LATER };

// Does it repeat itself forever?
static enum answer judge(unsigned period)
{
	bool matters = time_matters();

	if (period == 0 || (matters && hd.random != random_before)) {
		return UNKNOWN;
	}
	shapes[part] = shape_of(period, HISTORY);
	if (!matters) {
		return ENDLESS;
	}
	if (part >= 2 && shapes[part] != shapes[part - 2]) {
		return UNKNOWN;
	}
	if (++part == PARTS) {
		return ENDLESS;
	}
	hd_time_later(YEARS, part % 2);
	hd_spin_wake_all();
	nfair = 0;
	return LATER;
}

// It repeats itself, so it comes there again.
static void report_at_first_place(void)
{
	const struct hd_op *op = &hd.cur->op;
	bool waits = hd.cur->timed || op->kind == HD_EV_SLEEP;

	if (!first_place || (op->site == first_place && waits == waits_there)) {
		hd_process_expects_alarm();
		hd_fault(HD_VERDICT_LIVELOCK, op->site, op->object,
			"livelock: the threads repeat the same steps forever under a fair schedule");
	} else if (++nfair > 3 * HISTORY) {
		cut_off();
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
	if (endless) {
		report_at_first_place();
		return;
	}
	unsigned length = hd.run.early ? EARLY_HISTORY : HISTORY;
	if (nfair == length - HISTORY_BEFORE) {
		begin_history();
	}
	if (nfair >= length) { // the first round warms up
		note_step(length);
	}
	if (++nfair < 2 * length) {
		return;
	}
	unsigned period = find_period(length);
	if (hd.run.early) {
		look_early(period > 0);
		return;
	}
	switch (judge(period)) {
	case LATER:
		break;
	case ENDLESS:
		endless = true;
		break;
	case UNKNOWN:
		cut_off();
	}
}
