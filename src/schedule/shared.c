// SPDX-License-Identifier: Apache-2.0
#include "schedule/shared.h"

#define GRANULES (1u << 14)
#define PLACES (1u << 13)
#define MANY 0xff
#define MOST_OF_A_RANGE 512 // granules of one operation that are remembered for it

void hd_shared_init(struct hd_shared *s)
{
	if (s->users) {
		return;
	}
	s->users = hd_persist_alloc(GRANULES * sizeof(*s->users));
	s->written = hd_persist_alloc(GRANULES * sizeof(*s->written));
	hd_table_init(&s->granules, hd_persist_alloc(2 * GRANULES * sizeof(*s->granules.entries)), 2 * GRANULES);
	hd_table_init(&s->places, hd_persist_alloc(2 * PLACES * sizeof(*s->places.entries)), 2 * PLACES);
}

void hd_shared_forget(struct hd_shared *s)
{
	hd_table_clear(&s->places);
	s->known = false;
}

void hd_shared_widen(struct hd_shared *s)
{
	s->known = false;
}

static uintptr_t end_granule(const struct hd_event *e)
{
	return (e->object + (e->size ? e->size - 1 : 0)) / 8;
}

static uintptr_t last_granule(const struct hd_event *e)
{
	uintptr_t first = e->object / 8, last = end_granule(e);
	return last - first < MOST_OF_A_RANGE ? last : first + MOST_OF_A_RANGE;
}

static void note_user(struct hd_shared *s, uint32_t i, const struct hd_event *e)
{
	if (s->users[i] != e->fiber + 1) {
		s->users[i] = MANY;
	}
	s->written[i] |= e->write;
}

static void note_use(struct hd_shared *s, uintptr_t granule, const struct hd_event *e)
{
	uint32_t known = s->granules.n, i = hd_table_number(&s->granules, granule);

	if (i == HD_TABLE_NONE) {
		return;
	}
	if (i >= known) {
		s->users[i] = e->fiber + 1;
		s->written[i] = false;
	}
	note_user(s, i, e);
}

static bool is_shared(const struct hd_shared *s, uintptr_t granule)
{
	const struct hd_table_entry *g = hd_table_at(&s->granules, granule);
	return hd_table_is_free(&s->granules, g) ||
		(s->users[g->number] == MANY && s->written[g->number]); // one that found no room may be shared
}

// ---- the far part of what is freed ---------------------------------------------------------

// Of memory that is freed or unmapped all counts, wherever others have touched it.
static bool goes_far(const struct hd_event *e)
{
	return e->kind == HD_EV_FREE && end_granule(e) > last_granule(e);
}

struct far {
	struct hd_shared *s;
	const struct hd_event *e;
	bool shared;
};

static void note_far(void *data, uint64_t granule, uint32_t i)
{
	struct far *f = data;

	(void)granule;
	note_user(f->s, i, f->e);
	f->shared |= f->s->users[i] == MANY && f->s->written[i];
}

// Is any of it shared? The users of all other operations are known.
static bool visit_far(struct hd_shared *s, const struct hd_event *e)
{
	struct far f = {.s = s, .e = e};

	hd_table_visit(&s->granules, last_granule(e) + 1, end_granule(e), note_far, &f);
	return f.shared;
}

// ---- an execution has ended ----------------------------------------------------------------

static bool touches_shared(const struct hd_shared *s, const struct hd_event *e)
{
	for (uintptr_t g = e->object / 8; g <= last_granule(e); g++) {
		if (is_shared(s, g)) {
			return true;
		}
	}
	return false;
}

static void note_place(struct hd_shared *s, const struct hd_event *e)
{
	hd_table_number(&s->places, hd_shared_place(e->site, e->object));
}

void hd_shared_learn(struct hd_shared *s)
{
	hd_table_clear(&s->granules);
	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		for (uintptr_t g = e->object / 8; hd_shared_is_memory(e->kind) && g <= last_granule(e); g++) {
			note_use(s, g, e);
		}
	}
	for (size_t i = 0; i < hd.nlog; i++) {
		if (goes_far(&hd.log[i]) && visit_far(s, &hd.log[i])) {
			note_place(s, &hd.log[i]);
		}
	}
	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		if (hd_shared_is_memory(e->kind) && touches_shared(s, e)) {
			note_place(s, e);
		}
	}
	s->known = true;
}

bool hd_shared_matters(const struct hd_shared *s, unsigned thread, const struct hd_op *op)
{
	if (op->kind == HD_EV_LOOP) {
		return false;
	}
	if (!hd_shared_is_memory(op->kind)) {
		return true;
	}
	if (!s->known) {
		return !hd_shared_on_own_stack(thread, op->object);
	}
	return !hd_table_is_free(&s->places, hd_table_at(&s->places, hd_shared_place(op->site, op->object)));
}
