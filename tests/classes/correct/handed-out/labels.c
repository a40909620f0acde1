// heddle: none
// A label is written before it can be seen.
// SPDX-License-Identifier: Apache-2.0
#include "labels.h"

#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 8, TEXT = 8 };

struct labels {
	pthread_mutex_t lock;
	int n;
	char texts[ROOM][TEXT];
};

labels *labels_new(void)
{
	labels *l = calloc(1, sizeof(*l));

	if (l) {
		pthread_mutex_init(&l->lock, NULL);
	}
	return l;
}

void labels_free(labels *l)
{
	pthread_mutex_destroy(&l->lock);
	free(l);
}

int labels_print(labels *l, int number)
{
	pthread_mutex_lock(&l->lock);
	int at = l->n < ROOM ? l->n++ : -1;
	if (at >= 0) {
		l->texts[at][0] = 'n';
		l->texts[at][1] = (char)('0' + (unsigned)number % 10);
	}
	pthread_mutex_unlock(&l->lock);
	return at;
}

const char *labels_last(labels *l)
{
	pthread_mutex_lock(&l->lock);
	const char *text = l->n > 0 ? l->texts[l->n - 1] : NULL;
	pthread_mutex_unlock(&l->lock);
	return text;
}
