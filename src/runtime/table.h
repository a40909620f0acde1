// SPDX-License-Identifier: Apache-2.0
// A table with open addressing, in memory of the caller's: it numbers keys from 0 in the order
// in which they come up, and what belongs to a key is kept by the caller at its number. It does
// not grow, and is emptied in no time: an entry counts only in the round that it was made in.
//
// Whoever looks for more than 64 bits makes a key of them, compares what the number stands for,
// and goes on with the next key if that is something else.
//
// Invariants: the capacity is a power of two, and at most half of it is used, so that every
// search ends. Entries begin as zeros, and 0 is no round.
#ifndef HD_RUNTIME_TABLE_H
#define HD_RUNTIME_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/rng.h"

#define HD_TABLE_NONE UINT32_MAX

struct hd_table_entry {
	uint64_t key;
	uint32_t round;
	uint32_t number;
};

struct hd_table {
	struct hd_table_entry *entries;
	size_t mask;    // capacity - 1
	uint32_t n;     // keys of this round
	uint32_t round;
};

static inline void hd_table_init(struct hd_table *t, struct hd_table_entry *entries, size_t capacity)
{
	*t = (struct hd_table){.entries = entries, .mask = capacity - 1, .round = 1};
}

static inline void hd_table_clear(struct hd_table *t)
{
	t->n = 0;
	t->round++;
}

// Where the key is, or where it belongs if that entry is free.
static inline struct hd_table_entry *hd_table_at(const struct hd_table *t, uint64_t key)
{
	size_t i = hd_mix(key) & t->mask;

	while (t->entries[i].round == t->round && t->entries[i].key != key) {
		i = (i + 1) & t->mask;
	}
	return &t->entries[i];
}

static inline bool hd_table_is_free(const struct hd_table *t, const struct hd_table_entry *e)
{
	return e->round != t->round;
}

static inline bool hd_table_is_full(const struct hd_table *t)
{
	return t->n > t->mask / 2;
}

// The table is not full, and the entry is free and where the key belongs.
static inline uint32_t hd_table_add(struct hd_table *t, struct hd_table_entry *e, uint64_t key)
{
	*e = (struct hd_table_entry){.key = key, .round = t->round, .number = t->n};
	return t->n++;
}

// The number of the key, which is the next one if the key is new; HD_TABLE_NONE: the table is full.
static inline uint32_t hd_table_number(struct hd_table *t, uint64_t key)
{
	struct hd_table_entry *e = hd_table_at(t, key);

	if (!hd_table_is_free(t, e)) {
		return e->number;
	}
	return hd_table_is_full(t) ? HD_TABLE_NONE : hd_table_add(t, e, key);
}

// Calls a function for every key from first to last that the table has, in an order that depends
// on nothing but the keys and when they came.
typedef void hd_table_fn(void *data, uint64_t key, uint32_t number);

static inline void hd_table_visit(const struct hd_table *t, uint64_t first, uint64_t last, hd_table_fn *fn, void *data)
{
	if (last - first < t->mask) {
		for (uint64_t key = first; key <= last; key++) {
			const struct hd_table_entry *e = hd_table_at(t, key);
			if (!hd_table_is_free(t, e)) {
				fn(data, key, e->number);
			}
		}
		return;
	}
	for (size_t i = 0; i <= t->mask; i++) {
		const struct hd_table_entry *e = &t->entries[i];
		if (!hd_table_is_free(t, e) && e->key >= first && e->key <= last) {
			fn(data, e->key, e->number);
		}
	}
}

#endif
