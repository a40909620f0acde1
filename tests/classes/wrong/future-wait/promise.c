// heddle: deadlock|data-race|not-linearizable
// Bug: promise_wait looks whether it was kept before it locks, and misses the signal.
// SPDX-License-Identifier: Apache-2.0
#include "promise.h"

#include <pthread.h>
#include <stdlib.h>

struct promise {
	struct promise *next;
	pthread_mutex_t lock;
	pthread_cond_t kept;
	int is_kept, value;
};

struct office {
	pthread_mutex_t lock;
	struct promise *first;
};

struct office *office_open(void)
{
	struct office *o = calloc(1, sizeof(*o));

	pthread_mutex_init(&o->lock, NULL);
	return o;
}

void office_close(struct office *o)
{
	while (o->first) {
		struct promise *next = o->first->next;
		pthread_cond_destroy(&o->first->kept);
		pthread_mutex_destroy(&o->first->lock);
		free(o->first);
		o->first = next;
	}
	pthread_mutex_destroy(&o->lock);
	free(o);
}

struct promise *office_promise(struct office *o)
{
	struct promise *p = calloc(1, sizeof(*p));

	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->kept, NULL);
	pthread_mutex_lock(&o->lock);
	p->next = o->first;
	o->first = p;
	pthread_mutex_unlock(&o->lock);
	return p;
}

void promise_keep(struct promise *p, int value)
{
	pthread_mutex_lock(&p->lock);
	if (!p->is_kept) {
		p->value = value;
		p->is_kept = 1;
		pthread_cond_broadcast(&p->kept);
	}
	pthread_mutex_unlock(&p->lock);
}

int promise_wait(struct promise *p)
{
	int kept = p->is_kept;

	pthread_mutex_lock(&p->lock);
	if (!kept) {
		pthread_cond_wait(&p->kept, &p->lock);
	}
	int value = p->value;
	pthread_mutex_unlock(&p->lock);
	return value;
}
