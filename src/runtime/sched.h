// SPDX-License-Identifier: Apache-2.0
// Which fiber runs: switch points, and everything else that affects it.
#ifndef HD_RUNTIME_SCHED_H
#define HD_RUNTIME_SCHED_H

#include "runtime/current.h"

static inline bool hd_set_has(const uint64_t *set, unsigned i)
{
	return set[i / 64] >> (i % 64) & 1;
}
static inline void hd_set_add(uint64_t *set, unsigned i)
{
	set[i / 64] |= 1ull << (i % 64);
}
static inline void hd_set_remove(uint64_t *set, unsigned i)
{
	set[i / 64] &= ~(1ull << (i % 64));
}

// Has another thread sent it a signal that it does not block?
static inline bool hd_fiber_is_signalled(const struct hd_fiber *f)
{
	return f->signals & ~f->blocked;
}

// ---- sched.c -----------------------------------------------------------------

// Switch point before an operation that is always possible.
void hd_sched_point(const struct hd_op *op);
// Switch point before an operation on `s` that may have to wait until ready().
void hd_sched_wait(const struct hd_op *op, struct hd_sync *s, hd_ready_fn *ready);
// The same with a deadline in virtual time; false: it passed.
bool hd_sched_wait_until(const struct hd_op *op, struct hd_sync *s, hd_ready_fn *ready, uint64_t deadline);
// `s` changed: fibers with an operation on it may have become enabled or disabled.
void hd_sched_changed(struct hd_sync *s);
// Recomputes whether a parked fiber is enabled.
void hd_sched_refresh(struct hd_fiber *f);
void hd_sched_time_out(struct hd_fiber *f); // its deadline has come
unsigned hd_sched_choose(unsigned n); // one of n alternatives, by the scheduler
void hd_sched_tell(enum hd_event_kind kind, uintptr_t object, const struct hd_site *site);
struct hd_fiber *hd_sched_new(void);
HD_NORETURN void hd_sched_fiber_done(void);
HD_NORETURN void hd_sched_finish(void); // the execution is over
uint64_t hd_sched_steps(void);           // that all fibers have made
uint64_t hd_sched_most_steps(void);      // that they may make in this execution
void hd_sched_enter(struct hd_fiber *f); // it runs from now on
// Parks the current fiber at its next step until it is picked.
void hd_sched_park(void);
void hd_sched_joined(struct hd_fiber *f); // it has been joined
bool hd_op_changes(const struct hd_op *op); // does it change what its object holds?
bool hd_op_writes(const struct hd_op *op);  // does it, or may others be ordered after it?

// ---- deadlock.c ----------------------------------------------------------------

HD_NORETURN HD_COLD void hd_deadlock(void); // no fiber can run, now or ever

// ---- spin.c: fibers that wait by reading, in exhaustive searches -----------------

extern unsigned hd_nspinning; // fibers that are set aside
void hd_spin_reset(void);
void hd_spin_read(const struct hd_fiber *f, const struct hd_op *op); // its step, which is made now
void hd_spin_stand(struct hd_fiber *f); // at its next step: is it to be set aside?
void hd_spin_leave(struct hd_fiber *f); // it has something else to do
// Someone writes there: those who read it check again, and those who read nothing.
void hd_spin_wake(uintptr_t object, uint32_t size);
bool hd_spin_wake_all(void); // no other fiber can run; false: none spins

// The current fiber's step: what changes nothing wakes nobody.
static inline void hd_spin_stepped(const struct hd_op *op)
{
	if (hd.parks_spinners) {
		hd_spin_read(hd.cur, op);
	}
	if (unlikely(hd_nspinning > 0) && hd_op_changes(op)) {
		hd_spin_wake(op->object, op->size);
	}
}

// ---- livelock.c --------------------------------------------------------------------

// The step budget is spent: called at each step past it.
HD_ASIDE void hd_sched_budget_spent(void);
uint64_t hd_livelock_key(void); // of what the threads are doing
void hd_sched_be_fair(void);  // from now on threads take turns
void hd_sched_end_fair(void); // the execution ends while they do

// ---- what need not ask anybody ------------------------------------------------------

// Passes a switch point without asking the scheduler, and makes the step; false:
// the scheduler must be asked.
static inline bool hd_sched_quick(void)
{
	if (unlikely(hd.full)) {
		return false;
	}
	if (!hd.single) {
		if (unlikely(hd.fuel <= 1)) {
			return false;
		}
		hd.fuel--;
	}
	if (unlikely(++hd.cur->steps >= hd.step_stop)) {
		hd_sched_budget_spent();
	}
	return true;
}

// A lock was taken or given back, a thread created or joined: some strategies
// want to know.
static inline void hd_tell(enum hd_event_kind kind, uintptr_t object, const struct hd_site *site)
{
	if (unlikely(hd.tells)) {
		hd_sched_tell(kind, object, site);
	}
}

#endif
