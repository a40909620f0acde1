// SPDX-License-Identifier: Apache-2.0
// The identity that a program sees. A worker's own numbers differ from run to run, and
// all its fibers are one thread of the system's: the program sees numbers that no
// process has, the same in every execution. Here they are translated.
#include "runtime/shim.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

// As the system knows a process or thread that the program names.
static pid_t real_id(pid_t id)
{
	return hd.on && id >= HD_PID && id < HD_PID + HD_MAX_FIBERS ? 0 : id;
}

// As the program knows one that the system names.
static pid_t told_id(pid_t id)
{
	return hd.on && id == getpid() ? HD_PID : id;
}

SHIM pid_t __heddle_getpid(void)
{
	return hd.on ? HD_PID : getpid();
}

SHIM pid_t __heddle_gettid(void)
{
	return hd.on ? HD_PID + hd.cur->id : gettid();
}

SHIM pid_t __heddle_getsid(pid_t p)
{
	return told_id(getsid(real_id(p)));
}

SHIM pid_t __heddle_getpgid(pid_t p)
{
	return told_id(getpgid(real_id(p)));
}

SHIM pid_t __heddle_getpgrp(void)
{
	return told_id(getpgrp());
}

SHIM pid_t __heddle_setsid(void)
{
	if (hd.on) {
		hd_state_note(HD_STATE_FOR_GOOD, "setsid()");
	}
	return told_id(setsid());
}

SHIM int __heddle_setpgid(pid_t p, pid_t group)
{
	if (hd.on) {
		hd_state_note(HD_STATE_FOR_GOOD, "setpgid()");
	}
	return setpgid(real_id(p), real_id(group));
}

SHIM int __heddle_prlimit(pid_t p, __rlimit_resource_t resource, const struct rlimit *new, struct rlimit *old)
{
	if (hd.on && new) {
		hd_state_note(HD_STATE_LIMITS, "prlimit()");
	}
	return prlimit(real_id(p), resource, new, old);
}

// Where a limit is 64 bits wide anyway.
SHIM int __heddle_prlimit64(pid_t p, __rlimit_resource_t resource, const struct rlimit *new, struct rlimit *old)
{
	return __heddle_prlimit(p, resource, new, old);
}

SHIM int __heddle_getpriority(__priority_which_t which, id_t who)
{
	return getpriority(which, (id_t)real_id((pid_t)who));
}

SHIM int __heddle_setpriority(__priority_which_t which, id_t who, int priority)
{
	if (hd.on) {
		hd_state_note(HD_STATE_FOR_GOOD, "setpriority()");
	}
	return setpriority(which, (id_t)real_id((pid_t)who), priority);
}

SHIM int __heddle_sched_getaffinity(pid_t p, size_t size, cpu_set_t *set)
{
	return sched_getaffinity(real_id(p), size, set);
}

SHIM int __heddle_sched_setaffinity(pid_t p, size_t size, const cpu_set_t *set)
{
	if (hd.on) {
		hd_state_note(HD_STATE_FOR_GOOD, "sched_setaffinity()");
	}
	return sched_setaffinity(real_id(p), size, set);
}

SHIM int __heddle_sched_getscheduler(pid_t p)
{
	return sched_getscheduler(real_id(p));
}

SHIM int __heddle_sched_setscheduler(pid_t p, int policy, const struct sched_param *param)
{
	if (hd.on) {
		hd_state_note(HD_STATE_FOR_GOOD, "sched_setscheduler()");
	}
	return sched_setscheduler(real_id(p), policy, param);
}

SHIM int __heddle_sched_getparam(pid_t p, struct sched_param *param)
{
	return sched_getparam(real_id(p), param);
}

SHIM int __heddle_sched_setparam(pid_t p, const struct sched_param *param)
{
	if (hd.on) {
		hd_state_note(HD_STATE_FOR_GOOD, "sched_setparam()");
	}
	return sched_setparam(real_id(p), param);
}
