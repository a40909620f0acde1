// heddle: data-race|not-linearizable|use-after-free|double-free|null-dereference
// Bug: pane_close unlinks the pane from its screen without the lock.
// SPDX-License-Identifier: Apache-2.0
#include "screen.h"

#include <pthread.h>
#include <stdlib.h>

struct pane {
	screen *on;
	pane *previous, *next;
	int width;
};

struct screen {
	pthread_mutex_t lock;
	pane *first;
	int panes;
};

screen *screen_create(void)
{
	screen *s = calloc(1, sizeof(*s));

	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void screen_destroy(screen *s)
{
	while (s->first) {
		pane *next = s->first->next;
		free(s->first);
		s->first = next;
	}
	pthread_mutex_destroy(&s->lock);
	free(s);
}

int screen_panes(screen *s)
{
	pthread_mutex_lock(&s->lock);
	int panes = s->panes;
	pthread_mutex_unlock(&s->lock);
	return panes;
}

pane *pane_create(screen *on, int width)
{
	pane *p = calloc(1, sizeof(*p));

	p->on = on;
	p->width = width;
	pthread_mutex_lock(&on->lock);
	p->next = on->first;
	if (p->next) {
		p->next->previous = p;
	}
	on->first = p;
	on->panes++;
	pthread_mutex_unlock(&on->lock);
	return p;
}

int pane_width(pane *p)
{
	pthread_mutex_lock(&p->on->lock);
	int width = p->width;
	pthread_mutex_unlock(&p->on->lock);
	return width;
}

void pane_close(pane *p)
{
	screen *s = p->on;

	if (p->previous) {
		p->previous->next = p->next;
	} else {
		s->first = p->next;
	}
	if (p->next) {
		p->next->previous = p->previous;
	}
	s->panes--;
	free(p);
}
