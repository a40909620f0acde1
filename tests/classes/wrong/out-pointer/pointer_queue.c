// SPDX-License-Identifier: Apache-2.0
#include "pointer_queue.h"

#include <pthread.h>
#include <stdlib.h>

#define SLOTS 4

struct pointer_queue {
	pthread_mutex_t lock;
	void *items[SLOTS];
	unsigned first, end;
};

pointer_queue *pointer_queue_new(void)
{
	pointer_queue *q = calloc(1, sizeof(*q));

	if (q) {
		pthread_mutex_init(&q->lock, NULL);
	}
	return q;
}

void pointer_queue_free(pointer_queue *q)
{
	if (q) {
		pthread_mutex_destroy(&q->lock);
		free(q);
	}
}

bool pointer_queue_put(pointer_queue *q, void *item)
{
	pthread_mutex_lock(&q->lock);
	bool ok = q->end - q->first < SLOTS;
	if (ok) {
		q->items[q->end++ % SLOTS] = item;
	}
	pthread_mutex_unlock(&q->lock);
	return ok;
}

bool pointer_queue_take(pointer_queue *q, void **item)
{
	pthread_mutex_lock(&q->lock);
	bool ok = q->end != q->first;
	unsigned at = q->first;
	if (ok) {
		*item = q->items[at % SLOTS];
	}
	pthread_mutex_unlock(&q->lock);
	if (ok) {
		pthread_mutex_lock(&q->lock);
		q->first = at + 1; // another may have taken it meanwhile
		pthread_mutex_unlock(&q->lock);
	}
	return ok;
}
