// SPDX-License-Identifier: Apache-2.0
// Who runs. A fiber comes here before each step that another could notice;
// the strategy says who goes on.
//
// A fiber that is not running is *parked* at its next step, described by its
// `op`. It is enabled iff that step is possible: `ready` is NULL or says so.
// Whoever changes a synchronization object calls hd_sched_changed, which
// recomputes this for the fibers parked on that object and for no others.
#include "runtime/access.h"
#include "runtime/fiber.h"
#include "strategy/strategy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct hd_rt hd = {.slow = true};
struct hd_observer hd_observer;
struct hd_fiber hd_fibers[HD_MAX_FIBERS];

#define FAIR_HISTORY 4096 // steps remembered to see a fair schedule repeat itself

static unsigned nspinning; // fibers that are set aside because they spin
static uint64_t fair_history[FAIR_HISTORY];
static uint64_t fair_count;

// A fiber that is the only enabled one goes on for this long unasked, or until
// it makes another one able to go on.
#define ALONE (1ll << 40)

// From the next switch point on there is a choice.
static inline void ask_soon(void)
{
	if (hd.unasked) {
		hd.forgone += hd.fuel - 1;
		hd.fuel = 1;
	}
}

static void set_enabled(struct hd_fiber *f, bool on)
{
	if (on) {
		hd_set_add(hd.enabled, f->id);
		ask_soon();
	} else {
		hd_set_remove(hd.enabled, f->id);
	}
}

void hd_sched_refresh(struct hd_fiber *f)
{
	set_enabled(f, f->timed_out || !f->ready || (hd.eager && f->timed) || f->ready(f));
}

HD_FLAT void hd_sched_changed(struct hd_sync *s)
{
	if (s->parked == 0) {
		return;
	}
	for (unsigned i = 0; i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[i];
		if (f->wait == s && f != hd.cur && f->state == HD_FIBER_LIVE) {
			hd_sched_refresh(f);
		}
	}
}

bool hd_op_writes(const struct hd_op *op)
{
	uint64_t value;

	if (!op->cas) {
		return op->write;
	}
	return !hd_peek(op->object, op->size, &value) || value == op->expected;
}

static void update_single(void)
{
	hd.single = hd.nlive == 1 && hd.nunjoined == 0;
	hd.slow = hd.full || (hd_observer.access && !hd.single);
}

// ---- nobody can run ----------------------------------------------------------

// The fiber whose deadline comes first goes on: time passes only when nothing
// else can happen.
static bool fire_timeout(void)
{
	struct hd_fiber *first = NULL;

	for (unsigned i = 0; i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[i];
		if (f->state == HD_FIBER_LIVE && f->timed && !f->timed_out &&
		    (!first || f->deadline < first->deadline)) {
			first = f;
		}
	}
	if (!first) {
		return false;
	}
	if (hd.now < first->deadline) {
		hd.now = first->deadline + hd.clock_lag;
	}
	first->timed_out = true;
	set_enabled(first, true);
	return true;
}

static bool unpark_spinners(void)
{
	bool any = false;

	for (unsigned i = 0; i < hd.nfibers; i++) {
		if (hd_fibers[i].state == HD_FIBER_LIVE && hd_fibers[i].spinning) {
			hd_fibers[i].spinning = false;
			nspinning--;
			hd_fibers[i].spin_length = 0;
			hd_sched_refresh(&hd_fibers[i]);
			any = true;
		}
	}
	return any;
}

