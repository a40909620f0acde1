// SPDX-License-Identifier: Apache-2.0
// Decides which fiber runs. A fiber comes here before each step that another
// could notice; the scheduler picks the next one.
//
// A fiber that is not running is *parked* at its next step, described by its
// `op`. It is enabled iff that step is possible: `ready` is NULL or says so.
// Whoever changes a synchronization object calls hd_sched_changed, which
// recomputes this for the fibers parked on that object and for no others.
#include "runtime/fair.h"
#include "runtime/fiber_switch.h"
#include "runtime/rt.h"
#include "runtime/scheduler.h"
#include "runtime/specific.h"

#include <string.h>

// A fiber that is the only enabled one continues for this long without asking,
// or until it enables another one.
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
	set_enabled(f,
		f->timed_out || !f->ready || hd_fiber_is_signalled(f) || (hd.run.eager && f->timed) || f->ready(f));
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

bool hd_op_changes(const struct hd_op *op)
{
	uint64_t value;

	if (!op->update || !hd_peek(op->object, op->size, &value)) {
		return op->write;
	}
	switch (op->update) {
	case HD_UPDATE_EXCHANGE:
		return value != op->operand;
	case HD_UPDATE_OR:
		return op->operand & ~value;
	default:
		return value == op->operand;
	}
}

// A compare-exchange that fails releases nothing.
bool hd_op_writes(const struct hd_op *op)
{
	return (op->releases && op->update != HD_UPDATE_CAS) || hd_op_changes(op);
}

static void update_single(void)
{
	hd.single = hd.nlive == 1 && hd.nunjoined == 0;
	hd.slow = hd.full || (hd_observer.access && (!hd.single || hd_observer.alone));
}

// ---- no fiber can run ----------------------------------------------------------

void hd_sched_time_out(struct hd_fiber *f)
{
	if (hd.now < f->deadline) {
		hd.now = f->deadline + hd.run.clock_lag;
	}
	f->timed_out = true;
	set_enabled(f, true);
}

// The fiber with the earliest deadline continues: time passes only when nothing
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
	if (first) {
		hd_sched_time_out(first);
	}
	return first;
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
		return (unsigned)hd_fair_next();
	}
	hd.forgone = 0;
	hd.unasked = false;
	int next = hd.run.scheduler->pick(hd.run.state, &c, &hd.fuel);
	cur->yielding = false;
	if (next < 0) {
		hd.record.outcome.blocked = true;
		hd_sched_finish();
	}
	return (unsigned)next;
}

