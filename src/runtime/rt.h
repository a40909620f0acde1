// SPDX-License-Identifier: Apache-2.0
// The runtime: one execution of the code under test, on one OS thread, with the
// test's threads as fibers.
//
//   interface.c  hooks called by instrumented code          shim_*.c  library functions by name
//   sched.c      switch points, who may run, deadlock       fiber.h   the switch itself
//   access.h     one memory access: switch, check, race     heap.c    checked heap
//   quick_lock.h the usual lock and unlock
//   race.c       FastTrack clocks                           fault.c   faults, signals, stacks
//   mutex.c rwlock.c cond.c barrier.c sem.c once.c thread.c: one model per primitive
//   globals.c    what is put back between executions        record.c  events and schedules
//   args.c       what the program is started with
//
// Terms: a *step* is one event of a fiber (access or operation); a *switch
// point* is the moment before a step that another fiber could notice.
//
// Invariants:
//  1. Everything here runs on one OS thread; no locks, no atomics are needed.
//  2. hd.enabled has the bit of a fiber iff that fiber could make its next step now.
//  3. Per-execution state is valid only where its generation equals hd.gen, so
//     that starting an execution costs nothing for state nobody touches.
//  4. When hd.on is false (ordinary program, or between executions) every hook
//     returns at once and every shim calls the real function.
#ifndef HD_RUNTIME_RT_H
#define HD_RUNTIME_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/control.h"
#include "abi/model.h"

#define HD_MAX_FIBERS 256
#define HD_USABLE_FIBERS 254 // the owner of a cell is one byte, with two marks (access.h)
#define HD_SET_WORDS (HD_MAX_FIBERS / 64)
#define HD_MAX_FRAMES 48
#define HD_MAX_STACKS 8
#define HD_MAX_CHOICES 4096

// All code of the engine lies in one section, so that stacks can leave it out.
#ifdef __clang__
#pragma clang section text = "heddle_text"
#endif

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define HD_NORETURN __attribute__((noreturn))
#define HD_COLD __attribute__((cold, noinline))
// Between code under test and a switch: each level of calls costs (fiber.h).
#define HD_FLAT __attribute__((always_inline))
// The loop that follows seldom has more than a few rounds.
#ifdef __clang__
#define HD_FEW _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define HD_FEW
#endif
// The call that follows is a jump: no frame is left behind.
#ifdef __clang__
#define HD_TAIL __attribute__((musttail))
#else
#define HD_TAIL
#endif
// Out-of-line parts of hot functions: they save every register themselves, so
// that the hot path need not.
#if defined(__clang__) && defined(__x86_64__)
#define HD_ASIDE __attribute__((noinline, preserve_most))
#else
#define HD_ASIDE __attribute__((noinline))
#endif

// ---- address space (memory.c) ----------------------------------------------

#define HD_ARENA_BASE 0x1000000000ull              // heap, then stacks
#define HD_NULL_SIZE 0x10000ull                    // addresses below are null with an offset; their cells stand for nothing else
#define HD_SMALL_BASE (HD_ARENA_BASE + HD_NULL_SIZE) // blocks below LARGE_BLOCK (heap.c)
#define HD_SMALL_SIZE (0x080000000ull - HD_NULL_SIZE) // 2 GiB
#define HD_LARGE_BASE (HD_SMALL_BASE + HD_SMALL_SIZE)
#define HD_LARGE_SIZE 0x100000000ull               // 4 GiB
#define HD_STACK_BASE (HD_LARGE_BASE + HD_LARGE_SIZE)
#define HD_STACK_SIZE 0x800000ull                  // 8 MiB for each fiber, as glibc gives
#define HD_ARENA_END (HD_STACK_BASE + HD_MAX_FIBERS * HD_STACK_SIZE)
#define HD_ARGS_BASE (HD_ARENA_END + HD_GUARD)     // argv, then environment variables (args.c)
#define HD_ARGS_SIZE 0x1000000ull                  // twice what the system allows
#define HD_SHADOW_BASE 0x2000000000ull
#define HD_WINDOW_BITS 35 // the shadow covers addresses modulo 32 GiB
#define HD_GUARD 0x10000ull // below each stack: no access

// ---- clocks (race.c) -------------------------------------------------------

typedef uint32_t hd_epoch; // fiber << 24 | count of its releases, from 1; 0: never
#define HD_EPOCH_FIBER(e) ((e) >> 24)
#define HD_EPOCH_IS_LAST(e) (((e)&0xffffffu) == 0xffffffu)

