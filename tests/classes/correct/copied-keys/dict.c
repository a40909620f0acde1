// SPDX-License-Identifier: Apache-2.0
#include "dict.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8

struct dict {
	pthread_mutex_t lock;
	int (*compare)(const char *a, const char *b);
	int n;
	char *keys[MOST];
};

dict_t *dict_new(int (*compare)(const char *a, const char *b))
{
	dict_t *d = compare ? calloc(1, sizeof(*d)) : NULL;

	if (d) {
		d->compare = compare;
		pthread_mutex_init(&d->lock, NULL);
	}
	return d;
}

void dict_free(dict_t *d)
{
	for (int i = 0; d && i < d->n; i++) {
		free(d->keys[i]);
	}
	if (d) {
		pthread_mutex_destroy(&d->lock);
		free(d);
	}
}

static void insert(dict_t *d, int at, char *copy)
{
	memmove(&d->keys[at + 1], &d->keys[at], (size_t)(d->n - at) * sizeof(*d->keys));
	d->keys[at] = copy;
	d->n++;
}

int dict_put(dict_t *d, const char *key)
{
	char *copy = strdup(key);
	int at = 0;

	if (!copy) {
		return -1;
	}
	pthread_mutex_lock(&d->lock);
	while (at < d->n && d->compare(d->keys[at], copy) < 0) {
		at++;
	}
	if ((at < d->n && d->compare(d->keys[at], copy) == 0) || d->n == MOST) {
		free(copy);
		at = d->n == MOST ? -1 : at;
	} else {
		insert(d, at, copy);
	}
	pthread_mutex_unlock(&d->lock);
	return at;
}

int dict_count(dict_t *d)
{
	pthread_mutex_lock(&d->lock);
	int n = d->n;
	pthread_mutex_unlock(&d->lock);
	return n;
}
