// SPDX-License-Identifier: Apache-2.0
// Faults end an execution: they are written down and the engine goes on. Most
// are found by a hook before the bad access happens. What only the processor
// notices arrives as a signal on a stack of its own; if the code at fault is
// not instrumented, the C library may be unusable and the worker is replaced.
#include "runtime/rt.h"
#include "strategy/rng.h"

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
	return hd.oracles & needs[kind];
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
	uintptr_t low = (uintptr_t)hd_fiber_stack_low((unsigned)s->fiber), high = low + HD_STACK_SIZE;

	while (frame > low && frame + 16 <= high && (frame & 7) == 0 && s->n < HD_MAX_FRAMES) {
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

// ---- faults ------------------------------------------------------------------

#define FAULT_FRAMES 6
#define WAIT_FRAMES 2 // locks are often taken by a small function of the library's own: its caller counts

static uint64_t key_of_stack(const struct hd_stack *s, unsigned from, unsigned to, uint64_t key)
{
	for (unsigned i = from; i < s->n && i < to; i++) {
		key = hd_mix(key ^ s->pc[i]);
	}
	return key;
}

// Races are the same if they are of the same two sites, deadlocks if threads
// wait at the same places, livelocks if the same functions go round, all else
// if it happens on the same stack.
static uint64_t key_of(enum hd_verdict kind)
{
	uint64_t key = kind;

	if (kind == HD_VERDICT_DATA_RACE) {
		return hd_mix(key) + hd_mix((uintptr_t)hd.fault.site) + hd_mix((uintptr_t)hd.fault.other_site);
	}
	if (kind == HD_VERDICT_DEADLOCK) {
		for (unsigned i = 0; i < hd.nfibers; i++) {
			if (hd_fibers[i].state == HD_FIBER_LIVE) {
				key += hd_mix((uintptr_t)hd_fibers[i].op.site);
			}
		}
		for (unsigned i = 0; i < hd.fault.nstacks; i++) {
			key += key_of_stack(&hd.fault.stacks[i], 0, WAIT_FRAMES, 0);
		}
		return hd_mix(key);
	}
	if (kind == HD_VERDICT_LIVELOCK && hd.fair) {
		for (unsigned i = 0; i < hd.nfibers; i++) {
			const struct hd_site *at = hd_fibers[i].op.site;
			key += hd_fibers[i].state == HD_FIBER_LIVE && at ? hd_mix((uintptr_t)at->func) : 0;
		}
		return hd_mix(key);
	}
	// Where exactly a stack ends, or a hang is noticed, is chance.
	unsigned skip = kind == HD_VERDICT_STACK_OVERFLOW ? 3 : kind == HD_VERDICT_LIVELOCK ? 1 : 0;
	return key_of_stack(&hd.fault.stacks[0], skip, FAULT_FRAMES, key);
}

HD_NORETURN static void finish(enum hd_verdict kind)
{
	if (hd_oracle_wants(kind)) {
		hd.fault.kind = kind;
		hd.fault.key = key_of(kind);
		hd.outcome.verdict = kind;
		if (hd_fault_gdb) {
			__heddle_fault_stop();
		}
	} else {
		hd.outcome.crashed = true;
	}
	hd_sched_finish();
}

static void fill(const struct hd_site *site, uintptr_t address, const char *format, va_list args)
{
	hd.fault.site = site;
	hd.fault.address = address;
	hd.fault.step = hd.cur->steps;
	vsnprintf(hd.fault.message, sizeof(hd.fault.message), format, args);
}

void hd_fault(enum hd_verdict kind, const struct hd_site *site, uintptr_t address, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fill(site, address, format, args);
	va_end(args);
	hd.fault.tainted = false;
	if (kind != HD_VERDICT_DEADLOCK) { // has described itself
		hd.fault.details[0] = '\0';
		hd.fault.fiber = hd.cur->id;
		hd.fault.nstacks = 1;
		hd_stack_capture(&hd.fault.stacks[0], hd.cur->id, __builtin_frame_address(0));
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
	hd.fault.tainted = false;
	hd.fault.details[0] = '\0';
	hd.fault.fiber = hd.cur->id;
	hd.fault.nstacks = 1;
	hd_stack_capture(&hd.fault.stacks[0], hd.cur->id, __builtin_frame_address(0));
	finish(HD_VERDICT_LOCK_MISUSE);
}

void hd_fault_refuse(const char *name)
{
	const struct hd_site *site = hd_callsite();

	hd.fault.site = site;
	snprintf(hd.fault.message, sizeof(hd.fault.message), "%s() cannot be run under control", name);
	hd.outcome.refused = true;
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

static enum hd_verdict classify(int sig, uintptr_t a, const ucontext_t *u)
{
	uintptr_t low = (uintptr_t)hd_fiber_stack_low(hd.cur->id);

	if (sig != SIGSEGV && sig != SIGBUS) {
		return HD_VERDICT_SIGNAL;
	}
	if ((a >= low && a < low + HD_GUARD) ||
	    (CONTEXT_SP(u) >= low && CONTEXT_SP(u) < low + 2 * HD_GUARD)) {
		return HD_VERDICT_STACK_OVERFLOW;
	}
	return a < HD_NULL_SIZE ? HD_VERDICT_NULL_DEREFERENCE : HD_VERDICT_WILD_ACCESS;
}

static void capture_context(const ucontext_t *u)
{
	struct hd_stack *s = &hd.fault.stacks[0];
	uintptr_t pc = CONTEXT_PC(u);

	s->fiber = hd.cur->id;
	s->n = 0;
	if (pc < HD_NULL_SIZE) { // a call through a null pointer: the return address is on the stack
		pc = *(const uintptr_t *)CONTEXT_SP(u);
	}
	if (!is_engine_code(pc)) {
		s->pc[s->n++] = pc + 1; // a return address points behind its call
	}
	walk(s, CONTEXT_FP(u));
	hd.fault.nstacks = 1;
}

HD_NORETURN static void end_from_signal(enum hd_verdict kind, const ucontext_t *u)
{
	uintptr_t pc = CONTEXT_PC(u);

	hd.fault.fiber = hd.cur->id;
	hd.fault.site = NULL;
	hd.fault.step = hd.cur->steps;
	hd.fault.details[0] = '\0';
	hd.fault.tainted = pc >= HD_NULL_SIZE && !(pc >= code_start && pc < code_end && !is_engine_code(pc));
	capture_context(u);
	finish(kind);
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
	enum hd_verdict kind = classify(sig, a, u);
	hd.fault.address = a;
	if (kind == HD_VERDICT_STACK_OVERFLOW) {
		snprintf(hd.fault.message, sizeof(hd.fault.message), "stack overflow in thread %d", hd.cur->id);
	} else if (kind == HD_VERDICT_SIGNAL) {
		snprintf(hd.fault.message, sizeof(hd.fault.message), "signal %d (%s)", sig, strsignal(sig));
	} else {
		snprintf(hd.fault.message, sizeof(hd.fault.message), "%s at address %#lx",
		         kind == HD_VERDICT_WILD_ACCESS ? "wild access" : "null dereference", (unsigned long)a);
	}
	end_from_signal(kind, u);
}

// No hook was reached for a long time: code that is not instrumented loops or
// blocks for ever.
static void on_tick(int sig, siginfo_t *info, void *context)
{
	static uint64_t last;
	static unsigned still;

	(void)sig;
	(void)info;
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
		snprintf(hd.fault.message, sizeof(hd.fault.message),
		         "hang: thread %d made no step for %lu ms in code that heddle does not see", hd.cur->id,
		         (unsigned long)hd_hang_ms);
		hd.fault.address = 0;
		end_from_signal(HD_VERDICT_LIVELOCK, context);
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
	struct sigaction a = {.sa_sigaction = handler,
	                      .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | flags};
	sigemptyset(&a.sa_mask);
	sigaction(sig, &a, NULL);
}

void hd_fault_init(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
	stack_t stack = {.ss_sp = alt_stack, .ss_size = sizeof(alt_stack)};
	struct itimerval every = {.it_interval = {.tv_usec = TICK_MS * 1000},
	                          .it_value = {.tv_usec = TICK_MS * 1000}};

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
