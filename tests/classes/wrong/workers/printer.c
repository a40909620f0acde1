// heddle: null-dereference|use-after-free|double-free|deadlock
// two threads of the printer see the same job before either has the lock.
// SPDX-License-Identifier: Apache-2.0
#include "printer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct sheet {
	struct sheet *next;
	printer_job *job;
	void *user;
};

struct printer {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t threads[2];
	struct sheet *first;
	int left;
	bool ends;
};

static void *print(void *argument)
{
	printer *p = argument;
	for (;;) {
		pthread_mutex_lock(&p->lock);
		while (!p->first && !p->ends) {
			pthread_cond_wait(&p->changed, &p->lock);
		}
		pthread_mutex_unlock(&p->lock);
		struct sheet *s = p->first;
		if (!s) {
			return NULL;
		}
		pthread_mutex_lock(&p->lock);
		p->first = s->next;
		pthread_mutex_unlock(&p->lock);
		if (s->job) {
			s->job(s->user);
		}
		free(s);
		pthread_mutex_lock(&p->lock);
		p->left--;
		pthread_cond_broadcast(&p->changed);
		pthread_mutex_unlock(&p->lock);
	}
}

printer *printer_new(void)
{
	printer *p = calloc(1, sizeof(*p));
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->changed, NULL);
	for (int i = 0; i < 2; i++) {
		pthread_create(&p->threads[i], NULL, print, p);
	}
	return p;
}

void printer_free(printer *p)
{
	pthread_mutex_lock(&p->lock);
	p->ends = true;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < 2; i++) {
		pthread_join(p->threads[i], NULL);
	}
	pthread_cond_destroy(&p->changed);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

void printer_add(printer *p, printer_job *job, void *user)
{
	struct sheet *s = malloc(sizeof(*s));
	s->job = job;
	s->user = user;
	pthread_mutex_lock(&p->lock);
	s->next = p->first;
	p->first = s;
	p->left++;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
}

void printer_flush(printer *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->left > 0) {
		pthread_cond_wait(&p->changed, &p->lock);
	}
	pthread_mutex_unlock(&p->lock);
}
