// heddle: not-linearizable
// span_get sees the first number that span_set stores and not yet the second.
// SPDX-License-Identifier: Apache-2.0
#include "span.h"

#include <pthread.h>
#include <stdlib.h>

struct span {
	pthread_mutex_t lock;
	int low, high;
};

struct span *span_new(void)
{
	struct span *s = calloc(1, sizeof(*s));

	if (s) {
		pthread_mutex_init(&s->lock, NULL);
	}
	return s;
}

void span_free(struct span *s)
{
	pthread_mutex_destroy(&s->lock);
	free(s);
}

static void store(struct span *s, int *to, int value)
{
	pthread_mutex_lock(&s->lock);
	*to = value;
	pthread_mutex_unlock(&s->lock);
}

void span_set(struct span *s, int low, int high)
{
	store(s, &s->low, low);
	store(s, &s->high, high);
}

void span_get(struct span *s, int *low, int *high)
{
	pthread_mutex_lock(&s->lock);
	*low = s->low;
	*high = s->high;
	pthread_mutex_unlock(&s->lock);
}
