// SPDX-License-Identifier: Apache-2.0
// The execution that is being made: all of its state that several files need.
#ifndef HD_RUNTIME_CURRENT_H
#define HD_RUNTIME_CURRENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/attributes.h"
#include "runtime/execution.h"
#include "runtime/fiber.h"

#define HD_SET_WORDS (HD_MAX_FIBERS / 64)

// Everything about the current execution. The first cache line is what every
// hook reads; what is large comes last.
struct hd_rt {
	bool on;           // instrumented code runs under heddle's scheduler
	bool slow;         // every access goes the long way: not on, full, or someone watches
	bool full;         // HD_POINTS_ALL
	bool races;        // race detection is on
	bool single;       // only one fiber is alive: nothing can be noticed
	uint16_t test;     // what `shared` of a cell is compared with
	bool at_locks;     // the scheduler is asked before every lock operation
	bool tells;        // the scheduler is told about locks and threads
	bool locks_matter; // either of them: lock operations go the long way
	uint32_t gen;      // execution
	struct hd_fiber *cur;
	int64_t fuel;      // switch points until the scheduler is asked again
	uint64_t step_stop; // steps of cur at which the budget is spent
	uint64_t enabled[HD_SET_WORDS];
	unsigned nfibers;  // ids used so far
	unsigned nlive;
	unsigned nunjoined; // finished, but not joined: their accesses may still race
	unsigned nwords;   // of enabled in use

	int64_t forgone; // fuel that was left, less what was given, where the scheduler was not asked
	bool asks_always; // even where only one fiber can run
	bool unasked;    // a fiber went on since the last question because it was the only one
	uint64_t budget;      // steps left when cur was switched in
	uint64_t slice_start; // steps of cur when it was switched in
	uint64_t max_steps;
	bool parks_spinners;  // by the scheduler's wish
	bool fair;            // over the budget: round-robin until it ends or repeats
	uint64_t depth;       // of the stack for whose sake the budget was last extended
	void *engine_sp;
	int *errno_at;
	uint32_t nsync;
	uint64_t now; // virtual time, nanoseconds
	uint64_t clock_reads, timed_waits, timeouts; // of the execution so far
	uint64_t busy; // locks that were tried while a call of another thread held them
	uint64_t random;
	uint64_t ticket;
	uint64_t releases; // a clock of all fibers' releases
	struct hd_event *log; // record.h
	size_t nlog;
	uint64_t traces; // exhaustive searches: distinct complete executions so far
	bool foreign; // code that is not instrumented may have changed data of its own (foreign.c)
	const char *spoilt; // why the next execution could not start clean in this process; NULL: it can
	uint64_t beat; // changes with every execution and switch: the watchdog looks
	bool spurious;
	struct hd_run run;
	struct hd_record record;
	struct hd_stack captured; // as the run asks
} __attribute__((aligned(64)));

// What may be listened to; the bits of __heddle_watch say whether functions and branches are.
enum { HD_WATCH_FUNCTIONS = 1, HD_WATCH_BRANCHES = 2 };
struct hd_observer {
	// An access while other threads live, directly before it is made; also of what is
	// no switch point.
	void (*access)(const struct hd_op *op);
	bool alone; // also of a thread that is the only one
	// The current thread has taken or given back a lock (the kind says how), or created or
	// joined a thread (object: its number). Set before the execution begins.
	void (*synced)(enum hd_event_kind kind, uintptr_t object, const struct hd_site *site);
	void (*enter)(const struct hd_func *f);
	void (*leave)(const struct hd_func *f);
	void (*branch)(const struct hd_site *s, uint64_t a, uint64_t b, uint32_t predicate);
	// Also one that does not count. NULL: a site that is not known.
	void (*race)(const struct hd_site *site, const struct hd_site *other);
};

extern struct hd_observer hd_observer;
extern struct hd_rt hd;
extern uint8_t __heddle_watch;

#endif
