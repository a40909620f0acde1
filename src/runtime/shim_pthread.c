// SPDX-License-Identifier: Apache-2.0
// What threads of pthreads wait for each other with, in terms of the models.
#include "runtime/fair.h"
#include "runtime/quick_lock.h"
#include "runtime/shim.h"
#include "runtime/specific.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- mutex -------------------------------------------------------------------

static struct hd_sync *mutex_at(pthread_mutex_t *m, const struct hd_site *site)
{
	struct hd_sync *s = hd_sync_use(m, HD_SYNC_MUTEX, "mutex", site);

	if (s) {
		s->type = m->__data.__kind & 3; // static initialisers differ only here
	}
	return s;
}

SHIM int __heddle_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a)
{
	if (!hd.on) {
		return pthread_mutex_init(m, a);
	}
	int type = PTHREAD_MUTEX_NORMAL;
	if (a) {
		pthread_mutexattr_gettype(a, &type);
	}
	hd_sync_init(m, sizeof(*m), HD_SYNC_MUTEX, hd_callsite());
	m->__data.__kind = type;
	return 0;
}

SHIM int __heddle_pthread_mutex_destroy(pthread_mutex_t *m)
{
	if (!hd.on) {
		return pthread_mutex_destroy(m);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = mutex_at(m, site);
	if (!s) {
		return EINVAL;
	}
	if (s->held) {
		hd_misuse(site, m, "mutex destroyed while thread %d holds it", s->owner);
		return EBUSY;
	}
	hd_sync_destroy(m, sizeof(*m), site);
	return 0;
}

static int lock_mutex(pthread_mutex_t *m, uint64_t deadline)
{
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = mutex_at(m, site);
	return s ? hd_mutex_lock(s, site, deadline) : EINVAL;
}

__attribute__((noinline)) static int lock_slowly(pthread_mutex_t *m)
{
	return hd.on ? lock_mutex(m, HD_FOREVER) : pthread_mutex_lock(m);
}

SHIM int __heddle_pthread_mutex_lock(pthread_mutex_t *m)
{
	if (likely(hd_quick_lock(m, HD_SYNC_MUTEX))) {
		return 0;
	}
	HD_TAIL return lock_slowly(m);
}

SHIM int __heddle_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *t)
{
	HD_FAIR_NOTE_LOCALS();
	return hd.on ? lock_mutex(m, hd_time_of(t)) : pthread_mutex_timedlock(m, t);
}

SHIM int __heddle_pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t c, const struct timespec *t)
{
	HD_FAIR_NOTE_LOCALS();
	return hd.on ? lock_mutex(m, hd_time_of(t)) : pthread_mutex_clocklock(m, c, t);
}

