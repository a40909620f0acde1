// SPDX-License-Identifier: Apache-2.0
// What protects what: files are Landlock's and the read-only view's business
// (sandbox_enter.c); here is everything that has no path, and everything that
// could undo those two.
#include "harness/filter.h"

#include <errno.h>
#include <linux/sched.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <unistd.h>

#include "abi/control.h"

#define EVERY_NAMESPACE \
	(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

// Of the machine as a whole, of other processes, or a way around the rest.
static const int never[] = {
	// mounts and roots
	SCMP_SYS(mount),
	SCMP_SYS(umount),
	SCMP_SYS(umount2),
	SCMP_SYS(pivot_root),
	SCMP_SYS(chroot),
	SCMP_SYS(move_mount),
	SCMP_SYS(open_tree),
	SCMP_SYS(fsopen),
	SCMP_SYS(fsconfig),
	SCMP_SYS(fsmount),
	SCMP_SYS(fspick),
	SCMP_SYS(mount_setattr),
	SCMP_SYS(unshare),
	SCMP_SYS(setns),
	SCMP_SYS(open_by_handle_at),
	// other processes
	SCMP_SYS(ptrace),
	SCMP_SYS(process_vm_writev),
	SCMP_SYS(process_madvise),
	SCMP_SYS(pidfd_getfd),
	SCMP_SYS(kcmp),
	SCMP_SYS(ioprio_set),
	// the kernel
	SCMP_SYS(init_module),
	SCMP_SYS(finit_module),
	SCMP_SYS(delete_module),
	SCMP_SYS(bpf),
	SCMP_SYS(perf_event_open),
	SCMP_SYS(kexec_load),
	SCMP_SYS(kexec_file_load),
	SCMP_SYS(reboot),
	SCMP_SYS(io_uring_setup),
	SCMP_SYS(io_uring_enter),
	SCMP_SYS(io_uring_register),
	SCMP_SYS(userfaultfd),
	SCMP_SYS(iopl),
	SCMP_SYS(ioperm),
	SCMP_SYS(syslog),
	// the machine's settings
	SCMP_SYS(swapon),
	SCMP_SYS(swapoff),
	SCMP_SYS(settimeofday),
	SCMP_SYS(clock_settime),
	SCMP_SYS(clock_adjtime),
	SCMP_SYS(adjtimex),
	SCMP_SYS(stime),
	SCMP_SYS(sethostname),
	SCMP_SYS(setdomainname),
	SCMP_SYS(quotactl),
	SCMP_SYS(quotactl_fd),
	SCMP_SYS(acct),
	SCMP_SYS(vhangup),
	SCMP_SYS(fanotify_init),
	// keys of the session
	SCMP_SYS(keyctl),
	SCMP_SYS(add_key),
	SCMP_SYS(request_key),
};

// Objects that have no path and outlive the process, where they are the machine's.
static const int shared_objects[] = {
	SCMP_SYS(shmget),
	SCMP_SYS(shmat),
	SCMP_SYS(shmctl),
	SCMP_SYS(semget),
	SCMP_SYS(semop),
	SCMP_SYS(semctl),
	SCMP_SYS(msgget),
	SCMP_SYS(msgsnd),
	SCMP_SYS(msgrcv),
	SCMP_SYS(msgctl),
	SCMP_SYS(mq_open),
	SCMP_SYS(mq_unlink),
};

// Landlock does not know these.
static const int file_attributes[] = {
	SCMP_SYS(chmod),
	SCMP_SYS(fchmod),
	SCMP_SYS(fchmodat),
	SCMP_SYS(chown),
	SCMP_SYS(fchown),
	SCMP_SYS(lchown),
	SCMP_SYS(fchownat),
	SCMP_SYS(setxattr),
	SCMP_SYS(lsetxattr),
	SCMP_SYS(fsetxattr),
	SCMP_SYS(removexattr),
	SCMP_SYS(lremovexattr),
	SCMP_SYS(fremovexattr),
	SCMP_SYS(utime),
	SCMP_SYS(utimes),
	SCMP_SYS(futimesat),
	SCMP_SYS(utimensat),
};

static const int no_processes[] = {
	SCMP_SYS(fork),
	SCMP_SYS(vfork),
	SCMP_SYS(execve),
	SCMP_SYS(execveat),
	SCMP_SYS(setsid),
	SCMP_SYS(setpgid),
	SCMP_SYS(pidfd_send_signal),
};

static const int signalling[] = {
	SCMP_SYS(kill),
	SCMP_SYS(tkill),
	SCMP_SYS(tgkill),
	SCMP_SYS(rt_sigqueueinfo),
	SCMP_SYS(rt_tgsigqueueinfo),
};

// These take the process they are about first; 0 is the caller.
static const int about_a_process[] = {
	SCMP_SYS(sched_setaffinity),
	SCMP_SYS(sched_setscheduler),
	SCMP_SYS(sched_setparam),
	SCMP_SYS(sched_setattr),
};

// libseccomp keeps the first failure: the rules before it are whole, those after are not asked for.
struct making {
	scmp_filter_ctx filter;
	int failure; // negative errno value
};

#define REFUSE SCMP_ACT_ERRNO(EPERM)
// For an int, the kernel looks only at the low half of the register.
#define LOW(n, value) SCMP_CMP(n, SCMP_CMP_MASKED_EQ, 0xffffffff, (uint32_t)(value))

static void refuse(struct making *m, int call)
{
	if (m->failure == 0) {
		m->failure = seccomp_rule_add(m->filter, REFUSE, call, 0);
	}
}

static void refuse_if(struct making *m, int call, struct scmp_arg_cmp condition)
{
	if (m->failure == 0) {
		m->failure = seccomp_rule_add_array(m->filter, REFUSE, call, 1, &condition);
	}
}

static void refuse_all(struct making *m, const int *calls, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		refuse(m, calls[i]);
	}
}

