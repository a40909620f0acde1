// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "guild.h"

#include <pthread.h>
#include <stdlib.h>

struct guild {
	pthread_mutex_t lock;
	int *members;
	int n;
};

struct guild *guild_found(void)
{
	struct guild *g = calloc(1, sizeof(*g));
	pthread_mutex_init(&g->lock, NULL);
	return g;
}

void guild_dissolve(struct guild *g)
{
	pthread_mutex_destroy(&g->lock);
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
	pthread_mutex_lock(&g->lock);
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
	pthread_mutex_unlock(&g->lock);
	return !known;
}

int guild_expel(struct guild *g, int member)
{
	pthread_mutex_lock(&g->lock);
	int at = find(g, member);
	if (at >= 0) {
		g->members[at] = g->members[--g->n];
	}
	pthread_mutex_unlock(&g->lock);
	return at >= 0;
}

int guild_members(const struct guild *g)
{
	pthread_mutex_lock((pthread_mutex_t *)&g->lock);
	int n = g->n;
	pthread_mutex_unlock((pthread_mutex_t *)&g->lock);
	return n;
}