SHIM int __heddle_pthread_mutex_trylock(pthread_mutex_t *m)
{
	if (!hd.on) {
		return pthread_mutex_trylock(m);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = mutex_at(m, site);
	return s ? hd_mutex_trylock(s, site) : EINVAL;
}

__attribute__((noinline)) static int unlock_slowly(pthread_mutex_t *m)
{
	if (!hd.on) {
		return pthread_mutex_unlock(m);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = mutex_at(m, site);
	return s ? hd_mutex_unlock(s, site) : EINVAL;
}

SHIM int __heddle_pthread_mutex_unlock(pthread_mutex_t *m)
{
	if (likely(hd_quick_unlock(m, HD_SYNC_MUTEX))) {
		return 0;
	}
	HD_TAIL return unlock_slowly(m);
}

// ---- locks of streams ----------------------------------------------------------

// Not the stream's own lock, which is that of the only OS thread. Its memory is the C
// library's: there is nothing to check about it.
static struct hd_sync *stream_at(FILE *f)
{
	struct hd_sync *s = hd_sync_at(f, HD_SYNC_MUTEX);

	s->type = PTHREAD_MUTEX_RECURSIVE;
	return s;
}

SHIM void __heddle_flockfile(FILE *f)
{
	if (!hd.on) {
		flockfile(f);
		return;
	}
	const struct hd_site *site = hd_callsite();
	hd_mutex_lock(stream_at(f), site, HD_FOREVER);
}

SHIM int __heddle_ftrylockfile(FILE *f)
{
	if (!hd.on) {
		return ftrylockfile(f);
	}
	const struct hd_site *site = hd_callsite();
	return hd_mutex_trylock(stream_at(f), site);
}

SHIM void __heddle_funlockfile(FILE *f)
{
	if (!hd.on) {
		funlockfile(f);
		return;
	}
	const struct hd_site *site = hd_callsite();
	hd_mutex_unlock(stream_at(f), site);
}

// ---- read-write lock ------------------------------------------------------------

#define RWLOCK(l) hd_sync_use(l, HD_SYNC_RWLOCK, "read-write lock", site)

SHIM int __heddle_pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *a)
{
	if (!hd.on) {
		return pthread_rwlock_init(l, a);
	}
	hd_sync_init(l, sizeof(*l), HD_SYNC_RWLOCK, hd_callsite());
	return 0;
}

SHIM int __heddle_pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	if (!hd.on) {
		return pthread_rwlock_destroy(l);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = RWLOCK(l);
	if (s && (s->held || s->count)) {
		hd_misuse(site, l, "read-write lock destroyed while held");
		return EBUSY;
	}
	hd_sync_destroy(l, sizeof(*l), site);
	return 0;
}

#define RWLOCK_SHIM(name, args, real, call)                                                        \
	SHIM int __heddle_pthread_rwlock_##name args                                                   \
	{                                                                                              \
		if (!hd.on) {                                                                              \
			return real;                                                                           \
		}                                                                                          \
		const struct hd_site *site = hd_callsite();                                                \
		struct hd_sync *s = RWLOCK(l);                                                             \
		return s ? call : EINVAL;                                                                  \
	}

RWLOCK_SHIM(rdlock, (pthread_rwlock_t * l), pthread_rwlock_rdlock(l), hd_rwlock_read(s, site, HD_FOREVER))
RWLOCK_SHIM(wrlock, (pthread_rwlock_t * l), pthread_rwlock_wrlock(l), hd_rwlock_write(s, site, HD_FOREVER))
RWLOCK_SHIM(tryrdlock, (pthread_rwlock_t * l), pthread_rwlock_tryrdlock(l), hd_rwlock_try(s, site, false))
RWLOCK_SHIM(trywrlock, (pthread_rwlock_t * l), pthread_rwlock_trywrlock(l), hd_rwlock_try(s, site, true))
RWLOCK_SHIM(unlock, (pthread_rwlock_t * l), pthread_rwlock_unlock(l), hd_rwlock_unlock(s, site))
RWLOCK_SHIM(timedrdlock, (pthread_rwlock_t * l, const struct timespec *t), pthread_rwlock_timedrdlock(l, t),
	hd_rwlock_read(s, site, hd_time_of(t)))
RWLOCK_SHIM(clockrdlock, (pthread_rwlock_t * l, clockid_t clock, const struct timespec *t),
	pthread_rwlock_clockrdlock(l, clock, t), hd_rwlock_read(s, site, hd_time_of(t)))
RWLOCK_SHIM(clockwrlock, (pthread_rwlock_t * l, clockid_t clock, const struct timespec *t),
	pthread_rwlock_clockwrlock(l, clock, t), hd_rwlock_write(s, site, hd_time_of(t)))
RWLOCK_SHIM(timedwrlock, (pthread_rwlock_t * l, const struct timespec *t), pthread_rwlock_timedwrlock(l, t),
	hd_rwlock_write(s, site, hd_time_of(t)))

// ---- spin lock --------------------------------------------------------------------

static struct hd_sync *spin_at(pthread_spinlock_t *l, const struct hd_site *site)
{
	return hd_sync_use((const void *)l, HD_SYNC_SPIN, "spin lock", site);
}

SHIM int __heddle_pthread_spin_init(pthread_spinlock_t *l, int shared)
{
	if (!hd.on) {
		hd_sync_made_early((const void *)l, HD_SYNC_SPIN);
		return pthread_spin_init(l, shared);
	}
	hd_sync_init((void *)l, sizeof(*l), HD_SYNC_SPIN, hd_callsite());
	return 0;
}

SHIM int __heddle_pthread_spin_destroy(pthread_spinlock_t *l)
{
	if (!hd.on) {
		return pthread_spin_destroy(l);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = spin_at(l, site);
	if (s && s->held) {
		hd_misuse(site, (void *)l, "spin lock destroyed while thread %d holds it", s->owner);
	}
	hd_sync_destroy((void *)l, sizeof(*l), site);
	return 0;
}

SHIM int __heddle_pthread_spin_lock(pthread_spinlock_t *l)
{
	if (!hd.on) {
		return pthread_spin_lock(l);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = spin_at(l, site);
	return s ? hd_mutex_lock(s, site, HD_FOREVER) : EINVAL;
}

SHIM int __heddle_pthread_spin_trylock(pthread_spinlock_t *l)
{
	if (!hd.on) {
		return pthread_spin_trylock(l);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = spin_at(l, site);
	return s ? hd_mutex_trylock(s, site) : EINVAL;
}

SHIM int __heddle_pthread_spin_unlock(pthread_spinlock_t *l)
{
	if (!hd.on) {
		return pthread_spin_unlock(l);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = spin_at(l, site);
	return s ? hd_mutex_unlock(s, site) : EINVAL;
}

// ---- condition variable --------------------------------------------------------------

#define COND(c) hd_sync_use(c, HD_SYNC_COND, "condition variable", site)

SHIM int __heddle_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a)
{
	if (!hd.on) {
		return pthread_cond_init(c, a);
	}
	hd_sync_init(c, sizeof(*c), HD_SYNC_COND, hd_callsite());
	return 0;
}

SHIM int __heddle_pthread_cond_destroy(pthread_cond_t *c)
{
	if (!hd.on) {
		return pthread_cond_destroy(c);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = COND(c);
	for (unsigned i = 0; s && i < hd.nfibers; i++) {
		if (hd_fibers[i].state == HD_FIBER_LIVE && hd_fibers[i].cond == s && !hd_fibers[i].signalled) {
			hd_misuse(site, c, "condition variable destroyed while thread %u waits on it", i);
		}
	}
	hd_sync_destroy(c, sizeof(*c), site);
	return 0;
}

static int wait_cond(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline)
{
	const struct hd_site *site = hd_callsite();
	struct hd_sync *mutex = mutex_at(m, site), *s = COND(c);
	return s && mutex ? hd_cond_wait(s, mutex, site, deadline) : EINVAL;
}

SHIM int __heddle_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	return hd.on ? wait_cond(c, m, HD_FOREVER) : pthread_cond_wait(c, m);
}

SHIM int __heddle_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t)
{
	HD_FAIR_NOTE_LOCALS();
	return hd.on ? wait_cond(c, m, hd_time_of(t)) : pthread_cond_timedwait(c, m, t);
}

SHIM int __heddle_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
	const struct timespec *t)
{
	HD_FAIR_NOTE_LOCALS();
	return hd.on ? wait_cond(c, m, hd_time_of(t)) : pthread_cond_clockwait(c, m, clock, t);
}

SHIM int __heddle_pthread_cond_signal(pthread_cond_t *c)
{
	if (!hd.on) {
		return pthread_cond_signal(c);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = COND(c);
	if (s) {
		hd_cond_signal(s, site);
	}
	return s ? 0 : EINVAL;
}

SHIM int __heddle_pthread_cond_broadcast(pthread_cond_t *c)
{
	if (!hd.on) {
		return pthread_cond_broadcast(c);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = COND(c);
	if (s) {
		hd_cond_broadcast(s, site);
	}
	return s ? 0 : EINVAL;
}

// ---- barrier, once -----------------------------------------------------------------------

SHIM int __heddle_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned n)
{
	if (!hd.on) {
		hd_sync_made_early(b, HD_SYNC_BARRIER);
		return pthread_barrier_init(b, a, n);
	}
	if (n == 0) {
		return EINVAL;
	}
	hd_sync_init(b, sizeof(*b), HD_SYNC_BARRIER, hd_callsite())->limit = n;
	return 0;
}

SHIM int __heddle_pthread_barrier_destroy(pthread_barrier_t *b)
{
	if (!hd.on) {
		return pthread_barrier_destroy(b);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = hd_sync_use(b, HD_SYNC_BARRIER, "barrier", site);
	if (s && s->count > 0) {
		hd_misuse(site, b, "barrier destroyed while %d threads wait at it", s->count);
	}
	hd_sync_destroy(b, sizeof(*b), site);
	return 0;
}

SHIM int __heddle_pthread_barrier_wait(pthread_barrier_t *b)
{
	if (!hd.on) {
		return pthread_barrier_wait(b);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = hd_sync_use(b, HD_SYNC_BARRIER, "barrier", site);
	if (!s || s->limit == 0) {
		hd_misuse(site, b, "barrier used before it was initialised");
		return EINVAL;
	}
	return hd_barrier_wait(s, site) ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

SHIM int __heddle_pthread_once(pthread_once_t *o, void (*run)(void))
{
	if (!hd.on) {
		return pthread_once(o, run);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = hd_sync_use(o, HD_SYNC_ONCE, "once flag", site);
	if (s && hd_once_begin(s, site)) {
		run();
		hd_once_done(s);
	}
	return s ? 0 : EINVAL;
}
