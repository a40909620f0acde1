// SPDX-License-Identifier: Apache-2.0
// POSIX semaphores, in terms of the model.
#include "runtime/fair.h"
#include "runtime/shim.h"

#include <errno.h>
#include <semaphore.h>

static int sem_result(int error)
{
	if (error) {
		errno = error;
	}
	return error ? -1 : 0;
}

static struct hd_sync *sem_at(sem_t *p, const struct hd_site *site)
{
	struct hd_sync *s = hd_sync_use(p, HD_SYNC_SEM, "semaphore", site);

	if (s && s->limit == 0) {
		hd_misuse(site, p, "semaphore used before it was initialised");
		return NULL;
	}
	return s;
}

SHIM int __heddle_sem_init(sem_t *p, int shared, unsigned value)
{
	if (!hd.on) {
		hd_sync_made_early(p, HD_SYNC_SEM);
		return sem_init(p, shared, value);
	}
	struct hd_sync *s = hd_sync_init(p, sizeof(*p), HD_SYNC_SEM, hd_callsite());
	s->limit = 1; // initialised
	s->count = (int32_t)value;
	return 0;
}

SHIM int __heddle_sem_destroy(sem_t *p)
{
	if (!hd.on) {
		return sem_destroy(p);
	}
	hd_sync_destroy(p, sizeof(*p), hd_callsite());
	return 0;
}

static int wait_sem(sem_t *p, uint64_t deadline)
{
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = sem_at(p, site);
	return sem_result(s ? hd_sem_wait(s, site, deadline) : EINVAL);
}

SHIM int __heddle_sem_wait(sem_t *p)
{
	return hd.on ? wait_sem(p, HD_FOREVER) : sem_wait(p);
}

SHIM int __heddle_sem_timedwait(sem_t *p, const struct timespec *t)
{
	HD_FAIR_NOTE_LOCALS();
	return hd.on ? wait_sem(p, hd_time_of(t)) : sem_timedwait(p, t);
}

SHIM int __heddle_sem_clockwait(sem_t *p, clockid_t clock, const struct timespec *t)
{
	HD_FAIR_NOTE_LOCALS();
	return hd.on ? wait_sem(p, hd_time_of(t)) : sem_clockwait(p, clock, t);
}

SHIM int __heddle_sem_trywait(sem_t *p)
{
	if (!hd.on) {
		return sem_trywait(p);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = sem_at(p, site);
	return sem_result(s ? hd_sem_trywait(s, site) : EINVAL);
}

SHIM int __heddle_sem_post(sem_t *p)
{
	if (!hd.on) {
		return sem_post(p);
	}
	const struct hd_site *site = hd_callsite();
	struct hd_sync *s = sem_at(p, site);
	if (s) {
		hd_sem_post(s, site);
	}
	return sem_result(s ? 0 : EINVAL);
}

SHIM int __heddle_sem_getvalue(sem_t *p, int *value)
{
	if (!hd.on) {
		return sem_getvalue(p, value);
	}
	struct hd_sync *s = sem_at(p, hd_callsite());
	*value = s ? s->count : 0;
	return s ? 0 : -1;
}
