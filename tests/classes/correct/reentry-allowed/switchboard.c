// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "switchboard.h"

#include <pthread.h>
#include <stdlib.h>

struct line {
	struct line *next;
	int users;
	switchboard_bell *bell;
	void *house;
};

struct switchboard {
	pthread_mutex_t lock;
	struct line *lines;
	int n;
};

switchboard *switchboard_new(void)
{
	switchboard *b = calloc(1, sizeof(*b));
	pthread_mutex_init(&b->lock, NULL);
	return b;
}

void switchboard_free(switchboard *b)
{
	for (struct line *l = b->lines, *next; l; l = next) {
		next = l->next;
		free(l);
	}
	pthread_mutex_destroy(&b->lock);
	free(b);
}

void switchboard_plug(switchboard *b, switchboard_bell *bell, void *house)
{
	struct line *l = calloc(1, sizeof(*l));
	l->bell = bell;
	l->house = house;
	l->users = 1;
	pthread_mutex_lock(&b->lock);
	l->next = b->lines;
	b->lines = l;
	b->n++;
	pthread_mutex_unlock(&b->lock);
}

int switchboard_unplug(switchboard *b)
{
	pthread_mutex_lock(&b->lock);
	struct line *l = b->lines;
	if (l) {
		b->lines = l->next;
		b->n--;
		if (--l->users == 0) {
			free(l);
		}
	}
	int left = b->n;
	pthread_mutex_unlock(&b->lock);
	return left;
}

void switchboard_ring(switchboard *b)
{
	pthread_mutex_lock(&b->lock);
	struct line *l = b->lines;
	if (l) {
		l->users++;
	}
	pthread_mutex_unlock(&b->lock);
	if (l && l->bell) {
		l->bell(l->house);
	}
	pthread_mutex_lock(&b->lock);
	if (l && --l->users == 0) {
		free(l);
	}
	pthread_mutex_unlock(&b->lock);
}
