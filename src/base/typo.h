// SPDX-License-Identifier: Apache-2.0
// Did you mean ...? Nearest names by edit distance.
#ifndef HD_BASE_TYPO_H
#define HD_BASE_TYPO_H

#include <stddef.h>

// Insertions, deletions, replacements and swaps of neighbours between a and b.
size_t hd_typo_distance(const char *a, const char *b);

// Keeps the nearest of a series of candidates.
struct hd_typo {
	const char *wanted;
	const char *nearest; // NULL: nothing near enough
	size_t distance;
};

void hd_typo_init(struct hd_typo *typo, const char *wanted);
void hd_typo_offer(struct hd_typo *typo, const char *candidate);

#endif
