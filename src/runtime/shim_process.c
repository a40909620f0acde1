// SPDX-License-Identifier: Apache-2.0
// The end of the program, signals it sends itself, and calls that cannot be
// controlled and are refused by name.
#include "runtime/shim.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_EXIT 64

static void (*at_exit[MAX_EXIT])(void);
static unsigned nat_exit;
static struct sigaction actions[NSIG];
static bool any_action;

void hd_process_reset(void)
{
	nat_exit = 0;
	if (any_action) {
		memset(actions, 0, sizeof(actions));
		any_action = false;
	}
}

static void check_leaks(void)
{
	uintptr_t address;
	size_t size;
	const struct hd_site *site;

	if (hd.oracles & HD_ORACLE_LEAK && hd_heap_find_leak(&address, &size, &site)) {
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
	hd.outcome.exit_status = status;
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

SHIM HD_NORETURN void __heddle___assert_fail(const char *text, const char *file, unsigned line,
                                             const char *function)
{
	if (!hd.on) {
		__assert_fail(text, file, line, function);
	}
	hd_fault(HD_VERDICT_ASSERTION, hd_callsite(), 0, "assertion `%s' failed in %s (%s:%u)", text, function,
	         file, line);
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

	if (sig == 0 || run_handler(sig)) {
		return 0;
	}
	if (sig == SIGABRT) {
		hd_fault(HD_VERDICT_ABORT, site, 0, "the program raised SIGABRT");
	}
	hd_fault(HD_VERDICT_SIGNAL, site, 0, "the program was ended by signal %d (%s)", sig, strsignal(sig));
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
	if (pid != getpid()) {
		hd_fault_refuse("kill (of another process)");
	}
	return send_signal(sig);
}

SHIM int __heddle_pthread_kill(pthread_t t, int sig)
{
	return hd.on ? send_signal(sig) : pthread_kill(t, sig);
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

SHIM int __heddle_sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	if (!hd.on) {
		return sigprocmask(how, set, old);
	}
	if (old) {
		sigemptyset(old);
	}
	return 0;
}

SHIM unsigned __heddle_alarm(unsigned s)
{
	return hd.on ? 0 : alarm(s); // under control the time never comes
}

SHIM char *__heddle_getenv(const char *name)
{
	char *value = getenv(name);

	return hd.on ? hd_args_variable(value) : value;
}

// ---- refused -------------------------------------------------------------------

// By itself the program gets the real function, whatever its signature: a tail
// jump with all argument registers as they are.
#if defined(__x86_64__)
#define FORWARD(name)                                                                              \
	__asm__(".pushsection heddle_text,\"ax\",@progbits\n"                                          \
	        ".globl __heddle_" #name "\n.type __heddle_" #name ", @function\n"                     \
	        "__heddle_" #name ":\n"                                                                \
	        "movq hd@GOTPCREL(%rip), %r11\n"                                                       \
	        "cmpb $0, (%r11)\n"                                                                    \
	        "jne 1f\n"                                                                             \
	        "jmp *" #name "@GOTPCREL(%rip)\n"                                                      \
	        "1: subq $8, %rsp\n"                                                                   \
	        "leaq 2f(%rip), %rdi\n"                                                                \
	        "call hd_fault_refuse\n"                                                               \
	        "2: .asciz \"" #name "\"\n"                                                            \
	        ".size __heddle_" #name ", .-__heddle_" #name "\n.popsection\n");
#else
#define FORWARD(name)                                                                              \
	__asm__(".pushsection heddle_text,\"ax\",@progbits\n"                                          \
	        ".globl __heddle_" #name "\n.type __heddle_" #name ", %function\n"                     \
	        "__heddle_" #name ":\n"                                                                \
	        "adrp x16, hd\nldrb w17, [x16, :lo12:hd]\n"                                            \
	        "cbnz w17, 1f\nb " #name "\n"                                                          \
	        "1: adr x0, 2f\nbl hd_fault_refuse\n"                                                  \
	        "2: .asciz \"" #name "\"\n.balign 4\n.popsection\n");
#endif

#define HD_REDIRECT(name, kind)
#define HD_REFUSE(name) FORWARD(name)
#include "abi/redirects.def"
#undef HD_REDIRECT
#undef HD_REFUSE
