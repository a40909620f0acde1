// SPDX-License-Identifier: Apache-2.0
// Threads take turns. Time passes by steps then and not by the clock, so that what repeats itself does so at any
// time: whoever sleeps or waits for a time lets the others go on until they wait as well, or have made some steps.
//
// Which thread sleeps how long is not compared, and neither is how much later one wakes up than it wanted to:
// any thread may be delayed for any time.
#include "runtime/fair.h"

#include "runtime/rng.h"
#include "runtime/rt.h"
#include "runtime/shims.h"

#define PATIENCE 64      // steps of others
#define MOST_STACK 65536 // bytes of a stack that are compared
#define SAVED_REGISTERS 5 // that a function which saves all has below its frame pointer, or above it

#define SECOND 1000000000ull
#define LATEST (86400 * SECOND)     // a deadline, from now on
#define WIDEST (365 * 86400 * SECOND) // what the clock passes through meanwhile

// What a thread kept on its stack and in registers when it last called something that waits for a time.
struct note {
	const struct hd_site *site;
	uint64_t hash;
};

static struct note notes[HD_USABLE_FIBERS];
static uint64_t last_turn[HD_USABLE_FIBERS];
static uint64_t turn;
static bool compares;
static uint64_t since;    // what the clock showed when the values began that are compared
static uint64_t earliest; // ... in seconds: what is less is no time

void hd_fair_begin(void)
{
	hd.fair = true;
	hd.full = hd.slow = hd.asks_always = true;
	hd.parks_spinners = false;
	hd.single = false;
	hd.run.eager = false; // time comes by turns
	compares = false;
	for (unsigned i = 0; i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[i];
		notes[i].site = NULL;
		last_turn[i] = turn;
		if (f->state == HD_FIBER_LIVE && f->timed && f->wait) {
			hd_sched_refresh(f);
		}
	}
}

// ---- whose turn it is ------------------------------------------------------------

static bool is_asleep(const struct hd_fiber *f)
{
	return f->op.kind == HD_EV_SLEEP && hd_set_has(hd.enabled, f->id);
}

static bool waits_for_time(const struct hd_fiber *f)
{
	return f->timed && !f->timed_out && !hd_set_has(hd.enabled, f->id);
}

// Whoever is not asleep, or has been for long enough; else the first that waits for a time.
static struct hd_fiber *find_next(void)
{
	struct hd_fiber *idle = NULL;

	for (unsigned k = 1; k <= hd.nfibers; k++) {
		struct hd_fiber *f = &hd_fibers[(hd.cur->id + k) % hd.nfibers];
		if (f->state != HD_FIBER_LIVE) {
			continue;
		}
		bool rests = is_asleep(f) || waits_for_time(f);
		bool ready = rests ? turn - last_turn[f->id] >= PATIENCE : hd_set_has(hd.enabled, f->id);
		if (ready) {
			return f;
		}
		idle = rests && !idle ? f : idle;
	}
	return idle;
}

bool hd_fair_time_out(void)
{
	struct hd_fiber *f = find_next();

	if (f) {
		hd_sched_time_out(f);
	}
	return f;
}

unsigned hd_fair_next(void)
{
	struct hd_fiber *f = find_next();

	if (waits_for_time(f)) {
		hd_sched_time_out(f);
	}
	last_turn[f->id] = ++turn;
	return f->id;
}

// ---- what is compared --------------------------------------------------------------

void hd_fair_compare_from_now(void)
{
	compares = true;
	since = hd_time_shown();
	earliest = hd.clock_reads > 0 ? since / SECOND : UINT64_MAX;
}

// Is it a time that the clock has shown since, or one soon? As seconds, milli-, micro- or nanoseconds.
static bool is_time(uint64_t value)
{
	if (value < earliest || hd.now - since > WIDEST) {
		return false;
	}
	for (uint64_t unit = SECOND; unit > 0; unit /= 1000) {
		if (value >= since / unit && value <= (hd.now + LATEST) / unit) {
			return true;
		}
	}
	return false;
}

uint64_t hd_fair_value(uint64_t value)
{
	uint64_t low = (uint32_t)value, high = value >> 32;

	if (is_time(value)) {
		return 0;
	}
	low = is_time(low) ? 0 : low;
	return hd_mix(high && is_time(high) ? low : high << 32 | low);
}

void hd_fair_note_locals(const uintptr_t *frame)
{
	const struct hd_fiber *f = hd.cur;
	uintptr_t top = (uintptr_t)hd_fiber_guard(f->id) + HD_GUARD + HD_STACK_USABLE;
	const uintptr_t *end = (const uintptr_t *)top;
	struct note *n = &notes[f->id];

	n->site = NULL;
	if (!compares || top - (uintptr_t)frame > MOST_STACK) {
		return;
	}
	n->site = __heddle_callsite;
	n->hash = 0;
	for (const uintptr_t *p = frame - SAVED_REGISTERS; p < end; p++) {
		n->hash = n->hash * 0x9e3779b97f4a7c15ull + (*p < earliest ? *p : hd_fair_value(*p));
	}
}

bool hd_fair_locals(const struct hd_site *site, uint64_t *hash)
{
	const struct note *n = &notes[hd.cur->id];

	*hash = n->hash;
	return n->site && n->site == site;
}