struct hd_clock {
	uint32_t n;  // entries beyond are 0; of a fiber's own clock all fibers have one
	hd_epoch by; // the release that made it what it is, if that knew all of it; else 0
	hd_epoch c[HD_MAX_FIBERS]; // of each fiber the last epoch that is known
};

// ---- shadow: one cell for every 8 bytes of memory ---------------------------

enum {
	HD_CELL_FREED = 1,       // part of a freed block
	HD_CELL_HEADER = 2,      // header of a block
	HD_CELL_WRITE_ATOMIC = 4,
	HD_CELL_READ_ATOMIC = 8,
	HD_CELL_LIST = 16,       // `read` is an index of lists of accesses (race.c)
};

struct hd_cell {
	uint32_t gen;      // fields below are valid iff equal to hd.gen
	uint16_t shared;   // equal to hd.test: seen shared in some execution of this test
	uint8_t owner;     // fiber + 1 that touched it alone; 0: none yet
	uint8_t valid;     // bytes that may be accessed, 0 to 8
	hd_epoch write;    // last write; 0: only read so far
	hd_epoch read;     // last read
	uint8_t write_mask, read_mask; // the bytes of the last write and read
	uint8_t flags;
	uint8_t pad;
	uint32_t write_site, read_site;
	uint32_t sync; // index of the synchronization object at this address, 0: none
};

static inline struct hd_cell *hd_cell_of(uintptr_t a)
{
	uintptr_t in_window = a & ((1ull << HD_WINDOW_BITS) - 8);
	return (struct hd_cell *)(HD_SHADOW_BASE + in_window * (sizeof(struct hd_cell) / 8));
}

// ---- synchronization objects ------------------------------------------------

enum hd_sync_kind {
	HD_SYNC_ATOMIC,
	HD_SYNC_MUTEX,
	HD_SYNC_RWLOCK,
	HD_SYNC_SPIN,
	HD_SYNC_COND,
	HD_SYNC_BARRIER,
	HD_SYNC_ONCE,
	HD_SYNC_SEM,
	HD_SYNC_FD,
	HD_SYNC_THREAD,
};

struct hd_sync {
	uint8_t kind;
	uint8_t type;      // mutex: PTHREAD_MUTEX_*
	bool destroyed;    // unless its bytes have been changed since
	uint8_t held;      // mutex, spin, rwlock (for writing): someone holds it
	int16_t owner;     // who
	uint16_t parked;   // fibers that stand at a switch point with an operation on this
	int32_t count;     // recursion depth; readers; semaphore value; barrier arrivals; once state
	uint32_t limit;    // barrier: how many
	uint32_t round;    // barrier: which
	uint32_t next;     // another object in the same 8 bytes, 0: none
	uint32_t readers_clock; // rwlock: object whose clock the readers release
	uintptr_t address;
	struct hd_clock clock;          // released by unlock, signal, post, atomic release, ...
};

// ---- fibers ----------------------------------------------------------------

enum hd_fiber_state { HD_FIBER_UNUSED, HD_FIBER_LIVE, HD_FIBER_DONE };

// What a fiber is about to do: its next step.
struct hd_op {
	uint8_t kind;   // enum hd_event_kind
	bool write;     // conflicts with reads too
	bool cas;       // a compare-exchange: writes only if *object equals expected
	uint32_t size;  // bytes, for accesses
	uintptr_t object;
	uintptr_t second; // a second object (the mutex of a wait), or 0
	uint64_t expected;
	const struct hd_site *site;
};

struct hd_fiber;
typedef bool hd_ready_fn(const struct hd_fiber *f);

struct hd_fiber {
	void *sp;
	uint64_t steps; // own steps made so far
	hd_epoch epoch;
	uint8_t id;
	uint8_t state;
	bool detached, joined;
	bool timed;     // waits with a deadline
	bool timed_out; // and it came
	bool yielding;  // asked for others to run
	bool spinning;  // reads the same again and again (exhaustive searches)
	uint8_t signalled; // condition variable: chosen by a signal
	struct hd_op op;
	struct hd_sync *wait; // object of op, while parked
	hd_ready_fn *ready;   // may op be made now? NULL: always
	uint64_t deadline;
	uint64_t last_release; // when (hd.releases) it last let others know what it did
	int saved_errno;
	int cause; // event that made the operation possible, -1: none
	struct hd_sync *cond; // waiting in
	uint64_t ticket;      // order of arrival there
	void *(*entry)(void *);
	void *arg;
	void *result;
	int (*entry_c11)(void *);
	char *tls;
	void **specific;
	struct hd_sync *end; // joiners wait for this
	struct hd_clock acquire_later; // from relaxed reads, for an acquire fence
	struct hd_clock release_fence; // at the last release fence
	bool has_acquire_later, has_release_fence;
	uint32_t spin_length, spin_anchor;
	uint64_t spin_key;
	struct hd_clock clock;
};

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
	uintptr_t address;
	uint64_t step; // own step of the fiber
	char message[512];
	char details[2048];
	struct hd_stack stacks[HD_MAX_STACKS]; // the first is the fault's own
	unsigned nstacks;
	bool tainted; // happened in code that is not instrumented: libc may be unusable
};

