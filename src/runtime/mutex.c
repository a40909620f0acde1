// SPDX-License-Identifier: Apache-2.0
// Mutexes of all types, and spin locks.
#include "runtime/primitives.h"

#include <errno.h>
#include <pthread.h>

static bool is_free(const struct hd_fiber *f)
{
	return !f->wait->held;
}

static struct hd_op operation(enum hd_event_kind kind, const struct hd_sync *s, const struct hd_site *site)
{
	return (struct hd_op){.kind = kind, .write = true, .object = s->address, .site = site};
}

static bool is_mine(const struct hd_sync *s)
{
	return s->held && s->owner == hd.cur->id;
}

void hd_mutex_take(struct hd_sync *s)
{
	s->held = 1;
	s->owner = hd.cur->id;
	s->count = 1;
	if (!hd.single) { // with no other thread there is nothing to acquire
		hd_race_acquire(&s->clock);
		hd_sched_changed(s);
	}
}

void hd_mutex_release(struct hd_sync *s)
{
	s->held = 0;
	s->owner = -1;
	if (!hd.single) { // threads created later inherit this one's clock
		hd_race_release_store(&s->clock);
		hd_sched_changed(s);
	}
	hd_tell(HD_EV_UNLOCK, s->address, NULL);
}

// A lock that the thread already holds. -1: wait forever.
static int relock(struct hd_sync *s, const struct hd_site *site)
{
	if (s->kind == HD_SYNC_MUTEX && s->type == PTHREAD_MUTEX_RECURSIVE) {
		struct hd_op op = operation(HD_EV_LOCK, s, site);
		hd_sched_point(&op);
		s->count++;
		return 0;
	}
	if (s->kind == HD_SYNC_MUTEX && s->type == PTHREAD_MUTEX_ERRORCHECK) {
		return EDEADLK;
	}
	hd_misuse(site, (void *)s->address, "thread %d locks %s it already holds", hd.cur->id,
		s->kind == HD_SYNC_SPIN ? "a spin lock" : "a normal mutex");
	return -1;
}

HD_FLAT int hd_mutex_lock(struct hd_sync *s, const struct hd_site *site, uint64_t deadline)
{
	if (unlikely(is_mine(s))) {
		int result = relock(s, site);
		if (result >= 0) {
			return result;
		}
	}
	if (s->held || hd.at_locks || !hd_sched_quick()) {
		struct hd_op op = operation(HD_EV_LOCK, s, site);
		if (deadline == HD_FOREVER) {
			hd_sched_wait(&op, s, is_free);
		} else if (!hd_sched_wait_until(&op, s, is_free, deadline)) {
			return ETIMEDOUT;
		}
	}
	hd_mutex_take(s);
	hd_tell(HD_EV_LOCK, s->address, site);
	return 0;
}

int hd_mutex_trylock(struct hd_sync *s, const struct hd_site *site)
{
	struct hd_op op = operation(HD_EV_TRYLOCK, s, site);

	hd_sched_point(&op);
	if (is_mine(s) && s->kind == HD_SYNC_MUTEX && s->type == PTHREAD_MUTEX_RECURSIVE) {
		s->count++;
		return 0;
	}
	if (s->held) {
		if (hd.full && hd.nlog) {
			hd.log[hd.nlog - 1].failed = true;
		}
		hd.busy += s->owner > 0 && hd_fibers[s->owner].op.kind != HD_EV_CALL;
		return EBUSY;
	}
	hd_mutex_take(s);
	hd_tell(HD_EV_TRYLOCK, s->address, site);
	return 0;
}

HD_FLAT int hd_mutex_unlock(struct hd_sync *s, const struct hd_site *site)
{
	if (!hd_sched_quick()) {
		struct hd_op op = operation(HD_EV_UNLOCK, s, site);
		hd_sched_point(&op);
	}
	if (unlikely(!is_mine(s))) {
		bool checks = s->kind == HD_SYNC_MUTEX &&
			(s->type == PTHREAD_MUTEX_ERRORCHECK || s->type == PTHREAD_MUTEX_RECURSIVE);
		if (checks) {
			return EPERM;
		}
		if (s->held) {
			hd_misuse(site, (void *)s->address, "thread %d unlocks a lock that thread %d holds", hd.cur->id,
				s->owner);
		} else {
			hd_misuse(site, (void *)s->address, "thread %d unlocks a lock that is not locked", hd.cur->id);
		}
		return EPERM;
	}
	if (--s->count == 0) {
		hd_mutex_release(s);
	}
	return 0;
}
