// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define MOST 4

struct task {
	struct task *next;
	crew_job job;
	void *argument;
};

struct crew {
	pthread_mutex_t lock;
	pthread_cond_t work; // a task came, or it is time to stop
	pthread_cond_t idle; // nothing is unfinished
	struct task *first;
	struct task *last;
	int unfinished;
	int submitted;
	bool stop;
	int started;
	pthread_t threads[MOST];
};

static _Thread_local bool in_job;

static void *work(void *argument)
{
	crew *crew = argument;
	in_job = true;
	pthread_mutex_lock(&crew->lock);
	for (;;) {
		while (!crew->first && !crew->stop) {
			pthread_cond_wait(&crew->work, &crew->lock);
		}
		struct task *task = crew->first;
		if (!task) {
			break;
		}
		crew->first = task->next;
		pthread_mutex_unlock(&crew->lock);

		task->job(task->argument);
		free(task);

		pthread_mutex_lock(&crew->lock);
		if (--crew->unfinished == 0) {
			pthread_cond_broadcast(&crew->idle);
		}
	}
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

void crew_free(crew *crew)
{
	if (!crew) {
		return;
	}
	pthread_mutex_lock(&crew->lock);
	crew->stop = true;
	pthread_cond_broadcast(&crew->work);
	pthread_mutex_unlock(&crew->lock);
	for (int i = 0; i < crew->started; i++) {
		pthread_join(crew->threads[i], NULL);
	}
	pthread_cond_destroy(&crew->idle);
	pthread_cond_destroy(&crew->work);
	pthread_mutex_destroy(&crew->lock);
	free(crew);
}

crew *crew_new(int threads)
{
	if (in_job || threads < 1 || threads > MOST) {
		return NULL;
	}
	crew *crew = calloc(1, sizeof *crew);
	if (!crew) {
		return NULL;
	}
	pthread_mutex_init(&crew->lock, NULL);
	pthread_cond_init(&crew->work, NULL);
	pthread_cond_init(&crew->idle, NULL);
	while (crew->started < threads) {
		if (pthread_create(&crew->threads[crew->started], NULL, work, crew) != 0) {
			crew_free(crew);
			return NULL;
		}
		crew->started++;
	}
	return crew;
}

int crew_submit(crew *crew, crew_job job, void *argument)
{
	struct task *task = job && !in_job ? malloc(sizeof *task) : NULL;
	if (!task) {
		return -1;
	}
	task->next = NULL;
	task->job = job;
	task->argument = argument;
	pthread_mutex_lock(&crew->lock);
	if (crew->first) {
		crew->last->next = task;
	} else {
		crew->first = task;
	}
	crew->last = task;
	crew->unfinished++;
	crew->submitted++;
	pthread_cond_signal(&crew->work);
	pthread_mutex_unlock(&crew->lock);
	return 0;
}

int crew_wait(crew *crew)
{
	if (in_job) {
		return -1;
	}
	pthread_mutex_lock(&crew->lock);
	while (crew->unfinished > 0) {
		pthread_cond_wait(&crew->idle, &crew->lock);
	}
	pthread_mutex_unlock(&crew->lock);
	return 0;
}

int crew_unfinished(crew *crew)
{
	pthread_mutex_lock(&crew->lock);
	int unfinished = crew->unfinished;
	pthread_mutex_unlock(&crew->lock);
	return unfinished;
}

int crew_submitted(crew *crew)
{
	if (in_job) {
		return -1;
	}
	pthread_mutex_lock(&crew->lock);
	int submitted = crew->submitted;
	pthread_mutex_unlock(&crew->lock);
	return submitted;
}
