// SPDX-License-Identifier: Apache-2.0
#include "strategy/tsa/sync_pairs.h"

#include <string.h>

#include "runtime/rt.h"
#include "strategy/rng.h"

#define SLOTS (4 * HD_SYNC_PLACES)
#define ROW (HD_SYNC_PLACES / 64)

void hd_sync_pairs_init(struct hd_sync_pairs *p)
{
	size_t matrix = (size_t)HD_SYNC_PLACES * ROW * sizeof(uint64_t);

	p->places = hd_persist_alloc(HD_SYNC_PLACES * sizeof(*p->places));
	p->by_site = hd_persist_alloc(SLOTS * sizeof(*p->by_site));
	p->estimated = hd_persist_alloc(matrix);
	p->known = hd_persist_alloc(matrix);
	p->covered = hd_persist_alloc(matrix);
	p->relevant = hd_persist_alloc(HD_SYNC_PLACES * sizeof(*p->relevant));
	p->firsts = hd_persist_alloc(HD_SYNC_PLACES * sizeof(*p->firsts));
	p->history = hd_persist_alloc(HD_SYNC_HISTORY * sizeof(*p->history));
}

static uint64_t hash_site(const struct hd_site *s)
{
	uint64_t h = s->line * 65599u + s->column;

	for (const char *c = s->file; c && *c; c++) {
		h = h * 31 + (unsigned char)*c;
	}
	return hd_mix(h);
}

static bool is_same(const struct hd_site *a, const struct hd_site *b)
{
	return a->line == b->line && a->column == b->column &&
	       (a->file == b->file || (a->file && b->file && strcmp(a->file, b->file) == 0));
}

// Finds by address first: most sites are their places' only ones.
uint16_t hd_sync_pairs_place(struct hd_sync_pairs *p, const struct hd_site *site)
{
	if (!site) {
		return HD_SYNC_NOWHERE;
	}
	size_t i = hd_mix((uintptr_t)site) % SLOTS;
	uint16_t place = p->by_site[i];
	if (place && p->places[place - 1] == site) {
		return place - 1;
	}
	for (i = hash_site(site) % SLOTS; (place = p->by_site[i]) != 0; i = (i + 1) % SLOTS) {
		if (is_same(p->places[place - 1], site)) {
			return place - 1;
		}
	}
	if (p->nplaces == HD_SYNC_PLACES) {
		return HD_SYNC_NOWHERE;
	}
	p->places[p->nplaces] = site;
	p->by_site[i] = (uint16_t)++p->nplaces;
	i = hd_mix((uintptr_t)site) % SLOTS;
	if (p->by_site[i] == 0) { // a short cut; it may as well serve another's chain
		p->by_site[i] = (uint16_t)p->nplaces;
	}
	return (uint16_t)(p->nplaces - 1);
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

void hd_sync_pairs_note(struct hd_sync_pairs *p, uint64_t execution, uint64_t ns)
{
	uint32_t last = p->nhistory ? p->history[p->nhistory - 1].covered : 0;

	if (p->ncovered != last && p->nhistory < HD_SYNC_HISTORY) {
		p->history[p->nhistory++] =
		    (struct hd_sync_growth){.execution = execution, .ns = ns, .covered = p->ncovered};
	}
}

void hd_sync_pairs_merge(struct hd_sync_pairs *into, const struct hd_sync_pairs *from)
{
	for (unsigned a = 0; a < from->nplaces; a++) {
		for (unsigned b = 0; b < from->nplaces; b++) {
			bool estimated = hd_sync_pairs_has(from->estimated, a, b);
			bool covered = hd_sync_pairs_has(from->covered, a, b), known = hd_sync_pairs_has(from->known, a, b);
			if (!known && !covered) {
				continue;
			}
			uint16_t x = hd_sync_pairs_place(into, from->places[a]);
			uint16_t y = hd_sync_pairs_place(into, from->places[b]);
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
