// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "sprinkler.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct sprinkler {
	pthread_mutex_t lock;
	pthread_cond_t wanted;
	pthread_t thread;
	int *nozzles;
	int n, turns;
	bool ends;
};

static void *turn(void *argument)
{
	sprinkler *s = argument;
	pthread_mutex_lock(&s->lock);
	while (!s->ends) {
		if (s->turns == 0) {
			pthread_cond_wait(&s->wanted, &s->lock);
			continue;
		}
		s->turns--;
		for (int i = 0; i < s->n; i++) {
			s->nozzles[i]++;
		}
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

sprinkler *sprinkler_new(void)
{
	sprinkler *s = calloc(1, sizeof(*s));
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->wanted, NULL);
	s->n = 2;
	s->nozzles = calloc(2, sizeof(*s->nozzles));
	pthread_create(&s->thread, NULL, turn, s);
	return s;
}

void sprinkler_free(sprinkler *s)
{
	pthread_mutex_lock(&s->lock);
	s->ends = true;
	pthread_cond_signal(&s->wanted);
	pthread_mutex_unlock(&s->lock);
	pthread_join(s->thread, NULL);
	free(s->nozzles);
	pthread_cond_destroy(&s->wanted);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

int sprinkler_resize(sprinkler *s, int nozzles)
{
	if (nozzles < 1 || nozzles > 8) {
		return 0;
	}
	int *other = calloc((size_t)nozzles, sizeof(*other));
	pthread_mutex_lock(&s->lock);
	free(s->nozzles);
	s->nozzles = other;
	s->n = nozzles;
	pthread_mutex_unlock(&s->lock);
	return 1;
}

void sprinkler_turn(sprinkler *s)
{
	pthread_mutex_lock(&s->lock);
	s->turns++;
	pthread_cond_signal(&s->wanted);
	pthread_mutex_unlock(&s->lock);
}
