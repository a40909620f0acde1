// SPDX-License-Identifier: Apache-2.0
#include "metric/sync/pairs.h"

#include <string.h>

#include "runtime/rt.h"

#define SITES (4 * HD_SYNC_PLACES)
#define ROW (HD_SYNC_PLACES / 64)
#define LOCKS (1u << 15)

static void init(struct hd_table *t, size_t keys)
{
	hd_table_init(t, hd_persist_alloc(2 * keys * sizeof(*t->entries)), 2 * keys);
}

void hd_sync_pairs_init(struct hd_sync_pairs *p)
{
	size_t matrix = (size_t)HD_SYNC_PLACES * ROW * sizeof(uint64_t);

	p->places = hd_persist_alloc(HD_SYNC_PLACES * sizeof(*p->places));
	p->callers = hd_persist_alloc(HD_SYNC_PLACES * sizeof(*p->callers));
	p->place_of_site = hd_persist_alloc(SITES * sizeof(*p->place_of_site));
	p->estimated = hd_persist_alloc(matrix);
	p->known = hd_persist_alloc(matrix);
	p->covered = hd_persist_alloc(matrix);
	p->relevant = hd_persist_alloc(HD_SYNC_PLACES * sizeof(*p->relevant));
	p->firsts = hd_persist_alloc(HD_SYNC_PLACES * sizeof(*p->firsts));
	p->locks = hd_persist_alloc(LOCKS * sizeof(*p->locks));
	init(&p->by_hash, HD_SYNC_PLACES);
	init(&p->sites, SITES);
	init(&p->lock_numbers, LOCKS);
}

static uint64_t hash_site(const struct hd_site *s)
{
	uint64_t h = s->line * 65599u + s->column;

	for (const char *c = s->file; c && *c; c++) {
		h = h * 31 + (unsigned char)*c;
	}
	return h;
}

bool hd_sync_pairs_same_place(const struct hd_site *a, const struct hd_site *b)
{
	return a->line == b->line && a->column == b->column &&
		(a->file == b->file || (a->file && b->file && strcmp(a->file, b->file) == 0));
}

static uint16_t find_place(struct hd_sync_pairs *p, const struct hd_site *site)
{
	for (uint64_t key = hash_site(site);; key++) {
		uint32_t place = hd_table_number(&p->by_hash, key);
		if (place == HD_TABLE_NONE) {
			return HD_SYNC_NOWHERE;
		}
		if (place == p->nplaces) {
			p->places[p->nplaces++] = site;
			return (uint16_t)place;
		}
		if (hd_sync_pairs_same_place(p->places[place], site)) {
			return (uint16_t)place;
		}
	}
}

// Finds by address first: most sites come up again and again.
uint16_t hd_sync_pairs_place(struct hd_sync_pairs *p, const struct hd_site *site)
{
	if (!site) {
		return HD_SYNC_NOWHERE;
	}
	uint32_t known = p->sites.n, number = hd_table_number(&p->sites, (uintptr_t)site);
	if (number < known) {
		return p->place_of_site[number];
	}
	uint16_t place = find_place(p, site);
	if (number != HD_TABLE_NONE) {
		p->place_of_site[number] = place;
	}
	return place;
}

uint16_t hd_sync_pairs_caller(struct hd_sync_pairs *p, const struct hd_func *caller, uint32_t line)
{
	uint32_t known = p->sites.n, number = hd_table_number(&p->sites, (uintptr_t)caller);

	if (number < known) {
		return p->place_of_site[number];
	}
	if (number == HD_TABLE_NONE) {
		return HD_SYNC_NOWHERE;
	}
	if (p->ncallers == HD_SYNC_PLACES) {
		return p->place_of_site[number] = HD_SYNC_NOWHERE;
	}
	struct hd_site *site = &p->callers[p->ncallers++];
	*site = (struct hd_site){.func = caller, .file = caller->file, .line = line};
	return p->place_of_site[number] = find_place(p, site);
}

bool hd_sync_pairs_is_caller(const struct hd_sync_pairs *p, const struct hd_site *place)
{
	return place >= p->callers && place < p->callers + p->ncallers;
}