static void describe_wait(const struct hd_fiber *f, char *out, size_t size)
{
	static const char *const nouns[] = {"an atomic", "mutex", "rwlock", "spin lock", "condition variable",
	                                    "barrier", "once", "semaphore", "a descriptor", "the end of a thread"};
	const struct hd_site *at = f->op.site;
	const struct hd_sync *s = f->cond ? f->cond : f->wait;
	const char *name = at && at->var ? at->var->name : "";
	int n = snprintf(out, size, "thread %d waits for %s", f->id, s ? nouns[s->kind] : "something");

	if (s && s->kind == HD_SYNC_THREAD) {
		n = snprintf(out, size, "thread %d waits for thread %d to end", f->id, s->owner);
	} else if (*name && s && s->kind != HD_SYNC_FD) {
		n += snprintf(out + n, size - (size_t)n, " `%s`", name);
	}
	if (s && s->held && s->owner >= 0 && s->kind != HD_SYNC_THREAD) {
		n += snprintf(out + n, size - (size_t)n, ", held by thread %d", s->owner);
	}
	if (f->cond && !f->signalled) {
		n += snprintf(out + n, size - (size_t)n, ", and nobody is left to signal it");
	} else if (f->cond && f->wait && f->wait->held) {
		n += snprintf(out + n, size - (size_t)n, ": signalled, but its mutex is held by thread %d",
		              f->wait->owner);
	}
	if (at && at->file && n < (int)size) {
		snprintf(out + n, size - (size_t)n, " (%s:%u)", at->file, at->line);
	}
}

HD_NORETURN HD_COLD static void deadlock(void)
{
	char line[512];
	bool lost_wakeup = false;
	struct hd_fiber *first = NULL;

	hd.fault.details[0] = '\0';
	hd.fault.nstacks = 0;
	for (unsigned i = 0; i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[i];
		if (f->state != HD_FIBER_LIVE) {
			continue;
		}
		// The fault belongs to one that waits for a thing, not for a thread.
		if (!first || (first->wait && first->wait->kind == HD_SYNC_THREAD)) {
			first = f;
		}
		lost_wakeup |= f->cond && !f->signalled;
		describe_wait(f, line, sizeof(line));
		size_t used = strlen(hd.fault.details);
		snprintf(hd.fault.details + used, sizeof(hd.fault.details) - used, "%s\n", line);
	}
	if (!first) {
		hd_sched_finish(); // everybody is done
	}
	for (unsigned i = 0; i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[(first->id + i) % hd.nfibers];
		if (f->state == HD_FIBER_LIVE && f != hd.cur && hd.fault.nstacks < HD_MAX_STACKS) {
			hd_stack_capture(&hd.fault.stacks[hd.fault.nstacks++], f->id, hd_fiber_saved_frame(f));
		} else if (f == hd.cur && f->state == HD_FIBER_LIVE && hd.fault.nstacks < HD_MAX_STACKS) {
			hd_stack_capture(&hd.fault.stacks[hd.fault.nstacks++], f->id, __builtin_frame_address(0));
		}
	}
	hd.fault.fiber = first->id;
	hd_fault(HD_VERDICT_DEADLOCK, first->op.site, 0,
	         lost_wakeup ? "deadlock: no thread can run (a wake-up was lost or never sent)"
	                     : "deadlock: no thread can run");
}

// ---- choosing ----------------------------------------------------------------

static inline bool any_enabled(void)
{
	if (likely(hd.nwords == 1)) {
		return hd.enabled[0] != 0;
	}
	for (unsigned i = 0; i < hd.nwords; i++) {
		if (hd.enabled[i]) {
			return true;
		}
	}
	return false;
}

static inline bool only_one_enabled(void)
{
	bool one = false;

	if (likely(hd.nwords == 1)) {
		return (hd.enabled[0] & (hd.enabled[0] - 1)) == 0;
	}

	for (unsigned i = 0; i < hd.nwords; i++) {
		uint64_t w = hd.enabled[i];
		if (w) {
			if (one || (w & (w - 1))) {
				return false;
			}
			one = true;
		}
	}
	return one;
}

