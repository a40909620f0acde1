// SPDX-License-Identifier: Apache-2.0
// Condition variables. Waiting is one event that gives up the mutex and enters
// the queue, and later one that takes the mutex again. A signal chooses its
// waiter when it is sent: any of those waiting then, by the strategy's choice.
#include "runtime/primitives.h"

#include <errno.h>

static bool can_wake(const struct hd_fiber *f)
{
	return (f->signalled || hd.spurious) && !f->wait->held;
}

// Waits for the mutex once a deadline has passed.
static int wake_late(struct hd_fiber *f, struct hd_sync *mutex, const struct hd_site *site)
{
	f->cond = NULL;
	hd_mutex_lock(mutex, site, HD_FOREVER);
	return ETIMEDOUT;
}

int hd_cond_wait(struct hd_sync *s, struct hd_sync *mutex, const struct hd_site *site, uint64_t deadline)
{
	struct hd_fiber *f = hd.cur;
	struct hd_op wait = {.kind = HD_EV_COND_WAIT,
		.write = true,
		.object = s->address,
		.second = mutex->address,
		.site = site};
	struct hd_op wake = {.kind = HD_EV_COND_WAKE, .write = true, .object = mutex->address, .site = site};

	hd_sched_point(&wait);
	if (!mutex->held || mutex->owner != f->id) {
		hd_misuse(site, (void *)mutex->address,
			"thread %d waits on a condition variable with a mutex it does not hold", f->id);
		return EPERM;
	}
	int depth = mutex->count;
	f->cond = s;
	f->signalled = false;
	f->wait_mask = UINT32_MAX;
	f->ticket = ++hd.ticket;
	hd_mutex_release(mutex);
	if (deadline == HD_FOREVER) {
		hd_sched_wait(&wake, mutex, can_wake);
	} else if (!hd_sched_wait_until(&wake, mutex, can_wake, deadline)) {
		int result = wake_late(f, mutex, site);
		mutex->count = depth;
		return result;
	}
	f->cond = NULL;
	hd_mutex_take(mutex);
	hd_tell(HD_EV_COND_WAKE, mutex->address, site);
	mutex->count = depth;
	return 0;
}

static void wake(struct hd_fiber *f)
{
	f->signalled = true;
	f->cause = hd.full ? (int)hd.nlog - 1 : -1;
	hd_sched_refresh(f);
}

static bool waits(const struct hd_fiber *f, const struct hd_sync *s, uint32_t mask)
{
	return f->state == HD_FIBER_LIVE && f->cond == s && !f->signalled && !f->timed_out && f->wait_mask & mask;
}

// The k-th waiter in order of arrival.
static struct hd_fiber *waiter(const struct hd_sync *s, unsigned k, uint32_t mask)
{
	uint64_t after = 0;
	struct hd_fiber *found = NULL;

	for (unsigned round = 0; round <= k; round++) {
		after = found ? found->ticket : 0;
		found = NULL;
		for (unsigned i = 0; i < hd.nfibers; i++) {
			struct hd_fiber *f = &hd_fibers[i];
			if (waits(f, s, mask) && f->ticket > after && (!found || f->ticket < found->ticket)) {
				found = f;
			}
		}
	}
	return found;
}

static void wake_all(struct hd_sync *s, uint32_t mask)
{
	for (unsigned i = 0; i < hd.nfibers; i++) {
		if (waits(&hd_fibers[i], s, mask)) {
			wake(&hd_fibers[i]);
		}
	}
}

unsigned hd_cond_wake(struct hd_sync *s, unsigned most, uint32_t mask)
{
	unsigned n = 0;

	for (unsigned i = 0; i < hd.nfibers; i++) {
		n += waits(&hd_fibers[i], s, mask);
	}
	if (n <= most) {
		wake_all(s, mask);
		return n;
	}
	for (unsigned left = n; left > n - most; left--) {
		wake(waiter(s, hd_sched_choose(left), mask));
	}
	return most;
}

void hd_cond_signal(struct hd_sync *s, const struct hd_site *site)
{
	struct hd_op op = {.kind = HD_EV_COND_SIGNAL, .write = true, .object = s->address, .site = site};

	hd_sched_point(&op);
	hd_cond_wake(s, 1, UINT32_MAX);
}

void hd_cond_broadcast(struct hd_sync *s, const struct hd_site *site)
{
	struct hd_op op = {.kind = HD_EV_COND_BROADCAST, .write = true, .object = s->address, .site = site};

	hd_sched_point(&op);
	wake_all(s, UINT32_MAX);
}
