// heddle: deadlock
// mailer_send counts its letter after it was delivered: mailer_flush misses the wake-up for good.
// SPDX-License-Identifier: Apache-2.0
#include "mailer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct letter {
	struct letter *next;
	int value;
};

struct mailer {
	pthread_t worker;
	pthread_mutex_t lock;
	pthread_cond_t work;
	pthread_cond_t idle;
	struct letter *first;
	struct letter **end;
	int pending;
	unsigned delivered;
	bool stop;
};

static void *deliver(void *argument)
{
	mailer *mailer = argument;
	pthread_mutex_lock(&mailer->lock);
	for (;;) {
		while (!mailer->first && !mailer->stop) {
			pthread_cond_wait(&mailer->work, &mailer->lock);
		}
		struct letter *letter = mailer->first;
		if (!letter) {
			break;
		}
		mailer->first = letter->next;
		if (!mailer->first) {
			mailer->end = &mailer->first;
		}
		mailer->delivered += (unsigned)letter->value;
		free(letter);
		if (--mailer->pending == 0) {
			pthread_cond_broadcast(&mailer->idle);
		}
	}
	pthread_mutex_unlock(&mailer->lock);
	return NULL;
}

mailer *mailer_new(void)
{
	mailer *mailer = calloc(1, sizeof *mailer);
	if (!mailer) {
		return NULL;
	}
	pthread_mutex_init(&mailer->lock, NULL);
	pthread_cond_init(&mailer->work, NULL);
	pthread_cond_init(&mailer->idle, NULL);
	mailer->end = &mailer->first;
	if (pthread_create(&mailer->worker, NULL, deliver, mailer) != 0) {
		free(mailer);
		return NULL;
	}
	return mailer;
}

void mailer_free(mailer *mailer)
{
	if (!mailer) {
		return;
	}
	pthread_mutex_lock(&mailer->lock);
	mailer->stop = true;
	pthread_cond_signal(&mailer->work);
	pthread_mutex_unlock(&mailer->lock);
	pthread_join(mailer->worker, NULL);
	pthread_cond_destroy(&mailer->idle);
	pthread_cond_destroy(&mailer->work);
	pthread_mutex_destroy(&mailer->lock);
	free(mailer);
}

static void enqueue(mailer *mailer, struct letter *letter)
{
	pthread_mutex_lock(&mailer->lock);
	*mailer->end = letter;
	mailer->end = &letter->next;
	pthread_cond_signal(&mailer->work);
	pthread_mutex_unlock(&mailer->lock);
}

int mailer_send(mailer *mailer, int value)
{
	struct letter *letter = calloc(1, sizeof *letter);
	if (!letter) {
		return -1;
	}
	letter->value = value;
	enqueue(mailer, letter);
	pthread_mutex_lock(&mailer->lock);
	mailer->pending++;
	pthread_mutex_unlock(&mailer->lock);
	return 0;
}

void mailer_flush(mailer *mailer)
{
	pthread_mutex_lock(&mailer->lock);
	while (mailer->pending != 0) {
		pthread_cond_wait(&mailer->idle, &mailer->lock);
	}
	pthread_mutex_unlock(&mailer->lock);
}

unsigned mailer_delivered(mailer *mailer)
{
	pthread_mutex_lock(&mailer->lock);
	unsigned delivered = mailer->delivered;
	pthread_mutex_unlock(&mailer->lock);
	return delivered;
}
