// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "pqueue.h"

#include <stdlib.h>
#include <threads.h>

struct pqueue {
	mtx_t lock;
	int *heap;
	size_t size;
	size_t capacity;
};

pqueue *pqueue_new(void)
{
	pqueue *queue = calloc(1, sizeof *queue);
	if (queue && mtx_init(&queue->lock, mtx_plain) != thrd_success) {
		free(queue);
		return NULL;
	}
	return queue;
}

void pqueue_free(pqueue *queue)
{
	if (!queue) {
		return;
	}
	mtx_destroy(&queue->lock);
	free(queue->heap);
	free(queue);
}

static void swap(int *a, int *b)
{
	int old = *a;
	*a = *b;
	*b = old;
}

static void rise(int *heap, size_t i)
{
	for (; i > 0 && heap[i] < heap[(i - 1) / 2]; i = (i - 1) / 2) {
		swap(&heap[i], &heap[(i - 1) / 2]);
	}
}

static void sink(int *heap, size_t size, size_t i)
{
	for (;;) {
		size_t least = i;
		for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < size; child++) {
			if (heap[child] < heap[least]) {
				least = child;
			}
		}
		if (least == i) {
			return;
		}
		swap(&heap[i], &heap[least]);
		i = least;
	}
}

// With the lock held.
static bool grow(pqueue *queue)
{
	if (queue->size < queue->capacity) {
		return true;
	}
	size_t capacity = queue->capacity ? queue->capacity * 2 : 4;
	int *heap = realloc(queue->heap, capacity * sizeof *heap);
	if (!heap) {
		return false;
	}
	queue->heap = heap;
	queue->capacity = capacity;
	return true;
}

bool pqueue_add(pqueue *queue, int value)
{
	mtx_lock(&queue->lock);
	bool done = grow(queue);
	if (done) {
		queue->heap[queue->size] = value;
		rise(queue->heap, queue->size++);
	}
	mtx_unlock(&queue->lock);
	return done;
}

bool pqueue_take(pqueue *queue, int *value)
{
	mtx_lock(&queue->lock);
	bool found = queue->size > 0;
	if (found) {
		*value = queue->heap[0];
		queue->heap[0] = queue->heap[--queue->size];
		sink(queue->heap, queue->size, 0);
	}
	mtx_unlock(&queue->lock);
	return found;
}

bool pqueue_first(pqueue *queue, int *value)
{
	mtx_lock(&queue->lock);
	bool found = queue->size > 0;
	if (found) {
		*value = queue->heap[0];
	}
	mtx_unlock(&queue->lock);
	return found;
}

int pqueue_exchange(pqueue *queue, int value)
{
	mtx_lock(&queue->lock);
	if (queue->size > 0 && queue->heap[0] < value) {
		int least = queue->heap[0];
		queue->heap[0] = value;
		sink(queue->heap, queue->size, 0);
		value = least;
	}
	mtx_unlock(&queue->lock);
	return value;
}

size_t pqueue_size(pqueue *queue)
{
	mtx_lock(&queue->lock);
	size_t size = queue->size;
	mtx_unlock(&queue->lock);
	return size;
}