// ---- recording -------------------------------------------------------------

// One segment of a schedule: `fiber` ran until it had made `upto` steps.
struct hd_segment {
	uint32_t fiber;
	uint32_t pad;
	uint64_t upto;
};

struct hd_event {
	uint8_t fiber;
	uint8_t kind;
	uint8_t write;
	uint8_t nchoices; // alternatives of a choice made in this event, 0: none
	uint8_t choice;
	uint8_t failed; // try operations and compare-exchanges that failed
	uint16_t pad;
	uint32_t size;
	int32_t cause; // index of the event that made this one possible, -1: none
	uintptr_t object, second;
	const struct hd_site *site;
	uint64_t value; // read before or written by the event (traces only)
	uint64_t step;  // own step of the fiber
};

enum hd_points {
	HD_POINTS_SHARED, // switch points at shared accesses; fuel counts those
	HD_POINTS_ALL,    // every step is a switch point and is logged
};

// What happened in an execution.
struct hd_outcome {
	enum hd_verdict verdict; // HD_VERDICT_NONE: ended normally
	bool blocked;            // given up by the strategy as redundant
	bool cut_off;            // more steps than allowed
	bool refused;            // reached a call that cannot be controlled
	bool crashed;            // fault of a kind no oracle asks for
	int exit_status;
	uint64_t steps;
	unsigned switches;
	unsigned fibers;
};

struct hd_schedule; // strategy/strategy.h

// Everything about the current execution. The first cache line is what every
// hook reads.
struct hd_rt {
	bool on;           // instrumented code runs under control
	bool slow;         // every access goes the long way: not on, full, or someone watches
	bool full;         // HD_POINTS_ALL
	bool races;        // race detection is on
	bool single;       // only one fiber is alive: nothing can be noticed
	uint16_t test;     // what `shared` of a cell is compared with
	bool at_locks;     // the strategy is asked before every lock operation
	bool tells;        // the strategy is told about locks and threads
	bool locks_matter; // either of them: lock operations go the long way
	uint32_t gen;      // execution
	struct hd_fiber *cur;
	int64_t fuel;      // switch points until the strategy is asked again
	uint64_t enabled[HD_SET_WORDS];
	unsigned nfibers;  // ids used so far
	unsigned nlive;
	unsigned nunjoined; // done, but nobody has waited for them: their accesses may still race
	unsigned nwords;   // of enabled in use

	const struct hd_schedule *strategy;
	void *strategy_state;
	int64_t forgone; // fuel that was left, less what was given, where nobody was asked
	bool asks_always; // also where only one fiber can go on
	bool unasked;    // a fiber went on since the last question because it was the only one
	uint64_t step_stop;   // steps of cur at which the budget is spent
	uint64_t budget;      // steps left when cur was switched in
	uint64_t slice_start; // steps of cur when it was switched in
	uint64_t max_steps;
	bool parks_spinners;  // by the strategy's wish
	bool wary; // a test's only execution: what was there before its threads counts as shared at once
	bool fair;            // over the budget: round-robin until it ends or repeats
	struct hd_outcome outcome;
	struct hd_fault fault;
	void *engine_sp;
	int *errno_at;
	uint32_t nsync;
	uint64_t now; // virtual time, nanoseconds
	uint64_t clock_reads, timed_waits, timeouts; // of the execution so far
	uint64_t busy; // locks that were tried while a call of another thread held them
	uint64_t clock_lag; // nanoseconds that looking at the clock, sleeping and waiting in vain take longer than usual
	uint64_t random;
	uint64_t ticket;
	uint64_t releases; // a clock of all fibers' releases
	struct hd_segment *segments;
	size_t nsegments;
	struct hd_event *log;
	size_t nlog;
	uint8_t choices[HD_MAX_CHOICES]; // answers of the strategy's choose, in order
	size_t nchoices;
	uint64_t traces; // exhaustive searches: distinct complete executions so far
	bool trace;    // log values and everything, also while single
	bool fills_stacks; // what code has not written on its stack is the same in every execution
	uint64_t beat; // changes with every execution and switch: the watchdog looks
	unsigned oracles;
	bool spurious;
	bool eager; // timed waits may end before their time, not only when all else waits
	// A replay reports only the race it is about.
	bool only_race;
	const struct hd_site *race_a, *race_b;
	// Second replay of a race: capture the stack of this fiber at this step.
	int capture_fiber;
	uint64_t capture_step;
	struct hd_stack captured;
};

