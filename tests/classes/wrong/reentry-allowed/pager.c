// heddle: use-after-free
// pager_visit reads pages that pager_add has moved elsewhere.
// SPDX-License-Identifier: Apache-2.0
#include "pager.h"

#include <pthread.h>
#include <stdlib.h>

struct pager {
	pthread_mutex_t lock;
	size_t n, room;
	int *pages;
};

pager *pager_new(void)
{
	pager *p = calloc(1, sizeof(*p));
	if (p) {
		pthread_mutex_init(&p->lock, NULL);
	}
	return p;
}

void pager_free(pager *p)
{
	free(p->pages);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

void pager_add(pager *p, int page)
{
	pthread_mutex_lock(&p->lock);
	if (p->n == p->room) {
		int *more = realloc(p->pages, (p->room + 2) * sizeof(*more));
		if (!more) {
			pthread_mutex_unlock(&p->lock);
			return;
		}
		p->pages = more;
		p->room += 2;
	}
	p->pages[p->n++] = page;
	pthread_mutex_unlock(&p->lock);
}

int pager_visit(pager *p, int (*visitor)(int page, void *data), void *data)
{
	int sum = 0;
	pthread_mutex_lock(&p->lock);
	size_t n = p->n;
	int *pages = p->pages;
	pthread_mutex_unlock(&p->lock);
	for (size_t i = 0; i < n && visitor; i++) {
		sum += visitor(pages[i], data);
	}
	return sum;
}

int pager_total(pager *p)
{
	pthread_mutex_lock(&p->lock);
	int n = (int)p->n;
	pthread_mutex_unlock(&p->lock);
	return n;
}