// The strategy's answer. `unused` is what was left of the fuel.
__attribute__((noinline)) static unsigned ask(bool current_live, int64_t unused)
{
	struct hd_fiber *cur = hd.cur;
	struct hd_choice c = {
	    .enabled = hd.enabled,
	    .current = current_live ? cur->id : -1,
	    .current_enabled = current_live && hd_set_has(hd.enabled, cur->id),
	    .yielding = cur->yielding,
	    .unused = unused + hd.forgone,
	    .unasked = hd.unasked,
	};

	if (hd.fair) {
		return (unsigned)hd_set_after(hd.enabled, cur->id);
	}
	hd.forgone = 0;
	hd.unasked = false;
	int next = hd.strategy->pick(hd.strategy_state, &c, &hd.fuel);
	cur->yielding = false;
	if (next < 0) {
		hd.outcome.blocked = true;
		hd_sched_finish();
	}
	return (unsigned)next;
}

HD_FLAT static inline unsigned pick(bool current_live)
{
	while (unlikely(!any_enabled())) {
		if (!hd_descriptors_poll() && !unpark_spinners() && !fire_timeout()) {
			deadlock();
		}
	}
	int64_t unused = hd.fuel > 0 ? hd.fuel : 0;
	hd.fuel = 1;
	if (!hd.asks_always && only_one_enabled()) {
		hd.forgone += unused - ALONE;
		hd.fuel = ALONE;
		hd.unasked = true;
		return (unsigned)hd_set_nth(hd.enabled, 0);
	}
	return ask(current_live, unused);
}

void hd_sched_tell(enum hd_event_kind kind, uintptr_t object, const struct hd_site *site)
{
	hd.strategy->synced(hd.strategy_state, kind, object, site);
}

unsigned hd_sched_choose(unsigned n)
{
	if (n < 2) {
		return 0;
	}
	unsigned k = hd.fair || !hd.strategy->choose ? 0 : hd.strategy->choose(hd.strategy_state, n);
	if (hd.full && hd.nlog) {
		hd.log[hd.nlog - 1].nchoices = (uint8_t)n;
		hd.log[hd.nlog - 1].choice = (uint8_t)k;
	}
	if (hd.nchoices < HD_MAX_CHOICES) {
		hd.choices[hd.nchoices++] = (uint8_t)k;
	}
	return k;
}

HD_FLAT static inline void enter_fiber(struct hd_fiber *f)
{
	hd.cur = f;
	hd.slice_start = f->steps;
	hd.step_stop = f->steps + hd.budget;
	*hd.errno_at = f->saved_errno;
	hd.beat++;
}

HD_FLAT static inline void leave_fiber(struct hd_fiber *f)
{
	uint64_t made = f->steps - hd.slice_start;

	f->saved_errno = *hd.errno_at;
	hd.budget = made < hd.budget ? hd.budget - made : 0;
	hd_record_switch(f);
	hd.outcome.switches++;
}

HD_FLAT static inline void switch_to(unsigned next)
{
	struct hd_fiber *from = hd.cur, *to = &hd_fibers[next];

	leave_fiber(from);
	enter_fiber(to);
	hd_fiber_switch(&from->sp, to->sp);
}

// Parks the current fiber until it is picked.
HD_FLAT static inline void park(void)
{
	struct hd_fiber *f = hd.cur;

	if (f->wait) {
		f->wait->parked++;
		hd_sched_refresh(f);
	}
	if (unlikely(f->spinning)) {
		set_enabled(f, false);
	}
	unsigned next = pick(true);
	if (next != f->id) {
		switch_to(next);
	}
	if (f->wait) {
		f->wait->parked--;
	}
}

// ---- spinning, in exhaustive searches ------------------------------------------

#define SPIN_REPEATS 12

// A fiber that makes the same read of the same value over and over, with no
// other effect, is waiting: it is set aside until someone writes. Brent's cycle
// detection over the fiber's reads.
static void watch_spin(struct hd_fiber *f, const struct hd_op *op)
{
	bool write = op->write && !op->cas;
	uint64_t value;

	if (write && op->kind != HD_EV_YIELD) {
		f->spin_length = f->spin_anchor = 0;
		f->spin_key = 0;
		return;
	}
	uint64_t key = op->object * 31 + (uintptr_t)op->site;
	if (hd_peek(op->object, op->size, &value)) {
		key = key * 31 + value;
	}
	key = hd_mix(key);
	f->spin_length++;
	if (key == f->spin_key) {
		if (++f->spin_anchor >= SPIN_REPEATS) {
			nspinning += !f->spinning;
			f->spinning = true;
			f->spin_anchor = 0;
		}
	} else if ((f->spin_length & (f->spin_length - 1)) == 0) {
		f->spin_key = key;
		f->spin_anchor = 0;
	}
}

