// SPDX-License-Identifier: Apache-2.0
// A fault ends an execution: it is recorded, and the engine continues. Most
// are found by a hook before the bad access happens. What only the processor
// notices arrives as a signal on a stack of its own; if the code at fault is
// not instrumented, the C library may be unusable and the worker is replaced.
#include "runtime/rng.h"
#include "runtime/rt.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define ALT_STACK 65536
#define TICK_MS 200

extern const char __start_heddle_text[], __stop_heddle_text[];

static char alt_stack[ALT_STACK] __attribute__((aligned(16)));
static uintptr_t code_start, code_end; // of the program itself
uint64_t hd_hang_ms = 5000;
void (*hd_on_stillness)(void);
volatile uint32_t *hd_pulse;

bool hd_fault_gdb;

// A place for a debugger to stop at: everything is as it was at the fault.
__attribute__((visibility("default"), noinline)) void __heddle_fault_stop(void)
{
	__asm__ volatile("" ::: "memory");
}

const char *hd_verdict_text(enum hd_verdict kind)
{
	static const char *const texts[] = {
#define HD_VERDICT(name, text, oracle) text,
#include "abi/verdicts.def"
#undef HD_VERDICT
	};
	return texts[kind];
}

bool hd_oracle_wants(enum hd_verdict kind)
{
	static const unsigned needs[] = {
#define HD_VERDICT(name, text, oracle) HD_ORACLE_##oracle,
#include "abi/verdicts.def"
#undef HD_VERDICT
	};
	return hd.run.oracles & needs[kind];
}

// ---- stacks ------------------------------------------------------------------

static bool is_engine_code(uintptr_t pc)
{
	return pc >= (uintptr_t)__start_heddle_text && pc < (uintptr_t)__stop_heddle_text;
}

// Frames of the code under test, innermost first; the engine's own above and
// below are left out.
static void walk(struct hd_stack *s, uintptr_t frame)
{
	uintptr_t low = (uintptr_t)hd_fiber_guard((unsigned)s->fiber) + HD_GUARD, high = low + HD_STACK_USABLE;

	while (frame >= low && frame + 16 <= high && (frame & 7) == 0 && s->n < HD_MAX_FRAMES) {
		uintptr_t next = ((const uintptr_t *)frame)[0], pc = ((const uintptr_t *)frame)[1];
		if (is_engine_code(pc)) {
			if (s->n > 0) {
				return;
			}
		} else if (pc) {
			s->pc[s->n++] = pc;
		}
		if (next <= frame) {
			return;
		}
		frame = next;
	}
}

void hd_stack_capture(struct hd_stack *s, int fiber, const void *frame)
{
	s->fiber = fiber;
	s->n = 0;
	walk(s, (uintptr_t)frame);
}

bool (*hd_is_lock_helper)(uintptr_t pc);

unsigned hd_stack_locker(const struct hd_stack *s)
{
	unsigned i = 0;

	while (hd_is_lock_helper && i + 1 < s->n && hd_is_lock_helper(s->pc[i])) {
		i++;
	}
	return i;
}

// ---- faults ------------------------------------------------------------------

#define FAULT_FRAMES 6
#define INNERMOST_BY_CHANCE 3 // frames of a stack overflow

static uint64_t key_of_stack(const struct hd_stack *s, unsigned from, unsigned to, uint64_t key)
{
	for (unsigned i = from; i < s->n && i < to; i++) {
		key = hd_mix(key ^ s->pc[i]);
	}
	return key;
}

// Where exactly a stack ends is chance, and so is which of the functions that call each other is
// the innermost: what counts are the places that occur in it.
static uint64_t key_of_recursion(const struct hd_stack *s)
{
	uint64_t key = 0;

	for (unsigned i = INNERMOST_BY_CHANCE; i < s->n; i++) {
		unsigned first = INNERMOST_BY_CHANCE;
		while (s->pc[first] != s->pc[i]) {
			first++;
		}
		key += first == i ? hd_mix(s->pc[i]) : 0;
	}
	return key;
}