// What a test strategy may listen to; the bits of __heddle_watch say which.
enum { HD_WATCH_FUNCTIONS = 1, HD_WATCH_BRANCHES = 2 };
struct hd_observer {
	// An access while other threads live, directly before it is made; also of what is
	// no switch point.
	void (*access)(const struct hd_op *op);
	void (*enter)(const struct hd_func *f);
	void (*leave)(const struct hd_func *f);
	void (*branch)(const struct hd_site *s, uint64_t a, uint64_t b, uint32_t predicate);
};

extern struct hd_observer hd_observer;
extern struct hd_rt hd;
extern struct hd_fiber hd_fibers[HD_MAX_FIBERS];
extern struct hd_sync *hd_syncs;
extern struct hd_module *hd_modules;
extern const struct hd_site *__heddle_callsite;
extern uint8_t __heddle_watch;

// memory.c
void hd_memory_init(void);
// Memory shared by all workers of a campaign that outlives each of them.
void *hd_persist_alloc(size_t bytes);
// Zeroed memory of this process alone; pages come when touched.
void *hd_private_alloc(size_t bytes);
void hd_memory_forget_shadow(void);

// args.c
void hd_args_init(int argc, char **argv, char **envp);
char **hd_args_fresh(void); // argv for a new execution, always at the same addresses
char *hd_args_variable(char *value); // what getenv returned, likewise

// sched.c
// One execution of entry(arg) under hd.strategy, from a clean state.
void hd_sched_execute(void *(*entry)(void *), void *arg);
// Switch point before an operation that is always possible.
void hd_sched_point(const struct hd_op *op);
// Switch point before an operation on `s` that may have to wait until ready().
void hd_sched_wait(const struct hd_op *op, struct hd_sync *s, hd_ready_fn *ready);
// The same with a deadline in virtual time; false: it passed.
bool hd_sched_wait_until(const struct hd_op *op, struct hd_sync *s, hd_ready_fn *ready,
                         uint64_t deadline);
// `s` changed: fibers with an operation on it may have become (un)able to go on.
void hd_sched_changed(struct hd_sync *s);
// Recomputes whether a parked fiber may go on.
void hd_sched_refresh(struct hd_fiber *f);
unsigned hd_sched_choose(unsigned n); // one of n alternatives, by the strategy
void hd_sched_tell(enum hd_event_kind kind, uintptr_t object, const struct hd_site *site);
bool hd_op_writes(const struct hd_op *op);
struct hd_fiber *hd_sched_new(void);
HD_NORETURN void hd_sched_fiber_done(void);
HD_NORETURN void hd_sched_finish(void); // the execution is over
bool hd_access_range_is_shared(uintptr_t a, size_t size);
HD_ASIDE void hd_sched_slow_access(uintptr_t a, uint32_t size, enum hd_event_kind kind, bool write,
                                   const struct hd_site *site);
HD_ASIDE void hd_sched_budget_spent(void);

// The value at an address if it is certain that it can be read.
bool hd_peek(uintptr_t a, unsigned size, uint64_t *value);

// Passes a switch point at which nobody is asked, and makes the step; false:
// the strategy must be asked.
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

static inline uint64_t hd_load_value(const void *p, unsigned size)
{
	uint64_t v = 0;
	__builtin_memcpy(&v, p, size < 8 ? size : 8);
	return v;
}

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

// fiber.c; the switch itself is in fiber.h
void hd_fiber_prepare(struct hd_fiber *f);
void hd_fiber_fill_below(void); // what is below the caller, on its stack
const void *hd_fiber_saved_frame(const struct hd_fiber *f); // of a fiber that is not running
static inline char *hd_fiber_stack_low(unsigned id)
{
	return (char *)(HD_STACK_BASE + id * HD_STACK_SIZE);
}

// sync.c: the object at an address, made when it is first used
struct hd_sync *hd_sync_at(const void *address, enum hd_sync_kind kind);
struct hd_sync *hd_sync_find(const struct hd_cell *c, uintptr_t address, enum hd_sync_kind kind); // or NULL
struct hd_sync *hd_sync_new(enum hd_sync_kind kind, uintptr_t address);
// The same for a primitive, after a look at whether its memory can hold one;
// NULL: misused.
struct hd_sync *hd_sync_use(const void *address, enum hd_sync_kind kind, const char *noun,
                            const struct hd_site *site);
