// heddle: data-race|not-linearizable|use-after-free|deadlock|double-free
// Bug: two workers of a crew take jobs: they look whether there is one before they lock.
// SPDX-License-Identifier: Apache-2.0
#include "crew.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST = 4096 };

struct job {
	struct job *next;
	int number;
};

struct crew {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct job *jobs;
	int closing, workers;
	long done;
	pthread_t *threads;
};

static void *work(void *data)
{
	crew_t *c = data;

	pthread_mutex_lock(&c->lock);
	for (;;) {
		while (!c->jobs && !c->closing) {
			pthread_cond_wait(&c->changed, &c->lock);
		}
		if (!c->jobs) {
			break;
		}
		struct job *job = c->jobs;
		pthread_mutex_unlock(&c->lock);
		long number = job->number;
		pthread_mutex_lock(&c->lock);
		c->jobs = job->next;
		c->done += number;
		free(job);
	}
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

crew_t *crew_create(int workers)
{
	if (workers < 1 || workers > MOST) {
		return NULL;
	}
	crew_t *c = calloc(1, sizeof(*c));
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->changed, NULL);
	c->threads = calloc((size_t)workers, sizeof(*c->threads));
	for (c->workers = 0; c->workers < workers; c->workers++) {
		pthread_create(&c->threads[c->workers], NULL, work, c);
	}
	return c;
}

void crew_destroy(crew_t *c)
{
	pthread_mutex_lock(&c->lock);
	c->closing = 1;
	pthread_cond_broadcast(&c->changed);
	pthread_mutex_unlock(&c->lock);
	for (int i = 0; i < c->workers; i++) {
		pthread_join(c->threads[i], NULL);
	}
	pthread_cond_destroy(&c->changed);
	pthread_mutex_destroy(&c->lock);
	free(c->threads);
	free(c);
}

int crew_add(crew_t *c, int number)
{
	struct job *job = malloc(sizeof(*job));

	job->number = number;
	pthread_mutex_lock(&c->lock);
	job->next = c->jobs;
	c->jobs = job;
	pthread_cond_signal(&c->changed);
	pthread_mutex_unlock(&c->lock);
	return 0;
}
