// SPDX-License-Identifier: Apache-2.0
// Futexes. Waiting is two events: one that compares the word and enters the queue,
// and one that leaves it. The word itself is the program's; what it does to it
// are accesses of its own.
#include "runtime/access.h"
#include "runtime/primitives.h"

#include <errno.h>

static bool was_woken(const struct hd_fiber *f)
{
	return f->signalled || hd.spurious;
}

// The kernel reads the word: it must be there.
static struct hd_sync *word_at(const uint32_t *word, const struct hd_site *site)
{
	const struct hd_cell *c = hd_cell_of((uintptr_t)word);
	struct hd_sync *s = hd_sync_at(word, HD_SYNC_FUTEX);

	if (((uintptr_t)word & 7) + sizeof(*word) > c->valid) {
		hd_heap_bad_access((uintptr_t)word, sizeof(*word), false, site);
	}
	return s;
}

int hd_futex_wait(const uint32_t *word, uint32_t expected, uint32_t mask, const struct hd_site *site, uint64_t deadline)
{
	struct hd_fiber *f = hd.cur;
	struct hd_op wait = {.kind = HD_EV_FUTEX_WAIT, .size = sizeof(*word), .object = (uintptr_t)word, .site = site};
	struct hd_op leave = {.kind = HD_EV_FUTEX_LEAVE, .site = site};
	bool in_time = true;

	hd_sched_point(&wait);
	struct hd_sync *s = word_at(word, site);
	if (*word != expected) {
		return EAGAIN;
	}
	f->cond = s;
	f->signalled = false;
	f->wait_mask = mask;
	f->ticket = ++hd.ticket;
	if (deadline == HD_FOREVER) {
		hd_sched_wait(&leave, s, was_woken);
	} else {
		in_time = hd_sched_wait_until(&leave, s, was_woken, deadline);
	}
	f->cond = NULL;
	if (!in_time) {
		return ETIMEDOUT;
	}
	hd_race_acquire(&s->clock);
	return 0;
}

// The memory may have been freed: the next owner of a lock may free it between
// the last store of an unlock and its wake, and then no thread waits there.
unsigned hd_futex_wake(const uint32_t *word, unsigned most, uint32_t mask, const struct hd_site *site)
{
	struct hd_op op = {.kind = HD_EV_FUTEX_WAKE,
		.write = true,
		.size = sizeof(*word),
		.object = (uintptr_t)word,
		.site = site};

	hd_sched_point(&op);
	const struct hd_cell *c = hd_cell_of((uintptr_t)word);
	struct hd_sync *s = c->gen == hd.gen ? hd_sync_find(c, (uintptr_t)word, HD_SYNC_FUTEX) : NULL;
	if (!s) {
		return 0;
	}
	hd_race_release(&s->clock);
	return hd_cond_wake(s, most, mask);
}
