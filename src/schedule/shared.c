// SPDX-License-Identifier: Apache-2.0
#include "schedule/shared.h"

#define GRANULES (1u << 14)
#define PLACES (1u << 13)
#define MANY 0xff
#define MOST_OF_A_RANGE 512 // granules of one operation that are looked at

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

static uintptr_t last_granule(const struct hd_event *e)
{
	uintptr_t first = e->object / 8, last = (e->object + (e->size ? e->size - 1 : 0)) / 8;
	return last - first < MOST_OF_A_RANGE ? last : first + MOST_OF_A_RANGE;
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
	} else if (s->users[i] != e->fiber + 1) {
		s->users[i] = MANY;
	}
	s->written[i] |= e->write;
}

static bool is_shared(const struct hd_shared *s, uintptr_t granule)
{
	const struct hd_table_entry *g = hd_table_at(&s->granules, granule);
	return hd_table_is_free(&s->granules, g) ||
		(s->users[g->number] == MANY && s->written[g->number]); // one that found no room may be shared
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
		const struct hd_event *e = &hd.log[i];
		bool shared = false;
		for (uintptr_t g = e->object / 8; hd_shared_is_memory(e->kind) && !shared && g <= last_granule(e);
			g++) {
			shared = is_shared(s, g);
		}
		if (shared) {
			hd_table_number(&s->places, hd_shared_place(e->site, e->object));
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
