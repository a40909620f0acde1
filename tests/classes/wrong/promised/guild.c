// heddle: use-after-free|double-free|null-dereference|out-of-bounds|not-linearizable
// nothing is locked at all.
// SPDX-License-Identifier: Apache-2.0
#include "guild.h"

#include <stdlib.h>

struct guild {
	int *members;
	int n;
};

struct guild *guild_found(void)
{
	struct guild *g = calloc(1, sizeof(*g));
	return g;
}

void guild_dissolve(struct guild *g)
{
	free(g->members);
	free(g);
}

static int find(const struct guild *g, int member)
{
	for (int i = 0; i < g->n; i++) {
		if (g->members[i] == member) {
			return i;
		}
	}
	return -1;
}

int guild_admit(struct guild *g, int member)
{
	int known = find(g, member) >= 0;
	if (!known) {
		int *members = malloc((g->n + 1) * sizeof(*members));
		for (int i = 0; i < g->n; i++) {
			members[i] = g->members[i];
		}
		members[g->n] = member;
		free(g->members);
		g->members = members;
		g->n++;
	}
	return !known;
}

int guild_expel(struct guild *g, int member)
{
	int at = find(g, member);
	if (at >= 0) {
		g->members[at] = g->members[--g->n];
	}
	return at >= 0;
}

int guild_members(const struct guild *g)
{
	int n = g->n;
	return n;
}
