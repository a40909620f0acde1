// SPDX-License-Identifier: Apache-2.0
// Read-write locks. `held`/`owner` for the writer, `count` readers. Readers are
// ordered after writers and writers after readers, but readers not among
// themselves: they release into a clock of their own that only writers acquire.
#include "runtime/primitives.h"

#include <errno.h>

static bool can_read(const struct hd_fiber *f)
{
	return !f->wait->held;
}

static bool can_write(const struct hd_fiber *f)
{
	return !f->wait->held && f->wait->count == 0;
}

static struct hd_clock *readers_clock(struct hd_sync *s)
{
	if (s->readers_clock == 0) {
		s->readers_clock = (uint32_t)(hd_sync_new(HD_SYNC_ATOMIC, 0) - hd_syncs);
	}
	return &hd_syncs[s->readers_clock].clock;
}

static void take_read(struct hd_sync *s)
{
	s->count++;
	hd_race_acquire(&s->clock);
	hd_sched_changed(s);
}

static void take_write(struct hd_sync *s)
{
	s->held = 1;
	s->owner = hd.cur->id;
	hd_race_acquire(&s->clock);
	hd_race_acquire(readers_clock(s));
	hd_sched_changed(s);
}

static int wait_for(struct hd_sync *s, const struct hd_op *op, hd_ready_fn *ready, uint64_t deadline)
{
	if (deadline == HD_FOREVER) {
		hd_sched_wait(op, s, ready);
	} else if (!hd_sched_wait_until(op, s, ready, deadline)) {
		return ETIMEDOUT;
	}
	return 0;
}

int hd_rwlock_read(struct hd_sync *s, const struct hd_site *site, uint64_t deadline)
{
	struct hd_op op = {.kind = HD_EV_RDLOCK, .write = true, .object = s->address, .site = site};

	if (s->held && s->owner == hd.cur->id) {
		return EDEADLK;
	}
	int result = wait_for(s, &op, can_read, deadline);
	if (result == 0) {
		take_read(s);
		hd_tell(HD_EV_RDLOCK, s->address, site);
	}
	return result;
}

int hd_rwlock_write(struct hd_sync *s, const struct hd_site *site, uint64_t deadline)
{
	struct hd_op op = {.kind = HD_EV_LOCK, .write = true, .object = s->address, .site = site};

	if (s->held && s->owner == hd.cur->id) {
		return EDEADLK;
	}
	int result = wait_for(s, &op, can_write, deadline);
	if (result == 0) {
		take_write(s);
		hd_tell(HD_EV_LOCK, s->address, site);
	}
	return result;
}

int hd_rwlock_try(struct hd_sync *s, const struct hd_site *site, bool write)
{
	struct hd_op op = {.kind = write ? HD_EV_TRYLOCK : HD_EV_TRYRDLOCK,
		.write = true,
		.object = s->address,
		.site = site};

	hd_sched_point(&op);
	if (s->held || (write && s->count > 0)) {
		hd.busy++; // readers are not known by name
		return EBUSY;
	}
	if (write) {
		take_write(s);
	} else {
		take_read(s);
	}
	hd_tell(op.kind, s->address, site);
	return 0;
}

int hd_rwlock_unlock(struct hd_sync *s, const struct hd_site *site)
{
	struct hd_op op = {.kind = HD_EV_UNLOCK, .write = true, .object = s->address, .site = site};

	hd_sched_point(&op);
	if (s->held && s->owner == hd.cur->id) {
		hd_race_release_store(&s->clock);
		s->held = 0;
		s->owner = -1;
	} else if (!s->held && s->count > 0) {
		s->count--;
		hd_race_release(readers_clock(s));
	} else {
		hd_misuse(site, (void *)s->address, "thread %d unlocks a read-write lock it does not hold", hd.cur->id);
		return EPERM;
	}
	hd_sched_changed(s);
	hd_tell(HD_EV_UNLOCK, s->address, site);
	return 0;
}
