// heddle: none
// Futures are given out by exec_submit and resolved once.
// SPDX-License-Identifier: Apache-2.0
#include "exec.h"

#include <pthread.h>
#include <stdlib.h>

struct exec_future {
	struct exec_future *next;
	pthread_mutex_t lock;
	int task, done, value;
};

struct exec {
	pthread_mutex_t lock;
	struct exec_future *futures;
	int count;
};

exec_t *exec_create(void)
{
	exec_t *e = calloc(1, sizeof(*e));

	pthread_mutex_init(&e->lock, NULL);
	return e;
}

void exec_destroy(exec_t *e)
{
	while (e->futures) {
		exec_future_t *next = e->futures->next;
		pthread_mutex_destroy(&e->futures->lock);
		free(e->futures);
		e->futures = next;
	}
	pthread_mutex_destroy(&e->lock);
	free(e);
}

int exec_pending(exec_t *e)
{
	pthread_mutex_lock(&e->lock);
	int count = e->count;
	pthread_mutex_unlock(&e->lock);
	return count;
}

exec_future_t *exec_submit(exec_t *e, int task)
{
	exec_future_t *f = calloc(1, sizeof(*f));

	pthread_mutex_init(&f->lock, NULL);
	f->task = task;
	pthread_mutex_lock(&e->lock);
	f->next = e->futures;
	e->futures = f;
	e->count++;
	pthread_mutex_unlock(&e->lock);
	return f;
}

int exec_future_resolve(exec_future_t *f, int value)
{
	pthread_mutex_lock(&f->lock);
	if (f->done) {
		pthread_mutex_unlock(&f->lock);
		return 0;
	}
	f->done = 1;
	f->value = value;
	pthread_mutex_unlock(&f->lock);
	return 1;
}

int exec_future_poll(exec_future_t *f, int *value)
{
	pthread_mutex_lock(&f->lock);
	int done = f->done;
	if (done) {
		*value = f->value;
	}
	pthread_mutex_unlock(&f->lock);
	return done;
}
