// SPDX-License-Identifier: Apache-2.0
// syscall(): libraries use it for what the C library has, or had, no function for.
// Futexes are modelled; what a shim stands for goes there; the rest is in
// syscalls.def.
#include "runtime/shim.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ARGUMENTS 6

// How shims are called here, whatever their signature: in the two calling
// conventions that heddle knows, arguments that a function does not take are
// harmless. The compiler must not see which one it is.
typedef int int_call(long, long, long, long, long, long);
typedef long long_call(long, long, long, long, long, long);

static inline void *hidden(void (*function)(void))
{
	__asm__("" : "+r"(function));
	return (void *)function;
}

#define HD_CALL(name, function) void __heddle_##function(void);
#define HD_CALL_LONG(name, function) HD_CALL(name, function)
#define HD_PASS(name)
#include "runtime/syscalls.def"
#undef HD_CALL
#undef HD_CALL_LONG
#undef HD_PASS

static const struct refused {
	long number;
	const char *name;
} refused[] = {
#define REFUSED(name) {SYS_##name, "syscall(SYS_" #name ")"}
	REFUSED(clone),
	REFUSED(clone3),
	REFUSED(execve),
	REFUSED(execveat),
	REFUSED(exit),
	REFUSED(ptrace),
	REFUSED(wait4),
	REFUSED(waitid),
	REFUSED(rt_sigaction),
	REFUSED(rt_sigsuspend),
	REFUSED(rt_sigtimedwait),
	REFUSED(io_uring_setup),
	REFUSED(io_uring_enter),
	REFUSED(io_setup),
	REFUSED(io_getevents),
	REFUSED(signalfd4),
	REFUSED(timerfd_settime),
	REFUSED(timer_create),
	REFUSED(setitimer),
	REFUSED(brk),
	REFUSED(unshare),
	REFUSED(setns),
	REFUSED(mount),
	REFUSED(chroot),
	REFUSED(splice),
	REFUSED(recvmmsg),
	REFUSED(sendmmsg),
	REFUSED(userfaultfd),
	REFUSED(seccomp),
	REFUSED(bpf),
	REFUSED(process_vm_writev),
#ifdef __x86_64__
	REFUSED(fork),
	REFUSED(vfork),
	REFUSED(pause),
	REFUSED(arch_prctl),
#endif
#undef REFUSED
};

HD_NORETURN HD_COLD static void refuse(long number)
{
	char text[48];

	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		if (refused[i].number == number) {
			hd_fault_refuse(refused[i].name);
		}
	}
	snprintf(text, sizeof(text), "syscall(%ld)", number);
	hd_fault_refuse(text);
}

static long result_of(int error)
{
	if (error) {
		errno = error;
		return -1;
	}
	return 0;
}

static long wait_for(const uint32_t *word, uint32_t expected, const struct timespec *limit, bool absolute,
	uint32_t mask, const struct hd_site *site)
{
	uint64_t deadline = HD_FOREVER;

	if (limit) {
		hd_access_check(limit, sizeof(*limit), false, false, site);
		deadline = hd_time_of(limit) + (absolute ? 0 : hd.now);
	}
	return result_of(hd_futex_wait(word, expected, mask, site, deadline));
}

static long futex(const long *a)
{
	const struct hd_site *site = hd_callsite();
	const uint32_t *word = (const uint32_t *)a[0];
	const struct timespec *limit = (const struct timespec *)a[3];
	uint32_t mask = (uint32_t)a[5];
	int command = (int)a[1] & FUTEX_CMD_MASK;
	unsigned most = (int)a[2] > 0 ? (unsigned)a[2] : 1;

	if ((uintptr_t)word % sizeof(*word) != 0 ||
		((command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET) && mask == 0)) {
		return result_of(EINVAL);
	}
	switch (command) {
	case FUTEX_WAIT:
		return wait_for(word, (uint32_t)a[2], limit, false, FUTEX_BITSET_MATCH_ANY, site);
	case FUTEX_WAIT_BITSET:
		return wait_for(word, (uint32_t)a[2], limit, true, mask, site);
	case FUTEX_WAKE:
		return hd_futex_wake(word, most, FUTEX_BITSET_MATCH_ANY, site);
	case FUTEX_WAKE_BITSET:
		return hd_futex_wake(word, most, mask, site);
	default:
		hd_fault_refuse("syscall(SYS_futex) with an operation other than wait and wake");
	}
}

static long controlled(long number, const long *a)
{
	switch (number) {
	case SYS_futex:
		return futex(a);
#define HD_CALL(name, function)                                                                    \
	case SYS_##name: return ((int_call *)hidden(__heddle_##function))(a[0], a[1], a[2], a[3], a[4], a[5]);
#define HD_CALL_LONG(name, function)                                                               \
	case SYS_##name: return ((long_call *)hidden(__heddle_##function))(a[0], a[1], a[2], a[3], a[4], a[5]);
#define HD_PASS(name)                                                                              \
	case SYS_##name: return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
#include "runtime/syscalls.def"
#undef HD_CALL
#undef HD_CALL_LONG
#undef HD_PASS
	default:
		refuse(number);
	}
}

SHIM long __heddle_syscall(long number, ...)
{
	long a[ARGUMENTS];
	va_list args;

	va_start(args, number);
	for (int i = 0; i < ARGUMENTS; i++) {
		a[i] = va_arg(args, long);
	}
	va_end(args);
	return hd.on ? controlled(number, a) : syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
