// SPDX-License-Identifier: Apache-2.0
// Sets of held locks, each kept once: a set is a number, 0 is the empty one.
#ifndef HD_METRIC_SYNC_LOCKSETS_H
#define HD_METRIC_SYNC_LOCKSETS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/table.h"

// A lock in a set: its number, and whether it is held for reading.
typedef uint32_t hd_held;

static inline hd_held hd_held_make(uint32_t lock, bool read)
{
	return lock << 1 | read;
}

struct hd_locksets {
	struct hd_lockset *sets;
	hd_held *members; // of all sets
	uint32_t nmembers;
	struct hd_table by_hash; // sets but the empty one
};

void hd_locksets_init(struct hd_locksets *l); // takes its memory once and for all
void hd_locksets_clear(struct hd_locksets *l);
// The set of these locks, whose order counts. The empty one if there is no room:
// then it excludes nobody.
uint32_t hd_locksets_intern(struct hd_locksets *l, const hd_held *held, uint32_t n);
// Is there a lock in both that not both hold for reading?
bool hd_locksets_exclude(const struct hd_locksets *l, uint32_t a, uint32_t b);

#endif
