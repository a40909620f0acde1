// SPDX-License-Identifier: Apache-2.0
#include "metric/sync/locksets.h"

#include <string.h>

#include "runtime/rt.h"

#define SETS (1u << 16)
#define MEMBERS (1u << 20)
#define SLOTS (2 * SETS)

struct hd_lockset {
	uint32_t first, n; // in members
};

void hd_locksets_init(struct hd_locksets *l)
{
	l->sets = hd_persist_alloc(SETS * sizeof(*l->sets));
	l->members = hd_persist_alloc(MEMBERS * sizeof(*l->members));
	hd_table_init(&l->by_hash, hd_persist_alloc(SLOTS * sizeof(*l->by_hash.entries)), SLOTS);
	l->nmembers = 0;
}

void hd_locksets_clear(struct hd_locksets *l)
{
	hd_table_clear(&l->by_hash);
	l->nmembers = 0;
}

static uint64_t hash(const hd_held *held, uint32_t n)
{
	uint64_t h = n;

	for (uint32_t i = 0; i < n; i++) {
		h = hd_mix(h ^ held[i]);
	}
	return h;
}

static bool is_set(const struct hd_locksets *l, uint32_t set, const hd_held *held, uint32_t n)
{
	const struct hd_lockset *s = &l->sets[set];
	return s->n == n && memcmp(&l->members[s->first], held, n * sizeof(*held)) == 0;
}

uint32_t hd_locksets_intern(struct hd_locksets *l, const hd_held *held, uint32_t n)
{
	if (n == 0) {
		return 0;
	}
	uint64_t key = hash(held, n);
	struct hd_table_entry *e;
	for (; !hd_table_is_free(&l->by_hash, e = hd_table_at(&l->by_hash, key)); key++) {
		if (is_set(l, e->number + 1, held, n)) {
			return e->number + 1;
		}
	}
	if (l->by_hash.n + 1 == SETS || l->nmembers + n > MEMBERS) {
		return 0;
	}
	uint32_t set = hd_table_add(&l->by_hash, e, key) + 1;
	memcpy(&l->members[l->nmembers], held, n * sizeof(*held));
	l->sets[set] = (struct hd_lockset){.first = l->nmembers, .n = n};
	l->nmembers += n;
	return set;
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