// Races are the same if they are of the same two sites, deadlocks if threads
// wait at the same places, livelocks if the same functions go round, stack
// overflows if the same calls recur, all else if it happens on the same stack.
static uint64_t key_of(enum hd_verdict kind)
{
	uint64_t key = kind;

	if (kind == HD_VERDICT_DATA_RACE) {
		return hd_mix(key) + hd_mix((uintptr_t)hd.record.fault.site) +
			hd_mix((uintptr_t)hd.record.fault.other_site);
	}
	if (kind == HD_VERDICT_DEADLOCK) {
		for (unsigned i = 0; i < hd.nfibers; i++) {
			if (hd_fibers[i].state == HD_FIBER_LIVE) {
				key += hd_mix((uintptr_t)hd_fibers[i].op.site);
			}
		}
		for (unsigned i = 0; i < hd.record.fault.nstacks; i++) {
			const struct hd_stack *stack = &hd.record.fault.stacks[i];
			key += key_of_stack(stack, 0, hd_stack_locker(stack) + 1, 0);
		}
		return hd_mix(key);
	}
	if (kind == HD_VERDICT_LIVELOCK) {
		return hd_livelock_key();
	}
	if (kind == HD_VERDICT_STACK_OVERFLOW) {
		return hd_mix(key + key_of_recursion(&hd.record.fault.stacks[0]));
	}
	return key_of_stack(&hd.record.fault.stacks[0], 0, FAULT_FRAMES, key);
}

HD_NORETURN static void finish(enum hd_verdict kind)
{
	if (hd_oracle_wants(kind)) {
		hd.record.fault.kind = kind;
		if (kind != HD_VERDICT_DATA_RACE) {
			hd.record.fault.other_site = NULL; // of a race before this execution
		}
		hd.record.fault.key = key_of(kind);
		hd.record.outcome.verdict = kind;
		if (hd_fault_gdb) {
			__heddle_fault_stop();
		}
	} else {
		hd.record.outcome.crashed = true;
	}
	hd_sched_finish();
}

static void fill(const struct hd_site *site, uintptr_t address, const char *format, va_list args)
{
	hd.record.fault.site = site;
	hd.record.fault.address = address;
	vsnprintf(hd.record.fault.message, sizeof(hd.record.fault.message), format, args);
}

void hd_fault(enum hd_verdict kind, const struct hd_site *site, uintptr_t address, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fill(site, address, format, args);
	va_end(args);
	hd.record.fault.tainted = false;
	if (kind != HD_VERDICT_DEADLOCK) { // has described itself
		hd.record.fault.details[0] = '\0';
		hd.record.fault.fiber = hd.cur->id;
		hd.record.fault.nstacks = 1;
		hd_stack_capture(&hd.record.fault.stacks[0], hd.cur->id, __builtin_frame_address(0));
	}
	finish(kind);
}

void hd_misuse(const struct hd_site *site, const void *object, const char *format, ...)
{
	va_list args;

	if (!hd_oracle_wants(HD_VERDICT_LOCK_MISUSE)) {
		return;
	}
	va_start(args, format);
	fill(site, (uintptr_t)object, format, args);
	va_end(args);
	hd.record.fault.tainted = false;
	hd.record.fault.details[0] = '\0';
	hd.record.fault.fiber = hd.cur->id;
	hd.record.fault.nstacks = 1;
	hd_stack_capture(&hd.record.fault.stacks[0], hd.cur->id, __builtin_frame_address(0));
	finish(HD_VERDICT_LOCK_MISUSE);
}

void hd_fault_refuse(const char *name)
{
	const struct hd_site *site = hd_callsite();

	hd.record.fault.site = site;
	snprintf(hd.record.fault.message, sizeof(hd.record.fault.message), "%s%s is not supported under heddle", name,
		strchr(name, '(') ? "" : "()");
	hd.record.outcome.refused = true;
	hd_sched_finish();
}

// ---- signals -----------------------------------------------------------------

#if defined(__x86_64__)
#define CONTEXT_PC(u) ((uintptr_t)(u)->uc_mcontext.gregs[REG_RIP])
#define CONTEXT_FP(u) ((uintptr_t)(u)->uc_mcontext.gregs[REG_RBP])
#define CONTEXT_SP(u) ((uintptr_t)(u)->uc_mcontext.gregs[REG_RSP])
#else
#define CONTEXT_PC(u) ((uintptr_t)(u)->uc_mcontext.pc)
#define CONTEXT_FP(u) ((uintptr_t)(u)->uc_mcontext.regs[29])
#define CONTEXT_SP(u) ((uintptr_t)(u)->uc_mcontext.sp)
#endif

