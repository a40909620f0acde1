// SPDX-License-Identifier: Apache-2.0
#include "tray.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define PAPERS 8

struct paper {
	int pages;
};

struct tray {
	pthread_mutex_t lock;
	atomic_int count;
	int binned; // above those that count
	struct paper *papers[PAPERS];
};

tray_t *tray_new(void)
{
	tray_t *t = calloc(1, sizeof *t);
	if (t) {
		pthread_mutex_init(&t->lock, NULL);
	}
	return t;
}

void tray_free(tray_t *t)
{
	if (t) {
		for (int i = 0; i < PAPERS; i++) {
			free(t->papers[i]);
		}
		pthread_mutex_destroy(&t->lock);
		free(t);
	}
}

static void empty_bin(tray_t *t)
{
	for (; t->binned > 0; t->binned--) {
		int i = t->count + t->binned - 1;
		free(t->papers[i]);
		t->papers[i] = NULL;
	}
}

bool tray_put(tray_t *t, int pages)
{
	pthread_mutex_lock(&t->lock);
	struct paper *paper = t->count < PAPERS ? malloc(sizeof *paper) : NULL;
	if (paper) {
		empty_bin(t);
		paper->pages = pages & 0xff;
		t->papers[t->count++] = paper;
	}
	pthread_mutex_unlock(&t->lock);
	return paper != NULL;
}

int tray_top(tray_t *t)
{
	int pages = -1;
	int top = t->count - 1;
	pthread_mutex_lock(&t->lock);
	if (top >= 0) {
		pages = t->papers[top]->pages;
	}
	pthread_mutex_unlock(&t->lock);
	return pages;
}

int tray_count(tray_t *t)
{
	return t->count;
}

bool tray_throw(tray_t *t)
{
	pthread_mutex_lock(&t->lock);
	bool any = t->count > 0;
	if (any) {
		t->count--;
		t->binned++;
	}
	pthread_mutex_unlock(&t->lock);
	return any;
}

bool tray_restore(tray_t *t)
{
	pthread_mutex_lock(&t->lock);
	bool any = t->binned > 0;
	if (any) {
		t->count++;
		t->binned--;
	}
	pthread_mutex_unlock(&t->lock);
	return any;
}

void tray_empty_bin(tray_t *t)
{
	pthread_mutex_lock(&t->lock);
	empty_bin(t);
	pthread_mutex_unlock(&t->lock);
}

int tray_pages(tray_t *t)
{
	int pages = 0;
	pthread_mutex_lock(&t->lock);
	for (int i = 0; i < t->count + t->binned; i++) {
		pages += t->papers[i]->pages;
	}
	pthread_mutex_unlock(&t->lock);
	return pages;
}

bool tray_append(tray_t *t, int pages)
{
	pthread_mutex_lock(&t->lock);
	bool any = t->count > 0;
	if (any) {
		t->papers[t->count - 1]->pages += pages & 0xff;
	}
	pthread_mutex_unlock(&t->lock);
	return any;
}
