// SPDX-License-Identifier: Apache-2.0
#include "pail.h"

#include <pthread.h>
#include <stdlib.h>

struct drop {
	struct drop *next;
};

struct pail {
	pthread_mutex_t lock;
	void *(*alloc)(size_t size, void *context);
	void (*release)(void *block, void *context);
	void *context;
	struct drop *drops;
	int n;
};

pail_t *pail_new(void *(*alloc)(size_t size, void *context), void (*release)(void *block, void *context), void *context)
{
	pail_t *p = alloc && release ? calloc(1, sizeof(*p)) : NULL;

	if (p) {
		p->alloc = alloc;
		p->release = release;
		p->context = context;
		pthread_mutex_init(&p->lock, NULL);
	}
	return p;
}

static void release_all(pail_t *p)
{
	while (p->drops) {
		struct drop *next = p->drops->next;
		p->release(p->drops, p->context);
		p->drops = next;
	}
}

void pail_free(pail_t *p)
{
	if (p) {
		release_all(p);
		pthread_mutex_destroy(&p->lock);
		free(p);
	}
}

int pail_drop(pail_t *p)
{
	struct drop *drop = p->alloc(sizeof(*drop), p->context);

	if (!drop) {
		return -1;
	}
	pthread_mutex_lock(&p->lock);
	drop->next = p->drops;
	p->drops = drop;
	int n = ++p->n;
	pthread_mutex_unlock(&p->lock);
	return n;
}

int pail_empty(pail_t *p)
{
	pthread_mutex_lock(&p->lock);
	int n = p->n;
	p->n = 0;
	release_all(p);
	pthread_mutex_unlock(&p->lock);
	return n;
}
