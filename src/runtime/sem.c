// SPDX-License-Identifier: Apache-2.0
// Counting semaphores: `count` is the value.
#include "runtime/primitives.h"

#include <errno.h>

static bool positive(const struct hd_fiber *f)
{
	return f->wait->count > 0;
}

static void take(struct hd_sync *s)
{
	s->count--;
	hd_race_acquire(&s->clock);
	hd_sched_changed(s);
}

int hd_sem_wait(struct hd_sync *s, const struct hd_site *site, uint64_t deadline)
{
	struct hd_op op = {.kind = HD_EV_SEM_WAIT, .write = true, .object = s->address, .site = site};

	if (deadline == HD_FOREVER) {
		hd_sched_wait(&op, s, positive);
	} else if (!hd_sched_wait_until(&op, s, positive, deadline)) {
		return ETIMEDOUT;
	}
	take(s);
	return 0;
}

int hd_sem_trywait(struct hd_sync *s, const struct hd_site *site)
{
	struct hd_op op = {.kind = HD_EV_SEM_TRYWAIT, .write = true, .object = s->address, .site = site};

	hd_sched_point(&op);
	if (s->count <= 0) {
		return EAGAIN;
	}
	take(s);
	return 0;
}

void hd_sem_post(struct hd_sync *s, const struct hd_site *site)
{
	struct hd_op op = {.kind = HD_EV_SEM_POST, .write = true, .object = s->address, .site = site};

	hd_sched_point(&op);
	hd_race_release(&s->clock);
	s->count++;
	hd_sched_changed(s);
}
