// SPDX-License-Identifier: Apache-2.0
// The end of the program, and signals it sends itself.
#include "runtime/shim.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <unistd.h>

#define MAX_EXIT 64

static void (*at_exit[MAX_EXIT])(void);
static unsigned nat_exit;
static struct sigaction actions[NSIG];
static bool any_action;
static uint64_t pending; // signals that were blocked when they came, as in hd_fiber
static struct hd_op interrupted[HD_USABLE_FIBERS]; // steps at which signals found threads
static bool cuts_short;  // a signal came to a thread whose call it would have ended
static uint64_t alarm_at; // virtual time, 0: none
static char process_name[16]; // as the program has set it

void hd_process_reset(void)
{
	nat_exit = 0;
	pending = alarm_at = 0;
	cuts_short = false;
	process_name[0] = '\0';
	if (any_action) {
		memset(actions, 0, sizeof(actions));
		any_action = false;
	}
}

static void check_leaks(void)
{
	uintptr_t address;
	size_t size;
	bool expected = hd.run.expected && hd.run.expected->kind == HD_VERDICT_LEAK;
	const struct hd_site *site = expected ? hd.run.expected->site : NULL;

	if (!(hd.run.oracles & HD_ORACLE_LEAK)) {
		return;
	}
	if (expected && !site && hd_descriptors_open() > 0) {
		hd_fault(HD_VERDICT_LEAK, NULL, 0, "descriptors are open at the end");
	}
	if (hd_heap_find_leak(&address, &size, &site)) {
		hd_fault(HD_VERDICT_LEAK, site, address, "a block of %zu bytes is never freed", size);
	}
}

HD_NORETURN void hd_process_exit(int status, bool handlers, const struct hd_site *site)
{
	struct hd_op op = {.kind = HD_EV_EXIT, .write = true, .site = site};

	hd_sched_point(&op);
	while (handlers && nat_exit > 0) {
		at_exit[--nat_exit]();
	}
	hd.record.outcome.exit_status = status;
	check_leaks();
	hd_sched_finish();
}

SHIM HD_NORETURN void __heddle_exit(int status)
{
	if (!hd.on) {
		exit(status);
	}
	hd_process_exit(status, true, hd_callsite());
}

SHIM HD_NORETURN void __heddle__exit(int status)
{
	if (!hd.on) {
		_exit(status);
	}
	hd_process_exit(status, false, hd_callsite());
}

SHIM HD_NORETURN void __heddle__Exit(int status)
{
	__heddle__exit(status);
}

SHIM HD_NORETURN void __heddle_quick_exit(int status)
{
	__heddle__exit(status);
}

SHIM int __heddle_atexit(void (*run)(void))
{
	if (!hd.on) {
		return atexit(run);
	}
	if (nat_exit == MAX_EXIT) {
		return -1;
	}
	at_exit[nat_exit++] = run;
	return 0;
}

SHIM HD_NORETURN void __heddle___assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	if (!hd.on) {
		__assert_fail(text, file, line, function);
	}
	hd_fault(HD_VERDICT_ASSERTION, hd_callsite(), 0, "assertion `%s' failed in %s (%s:%u)", text, function, file,
		line);
}

SHIM HD_NORETURN void __heddle___assert(const char *text, const char *file, int line)
{
	__heddle___assert_fail(text, file, (unsigned)line, "?");
}

static bool run_handler(int sig)
{
	if (sig <= 0 || sig >= NSIG) {
		return false;
	}
	const struct sigaction *a = &actions[sig];
	if (a->sa_handler == SIG_IGN) {
		return true;
	}
	if (a->sa_handler == SIG_DFL) {
		return sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH || sig == SIGCONT;
	}
	if (a->sa_flags & SA_SIGINFO) {
		siginfo_t info = {.si_signo = sig};
		a->sa_sigaction(sig, &info, NULL);
	} else {
		a->sa_handler(sig);
	}
	return true;
}

SHIM HD_NORETURN void __heddle_abort(void)
{
	if (!hd.on) {
		abort();
	}
	const struct hd_site *site = hd_callsite();
	run_handler(SIGABRT);
	hd_fault(HD_VERDICT_ABORT, site, 0, "the program called abort()");
}

static int send_signal(int sig)
{
	const struct hd_site *site = hd_callsite();

	if (sig > 0 && sig < NSIG && hd.cur->blocked >> (sig - 1) & 1) {
		pending |= 1ull << (sig - 1);
		return 0;
	}
	if (sig == 0 || run_handler(sig)) {
		return 0;
	}
	if (sig == SIGABRT) {
		hd_fault(HD_VERDICT_ABORT, site, 0, "the program raised SIGABRT");
	}
	hd_fault(HD_VERDICT_SIGNAL, site, 0, "the program was terminated by signal %d (%s)", sig, strsignal(sig));
}

