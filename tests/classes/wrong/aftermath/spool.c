// SPDX-License-Identifier: Apache-2.0
#include "spool.h"

#include <pthread.h>
#include <stdlib.h>

#define PAGES 8

struct page {
	int number;
};

struct spool {
	pthread_mutex_t lock;
	struct page *pages[PAGES];
	int n;
	int cursor; // of a page, or 0
	int title, author, paper, size;
};

spool *spool_new(void)
{
	spool *s = calloc(1, sizeof *s);
	if (s) {
		pthread_mutex_init(&s->lock, NULL);
	}
	return s;
}

static void tear(spool *s)
{
	if (s->n > 0) {
		free(s->pages[--s->n]);
		s->pages[s->n] = NULL;
		s->cursor -= s->cursor > 0 && s->cursor == s->n;
	}
}

void spool_free(spool *s)
{
	if (s) {
		while (s->n > 0) {
			tear(s);
		}
		pthread_mutex_destroy(&s->lock);
		free(s);
	}
}

bool spool_add(spool *s)
{
	pthread_mutex_lock(&s->lock);
	struct page *page = s->n < PAGES ? calloc(1, sizeof *page) : NULL;
	if (page) {
		s->pages[s->n++] = page;
	}
	pthread_mutex_unlock(&s->lock);
	return page != NULL;
}

void spool_tear(spool *s)
{
	pthread_mutex_lock(&s->lock);
	tear(s);
	pthread_mutex_unlock(&s->lock);
}

void spool_tear_all(spool *s)
{
	pthread_mutex_lock(&s->lock);
	while (s->n > 0) {
		tear(s);
	}
	pthread_mutex_unlock(&s->lock);
}

void spool_forward(spool *s)
{
	pthread_mutex_lock(&s->lock);
	s->cursor += s->cursor + 1 < s->n;
	pthread_mutex_unlock(&s->lock);
}

void spool_back(spool *s)
{
	pthread_mutex_lock(&s->lock);
	s->cursor -= s->cursor > 0;
	pthread_mutex_unlock(&s->lock);
}

void spool_renumber(spool *s)
{
	pthread_mutex_lock(&s->lock);
	int cursor = s->cursor;
	s->cursor = 0;
	for (int i = 0; i < s->n; i++) {
		s->pages[i]->number = i + 1;
	}
	pthread_mutex_unlock(&s->lock);
	pthread_mutex_lock(&s->lock);
	s->cursor = cursor;
	pthread_mutex_unlock(&s->lock);
}

int spool_print(spool *s)
{
	pthread_mutex_lock(&s->lock);
	int number = s->n > 0 ? s->pages[s->cursor]->number : -1;
	pthread_mutex_unlock(&s->lock);
	return number;
}

void spool_set_title(spool *s, int title)
{
	pthread_mutex_lock(&s->lock);
	s->title = title;
	pthread_mutex_unlock(&s->lock);
}

int spool_title(spool *s)
{
	pthread_mutex_lock(&s->lock);
	int title = s->title;
	pthread_mutex_unlock(&s->lock);
	return title;
}

void spool_set_author(spool *s, int author)
{
	pthread_mutex_lock(&s->lock);
	s->author = author;
	pthread_mutex_unlock(&s->lock);
}

int spool_author(spool *s)
{
	pthread_mutex_lock(&s->lock);
	int author = s->author;
	pthread_mutex_unlock(&s->lock);
	return author;
}

void spool_set_paper(spool *s, int paper)
{
	pthread_mutex_lock(&s->lock);
	s->paper = paper;
	pthread_mutex_unlock(&s->lock);
}

int spool_paper(spool *s)
{
	pthread_mutex_lock(&s->lock);
	int paper = s->paper;
	pthread_mutex_unlock(&s->lock);
	return paper;
}

void spool_set_size(spool *s, int size)
{
	pthread_mutex_lock(&s->lock);
	s->size = size;
	pthread_mutex_unlock(&s->lock);
}

int spool_size(spool *s)
{
	pthread_mutex_lock(&s->lock);
	int size = s->size;
	pthread_mutex_unlock(&s->lock);
	return size;
}
