// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "pages.h"

#include <pthread.h>
#include <stdlib.h>

struct pages {
	pthread_mutex_t lock;
	int value, changes, mark;
};

pages *pages_new(void)
{
	pages *p = calloc(1, sizeof(*p));
	if (p) {
		pthread_mutex_init(&p->lock, NULL);
	}
	return p;
}

void pages_free(pages *p)
{
	pthread_mutex_destroy(&p->lock);
	free(p);
}

static int change(pages *p, unsigned value)
{
	int before = p->value;
	p->value = (int)(value % 1000);
	p->changes++;
	return before;
}

#define CHANGE(name, parameter, value) \
	int pages_##name(pages *p parameter) \
	{ \
		pthread_mutex_lock(&p->lock); \
		int before = change(p, (unsigned)(value)); \
		pthread_mutex_unlock(&p->lock); \
		return before; \
	}

#define N , int n
#define NONE
CHANGE(add, N, (unsigned)p->value + (unsigned)n)
CHANGE(set, N, n)
CHANGE(twice, NONE, 2 * (unsigned)p->value)
CHANGE(clear, NONE, 0)
CHANGE(most, N, n > p->value ? n : p->value)
CHANGE(least, N, n < p->value ? n : p->value)
CHANGE(flip, NONE, 999 - (unsigned)p->value)

int pages_subtract(pages *p, int n)
{
	pthread_mutex_lock(&p->lock);
	int before = change(p, (unsigned)p->value - (unsigned)n);
	pthread_mutex_unlock(&p->lock);
	return before;
}

int pages_mark(pages *p, int n)
{
	pthread_mutex_lock(&p->lock);
	int before = p->mark;
	p->mark = n;
	pthread_mutex_unlock(&p->lock);
	return before;
}

int pages_get(pages *p)
{
	pthread_mutex_lock(&p->lock);
	int value = p->value + p->changes;
	pthread_mutex_unlock(&p->lock);
	return value;
}