void hd_process_broken_pipe(void)
{
	send_signal(SIGPIPE);
}

SHIM int __heddle_raise(int sig)
{
	return hd.on ? send_signal(sig) : raise(sig);
}

SHIM int __heddle_kill(pid_t pid, int sig)
{
	if (!hd.on) {
		return kill(pid, sig);
	}
	if (pid != HD_PID) {
		hd_fault_refuse("kill (of another process)");
	}
	return send_signal(sig);
}

// Calls that return early when a handler has run.
static bool is_cut_short(const struct hd_fiber *f)
{
	unsigned kind = f->op.kind;

	return kind == HD_EV_SEM_WAIT || kind == HD_EV_FUTEX_WAIT || kind == HD_EV_FUTEX_LEAVE ||
		kind == HD_EV_FD_WAIT || kind == HD_EV_SLEEP;
}

// The handler runs when the target is next picked. Sending comes before it, as everybody expects.
static void signal_other(struct hd_fiber *target, int sig)
{
	struct hd_op op = {.kind = HD_EV_SIGNAL, .write = true, .site = hd_callsite()};

	hd_sched_point(&op);
	if (target->state != HD_FIBER_LIVE) {
		return;
	}
	cuts_short |= is_cut_short(target);
	if (!hd_fiber_is_signalled(target) && target->op.kind != HD_EV_START) {
		interrupted[target->id] = target->op;
	}
	target->signals |= 1ull << (sig - 1);
	if (hd_fiber_is_signalled(target) && target->op.kind != HD_EV_START) {
		target->op = op; // its next step is to handle it
	}
	hd_clock_join(&target->clock, &hd.cur->clock);
	hd_race_tick(hd.cur);
	hd_spin_leave(target);
	hd_sched_refresh(target);
}

static int signal_thread(unsigned long id, int sig)
{
	// Whether it has ended shows after the switch point: before, who runs when would decide it unseen.
	bool other = id < hd.nfibers && id != hd.cur->id;
	sighandler_t handler = sig > 0 && sig < NSIG ? actions[sig].sa_handler : SIG_DFL;

	if (other && handler != SIG_DFL && handler != SIG_IGN) {
		signal_other(&hd_fibers[id], sig);
		return 0;
	}
	return send_signal(sig);
}

static uint64_t signals_of(const sigset_t *set)
{
	uint64_t bits;

	memcpy(&bits, set, sizeof(bits));
	return bits & ~(1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1));
}

// In the midst of a step that is not made yet: afterwards the thread stands at it again.
void hd_process_handle_signals(void)
{
	struct hd_fiber *f = hd.cur;
	struct hd_op op = f->op.kind == HD_EV_SIGNAL ? interrupted[f->id] : f->op;
	struct hd_sync *wait = f->wait;
	hd_ready_fn *ready = f->ready;
	bool timed = f->timed, timed_out = f->timed_out, yielding = f->yielding;
	uint64_t due, deadline = f->deadline;

	f->wait = NULL;
	f->ready = NULL;
	f->timed = f->timed_out = f->yielding = false;
	while ((due = f->signals & ~f->blocked) != 0) {
		int sig = __builtin_ctzll(due) + 1;
		uint64_t blocked = f->blocked;
		f->signals &= ~(due & -due);
		f->blocked |= (due & -due) | signals_of(&actions[sig].sa_mask);
		run_handler(sig);
		f->blocked = blocked;
	}
	f->op = op;
	f->wait = wait;
	f->ready = ready;
	f->timed = timed;
	f->timed_out = timed_out;
	f->deadline = deadline;
	f->yielding = yielding;
}

SHIM int __heddle_tgkill(pid_t group, pid_t thread, int sig)
{
	if (!hd.on) {
		return tgkill(group, thread, sig);
	}
	if (group != HD_PID) {
		hd_fault_refuse("tgkill (of another process)");
	}
	return signal_thread((unsigned long)(thread - HD_PID), sig);
}

SHIM int __heddle_pthread_kill(pthread_t t, int sig)
{
	return hd.on ? signal_thread(t - HD_THREAD_BASE, sig) : pthread_kill(t, sig);
}

// Handlers are remembered and run when the program signals itself; the
// signals of real faults stay heddle's.
SHIM int __heddle_sigaction(int sig, const struct sigaction *new, struct sigaction *old)
{
	if (!hd.on) {
		return sigaction(sig, new, old);
	}
	if (sig <= 0 || sig >= NSIG || sig == SIGKILL || sig == SIGSTOP) {
		errno = EINVAL;
		return -1;
	}
	if (old) {
		*old = actions[sig];
	}
	if (new) {
		actions[sig] = *new;
		any_action = true;
	}
	return 0;
}