// Of an address that no program can have, the kernel says that it was at fault, and not where.
static bool is_not_canonical(const siginfo_t *info)
{
	return info->si_code == SI_KERNEL && !info->si_addr;
}

static enum hd_verdict classify(int sig, const siginfo_t *info, const ucontext_t *u)
{
	uintptr_t guard = (uintptr_t)hd_fiber_guard(hd.cur->id), a = (uintptr_t)info->si_addr;

	if (sig != SIGSEGV && sig != SIGBUS) {
		return HD_VERDICT_SIGNAL;
	}
	// A frame may be larger than the guard, if its code does not probe: then only the
	// stack pointer tells.
	if (a - guard < HD_GUARD || CONTEXT_SP(u) - (guard - HD_TLS_SIZE) < HD_TLS_SIZE + HD_GUARD) {
		return HD_VERDICT_STACK_OVERFLOW;
	}
	return a < HD_NULL_SIZE && !is_not_canonical(info) ? HD_VERDICT_NULL_DEREFERENCE : HD_VERDICT_WILD_ACCESS;
}

// Where the code at fault is. After a call through a bad pointer the return address is on the stack.
static uintptr_t place_of(const ucontext_t *u)
{
	uintptr_t pc = CONTEXT_PC(u);
	uint64_t caller;

	return hd_mapped_is_code(pc) || !hd_mapped_read(CONTEXT_SP(u), sizeof(caller), &caller) ? pc : caller;
}

// Of the program itself: no library was interrupted. The engine counts as well: it was about
// to do what the program asked for, and starts over with the next execution.
static bool is_own_code(uintptr_t pc)
{
	return pc >= code_start && pc < code_end;
}

#define MOST_SAVED 7 // registers that a function may have pushed before its frame, or without one

static bool is_code_under_test(uintptr_t pc)
{
	return is_own_code(pc) && !is_engine_code(pc);
}

// A function of the engine may have no frame, or not yet: then the frame pointer is still that of its caller, and the
// return address lies below it. 0: not so.
static uintptr_t find_caller(uintptr_t sp, uintptr_t fp)
{
	uint64_t pc;

	for (unsigned i = 0; i < MOST_SAVED && sp + 8 * i < fp; i++) {
		if (hd_mapped_read(sp + 8 * i, sizeof(pc), &pc) && is_code_under_test(pc)) {
			return pc;
		}
	}
	return 0;
}

// The engine may also have run out of stack with anything in the frame pointer: the innermost frame is then looked
// for. 0: there is none.
static uintptr_t find_frame(uintptr_t sp)
{
	uintptr_t low = (uintptr_t)hd_fiber_guard(hd.cur->id) + HD_GUARD, high = low + HD_STACK_USABLE;

	for (uintptr_t p = sp > low ? (sp + 7) & ~(uintptr_t)7 : low; p + 16 <= high; p += 8) {
		uintptr_t next = ((const uintptr_t *)p)[0], pc = ((const uintptr_t *)p)[1];
		if (next > p && next < high && (next & 7) == 0 && is_code_under_test(pc)) {
			return p;
		}
	}
	return 0;
}

static void capture_context(const ucontext_t *u)
{
	struct hd_stack *s = &hd.record.fault.stacks[0];
	uintptr_t pc = place_of(u);
	// A return address points behind its call, and so must this.
	uintptr_t innermost = is_engine_code(pc) ? find_caller(CONTEXT_SP(u), CONTEXT_FP(u)) : pc + 1;

	s->fiber = hd.cur->id;
	s->n = 0;
	if (innermost) {
		s->pc[s->n++] = innermost;
	}
	walk(s, CONTEXT_FP(u));
	if (s->n == 0) {
		walk(s, find_frame(CONTEXT_SP(u)));
	}
	hd.record.fault.nstacks = 1;
}

