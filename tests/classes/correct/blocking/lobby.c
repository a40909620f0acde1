// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "lobby.h"

#include <pthread.h>
#include <stdlib.h>

struct lobby {
	pthread_mutex_t lock;
	pthread_cond_t opened;
	int waiting, open;
};

lobby *lobby_new(void)
{
	lobby *l = calloc(1, sizeof(*l));
	if (l) {
		pthread_mutex_init(&l->lock, NULL);
		pthread_cond_init(&l->opened, NULL);
	}
	return l;
}

void lobby_free(lobby *l)
{
	pthread_cond_destroy(&l->opened);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

void lobby_wait(lobby *l)
{
	pthread_mutex_lock(&l->lock);
	l->waiting++;
	while (!l->open) {
		pthread_cond_wait(&l->opened, &l->lock);
	}
	l->waiting--;
	pthread_mutex_unlock(&l->lock);
}

void lobby_open(lobby *l)
{
	pthread_mutex_lock(&l->lock);
	l->open = 1;
	pthread_cond_broadcast(&l->opened);
	pthread_mutex_unlock(&l->lock);
}

int lobby_waiting(lobby *l)
{
	pthread_mutex_lock(&l->lock);
	int waiting = l->waiting;
	pthread_mutex_unlock(&l->lock);
	return waiting;
}

int lobby_is_open(lobby *l)
{
	pthread_mutex_lock(&l->lock);
	int open = l->open;
	pthread_mutex_unlock(&l->lock);
	return open;
}