SHIM sighandler_t __heddle_signal(int sig, sighandler_t handler)
{
	struct sigaction old, new = {.sa_handler = handler};

	if (!hd.on) {
		return signal(sig, handler);
	}
	return __heddle_sigaction(sig, &new, &old) == 0 ? old.sa_handler : SIG_ERR;
}

static void store_signals(sigset_t *set, uint64_t bits)
{
	sigemptyset(set);
	memcpy(set, &bits, sizeof(bits));
}

static void deliver_pending(void)
{
	uint64_t due;

	if (hd_fiber_is_signalled(hd.cur)) {
		hd_process_handle_signals();
	}
	while ((due = pending & ~hd.cur->blocked) != 0) {
		pending &= ~(due & -due);
		send_signal(__builtin_ctzll(due) + 1);
	}
}

static int change_mask(int how, const sigset_t *set, sigset_t *old)
{
	uint64_t before = hd.cur->blocked;

	if (set) {
		uint64_t bits = signals_of(set);
		switch (how) {
		case SIG_BLOCK:
			hd.cur->blocked |= bits;
			break;
		case SIG_UNBLOCK:
			hd.cur->blocked &= ~bits;
			break;
		case SIG_SETMASK:
			hd.cur->blocked = bits;
			break;
		default:
			return EINVAL;
		}
	}
	if (old) {
		store_signals(old, before);
	}
	deliver_pending();
	return 0;
}

SHIM int __heddle_pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	return hd.on ? change_mask(how, set, old) : pthread_sigmask(how, set, old);
}

SHIM int __heddle_sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	if (!hd.on) {
		return sigprocmask(how, set, old);
	}
	int error = change_mask(how, set, old);
	errno = error ? error : errno;
	return error ? -1 : 0;
}

SHIM int __heddle_sigpending(sigset_t *set)
{
	if (!hd.on) {
		return sigpending(set);
	}
	store_signals(set, pending | hd.cur->signals);
	return 0;
}

// Handlers run on the stack of the sending thread; faults on heddle's.
SHIM int __heddle_sigaltstack(const stack_t *new, stack_t *old)
{
	if (!hd.on) {
		return sigaltstack(new, old);
	}
	if (old) {
		*old = (stack_t){.ss_flags = SS_DISABLE};
	}
	return 0;
}

// Under heddle its time never comes.
SHIM unsigned __heddle_alarm(unsigned s)
{
	if (!hd.on) {
		return alarm(s);
	}
	uint64_t left = alarm_at > hd.now ? alarm_at - hd.now : 0;
	alarm_at = s ? hd.now + s * 1000000000ull : 0;
	return (unsigned)((left + 999999999u) / 1000000000u);
}

// Threads that wait or turn forever may be waiting for its handler. Without one it is a watchdog,
// and what it watches for has happened.
void hd_process_expects_alarm(void)
{
	bool handled = actions[SIGALRM].sa_handler != SIG_IGN && actions[SIGALRM].sa_handler != SIG_DFL;

	if (alarm_at && handled) {
		hd_fault_refuse("alarm()");
	}
	if (cuts_short) {
		hd_fault_refuse("a signal that ends a wait of another thread (pthread_kill)");
	}
}

// The one that is set is heddle's.
SHIM int __heddle_getitimer(__itimer_which_t which, struct itimerval *value)
{
	if (!hd.on) {
		return getitimer(which, value);
	}
	*value = (struct itimerval){0};
	return 0;
}

// Names of threads are harmless; what else can be set is so for good.
SHIM int __heddle_prctl(int option, ...)
{
	unsigned long a[4];
	va_list args;

	va_start(args, option);
	for (int i = 0; i < 4; i++) {
		a[i] = va_arg(args, unsigned long);
	}
	va_end(args);
	if (hd.on && option == PR_SET_NAME) {
		snprintf(process_name, sizeof(process_name), "%s", (const char *)a[0]);
		return 0;
	}
	if (hd.on && option == PR_GET_NAME && *process_name) {
		memcpy((char *)a[0], process_name, sizeof(process_name));
		return 0;
	}
	if (hd.on && option != PR_GET_NAME) {
		hd_state_note(HD_STATE_FOR_GOOD, "prctl()");
	}
	return prctl(option, a[0], a[1], a[2], a[3]);
}

SHIM char *__heddle_getenv(const char *name)
{
	char *value = getenv(name);

	return hd.on ? hd_args_variable(value) : value;
}

SHIM char *__heddle_secure_getenv(const char *name)
{
	char *value = secure_getenv(name);

	return hd.on ? hd_args_variable(value) : value;
}
