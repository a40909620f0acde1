// SPDX-License-Identifier: Apache-2.0
#include "strategy/tsa/locksets.h"

#include <string.h>

#include "runtime/rt.h"
#include "strategy/rng.h"

#define SETS (1u << 16)
#define MEMBERS (1u << 20)
#define SLOTS (2 * SETS)

struct hd_lockset {
	uint32_t first, n; // in members
	uint32_t slot;     // that refers to it; any other reference to it is from before a clear
};

void hd_locksets_init(struct hd_locksets *l)
{
	l->sets = hd_persist_alloc(SETS * sizeof(*l->sets));
	l->members = hd_persist_alloc(MEMBERS * sizeof(*l->members));
	l->table = hd_persist_alloc(SLOTS * sizeof(*l->table));
	hd_locksets_clear(l);
}

void hd_locksets_clear(struct hd_locksets *l)
{
	l->nsets = 1; // the empty one
	l->nmembers = 0;
}

static uint32_t hash(const hd_held *held, uint32_t n)
{
	uint64_t h = n;

	for (uint32_t i = 0; i < n; i++) {
		h = hd_mix(h ^ held[i]);
	}
	return (uint32_t)(h % SLOTS);
}

static bool is_used(const struct hd_locksets *l, uint32_t slot)
{
	uint32_t set = l->table[slot];
	return set > 0 && set < l->nsets && l->sets[set].slot == slot;
}

uint32_t hd_locksets_intern(struct hd_locksets *l, const hd_held *held, uint32_t n)
{
	if (n == 0) {
		return 0;
	}
	uint32_t slot = hash(held, n);
	for (; is_used(l, slot); slot = (slot + 1) % SLOTS) {
		const struct hd_lockset *s = &l->sets[l->table[slot]];
		if (s->n == n && memcmp(&l->members[s->first], held, n * sizeof(*held)) == 0) {
			return l->table[slot];
		}
	}
	if (l->nsets == SETS || l->nmembers + n > MEMBERS) {
		return 0;
	}
	memcpy(&l->members[l->nmembers], held, n * sizeof(*held));
	l->sets[l->nsets] = (struct hd_lockset){.first = l->nmembers, .n = n, .slot = slot};
	l->nmembers += n;
	l->table[slot] = l->nsets;
	return l->nsets++;
}

static bool are_exclusive(hd_held a, hd_held b)
{
	return a >> 1 == b >> 1 && !(a & b & 1);
}

bool hd_locksets_exclude(const struct hd_locksets *l, uint32_t a, uint32_t b)
{
	if (a == 0 || b == 0) {
		return false;
	}
	const struct hd_lockset *x = &l->sets[a], *y = &l->sets[b];
	for (uint32_t i = 0; i < x->n; i++) {
		for (uint32_t k = 0; k < y->n; k++) {
			if (are_exclusive(l->members[x->first + i], l->members[y->first + k])) {
				return true;
			}
		}
	}
	return false;
}
