// SPDX-License-Identifier: Apache-2.0
// A set of patterns, by key, of bounded size: open addressing in memory that all
// workers share, without locks. What does not fit is counted and not kept.
#ifndef HD_MAP_COVERED_H
#define HD_MAP_COVERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hd_map_set {
	_Atomic uint64_t *slots; // 0: free
	size_t mask;
	_Atomic uint64_t n;
	_Atomic uint64_t left_out; // additions that found no room
};

void hd_map_set_init(struct hd_map_set *s, unsigned bits); // room for 2^bits keys, less a quarter
bool hd_map_set_has(const struct hd_map_set *s, uint64_t key);
bool hd_map_set_add(struct hd_map_set *s, uint64_t key); // true: it was not there
void hd_map_set_clear(struct hd_map_set *s);

#endif
