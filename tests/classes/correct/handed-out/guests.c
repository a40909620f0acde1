// heddle: none
// Every change is made under the lock, in two steps.
// SPDX-License-Identifier: Apache-2.0
#include "guests.h"

#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 4 };

struct guests {
	pthread_mutex_t lock;
	int moves;
	struct guest *all[ROOM];
};

guests *guests_new(void)
{
	guests *g = calloc(1, sizeof(*g));

	pthread_mutex_init(&g->lock, NULL);
	return g;
}

void guests_free(guests *g)
{
	for (int i = 0; i < ROOM; i++) {
		free(g->all[i]);
	}
	pthread_mutex_destroy(&g->lock);
	free(g);
}

// The lock is held.
static struct guest *guest_of(guests *g, int number)
{
	unsigned at = (unsigned)number % ROOM;

	if (!g->all[at]) {
		struct guest *new = calloc(1, sizeof(*new));
		new->number = (int)at;
		g->all[at] = new;
	}
	return g->all[at];
}

int guests_find(guests *g, int number, int *moves)
{
	pthread_mutex_lock(&g->lock);
	const struct guest *who = guest_of(g, number);
	int room = who->room;
	*moves = g->moves;
	pthread_mutex_unlock(&g->lock);
	return room;
}

const struct guest *guests_look(guests *g, int number, int *moves)
{
	pthread_mutex_lock(&g->lock);
	const struct guest *who = guest_of(g, number);
	*moves = g->moves;
	pthread_mutex_unlock(&g->lock);
	return who;
}

int guests_move(guests *g, int number, int room)
{
	pthread_mutex_lock(&g->lock);
	struct guest *who = guest_of(g, number);
	who->room = room;
	who->floor = room / 2;
	int moves = ++g->moves;
	pthread_mutex_unlock(&g->lock);
	return moves;
}

int guests_visit(guests *g, int number)
{
	pthread_mutex_lock(&g->lock);
	struct guest *who = guest_of(g, number);
	who->visitors++;
	pthread_mutex_unlock(&g->lock);
	pthread_mutex_lock(&g->lock);
	who->visitors--;
	who->seen = 1;
	int room = who->number;
	pthread_mutex_unlock(&g->lock);
	return room;
}

int guests_moves(guests *g)
{
	pthread_mutex_lock(&g->lock);
	int moves = g->moves;
	pthread_mutex_unlock(&g->lock);
	return moves;
}
