// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "tally.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct number {
	struct number *next;
	int value;
};

struct tally {
	pthread_t worker;
	pthread_mutex_t lock;
	pthread_cond_t work; // something was posted, or it is time to stop
	pthread_cond_t progress;
	struct number *first;
	struct number *last;
	unsigned posted;
	unsigned done;
	long sum;
	bool stop;
};

static void *add_up(void *argument)
{
	tally *tally = argument;
	pthread_mutex_lock(&tally->lock);
	for (;;) {
		while (!tally->first && !tally->stop) {
			pthread_cond_wait(&tally->work, &tally->lock);
		}
		struct number *number = tally->first;
		if (!number) {
			break;
		}
		tally->first = number->next;
		pthread_mutex_unlock(&tally->lock);

		int value = number->value;
		free(number);

		pthread_mutex_lock(&tally->lock);
		tally->sum += value;
		tally->done++;
		pthread_cond_broadcast(&tally->progress);
	}
	pthread_mutex_unlock(&tally->lock);
	return NULL;
}

static void destroy(tally *tally)
{
	pthread_cond_destroy(&tally->progress);
	pthread_cond_destroy(&tally->work);
	pthread_mutex_destroy(&tally->lock);
	free(tally);
}

tally *tally_new(void)
{
	tally *tally = calloc(1, sizeof *tally);
	if (!tally) {
		return NULL;
	}
	pthread_mutex_init(&tally->lock, NULL);
	pthread_cond_init(&tally->work, NULL);
	pthread_cond_init(&tally->progress, NULL);
	if (pthread_create(&tally->worker, NULL, add_up, tally) != 0) {
		destroy(tally);
		return NULL;
	}
	return tally;
}

void tally_free(tally *tally)
{
	if (!tally) {
		return;
	}
	pthread_mutex_lock(&tally->lock);
	tally->stop = true;
	pthread_cond_signal(&tally->work);
	pthread_mutex_unlock(&tally->lock);
	pthread_join(tally->worker, NULL);
	destroy(tally);
}

unsigned tally_post(tally *tally, int value)
{
	struct number *number = malloc(sizeof *number);
	if (!number) {
		return 0;
	}
	number->value = value;
	number->next = NULL;
	pthread_mutex_lock(&tally->lock);
	if (tally->first) {
		tally->last->next = number;
	} else {
		tally->first = number;
	}
	tally->last = number;
	unsigned posted = ++tally->posted;
	pthread_cond_signal(&tally->work);
	pthread_mutex_unlock(&tally->lock);
	return posted;
}

long tally_sum(tally *tally)
{
	pthread_mutex_lock(&tally->lock);
	unsigned posted = tally->posted;
	while (tally->done < posted) {
		pthread_cond_wait(&tally->progress, &tally->lock);
	}
	long sum = tally->sum;
	pthread_mutex_unlock(&tally->lock);
	return sum;
}

unsigned tally_posted(tally *tally)
{
	pthread_mutex_lock(&tally->lock);
	unsigned posted = tally->posted;
	pthread_mutex_unlock(&tally->lock);
	return posted;
}

unsigned tally_done(tally *tally)
{
	pthread_mutex_lock(&tally->lock);
	unsigned done = tally->done;
	pthread_mutex_unlock(&tally->lock);
	return done;
}