static void wake_spinners(void)
{
	for (unsigned i = 0; nspinning > 0 && i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[i];
		if (f->spinning && f != hd.cur && f->state == HD_FIBER_LIVE) {
			f->spinning = false;
			nspinning--;
			f->spin_length = f->spin_anchor = 0;
			f->spin_key = 0;
			hd_sched_refresh(f);
		}
	}
}

// ---- switch points -------------------------------------------------------------

// Must the strategy be asked although its last answer goes further?
static inline bool asks_at(const struct hd_op *op)
{
	return unlikely(hd.at_locks) && (op->kind == HD_EV_LOCK || op->kind == HD_EV_RDLOCK ||
	                                 op->kind == HD_EV_TRYLOCK || op->kind == HD_EV_TRYRDLOCK);
}

// The current fiber's step, its `op`, whose switch point has passed: in full
// mode it is logged.
HD_FLAT static inline void made(void)
{
	struct hd_fiber *f = hd.cur;

	if (unlikely(hd.full)) {
		hd_record_event(&f->op);
		if (f->op.write) {
			wake_spinners();
		}
		if (f->op.cas && hd_observer.access && !hd.single) {
			hd_observer.access(&f->op);
		}
	}
	if (unlikely(++f->steps >= hd.step_stop)) {
		hd_sched_budget_spent();
	}
}

HD_FLAT static inline void park_at(void)
{
	if (unlikely(hd.parks_spinners)) {
		watch_spin(hd.cur, &hd.cur->op);
	}
	park();
}

// Callers build `op` on their stack; inlined, it is never there but is written
// straight to the fiber, and only where someone will look at it.

HD_FLAT void hd_sched_wait(const struct hd_op *op, struct hd_sync *s, hd_ready_fn *ready)
{
	struct hd_fiber *f = hd.cur;

	f->wait = s;
	f->ready = ready;
	bool asks = !ready(f) || (!hd.single && (hd.full || --hd.fuel <= 0 || asks_at(op)));
	if (asks || hd.full) {
		f->op = *op;
	}
	if (asks) {
		park_at();
		f->timed_out |= f->timed && !ready(f); // picked although it had to wait
	}
	f->wait = NULL;
	f->ready = NULL;
	made();
}

HD_FLAT bool hd_sched_wait_until(const struct hd_op *op, struct hd_sync *s, hd_ready_fn *ready,
                                 uint64_t deadline)
{
	struct hd_fiber *f = hd.cur;

	f->timed = true;
	f->timed_out = false;
	f->deadline = deadline;
	hd_sched_wait(op, s, ready);
	bool in_time = !f->timed_out;
	hd.timed_waits++;
	hd.timeouts += !in_time;
	if (!in_time && hd.now < deadline) {
		hd.now = deadline + hd.clock_lag;
	}
	f->timed = f->timed_out = false;
	return in_time;
}

HD_FLAT void hd_sched_point(const struct hd_op *op)
{
	struct hd_fiber *f = hd.cur;
	bool yields = op->kind == HD_EV_YIELD || op->kind == HD_EV_SLEEP;
	bool asks = !hd.single && (hd.full || --hd.fuel <= 0 || yields || asks_at(op));

	if (asks || hd.full) {
		f->op = *op;
	}
	if (asks) {
		f->yielding = yields;
		park_at();
	}
	made();
}

// Does the strategy have to be asked before this access? What brought it here
// was that its fuel is used up, or that all accesses come here.
static bool access_asks(const struct hd_op *op)
{
	if (hd.single || !hd.slow || hd.full) {
		return !hd.single;
	}
	bool shared = hd_access_range_is_shared(op->object, op->size) ||
	              (hd.strategy->asked_at && hd.strategy->asked_at(op->site));
	return shared && --hd.fuel <= 0;
}

