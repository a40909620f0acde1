// SPDX-License-Identifier: Apache-2.0
#include "group.h"

#include <stdlib.h>

struct group {
	group *parent;
	unsigned limit, used;
};

group *group_create(group *parent, unsigned limit)
{
	group *g = calloc(1, sizeof(*g));

	if (g) {
		g->parent = parent;
		g->limit = limit;
	}
	return g;
}

void group_destroy(group *g)
{
	free(g);
}

bool group_charge(group *g, unsigned amount)
{
	for (group *at = g; at; at = at->parent) {
		if (amount > at->limit - at->used) {
			return false;
		}
	}
	for (group *at = g; at; at = at->parent) {
		at->used += amount;
	}
	return true;
}

unsigned group_used(group *g)
{
	return g->used;
}
