// heddle: use-after-free
// office_free does not wait for the clerk, who still works with the office.
// SPDX-License-Identifier: Apache-2.0
#include "office.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	office_job *run;
	void *data;
};

struct office {
	pthread_mutex_t lock;
	pthread_cond_t given, idle;
	struct job *first;
	int open, done, closing;
	pthread_t clerk;
};

static void *work(void *data)
{
	office *o = data;
	pthread_mutex_lock(&o->lock);
	for (;;) {
		while (!o->first && !o->closing) {
			pthread_cond_wait(&o->given, &o->lock);
		}
		struct job *job = o->first;
		if (!job) {
			break;
		}
		o->first = job->next;
		pthread_mutex_unlock(&o->lock);
		assert(job->run); // said late: who gave it is gone
		job->run(job->data);
		free(job);
		pthread_mutex_lock(&o->lock);
		o->done++;
		if (--o->open == 0) {
			pthread_cond_broadcast(&o->idle);
		}
	}
	pthread_mutex_unlock(&o->lock);
	return NULL;
}

office *office_new(void)
{
	office *o = calloc(1, sizeof(*o));
	if (o) {
		pthread_mutex_init(&o->lock, NULL);
		pthread_cond_init(&o->given, NULL);
		pthread_cond_init(&o->idle, NULL);
		if (pthread_create(&o->clerk, NULL, work, o) != 0) {
			free(o);
			return NULL;
		}
	}
	return o;
}

void office_free(office *o)
{
	pthread_mutex_lock(&o->lock);
	o->closing = 1;
	pthread_cond_signal(&o->given);
	pthread_mutex_unlock(&o->lock);
	pthread_detach(o->clerk);
	free(o);
}

int office_give(office *o, office_job *run, void *data)
{
	struct job *job = malloc(sizeof(*job));
	if (!job) {
		return 0;
	}
	*job = (struct job){NULL, run, data};
	pthread_mutex_lock(&o->lock);
	struct job **at = &o->first;
	while (*at) {
		at = &(*at)->next;
	}
	*at = job;
	o->open++;
	pthread_cond_signal(&o->given);
	pthread_mutex_unlock(&o->lock);
	return 1;
}

void office_wait(office *o)
{
	pthread_mutex_lock(&o->lock);
	while (o->open > 0) {
		pthread_cond_wait(&o->idle, &o->lock);
	}
	pthread_mutex_unlock(&o->lock);
}

int office_done(office *o)
{
	pthread_mutex_lock(&o->lock);
	int done = o->done;
	pthread_mutex_unlock(&o->lock);
	return done;
}