HD_FLAT static inline unsigned pick(bool current_live)
{
	while (unlikely(!any_enabled())) {
		if (!hd_descriptors_poll() && !hd_spin_wake_all() && !(hd.fair ? hd_fair_time_out() : fire_timeout())) {
			hd_deadlock();
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
	if (hd.run.scheduler->synced) {
		hd.run.scheduler->synced(hd.run.state, kind, object, site);
	}
	if (hd_observer.synced) {
		hd_observer.synced(kind, object, site);
	}
}

unsigned hd_sched_choose(unsigned n)
{
	if (n < 2) {
		return 0;
	}
	unsigned k = hd.fair || !hd.run.scheduler->choose ? 0 : hd.run.scheduler->choose(hd.run.state, n);
	if (hd.full && hd.nlog) {
		hd.log[hd.nlog - 1].nchoices = (uint8_t)n;
		hd.log[hd.nlog - 1].choice = (uint8_t)k;
	}
	if (hd.record.schedule.nchoices < HD_MAX_CHOICES) {
		hd.record.schedule.choices[hd.record.schedule.nchoices++] = (uint8_t)k;
	}
	return k;
}

HD_FLAT void hd_sched_enter(struct hd_fiber *f)
{
	hd.cur = f;
	hd.slice_start = f->steps;
	hd.step_stop = f->steps + hd.budget;
	*hd.errno_at = f->saved_errno;
	hd.beat++;
}

HD_FLAT static inline void leave_fiber(struct hd_fiber *f)
{
	uint64_t steps = f->steps - hd.slice_start;

	f->saved_errno = *hd.errno_at;
	hd.budget = steps < hd.budget ? hd.budget - steps : 0;
	hd_record_switch(f);
	hd.record.outcome.switches++;
}

HD_FLAT static inline void switch_to(unsigned next)
{
	struct hd_fiber *from = hd.cur, *to = &hd_fibers[next];

	leave_fiber(from);
	hd_sched_enter(to);
	hd_fiber_switch(&from->sp, to->sp);
}

// Stands at the next step of the current fiber until it is picked.
HD_FLAT static inline void stand(struct hd_fiber *f)
{
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

// The current fiber's step, its `op`, whose switch point has passed: in full
// mode it is logged.
HD_FLAT static inline void finish_step(void)
{
	struct hd_fiber *f = hd.cur;

	if (unlikely(hd.full)) {
		hd_record_event(&f->op);
		hd_spin_stepped(&f->op);
		if (f->op.update && hd_observer.access && (!hd.single || hd_observer.alone)) {
			hd_observer.access(&f->op);
		}
	}
	if (unlikely(++f->steps >= hd.step_stop)) {
		hd_sched_budget_spent();
	}
}

// Parks the current fiber until it is picked for its step, not to handle a signal.
HD_FLAT static inline void park(void)
{
	struct hd_fiber *f = hd.cur;

	stand(f);
	while (unlikely(f->signals) && hd_fiber_is_signalled(f)) {
		finish_step();
		hd_process_handle_signals();
		stand(f);
	}
}

// ---- switch points -------------------------------------------------------------

// Must the strategy be asked although its last answer goes further?
static inline bool asks_at(const struct hd_op *op)
{
	return unlikely(hd.at_locks) && hd_event_takes_lock(op->kind);
}

HD_FLAT void hd_sched_park(void)
{
	if (unlikely(hd.parks_spinners)) {
		hd_spin_stand(hd.cur);
	}
	park();
}

// Callers build `op` on their stack; inlined, it is never there but is written
// straight to the fiber, and only where someone will look at it.

// While the fiber stood there another may have freed what its operation is on. Waking a futex
// only names an address, and freeing says itself that the block is gone.
static void check_still_there(const struct hd_op *op)
{
	const struct hd_cell *c = hd_cell_of(op->object);
	bool gone = c->gen == hd.gen && c->flags & HD_CELL_FREED;

	if (unlikely(gone && op->kind != HD_EV_FREE && op->kind != HD_EV_FUTEX_WAKE)) {
		hd_heap_bad_access(op->object, 1, true, op->site);
	}
}

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
		hd_sched_park();
		f->timed_out |= f->timed && !ready(f); // picked although it had to wait
		check_still_there(&f->op);
	}
	f->wait = NULL;
	f->ready = NULL;
	finish_step();
}

HD_FLAT bool hd_sched_wait_until(const struct hd_op *op, struct hd_sync *s, hd_ready_fn *ready, uint64_t deadline)
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
		hd.now = deadline + hd.run.clock_lag;
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
		hd_sched_park();
		check_still_there(&f->op);
	}
	finish_step();
}

// ---- fibers come and go ------------------------------------------------------------

struct hd_fiber *hd_sched_new(void)
{
	if (hd.nfibers == HD_USABLE_FIBERS) {
		return NULL;
	}
	struct hd_fiber *f = &hd_fibers[hd.nfibers];
	memset(f, 0, offsetof(struct hd_fiber, clock));
	f->id = (uint8_t)hd.nfibers++;
	hd.nwords = (hd.nfibers + 63) / 64;
	f->state = HD_FIBER_LIVE;
	f->cause = -1;
	// All clocks get an entry for the new one.
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

	if (unlikely(f->signals)) {
		hd_process_handle_signals();
	}
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
		hd_spin_wake(0, 0);
	}
	switch_to(pick(false));
	__builtin_unreachable();
}

void hd_sched_joined(struct hd_fiber *f)
{
	if (!f->joined) {
		f->joined = true;
		hd.nunjoined--;
		update_single();
	}
}

uint64_t hd_sched_steps(void)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < hd.nfibers; i++) {
		n += hd_fibers[i].steps;
	}
	return n;
}

uint64_t hd_sched_most_steps(void)
{
	return hd.run.steps && hd.run.steps < hd.max_steps ? hd.run.steps : hd.max_steps;
}

void hd_sched_finish(void)
{
	void *dead;

	// The last thread was about to make one more step: its fault came before it.
	hd.cur->steps++;
	hd_record_switch(hd.cur);
	if (unlikely(hd.fair)) {
		hd_sched_end_fair();
	}
	hd_fiber_switch(&dead, hd.engine_sp);
	__builtin_unreachable();
}
