// heddle: use-after-free|double-free|out-of-bounds|wild-access|not-linearizable
// atlas_nearest sorts at the first lookup: a second one frees what the first uses.
// SPDX-License-Identifier: Apache-2.0
#include "atlas.h"

#include <stdlib.h>

struct atlas {
	size_t size;
	int places[8][2];
	int *order; // made at the first lookup
};

atlas *atlas_new(void)
{
	return calloc(1, sizeof(atlas));
}

void atlas_free(atlas *a)
{
	free(a->order);
	free(a);
}

int atlas_add(atlas *a, int x, int y)
{
	if (a->size == 8) {
		return 0;
	}
	a->places[a->size][0] = x % 100;
	a->places[a->size][1] = y % 100;
	a->size++;
	free(a->order);
	a->order = NULL;
	return 1;
}

static void sort(atlas *a)
{
	free(a->order);
	a->order = malloc(8 * sizeof(*a->order));
	for (size_t i = 0; a->order && i < a->size; i++) {
		a->order[i] = (int)i;
	}
}

int atlas_nearest(const atlas *a, int x, int y)
{
	int best = -1, least = 1 << 30;
	if (!a->order) {
		sort((atlas *)a);
	}
	for (size_t i = 0; a->order && i < a->size; i++) {
		int n = a->order[i], dx = a->places[n][0] - x % 100, dy = a->places[n][1] - y % 100;
		if (dx * dx + dy * dy < least) {
			least = dx * dx + dy * dy;
			best = n;
		}
	}
	return best;
}

size_t atlas_size(const atlas *a)
{
	return a->size;
}
