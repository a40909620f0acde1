// heddle: not-linearizable
// Bug: letterbox_post puts the letter into the box first, and then writes the weight on it.
// SPDX-License-Identifier: Apache-2.0
#include "letterbox.h"

#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 8 };

struct letterbox {
	pthread_mutex_t lock;
	unsigned n;
	struct letter *letters[ROOM];
};

letterbox *letterbox_new(void)
{
	letterbox *b = calloc(1, sizeof(*b));

	if (b) {
		pthread_mutex_init(&b->lock, NULL);
	}
	return b;
}

void letterbox_free(letterbox *b)
{
	for (unsigned i = 0; i < b->n; i++) {
		free(b->letters[i]);
	}
	pthread_mutex_destroy(&b->lock);
	free(b);
}

int letterbox_post(letterbox *b, int stamp, long weight)
{
	struct letter *l = calloc(1, sizeof(*l));

	if (!l) {
		return 0;
	}
	l->stamp = stamp;
	pthread_mutex_lock(&b->lock);
	int fits = b->n < ROOM;
	if (fits) {
		b->letters[b->n++] = l;
	}
	pthread_mutex_unlock(&b->lock);
	if (!fits) {
		free(l);
		return 0;
	}
	l->weight = weight < 0 ? -weight : weight + 1;
	return 1;
}

const struct letter *letterbox_newest(letterbox *b)
{
	pthread_mutex_lock(&b->lock);
	const struct letter *l = b->n > 0 ? b->letters[b->n - 1] : NULL;
	pthread_mutex_unlock(&b->lock);
	return l;
}