HD_FLAT static inline void ask_before_access(uintptr_t a, uint32_t size, enum hd_event_kind kind, bool write,
                                             const struct hd_site *site)
{
	struct hd_fiber *f = hd.cur;

	f->op = (struct hd_op){.kind = kind, .write = write, .size = size, .object = a, .site = site};
	if (access_asks(&f->op)) {
		park_at();
	}
	if (unlikely(hd_observer.access && !hd.single)) {
		hd_observer.access(&f->op);
	}
	if (unlikely(hd.full)) {
		hd_record_event(&f->op);
		if (write) {
			wake_spinners();
		}
	}
}

void hd_sched_slow_access(uintptr_t a, uint32_t size, enum hd_event_kind kind, bool write,
                          const struct hd_site *site)
{
	ask_before_access(a, size, kind, write, site);
}

// In one piece, and the same for all accesses: after a switch, each return costs a
// misprediction, and so does each place where the other fiber might go on.
void hd_access_slowly(const void *p, const struct hd_site *site)
{
	uintptr_t a = (uintptr_t)p;
	struct hd_cell *c = hd_cell_of(a);
	uint32_t size = site->size;
	bool write = site->kind == HD_EV_WRITE;

	if (!hd.on) {
		return;
	}
	if (hd.slow || (c->shared == hd.test && !hd.single && --hd.fuel <= 0)) {
		ask_before_access(a, size, site->kind, write, site);
	}
	if (unlikely(++hd.cur->steps >= hd.step_stop)) {
		hd_sched_budget_spent();
	}
	if (unlikely(!hd_cell_is_ready(c, a))) {
		hd_heap_fresh_cell(c, a, size, write, site);
	}
	if (unlikely((a & 7) + size > c->valid)) {
		hd_heap_bad_access(a, size, write, site);
	}
	if (!hd.single) {
		if (c->shared != hd.test) {
			hd_access_own(c, write);
		}
		if (!hd_access_is_ordered(c, HD_ACCESS_MASK(a, size), write, site)) {
			hd_race_check(c, HD_ACCESS_MASK(a, size), write, false, site, a);
		}
	}
}

// ---- the step budget -------------------------------------------------------------

