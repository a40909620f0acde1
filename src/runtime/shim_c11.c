// SPDX-License-Identifier: Apache-2.0
// C11 threads. In glibc mtx_t and cnd_t have the layout of their pthread
// counterparts, so the pthread shims serve; only results differ.
#include "runtime/shim.h"
#include "runtime/specific.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

int __heddle_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a);
int __heddle_pthread_mutex_destroy(pthread_mutex_t *m);
int __heddle_pthread_mutex_lock(pthread_mutex_t *m);
int __heddle_pthread_mutex_trylock(pthread_mutex_t *m);
int __heddle_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *t);
int __heddle_pthread_mutex_unlock(pthread_mutex_t *m);
int __heddle_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a);
int __heddle_pthread_cond_destroy(pthread_cond_t *c);
int __heddle_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
int __heddle_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t);
int __heddle_pthread_cond_signal(pthread_cond_t *c);
int __heddle_pthread_cond_broadcast(pthread_cond_t *c);
int __heddle_pthread_once(pthread_once_t *o, void (*run)(void));
int __heddle_pthread_join(pthread_t t, void **result);
int __heddle_pthread_detach(pthread_t t);
pthread_t __heddle_pthread_self(void);
HD_NORETURN void __heddle_pthread_exit(void *result);
int __heddle_nanosleep(const struct timespec *t, struct timespec *rest);
int __heddle_sched_yield(void);

static int c11_result(int error)
{
	switch (error) {
	case 0:
		return thrd_success;
	case EBUSY:
		return thrd_busy;
	case ETIMEDOUT:
		return thrd_timedout;
	case ENOMEM:
		return thrd_nomem;
	default:
		return thrd_error;
	}
}

SHIM int __heddle_mtx_init(mtx_t *m, int type)
{
	if (!hd.on) {
		return mtx_init(m, type);
	}
	int result = __heddle_pthread_mutex_init((pthread_mutex_t *)m, NULL);
	if (type & mtx_recursive) {
		((pthread_mutex_t *)m)->__data.__kind = PTHREAD_MUTEX_RECURSIVE;
	}
	return c11_result(result);
}

SHIM void __heddle_mtx_destroy(mtx_t *m)
{
	__heddle_pthread_mutex_destroy((pthread_mutex_t *)m);
}

SHIM int __heddle_mtx_lock(mtx_t *m)
{
	return c11_result(__heddle_pthread_mutex_lock((pthread_mutex_t *)m));
}

SHIM int __heddle_mtx_trylock(mtx_t *m)
{
	return c11_result(__heddle_pthread_mutex_trylock((pthread_mutex_t *)m));
}

SHIM int __heddle_mtx_timedlock(mtx_t *m, const struct timespec *t)
{
	return c11_result(__heddle_pthread_mutex_timedlock((pthread_mutex_t *)m, t));
}

SHIM int __heddle_mtx_unlock(mtx_t *m)
{
	return c11_result(__heddle_pthread_mutex_unlock((pthread_mutex_t *)m));
}

SHIM int __heddle_cnd_init(cnd_t *c)
{
	return c11_result(__heddle_pthread_cond_init((pthread_cond_t *)c, NULL));
}

SHIM void __heddle_cnd_destroy(cnd_t *c)
{
	__heddle_pthread_cond_destroy((pthread_cond_t *)c);
}

SHIM int __heddle_cnd_wait(cnd_t *c, mtx_t *m)
{
	return c11_result(__heddle_pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m));
}

SHIM int __heddle_cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *t)
{
	return c11_result(__heddle_pthread_cond_timedwait((pthread_cond_t *)c, (pthread_mutex_t *)m, t));
}

SHIM int __heddle_cnd_signal(cnd_t *c)
{
	return c11_result(__heddle_pthread_cond_signal((pthread_cond_t *)c));
}

SHIM int __heddle_cnd_broadcast(cnd_t *c)
{
	return c11_result(__heddle_pthread_cond_broadcast((pthread_cond_t *)c));
}

SHIM void __heddle_call_once(once_flag *o, void (*run)(void))
{
	__heddle_pthread_once((pthread_once_t *)o, run);
}

SHIM int __heddle_thrd_create(thrd_t *t, thrd_start_t run, void *arg)
{
	if (!hd.on) {
		return thrd_create(t, run, arg);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_fiber *f = hd_thread_create(NULL, run, arg, false, site);
	hd_access_check(t, sizeof(*t), true, false, site);
	*t = __heddle_pthread_self() - hd.cur->id + f->id;
	return thrd_success;
}

SHIM int __heddle_thrd_join(thrd_t t, int *result)
{
	void *value;

	if (!hd.on) {
		return thrd_join(t, result);
	}
	int error = __heddle_pthread_join(t, &value);
	if (error == 0 && result) {
		*result = (int)(intptr_t)value;
	}
	return c11_result(error);
}

SHIM int __heddle_thrd_detach(thrd_t t)
{
	return hd.on ? c11_result(__heddle_pthread_detach(t)) : thrd_detach(t);
}

SHIM HD_NORETURN void __heddle_thrd_exit(int result)
{
	if (!hd.on) {
		thrd_exit(result);
	}
	__heddle_pthread_exit((void *)(intptr_t)result);
}

SHIM thrd_t __heddle_thrd_current(void)
{
	return __heddle_pthread_self();
}

SHIM int __heddle_thrd_equal(thrd_t a, thrd_t b)
{
	return a == b;
}

SHIM int __heddle_thrd_sleep(const struct timespec *t, struct timespec *rest)
{
	return hd.on ? __heddle_nanosleep(t, rest) : thrd_sleep(t, rest);
}

SHIM void __heddle_thrd_yield(void)
{
	__heddle_sched_yield();
}

SHIM int __heddle_tss_create(tss_t *key, tss_dtor_t destructor)
{
	if (!hd_specific_is_ours()) {
		return tss_create(key, destructor);
	}
	int k = hd_specific_create(destructor);
	*key = (tss_t)k;
	return k < 0 ? thrd_error : thrd_success;
}

SHIM void __heddle_tss_delete(tss_t key)
{
	if (!hd_specific_is_ours()) {
		tss_delete(key);
		return;
	}
	hd_specific_delete(key);
}

SHIM void *__heddle_tss_get(tss_t key)
{
	if (!hd_specific_is_ours()) {
		return tss_get(key);
	}
	void **slot = hd_specific_slot(key);
	return slot ? *slot : NULL;
}

SHIM int __heddle_tss_set(tss_t key, void *value)
{
	if (!hd_specific_is_ours()) {
		return tss_set(key, value);
	}
	void **slot = hd_specific_slot(key);
	if (!slot) {
		return thrd_error;
	}
	*slot = value;
	return thrd_success;
}
