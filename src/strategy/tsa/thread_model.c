// SPDX-License-Identifier: Apache-2.0
#include "strategy/tsa/thread_model.h"

#include <string.h>

#include "strategy/rng.h"

#define SEGMENTS (1u << 13)
#define LOCK_SLOTS (2 * HD_TSA_LOCKS)
#define LAST_SLOTS (2 * HD_TSA_ACTIONS)
#define HELD 64 // by one thread at once; more are forgotten

struct hd_tsa_lock {
	uintptr_t address;
	uint32_t number;
	uint32_t round;
};

struct hd_tsa_last {
	uint64_t key;
	uint32_t action; // HD_TSA_NONE: none
	uint32_t round;
};

struct hd_tsa_thread {
	hd_held held[HELD];   // ordered
	uint32_t since[HELD]; // number of the action that took it
	uint32_t nheld;
	uint32_t segment;  // current
	uint32_t segments; // begun so far
};

void hd_tsa_model_init(struct hd_tsa_model *m)
{
	m->actions = hd_persist_alloc(HD_TSA_ACTIONS * sizeof(*m->actions));
	m->segments = hd_persist_alloc(SEGMENTS * sizeof(*m->segments));
	m->threads = hd_persist_alloc(HD_MAX_FIBERS * sizeof(*m->threads));
	m->locks = hd_persist_alloc(LOCK_SLOTS * sizeof(*m->locks));
	m->last = hd_persist_alloc(LAST_SLOTS * sizeof(*m->last));
	hd_locksets_init(&m->locksets);
}

// ---- segments ----------------------------------------------------------------

static void begin_segment(struct hd_tsa_model *m, unsigned thread)
{
	struct hd_tsa_thread *t = &m->threads[thread];

	if (m->nsegments == SEGMENTS) {
		return; // goes on in the old one: less is excluded
	}
	struct hd_tsa_segment *s = &m->segments[m->nsegments];
	if (t->segments > 0) {
		*s = m->segments[t->segment];
	} else {
		*s = (struct hd_tsa_segment){.thread = (uint8_t)thread};
	}
	s->index = s->clock[thread] = t->segments++;
	t->segment = m->nsegments++;
}

void hd_tsa_model_reset(struct hd_tsa_model *m, bool joins)
{
	m->joins = joins;
	m->nactions = m->nsegments = m->nlocks = m->nthreads = 0;
	m->round++;
	hd_locksets_clear(&m->locksets);
}

static struct hd_tsa_thread *thread_at(struct hd_tsa_model *m, unsigned thread)
{
	while (m->nthreads <= thread) {
		m->threads[m->nthreads] = (struct hd_tsa_thread){0};
		begin_segment(m, m->nthreads++);
	}
	return &m->threads[thread];
}

// The current segment of a thread begins after all of `from` so far.
static void follow(struct hd_tsa_model *m, unsigned thread, unsigned from)
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

void hd_tsa_model_create(struct hd_tsa_model *m, unsigned thread, unsigned child)
{
	thread_at(m, thread);
	thread_at(m, child);
	follow(m, child, thread);
	begin_segment(m, thread);
}

void hd_tsa_model_join(struct hd_tsa_model *m, unsigned thread, unsigned child)
{
	if (m->joins) {
		thread_at(m, thread);
		thread_at(m, child);
		begin_segment(m, thread);
		follow(m, thread, child);
	}
}

// ---- locks -------------------------------------------------------------------

static uint32_t lock_number(struct hd_tsa_model *m, uintptr_t lock)
{
	size_t i = hd_mix(lock) % LOCK_SLOTS;

	while (m->locks[i].round == m->round && m->locks[i].address != lock) {
		i = (i + 1) % LOCK_SLOTS;
	}
	if (m->locks[i].round != m->round) {
		if (m->nlocks == HD_TSA_LOCKS) {
			return HD_TSA_NONE;
		}
		m->locks[i] = (struct hd_tsa_lock){.address = lock, .number = m->nlocks++, .round = m->round};
	}
	return m->locks[i].number;
}

// The thread's last action on the lock.
static uint32_t *last_of(struct hd_tsa_model *m, unsigned thread, uint32_t lock)
{
	uint64_t key = (uint64_t)lock * HD_MAX_FIBERS + thread;
	size_t i = hd_mix(key + 1) % LAST_SLOTS;

	while (m->last[i].round == m->round && m->last[i].key != key) {
		i = (i + 1) % LAST_SLOTS;
	}
	if (m->last[i].round != m->round) {
		m->last[i] = (struct hd_tsa_last){.key = key, .action = HD_TSA_NONE, .round = m->round};
	}
	return &m->last[i].action;
}

// Held locks that were held before that action already.
static uint32_t held_since(struct hd_tsa_model *m, const struct hd_tsa_thread *t, uint32_t action)
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

static void hold(struct hd_tsa_thread *t, hd_held lock, uint32_t action)
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

void hd_tsa_model_lock(struct hd_tsa_model *m, unsigned thread, uintptr_t lock, uint16_t place, bool read)
{
	struct hd_tsa_thread *t = thread_at(m, thread);
	uint32_t number = lock_number(m, lock), i = m->nactions;

	if (i == HD_TSA_ACTIONS || number == HD_TSA_NONE) {
		return;
	}
	uint32_t *last = last_of(m, thread, number);
	struct hd_tsa_action *p = &m->actions[m->nactions++];
	*p = (struct hd_tsa_action){
	    .lock = number,
	    .segment = t->segment,
	    .held = hd_locksets_intern(&m->locksets, t->held, t->nheld),
	    .next = HD_TSA_NONE,
	    .prev = *last,
	    .place = place,
	    .thread = (uint8_t)thread,
	};
	if (p->prev != HD_TSA_NONE) {
		struct hd_tsa_action *prev = &m->actions[p->prev];
		p->before = prev->after = held_since(m, t, p->prev);
		prev->next = i;
	}
	*last = i;
	hold(t, hd_held_make(number, read), i);
}

void hd_tsa_model_unlock(struct hd_tsa_model *m, unsigned thread, uintptr_t lock)
{
	struct hd_tsa_thread *t = thread_at(m, thread);
	uint32_t number = lock_number(m, lock), i = 0;

	while (i < t->nheld && t->held[i] >> 1 != number) {
		i++;
	}
	if (i < t->nheld) {
		t->nheld--;
		memmove(&t->held[i], &t->held[i + 1], (t->nheld - i) * sizeof(*t->held));
		memmove(&t->since[i], &t->since[i + 1], (t->nheld - i) * sizeof(*t->since));
	}
}
