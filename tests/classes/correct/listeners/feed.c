// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "feed.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4 };

struct entry {
	feed_listener *call;
	void *data;
};

struct feed {
	pthread_mutex_t lock;
	size_t count;
	struct entry *entries[MOST];
};

feed *feed_new(void)
{
	feed *f = calloc(1, sizeof(*f));
	if (f) {
		pthread_mutex_init(&f->lock, NULL);
	}
	return f;
}

void feed_free(feed *f)
{
	for (size_t i = 0; i < f->count; i++) {
		free(f->entries[i]);
	}
	pthread_mutex_destroy(&f->lock);
	free(f);
}

int feed_listen(feed *f, feed_listener *listener, void *data)
{
	struct entry *e = malloc(sizeof(*e));
	if (!e || !listener) {
		free(e);
		return 0;
	}
	*e = (struct entry){listener, data};
	pthread_mutex_lock(&f->lock);
	int fits = f->count < MOST;
	if (fits) {
		f->entries[f->count++] = e;
	}
	pthread_mutex_unlock(&f->lock);
	if (!fits) {
		free(e);
	}
	return fits;
}

int feed_forget(feed *f)
{
	pthread_mutex_lock(&f->lock);
	struct entry *e = f->count > 0 ? f->entries[--f->count] : NULL;
	pthread_mutex_unlock(&f->lock);
	free(e);
	return e != NULL;
}

void feed_tell(feed *f, int number)
{
	struct entry copy[MOST];
	pthread_mutex_lock(&f->lock);
	size_t count = f->count;
	for (size_t i = 0; i < count; i++) {
		copy[i] = *f->entries[i];
	}
	pthread_mutex_unlock(&f->lock);
	for (size_t i = 0; i < count; i++) {
		copy[i].call(number, copy[i].data);
	}
}

size_t feed_count(feed *f)
{
	pthread_mutex_lock(&f->lock);
	size_t count = f->count;
	pthread_mutex_unlock(&f->lock);
	return count;
}
