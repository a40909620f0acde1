// SPDX-License-Identifier: Apache-2.0
// Barriers: the last of `limit` threads releases the others.
#include "runtime/primitives.h"

static bool round_is_over(const struct hd_fiber *f)
{
	return f->wait->round != (uint32_t)f->ticket;
}

bool hd_barrier_wait(struct hd_sync *s, const struct hd_site *site)
{
	struct hd_fiber *f = hd.cur;
	struct hd_op arrive = {.kind = HD_EV_BARRIER, .write = true, .object = s->address, .site = site};
	struct hd_op leave = {.kind = HD_EV_BARRIER_LEAVE, .object = s->address, .site = site};

	hd_sched_point(&arrive);
	hd_race_release(&s->clock);
	if ((uint32_t)++s->count == s->limit) {
		s->count = 0;
		s->round++;
		hd_race_acquire(&s->clock);
		for (unsigned i = 0; i < hd.nfibers; i++) {
			if (hd_fibers[i].wait == s) {
				hd_fibers[i].cause = hd.full ? (int)hd.nlog - 1 : -1;
			}
		}
		hd_sched_changed(s);
		return true;
	}
	f->ticket = s->round;
	hd_sched_wait(&leave, s, round_is_over);
	hd_race_acquire(&s->clock);
	return false;
}
