// SPDX-License-Identifier: Apache-2.0
#include "base/typo.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 64 };

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

size_t hd_typo_distance(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	if (n > LONGEST || m > LONGEST) {
		return SIZE_MAX;
	}
	// rows[i % 3][j]: distance of the first i characters of a to the first j of b.
	size_t rows[3][LONGEST + 1];
	for (size_t j = 0; j <= m; j++) {
		rows[0][j] = j;
	}
	for (size_t i = 1; i <= n; i++) {
		size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
		row[0] = i;
		for (size_t j = 1; j <= m; j++) {
			size_t replace = above[j - 1] + (a[i - 1] != b[j - 1]);
			row[j] = min(replace, min(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
				row[j] = min(row[j], before[j - 2] + 1);
			}
		}
	}
	return rows[n % 3][m];
}

void hd_typo_init(struct hd_typo *typo, const char *wanted)
{
	// A name is near when at most a third of it, and one letter at least, is different.
	*typo = (struct hd_typo){.wanted = wanted, .distance = strlen(wanted) / 3 + 2};
}

void hd_typo_offer(struct hd_typo *typo, const char *candidate)
{
	size_t distance = hd_typo_distance(typo->wanted, candidate);
	size_t length = strlen(typo->wanted);
	if (distance != 0 && length >= 3 && strncasecmp(typo->wanted, candidate, length) == 0) {
		distance = 1; // the beginning of a name means that name
	}
	if (distance < typo->distance) {
		typo->distance = distance;
		typo->nearest = candidate;
	}
}