// Under a fair schedule the last half of the history is a repetition of one
// period: the program does the same for ever.
static bool history_repeats(void)
{
	for (unsigned period = 1; period <= FAIR_HISTORY / 4; period++) {
		unsigned i = FAIR_HISTORY - 1;
		while (i >= period && fair_history[i] == fair_history[i - period]) {
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
		fair_count = 0;
		hd.outcome.steps = hd.max_steps;
	}
	hd.budget = 1;
	hd.slice_start = hd.cur->steps;
	hd.step_stop = hd.cur->steps + 1;
	if (fair_count >= FAIR_HISTORY) { // the first round warms up
		fair_history[fair_count % FAIR_HISTORY] = step_key();
	}
	if (++fair_count == 2 * FAIR_HISTORY) {
		if (history_repeats()) {
			hd_fault(HD_VERDICT_LIVELOCK, hd.cur->op.site, hd.cur->op.object,
			         "livelock: the threads repeat the same steps for ever under a fair schedule");
		}
		hd.outcome.cut_off = true;
		hd_sched_finish();
	}
}

// ---- fibers come and go ------------------------------------------------------------

struct hd_fiber *hd_sched_new(void)
{
	if (hd.nfibers == HD_USABLE_FIBERS) {
		return NULL;
	}
	struct hd_fiber *f = &hd_fibers[hd.nfibers];
	memset(f, 0, offsetof(struct hd_fiber, acquire_later));
	f->has_acquire_later = f->has_release_fence = false;
	f->spin_length = f->spin_anchor = 0;
	f->spin_key = 0;
	f->id = (uint8_t)hd.nfibers++;
	hd.nwords = (hd.nfibers + 63) / 64;
	f->state = HD_FIBER_LIVE;
	f->cause = -1;
	// Everybody's clock gets an entry for the new one.
	for (unsigned i = 0; i <= f->id; i++) {
		hd_fibers[i].clock.n = f->id + 1u;
		if (f->id % 4 == 0) {
			memset(&hd_fibers[i].clock.c[f->id], 0, 4 * sizeof(uint32_t));
		}
	}
	memset(f->clock.c, 0, (f->id / 4 + 1) * 4 * sizeof(*f->clock.c));
	f->clock.c[f->id] = f->epoch = (hd_epoch)f->id << 24 | 1;
	f->op = (struct hd_op){.kind = HD_EV_START};
	hd_fiber_prepare(f);
	hd_tls_prepare(f);
	hd.nlive++;
	update_single();
	set_enabled(f, true);
	return f;
}

void hd_sched_fiber_done(void)
{
	struct hd_fiber *f = hd.cur;

	if (f->id != 0) {
		hd_specific_run_destructors();
	}
	f->state = HD_FIBER_DONE;
	hd_set_remove(hd.enabled, f->id);
	hd.nlive--;
	hd.nunjoined++;
	if (f->end) {
		hd_sched_changed(f->end);
	}
	if (hd.nlive == 0) {
		hd_sched_finish();
	}
	if (hd.full) {
		wake_spinners();
	}
	switch_to(pick(false));
	__builtin_unreachable();
}

void hd_thread_joined(struct hd_fiber *f)
{
	if (!f->joined) {
		f->joined = true;
		hd.nunjoined--;
		update_single();
	}
}

void hd_sched_finish(void)
{
	void *dead;

	// The last thread was about to make one more step: its fault came before it.
	hd.cur->steps++;
	hd_record_switch(hd.cur);
	hd_fiber_switch(&dead, hd.engine_sp);
	__builtin_unreachable();
}

// ---- one execution --------------------------------------------------------------

static void reset(void)
{
	if (++hd.gen == 0) {
		hd_memory_forget_shadow();
		hd.gen = 1;
	}
	hd.nfibers = hd.nlive = hd.nunjoined = nspinning = 0;
	memset(hd.enabled, 0, sizeof(hd.enabled));
	hd.nsync = 0;
	hd.nsegments = 0;
	hd.nlog = 0;
	hd.ticket = 0;
	hd.nchoices = 0;
	hd.outcome = (struct hd_outcome){0};
	hd.fault.kind = HD_VERDICT_NONE;
	hd.fault.nstacks = 0;
	hd.fair = false;
	hd.slow = hd.full = hd.strategy->points == HD_POINTS_ALL;
	hd.asks_always = hd.full || hd.strategy->asked_always;
	hd.parks_spinners = hd.strategy->parks_spinners;
	hd.at_locks = hd.strategy->asked_at_locks;
	hd.tells = hd.strategy->synced != NULL;
	hd.locks_matter = hd.at_locks || hd.tells;
	hd.budget = hd.max_steps;
	hd.fuel = 1;
	hd.forgone = -1; // nobody asked for that one
	hd.unasked = true;
	hd_heap_reset();
	hd_race_reset();
	hd_globals_reset();
	hd_time_reset();
	hd_descriptors_reset();
	hd_process_reset();
	hd_specific_reset();
}

static uint64_t steps_made(void)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < hd.nfibers; i++) {
		n += hd_fibers[i].steps;
	}
	return n;
}

void hd_sched_execute(void *(*entry)(void *), void *arg)
{
	reset();
	struct hd_fiber *f = hd_sched_new();
	f->entry = entry;
	f->arg = arg;
	enter_fiber(f);
	hd.on = true;
	hd_fiber_switch(&hd.engine_sp, f->sp);
	hd.on = false;
	hd.slow = true;
	hd.outcome.steps = steps_made();
	hd.outcome.fibers = hd.nfibers;
}
