// SPDX-License-Identifier: Apache-2.0
// Threads of pthreads and their own data, in terms of the models.
#include "runtime/fair.h"
#include "runtime/shim.h"
#include "runtime/specific.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static struct hd_fiber *fiber_of(unsigned long id)
{
	unsigned long i = id - HD_THREAD_BASE;
	return i < hd.nfibers ? &hd_fibers[i] : NULL;
}

static bool wants_detached(const pthread_attr_t *a)
{
	int state = PTHREAD_CREATE_JOINABLE;
	if (a) {
		pthread_attr_getdetachstate(a, &state);
	}
	return state == PTHREAD_CREATE_DETACHED;
}

// Many ask for more than they ever use: only one that does is refused (fault.c).
static bool wants_more_stack(const pthread_attr_t *a)
{
	size_t size = 0;
	if (a) {
		pthread_attr_getstacksize(a, &size);
	}
	return size > HD_STACK_USABLE;
}

SHIM int __heddle_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*run)(void *), void *arg)
{
	if (!hd.on) {
		return pthread_create(t, a, run, arg);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_fiber *f = hd_thread_create(run, NULL, arg, wants_detached(a), site);
	f->wants_more = wants_more_stack(a);
	hd_access_check(t, sizeof(*t), true, false, site);
	*t = HD_THREAD_BASE + f->id;
	return 0;
}

static int join(pthread_t t, void **result, uint64_t deadline)
{
	const struct hd_site *site = hd_callsite();
	struct hd_fiber *f = fiber_of(t);

	if (!f) {
		return ESRCH;
	}
	int error = hd_thread_join(f, site, deadline);
	if (error == 0 && result) {
		hd_access_check(result, sizeof(*result), true, false, site);
		*result = f->result;
	}
	return error;
}

SHIM int __heddle_pthread_join(pthread_t t, void **result)
{
	return hd.on ? join(t, result, HD_FOREVER) : pthread_join(t, result);
}

SHIM int __heddle_pthread_tryjoin_np(pthread_t t, void **result)
{
	if (!hd.on) {
		return pthread_tryjoin_np(t, result);
	}
	struct hd_fiber *f = fiber_of(t);
	hd_thread_yield(HD_EV_YIELD, __heddle_callsite);
	return f && f->state != HD_FIBER_DONE ? EBUSY : join(t, result, HD_FOREVER);
}

SHIM int __heddle_pthread_timedjoin_np(pthread_t t, void **result, const struct timespec *at)
{
	HD_FAIR_NOTE_LOCALS();
	return hd.on ? join(t, result, hd_time_of(at)) : pthread_timedjoin_np(t, result, at);
}

SHIM int __heddle_pthread_clockjoin_np(pthread_t t, void **result, clockid_t clock, const struct timespec *at)
{
	HD_FAIR_NOTE_LOCALS();
	return hd.on ? join(t, result, hd_time_of(at)) : pthread_clockjoin_np(t, result, clock, at);
}

SHIM int __heddle_pthread_detach(pthread_t t)
{
	if (!hd.on) {
		return pthread_detach(t);
	}
	struct hd_fiber *f = fiber_of(t);
	if (!f || f->joined) {
		return ESRCH;
	}
	if (f->detached) {
		return EINVAL;
	}
	f->detached = true;
	return 0;
}

// To the newest handler of pthread_cleanup_push, which comes back for the one before it;
// without any left the thread ends. What the macro jumps through begins as a jmp_buf does.
HD_NORETURN static void unwind(void)
{
	__pthread_unwind_buf_t *b = hd.cur->cleanup;

	if (!b) {
		hd_sched_fiber_done();
	}
	hd.cur->cleanup = b->__pad[0];
	longjmp((struct __jmp_buf_tag *)(void *)b, 1);
}

SHIM HD_NORETURN void __heddle_pthread_exit(void *result)
{
	if (!hd.on) {
		pthread_exit(result);
	}
	hd.cur->result = result;
	unwind();
}

SHIM void __heddle___pthread_register_cancel(__pthread_unwind_buf_t *b)
{
	if (!hd.on) {
		__pthread_register_cancel(b);
		return;
	}
	b->__pad[0] = hd.cur->cleanup;
	hd.cur->cleanup = b;
}

SHIM void __heddle___pthread_unregister_cancel(__pthread_unwind_buf_t *b)
{
	if (!hd.on) {
		__pthread_unregister_cancel(b);
		return;
	}
	hd.cur->cleanup = b->__pad[0];
}

SHIM HD_NORETURN void __heddle___pthread_unwind_next(__pthread_unwind_buf_t *b)
{
	if (!hd.on) {
		__pthread_unwind_next(b);
	}
	unwind();
}

SHIM pthread_t __heddle_pthread_self(void)
{
	return hd.on ? HD_THREAD_BASE + hd.cur->id : pthread_self();
}

SHIM int __heddle_pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

SHIM int __heddle_sched_yield(void)
{
	if (!hd.on) {
		return sched_yield();
	}
	hd_thread_yield(HD_EV_YIELD, hd_callsite());
	return 0;
}

SHIM int __heddle_pthread_yield(void)
{
	return __heddle_sched_yield();
}

// Under heddle these change nothing that a correct program could notice.
SHIM int __heddle_pthread_setname_np(pthread_t t, const char *name)
{
	return hd.on ? 0 : pthread_setname_np(t, name);
}

SHIM int __heddle_pthread_getname_np(pthread_t t, char *name, size_t n)
{
	if (!hd.on) {
		return pthread_getname_np(t, name, n);
	}
	if (n > 0) {
		name[0] = '\0';
	}
	return 0;
}

SHIM int __heddle_pthread_setaffinity_np(pthread_t t, size_t n, const cpu_set_t *set)
{
	return hd.on ? 0 : pthread_setaffinity_np(t, n, set);
}

SHIM int __heddle_pthread_getaffinity_np(pthread_t t, size_t n, cpu_set_t *set)
{
	return pthread_getaffinity_np(hd.on ? pthread_self() : t, n, set);
}

SHIM int __heddle_pthread_setschedparam(pthread_t t, int policy, const struct sched_param *p)
{
	return hd.on ? 0 : pthread_setschedparam(t, policy, p);
}

SHIM int __heddle_pthread_getschedparam(pthread_t t, int *policy, struct sched_param *p)
{
	return pthread_getschedparam(hd.on ? pthread_self() : t, policy, p);
}

SHIM int __heddle_pthread_getattr_np(pthread_t t, pthread_attr_t *a)
{
	if (!hd.on) {
		return pthread_getattr_np(t, a);
	}
	const struct hd_fiber *f = fiber_of(t);
	if (!f) {
		return ESRCH;
	}
	pthread_attr_init(a);
	pthread_attr_setdetachstate(a, f->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
	return pthread_attr_setstack(a, hd_fiber_guard(f->id) + HD_GUARD, HD_STACK_USABLE);
}

SHIM int __heddle_pthread_setcancelstate(int state, int *old)
{
	if (!hd.on) {
		return pthread_setcancelstate(state, old);
	}
	if (old) {
		*old = PTHREAD_CANCEL_ENABLE;
	}
	return 0;
}

SHIM int __heddle_pthread_setcanceltype(int type, int *old)
{
	if (!hd.on) {
		return pthread_setcanceltype(type, old);
	}
	if (old) {
		*old = PTHREAD_CANCEL_DEFERRED;
	}
	return 0;
}

SHIM void __heddle_pthread_testcancel(void)
{
	if (!hd.on) {
		pthread_testcancel();
	}
}

SHIM int __heddle_pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
	return hd.on ? 0 : pthread_atfork(prepare, parent, child);
}

// ---- thread-specific data ------------------------------------------------------------------------

SHIM int __heddle_pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	if (!hd_specific_is_ours()) {
		return pthread_key_create(key, destructor);
	}
	int k = hd_specific_create(destructor);
	if (k < 0) {
		return EAGAIN;
	}
	*key = (pthread_key_t)k;
	return 0;
}

SHIM int __heddle_pthread_key_delete(pthread_key_t key)
{
	if (!hd_specific_is_ours()) {
		return pthread_key_delete(key);
	}
	return hd_specific_delete(key) ? 0 : EINVAL;
}

SHIM void *__heddle_pthread_getspecific(pthread_key_t key)
{
	if (!hd_specific_is_ours()) {
		return pthread_getspecific(key);
	}
	void **slot = hd_specific_slot(key);
	return slot ? *slot : NULL;
}

SHIM int __heddle_pthread_setspecific(pthread_key_t key, const void *value)
{
	if (!hd_specific_is_ours()) {
		return pthread_setspecific(key, value);
	}
	void **slot = hd_specific_slot(key);
	if (!slot) {
		return EINVAL;
	}
	*slot = (void *)value;
	return 0;
}
