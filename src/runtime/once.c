// SPDX-License-Identifier: Apache-2.0
// pthread_once and call_once. count: 0 not run, 1 running, 2 done.
#include "runtime/primitives.h"

static bool not_running(const struct hd_fiber *f)
{
	return f->wait->count != 1;
}

bool hd_once_begin(struct hd_sync *s, const struct hd_site *site)
{
	struct hd_op op = {.kind = HD_EV_ONCE, .write = true, .object = s->address, .site = site};

	hd_sched_wait(&op, s, not_running);
	hd_race_acquire(&s->clock);
	if (s->count == 2) {
		return false;
	}
	s->count = 1;
	s->held = 1;
	s->owner = hd.cur->id;
	hd_sched_changed(s);
	return true;
}

void hd_once_done(struct hd_sync *s)
{
	hd_race_release_store(&s->clock);
	s->count = 2;
	s->held = 0;
	hd_sched_changed(s);
}