static void describe(const ucontext_t *u)
{
	hd.record.fault.fiber = hd.cur->id;
	hd.record.fault.site = NULL;
	hd.record.fault.details[0] = '\0';
	hd.record.fault.tainted = !is_own_code(place_of(u));
	hd.foreign |= hd.record.fault.tainted; // the C library may have been in the middle of something
	capture_context(u);
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	const ucontext_t *u = context;
	uintptr_t a = (uintptr_t)info->si_addr;

	if (!hd.on) { // heddle's own fault: die of it
		signal(sig, SIG_DFL);
		raise(sig);
		return;
	}
	enum hd_verdict kind = classify(sig, info, u);
	hd.record.fault.address = a;
	if (kind == HD_VERDICT_STACK_OVERFLOW && hd.cur->wants_more) {
		hd_fault_refuse("a thread stack larger than 8 MiB (pthread_attr_setstacksize)");
	}
	if (kind == HD_VERDICT_STACK_OVERFLOW) {
		snprintf(hd.record.fault.message, sizeof(hd.record.fault.message), "stack overflow in thread %d%s",
			hd.cur->id, is_own_code(place_of(u)) ? "" : ", in uninstrumented code");
	} else if (!hd_mapped_is_code(CONTEXT_PC(u))) {
		snprintf(hd.record.fault.message, sizeof(hd.record.fault.message), "call to %#lx, which is not code",
			(unsigned long)CONTEXT_PC(u));
	} else if (is_not_canonical(info)) {
		snprintf(hd.record.fault.message, sizeof(hd.record.fault.message),
			"wild access to a non-canonical address");
	} else if (kind == HD_VERDICT_SIGNAL) {
		snprintf(hd.record.fault.message, sizeof(hd.record.fault.message), "signal %d (%s)", sig,
			strsignal(sig));
	} else {
		snprintf(hd.record.fault.message, sizeof(hd.record.fault.message), "%s at address %#lx",
			kind == HD_VERDICT_WILD_ACCESS ? "wild access" : "null dereference", (unsigned long)a);
	}
	describe(u);
	finish(kind);
}

// Whether uninstrumented code would ever return, or waits for a thread that is
// not running meanwhile, cannot be known, so this is not a verdict.
HD_NORETURN static void hang(const ucontext_t *u)
{
	Dl_info info = {0};

	dladdr((void *)CONTEXT_PC(u), &info);
	snprintf(hd.record.fault.message, sizeof(hd.record.fault.message),
		"an execution was cut off: uninstrumented %s%s did not return within %lu ms in thread %d (--hang)",
		info.dli_sname ? info.dli_sname : "code", info.dli_sname ? "()" : "", (unsigned long)hd_hang_ms,
		hd.cur->id);
	hd.spoilt = "a call that did not return";
	hd.record.fault.tainted = true;
	hd.record.outcome.cut_off = hd.record.outcome.crashed = hd.record.outcome.hung = true;
	hd_sched_finish();
}

// No hook was reached for a long time.
static void on_tick(int sig, siginfo_t *info, void *context)
{
	static uint64_t last;
	static unsigned still;

	(void)sig;
	(void)info;
	if (hd_pulse) {
		++*hd_pulse;
	}
	if (!hd.on) {
		return;
	}
	uint64_t beat = hd.beat + hd.cur->steps + ((uint64_t)hd.gen << 32);
	still = beat == last ? still + 1 : 0;
	last = beat;
	if (still > 0 && hd_on_stillness) {
		hd_on_stillness();
	}
	if ((uint64_t)still * TICK_MS >= hd_hang_ms) {
		still = 0;
		hang(context);
	}
}

static int find_code(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	(void)data;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		if (ph->p_type == PT_LOAD && ph->p_flags & PF_X) {
			code_start = info->dlpi_addr + ph->p_vaddr;
			code_end = code_start + ph->p_memsz;
		}
	}
	return 1; // the first one is the program
}

static void handle(int sig, void (*handler)(int, siginfo_t *, void *), int flags)
{
	struct sigaction a = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | flags};
	sigemptyset(&a.sa_mask);
	sigaction(sig, &a, NULL);
}

void hd_fault_init(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
	stack_t stack = {.ss_sp = alt_stack, .ss_size = sizeof(alt_stack)};
	struct itimerval every = {.it_interval = {.tv_usec = TICK_MS * 1000}, .it_value = {.tv_usec = TICK_MS * 1000}};

	dl_iterate_phdr(find_code, NULL);
	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++) {
		handle(signals[i], on_fault, 0);
	}
	signal(SIGPIPE, SIG_IGN);
	handle(SIGALRM, on_tick, SA_RESTART);
	if (!hd_fault_gdb) {
		setitimer(ITIMER_REAL, &every, NULL);
	}
}