#define REFUSE_ALL(m, list) refuse_all(m, list, sizeof(list) / sizeof(list[0]))

// Sockets of other families are doors to services of the machine, by name or by device.
static void limit_sockets(struct making *m, bool own_network)
{
	if (!own_network) {
		refuse(m, SCMP_SYS(socket));
		return;
	}
	for (unsigned family = 0; family < AF_NETLINK; family++) {
		if (family != AF_INET && family != AF_INET6) {
			refuse_if(m, SCMP_SYS(socket), LOW(0, family));
		}
	}
	refuse_if(m, SCMP_SYS(socket), SCMP_A0_32(SCMP_CMP_GT, AF_NETLINK));
}

static void limit_clone(struct making *m)
{
	if (m->failure == 0) { // its flags are in memory, which no filter sees; callers fall back to clone
		m->failure = seccomp_rule_add(m->filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
	}
	for (unsigned bit = 0; bit < 32; bit++) {
		if (EVERY_NAMESPACE & 1u << bit) {
			refuse_if(m, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, 1u << bit, 1u << bit));
		}
	}
}

// Limits and priorities of others; signals to heddle itself and to everybody.
static void protect_others(struct making *m)
{
	for (size_t i = 0; i < sizeof(about_a_process) / sizeof(about_a_process[0]); i++) {
		refuse_if(m, about_a_process[i], SCMP_A0_32(SCMP_CMP_NE, 0));
	}
	refuse_if(m, SCMP_SYS(setpriority), SCMP_A0_32(SCMP_CMP_NE, 0));
	refuse_if(m, SCMP_SYS(setpriority), SCMP_A1_32(SCMP_CMP_NE, 0));
	refuse_if(m, SCMP_SYS(kill), LOW(0, -1));
	refuse_if(m, SCMP_SYS(kill), LOW(0, getpid()));
	refuse_if(m, SCMP_SYS(kill), LOW(0, -getpgrp()));
	if (m->failure == 0) {
		m->failure = seccomp_rule_add(m->filter, REFUSE, SCMP_SYS(prlimit64), 2, SCMP_A0_32(SCMP_CMP_NE, 0),
			SCMP_A2(SCMP_CMP_NE, 0));
	}
}

static void limit_everybody(struct making *m, const struct hd_filter_request *request)
{
	REFUSE_ALL(m, never);
	limit_sockets(m, request->own_namespaces);
	limit_clone(m);
	if (request->only_marked_forks) {
		refuse(m, SCMP_SYS(fork));
		refuse(m, SCMP_SYS(vfork));
		refuse_if(m, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | HD_FORK_MARK, 0));
	}
	protect_others(m);
	refuse_if(m, SCMP_SYS(personality), SCMP_A0_32(SCMP_CMP_NE, 0xffffffff));
	// Typing on the terminal of the user who started heddle.
	refuse_if(m, SCMP_SYS(ioctl), LOW(1, TIOCSTI));
	refuse_if(m, SCMP_SYS(ioctl), LOW(1, TIOCLINUX));
	if (!request->own_namespaces) {
		REFUSE_ALL(m, shared_objects);
	}
	if (request->guard_files) {
		REFUSE_ALL(m, file_attributes);
	}
}

// Installed on top of the filter that applies to all processes.
static void limit_worker(struct making *m)
{
	REFUSE_ALL(m, no_processes);
	refuse_if(m, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
	for (size_t i = 0; i < sizeof(signalling) / sizeof(signalling[0]); i++) {
		refuse_if(m, signalling[i], SCMP_A0_32(SCMP_CMP_NE, HD_FILTER_SELF));
	}
}

// libseccomp gives the program to a file.
static int export(struct making *m, struct sock_filter *program, size_t room, size_t *length)
{
	int fd = memfd_create("heddle-filter", MFD_CLOEXEC);
	if (fd < 0) {
		return -errno;
	}
	int failure = seccomp_export_bpf(m->filter, fd);
	off_t size = lseek(fd, 0, SEEK_END);
	if (failure == 0 && (size <= 0 || (size_t)size > room * sizeof(*program))) {
		failure = -E2BIG;
	}
	if (failure == 0 && pread(fd, program, (size_t)size, 0) != (ssize_t)size) {
		failure = -EIO;
	}
	close(fd);
	*length = failure == 0 ? (size_t)size / sizeof(*program) : 0;
	return failure;
}

enum hd_status hd_filter_make(const struct hd_filter_request *request, struct sock_filter *program, size_t room,
	size_t *length, struct hd_error *error)
{
	struct making m = {.filter = seccomp_init(SCMP_ACT_ALLOW)};
	if (!m.filter) {
		return hd_fail(error, HD_INTERNAL, "cannot create the system call filter");
	}
	if (request->worker) {
		limit_worker(&m);
	} else {
		limit_everybody(&m, request);
	}
	int failure = m.failure == 0 ? export(&m, program, room, length) : m.failure;
	seccomp_release(m.filter);
	if (failure != 0) {
		return hd_fail(error, HD_INTERNAL, "cannot create the system call filter: %s", strerror(-failure));
	}
	return HD_OK;
}
