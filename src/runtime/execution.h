// SPDX-License-Identifier: Apache-2.0
// An execution is a value: a struct hd_run goes in, a struct hd_record comes out. The
// schedule in the record, replayed, makes the same execution again.
#ifndef HD_RUNTIME_EXECUTION_H
#define HD_RUNTIME_EXECUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/control.h"
#include "abi/model.h"

#define HD_MAX_FRAMES 48
#define HD_MAX_STACKS 8
#define HD_MAX_CHOICES 4096

// What a sequential execution can show.
#define HD_ORACLES_SEQUENTIAL \
	(HD_ORACLE_CRASH | HD_ORACLE_MEMORY | HD_ORACLE_DEADLOCK | HD_ORACLE_LIVELOCK | HD_ORACLE_LOCKS)

// ---- faults ----------------------------------------------------------------

struct hd_stack {
	int fiber;
	unsigned n;
	uintptr_t pc[HD_MAX_FRAMES];
};

struct hd_fault {
	enum hd_verdict kind;
	uint64_t key; // equal for the same fault in two executions
	int fiber;
	const struct hd_site *site;
	const struct hd_site *other_site; // race: the earlier access
	int other_fiber;
	bool tainted; // happened in code that is not instrumented: libc may be unusable
	uintptr_t address;
	unsigned nstacks;
	char message[512];
	char details[2048];
	struct hd_stack stacks[HD_MAX_STACKS]; // the first is the fault's own
};

// ---- the heap ------------------------------------------------------------------

// Are freed blocks handed out again, and which one of several? Allocators do both.
enum hd_heap_reuse { HD_REUSE_NONE, HD_REUSE_NEWEST, HD_REUSE_OLDEST };

// ---- schedules ---------------------------------------------------------------

// `fiber` ran until it had made `upto` steps.
struct hd_segment {
	uint32_t fiber;
	uint32_t pad;
	uint64_t upto;
};

// What decided an execution, in full.
struct hd_schedule {
	struct hd_segment *segments;
	size_t n, room;
	uint8_t *choices; // answers of the scheduler's choose, in order
	size_t nchoices, choices_room;
	bool eager;   // timed waits could end before their time
	uint8_t reuse; // of freed blocks: enum hd_heap_reuse
	bool turns;   // after the last segment threads take turns
	bool outside; // steps count outside of the source file of main() (schedule/replay.h)
};

// In memory that outlives a worker.
void hd_schedule_init(struct hd_schedule *s, size_t room, size_t choices_room);
// False, and nothing is copied: there is not enough room.
bool hd_schedule_copy(struct hd_schedule *to, const struct hd_schedule *from);

// ---- what goes in --------------------------------------------------------------

struct hd_scheduler; // runtime/scheduler.h
struct hd_event;     // runtime/record.h

struct hd_moment {
	unsigned fiber;
	uint64_t step; // its own
};

// Copied into every execution: without holes, and switches last.
struct hd_run {
	void *(*entry)(void *); // the code of thread 0
	void *arg;
	const struct hd_scheduler *scheduler;
	void *state; // the scheduler's
	// Looked for; other races do not count. NULL: every race counts that is not known.
	const struct hd_fault *expected;
	bool (*is_known_fault)(uint64_t key); // has it been reported? Only asked if `early` is set.
	bool (*is_known_race)(const struct hd_site *a, const struct hd_site *b);
	uint64_t steps; // budget, if less than --steps; 0: no less
	// An execution that repeats itself after so many steps is given up, unless it is a livelock that is looked
	// for and not known. 0: it is waited for.
	uint64_t early;
	const struct hd_moment *capture; // the stack of its fiber is kept in hd.captured; NULL: none
	void (*on_event)(const struct hd_event *e); // traces only: each event, before it is made; NULL: none
	// Nanoseconds that looking at the clock, sleeping and waiting in vain take longer than usual.
	uint64_t clock_lag;
	unsigned oracles; // mask of HD_ORACLE_*
	uint32_t padding; // bytes more than usual between blocks of the heap; a multiple of 16
	bool trace; // log values and everything, also while there is one thread
	bool eager; // timed waits may end before their time, not only when all else waits
	bool only_once; // no other execution of the test: what was there before its threads counts as shared at once
	uint8_t reuse; // of freed blocks: enum hd_heap_reuse
	bool fills_stacks; // what code has not written on its stack is the same in every execution
	bool whole_calls; // the scheduler is asked before each call of a test, and threads change nowhere else
	bool impatient; // a livelock is one as soon as threads take turns, and not only beyond the step budget
};

// ---- what comes out ----------------------------------------------------------------

// What happened in an execution.
struct hd_outcome {
	enum hd_verdict verdict; // HD_VERDICT_NONE: ended normally
	bool blocked; // given up by the scheduler as redundant
	bool cut_off; // more steps than allowed, or in a test more threads than possible
	bool refused; // reached a call that cannot be controlled
	bool crashed; // fault of a kind no oracle asks for
	bool hung; // cut off because uninstrumented code did not return
	int exit_status;
	uint64_t steps;
	unsigned switches;
	unsigned fibers;
};

struct hd_record {
	struct hd_outcome outcome;
	struct hd_schedule schedule;
	struct hd_fault fault; // kind HD_VERDICT_NONE: none; large, and seldom written
};

// From a clean state to the end. What is returned holds until the next execution.
const struct hd_record *hd_execute(const struct hd_run *run);

#endif