static void set(uint64_t *matrix, unsigned a, unsigned b)
{
	matrix[a * ROW + b / 64] |= 1ull << (b % 64);
}

static void count(struct hd_sync_pairs *p, uint16_t a, uint16_t b, int change)
{
	p->nuncovered += (uint32_t)change;
	p->firsts[a] += (uint32_t)change;
	p->relevant[a] += (uint32_t)change;
	if (b != a) {
		p->relevant[b] += (uint32_t)change;
	}
}

void hd_sync_pairs_learn(struct hd_sync_pairs *p, uint16_t a, uint16_t b)
{
	if (a == HD_SYNC_NOWHERE || b == HD_SYNC_NOWHERE || hd_sync_pairs_has(p->known, a, b)) {
		return;
	}
	set(p->known, a, b);
	if (!hd_sync_pairs_has(p->covered, a, b)) {
		count(p, a, b, 1);
	}
}

void hd_sync_pairs_estimate(struct hd_sync_pairs *p, uint16_t a, uint16_t b)
{
	if (a == HD_SYNC_NOWHERE || b == HD_SYNC_NOWHERE || hd_sync_pairs_has(p->estimated, a, b)) {
		return;
	}
	hd_sync_pairs_learn(p, a, b);
	set(p->estimated, a, b);
	p->nestimated++;
	if (hd_sync_pairs_has(p->covered, a, b)) {
		p->unexpected--;
	}
}

void hd_sync_pairs_cover(struct hd_sync_pairs *p, uint16_t a, uint16_t b)
{
	if (a == HD_SYNC_NOWHERE || b == HD_SYNC_NOWHERE || hd_sync_pairs_has(p->covered, a, b)) {
		return;
	}
	if (hd_sync_pairs_has(p->known, a, b)) {
		count(p, a, b, -1);
	} else {
		p->surprises++;
	}
	p->unexpected += !hd_sync_pairs_has(p->estimated, a, b);
	set(p->covered, a, b);
	p->ncovered++;
}

void hd_sync_pairs_begin(struct hd_sync_pairs *p)
{
	hd_table_clear(&p->lock_numbers);
}

uint32_t hd_sync_pairs_lock(struct hd_sync_pairs *p, uintptr_t address)
{
	uint32_t known = p->lock_numbers.n, lock = hd_table_number(&p->lock_numbers, address);

	if (lock == known) {
		p->locks[lock] = (struct hd_sync_lock){.last = HD_SYNC_NOWHERE};
	}
	return lock;
}

void hd_sync_pairs_locked(struct hd_sync_pairs *p, uintptr_t address, uint16_t place)
{
	uint32_t lock = hd_sync_pairs_lock(p, address);

	if (lock == HD_SYNC_NO_LOCK) {
		return;
	}
	if (p->locks[lock].last != HD_SYNC_NOWHERE) {
		hd_sync_pairs_cover(p, p->locks[lock].last, place);
	}
	p->locks[lock].last = place;
}

static uint16_t place_like(struct hd_sync_pairs *into, const struct hd_sync_pairs *from, const struct hd_site *place)
{
	return hd_sync_pairs_is_caller(from, place) ? hd_sync_pairs_caller(into, place->func, place->line)
						    : hd_sync_pairs_place(into, place);
}

void hd_sync_pairs_merge(struct hd_sync_pairs *into, const struct hd_sync_pairs *from)
{
	for (unsigned a = 0; a < from->nplaces; a++) {
		for (unsigned b = 0; b < from->nplaces; b++) {
			bool estimated = hd_sync_pairs_has(from->estimated, a, b);
			bool covered = hd_sync_pairs_has(from->covered, a, b),
			     known = hd_sync_pairs_has(from->known, a, b);
			if (!known && !covered) {
				continue;
			}
			uint16_t x = place_like(into, from, from->places[a]);
			uint16_t y = place_like(into, from, from->places[b]);
			if (estimated) {
				hd_sync_pairs_estimate(into, x, y);
			} else if (known) {
				hd_sync_pairs_learn(into, x, y);
			}
			if (covered) {
				hd_sync_pairs_cover(into, x, y);
			}
		}
	}
	for (unsigned i = 0; i < 4; i++) {
		into->rules[i] += from->rules[i];
	}
}