// A primitive is initialised or destroyed: its bytes are set.
struct hd_sync *hd_sync_init(void *address, size_t size, enum hd_sync_kind kind,
                             const struct hd_site *site);
void hd_sync_destroy(void *address, size_t size, const struct hd_site *site);
// The site noted before the current library call; forgotten by asking.
static inline const struct hd_site *hd_callsite(void)
{
	const struct hd_site *s = __heddle_callsite;
	__heddle_callsite = NULL;
	return s;
}

// race.c
void hd_clock_join(struct hd_clock *into, const struct hd_clock *from);
void hd_clock_copy(struct hd_clock *into, const struct hd_clock *from);
void hd_race_acquire(const struct hd_clock *from);
void hd_race_release(struct hd_clock *into);        // join into
void hd_race_release_store(struct hd_clock *into);  // replace
void hd_race_tick(struct hd_fiber *f);
HD_ASIDE void hd_race_check(struct hd_cell *c, unsigned mask, bool write, bool atomic,
                   const struct hd_site *site, uintptr_t address);
void hd_race_reset(void);
// Races reported before are not reported again (engine/findings.c).
bool hd_race_is_known(const struct hd_site *a, const struct hd_site *b);

// heap.c
#define HD_HEAP_FILL 0xbe // content of a fresh block
void *hd_heap_alloc(size_t size, size_t align, const struct hd_site *site);
void hd_heap_free(void *p, const struct hd_site *site);
size_t hd_heap_size(const void *p); // of a live block
void hd_heap_reset(void);
HD_ASIDE void hd_heap_bad_access(uintptr_t a, size_t size, bool write, const struct hd_site *site);
// Makes the cell of an address valid for this execution, or faults.
HD_ASIDE void hd_heap_fresh_cell(struct hd_cell *c, uintptr_t a, size_t size, bool write,
                                const struct hd_site *site);
bool hd_heap_find_leak(uintptr_t *address, size_t *size, const struct hd_site **site);
extern uint64_t hd_heap_limit; // --heap
extern void (*hd_on_stillness)(void); // no step since the last tick; called in a signal handler
extern uint64_t hd_hang_ms;    // --hang
extern bool hd_fault_gdb;      // stop for a debugger at the fault

// fault.c
void hd_fault_init(void);
HD_NORETURN HD_COLD void hd_fault(enum hd_verdict kind, const struct hd_site *site,
                                  uintptr_t address, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
HD_NORETURN HD_COLD void hd_fault_refuse(const char *name);
// Lock misuse: a fault if the oracle is on, else the caller returns an error.
void hd_misuse(const struct hd_site *site, const void *object, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void hd_stack_capture(struct hd_stack *s, int fiber, const void *frame);
bool hd_oracle_wants(enum hd_verdict kind);
const char *hd_verdict_text(enum hd_verdict kind);

// globals.c
void hd_globals_init(void);
void hd_globals_reset(void);
bool hd_globals_have(uintptr_t a); // is this address of a variable that can be written?
void *hd_tls_of(void *os_address);
void hd_tls_prepare(struct hd_fiber *f);

// shims with state of their own (shim_time.c, shim_descriptor.c, shim_process.c, specific.c)
void hd_time_reset(void);
void hd_descriptors_reset(void);
bool hd_descriptors_poll(void);  // did a waiting fiber become able to go on?
void hd_descriptors_protect(int fd);
void hd_process_reset(void);
void hd_process_broken_pipe(void); // SIGPIPE, as the program handles it
HD_NORETURN void hd_process_exit(int status, bool handlers, const struct hd_site *site);
void hd_specific_reset(void);
void hd_specific_run_destructors(void);
uint64_t hd_random_next(void);

// record.c
void hd_record_init(void);
struct hd_event *hd_record_event(const struct hd_op *op); // appends to the log, NULL if it is not kept
uint64_t hd_record_hash(void);
static inline void hd_record_switch(const struct hd_fiber *from)
{
	hd.segments[hd.nsegments++] = (struct hd_segment){.fiber = from->id, .upto = from->steps};
}

// model of threads
void hd_thread_joined(struct hd_fiber *f);

// module.c's list: sites of all modules, numbered from 1; 0: none
unsigned hd_site_id(const struct hd_site *s);
const struct hd_site *hd_site_by_id(unsigned id);
// The one at the same place in the source and in its function, NULL: none. Directories do not count.
const struct hd_site *hd_site_like(const struct hd_site *place);
bool hd_site_is_outside_main(const struct hd_site *s); // in another source file than main()
// A site is known by the low half of its address.
const struct hd_site *hd_site_from_low(uint32_t low);

#endif
