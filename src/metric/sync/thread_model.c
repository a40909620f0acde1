// SPDX-License-Identifier: Apache-2.0
#include "metric/sync/thread_model.h"

#include <string.h>

#define SEGMENTS (1u << 13)
#define LOCK_SLOTS (2 * HD_SYNC_LOCKS)
#define VISIT_SLOTS (2 * HD_SYNC_ACTIONS)
#define HELD 64 // by one thread at once; more are forgotten

struct hd_sync_thread {
	hd_held held[HELD];   // ordered
	uint32_t since[HELD]; // number of the action that took it
	uint32_t nheld;
	uint32_t segment;  // current
	uint32_t segments; // begun so far
};

void hd_thread_model_init(struct hd_thread_model *m)
{
	m->actions = hd_persist_alloc(HD_SYNC_ACTIONS * sizeof(*m->actions));
	m->segments = hd_persist_alloc(SEGMENTS * sizeof(*m->segments));
	m->threads = hd_persist_alloc(HD_MAX_FIBERS * sizeof(*m->threads));
	m->last_of_visit = hd_persist_alloc(HD_SYNC_ACTIONS * sizeof(*m->last_of_visit));
	hd_table_init(&m->locks, hd_persist_alloc(LOCK_SLOTS * sizeof(*m->locks.entries)), LOCK_SLOTS);
	hd_table_init(&m->visits, hd_persist_alloc(VISIT_SLOTS * sizeof(*m->visits.entries)), VISIT_SLOTS);
	hd_locksets_init(&m->locksets);
}

// ---- segments ----------------------------------------------------------------

static void begin_segment(struct hd_thread_model *m, unsigned thread)
{
	struct hd_sync_thread *t = &m->threads[thread];

	if (m->nsegments == SEGMENTS) {
		return; // goes on in the old one: less is excluded
	}
	struct hd_sync_segment *s = &m->segments[m->nsegments];
	if (t->segments > 0) {
		*s = m->segments[t->segment];
	} else {
		*s = (struct hd_sync_segment){.thread = (uint8_t)thread};
	}
	s->index = s->clock[thread] = t->segments++;
	t->segment = m->nsegments++;
}

void hd_thread_model_reset(struct hd_thread_model *m, bool joins)
{
	m->joins = joins;
	m->nactions = m->nsegments = m->nthreads = 0;
	hd_table_clear(&m->locks);
	hd_table_clear(&m->visits);
	hd_locksets_clear(&m->locksets);
}

static struct hd_sync_thread *thread_at(struct hd_thread_model *m, unsigned thread)
{
	while (m->nthreads <= thread) {
		m->threads[m->nthreads] = (struct hd_sync_thread){0};
		begin_segment(m, m->nthreads++);
	}
	return &m->threads[thread];
}

// The current segment of a thread begins after all of `from` so far.
static void follow(struct hd_thread_model *m, unsigned thread, unsigned from)
{
	uint32_t *clock = m->segments[m->threads[thread].segment].clock;
	const uint32_t *known = m->segments[m->threads[from].segment].clock;

	for (unsigned t = 0; t < m->nthreads; t++) {
		if (t != thread && clock[t] < known[t]) {
			clock[t] = known[t];
		}
	}
	clock[from] = m->threads[from].segments;
}

void hd_thread_model_create(struct hd_thread_model *m, unsigned thread, unsigned child)
{
	thread_at(m, thread);
	thread_at(m, child);
	follow(m, child, thread);
	begin_segment(m, thread);
}

void hd_thread_model_join(struct hd_thread_model *m, unsigned thread, unsigned child)
{
	if (m->joins) {
		thread_at(m, thread);
		thread_at(m, child);
		begin_segment(m, thread);
		follow(m, thread, child);
	}
}

// ---- locks -------------------------------------------------------------------

// The thread's last action on the lock.
static uint32_t *last_of(struct hd_thread_model *m, unsigned thread, uint32_t lock)
{
	uint32_t known = m->visits.n;
	uint32_t visit = hd_table_number(&m->visits, (uint64_t)lock * HD_MAX_FIBERS + thread);

	if (visit == known) {
		m->last_of_visit[visit] = HD_SYNC_NONE;
	}
	return &m->last_of_visit[visit];
}

// Held locks that were held before that action already.
static uint32_t held_since(struct hd_thread_model *m, const struct hd_sync_thread *t, uint32_t action)
{
	hd_held kept[HELD];
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->nheld; i++) {
		if (t->since[i] < action) {
			kept[n++] = t->held[i];
		}
	}
	return hd_locksets_intern(&m->locksets, kept, n);
}

static void hold(struct hd_sync_thread *t, hd_held lock, uint32_t action)
{
	uint32_t i = t->nheld;

	if (i == HELD) {
		return;
	}
	for (; i > 0 && t->held[i - 1] > lock; i--) {
		t->held[i] = t->held[i - 1];
		t->since[i] = t->since[i - 1];
	}
	t->held[i] = lock;
	t->since[i] = action;
	t->nheld++;
}

void hd_thread_model_lock(struct hd_thread_model *m, unsigned thread, uintptr_t lock, uint16_t place, bool read)
{
	struct hd_sync_thread *t = thread_at(m, thread);
	uint32_t number = hd_table_number(&m->locks, lock), i = m->nactions;

	if (i == HD_SYNC_ACTIONS || number == HD_SYNC_NONE) {
		return;
	}
	uint32_t *last = last_of(m, thread, number);
	struct hd_sync_action *p = &m->actions[m->nactions++];
	*p = (struct hd_sync_action){
		.lock = number,
		.segment = t->segment,
		.held = hd_locksets_intern(&m->locksets, t->held, t->nheld),
		.next = HD_SYNC_NONE,
		.prev = *last,
		.place = place,
		.thread = (uint8_t)thread,
	};
	if (p->prev != HD_SYNC_NONE) {
		struct hd_sync_action *prev = &m->actions[p->prev];
		p->before = prev->after = held_since(m, t, p->prev);
		prev->next = i;
	}
	*last = i;
	hold(t, hd_held_make(number, read), i);
}

void hd_thread_model_unlock(struct hd_thread_model *m, unsigned thread, uintptr_t lock)
{
	struct hd_sync_thread *t = thread_at(m, thread);
	uint32_t number = hd_table_number(&m->locks, lock), i = 0;

	while (i < t->nheld && t->held[i] >> 1 != number) {
		i++;
	}
	if (i < t->nheld) {
		t->nheld--;
		memmove(&t->held[i], &t->held[i + 1], (t->nheld - i) * sizeof(*t->held));
		memmove(&t->since[i], &t->since[i + 1], (t->nheld - i) * sizeof(*t->since));
	}
}
