// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "datum.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum kind { NUMBER, LIST };

struct datum {
	enum kind kind;
	pthread_mutex_t lock;
	int value;
	int *items;
	int count;
};

static struct datum *make(enum kind kind)
{
	struct datum *d = calloc(1, sizeof(*d));
	if (d) {
		d->kind = kind;
		pthread_mutex_init(&d->lock, NULL);
	}
	return d;
}

struct datum *datum_new_number(int value)
{
	struct datum *d = make(NUMBER);
	if (d) {
		d->value = value;
	}
	return d;
}

struct datum *datum_new_list(void)
{
	return make(LIST);
}

void datum_free(struct datum *d)
{
	pthread_mutex_destroy(&d->lock);
	free(d->items);
	free(d);
}

int datum_number(struct datum *d)
{
	assert(d->kind == NUMBER);
	pthread_mutex_lock(&d->lock);
	int value = d->value;
	pthread_mutex_unlock(&d->lock);
	return value;
}

int datum_add(struct datum *d, int value)
{
	assert(d->kind == NUMBER);
	pthread_mutex_lock(&d->lock);
	d->value = (int)((unsigned)d->value + (unsigned)value);
	pthread_mutex_unlock(&d->lock);
	return 0;
}

int datum_append(struct datum *d, int value)
{
	assert(d->kind == LIST);
	pthread_mutex_lock(&d->lock);
	int *items = realloc(d->items, ((size_t)d->count + 1) * sizeof(*items));
	if (items) {
		d->items = items;
		d->items[d->count++] = value;
	}
	pthread_mutex_unlock(&d->lock);
	return items ? 0 : -1;
}

int datum_length(struct datum *d)
{
	assert(d->kind == LIST);
	pthread_mutex_lock(&d->lock);
	int count = d->count;
	pthread_mutex_unlock(&d->lock);
	return count;
}
