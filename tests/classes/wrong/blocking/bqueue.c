// heddle: null-dereference
// bqueue_pop waits with `if`: a bqueue_try_pop takes what bqueue_push woke it for.
// SPDX-License-Identifier: Apache-2.0
#include "bqueue.h"

#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

struct bqueue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct node *head;
	struct node *tail;
};

bqueue *bqueue_new(void)
{
	bqueue *queue = calloc(1, sizeof *queue);
	if (!queue) {
		return NULL;
	}
	pthread_mutex_init(&queue->lock, NULL);
	pthread_cond_init(&queue->filled, NULL);
	return queue;
}

void bqueue_free(bqueue *queue)
{
	if (!queue) {
		return;
	}
	while (queue->head) {
		struct node *node = queue->head;
		queue->head = node->next;
		free(node);
	}
	pthread_cond_destroy(&queue->filled);
	pthread_mutex_destroy(&queue->lock);
	free(queue);
}

int bqueue_push(bqueue *queue, int value)
{
	struct node *node = malloc(sizeof *node);
	if (!node) {
		return -1;
	}
	node->value = value;
	node->next = NULL;
	pthread_mutex_lock(&queue->lock);
	if (queue->head) {
		queue->tail->next = node;
	} else {
		queue->head = node;
	}
	queue->tail = node;
	pthread_cond_signal(&queue->filled);
	pthread_mutex_unlock(&queue->lock);
	return 0;
}

// With the lock held and the queue not empty.
static int take(bqueue *queue)
{
	struct node *node = queue->head;
	int value = node->value;
	queue->head = node->next;
	free(node);
	return value;
}

int bqueue_pop(bqueue *queue)
{
	pthread_mutex_lock(&queue->lock);
	if (!queue->head) {
		pthread_cond_wait(&queue->filled, &queue->lock);
	}
	int value = take(queue);
	pthread_mutex_unlock(&queue->lock);
	return value;
}

int bqueue_try_pop(bqueue *queue, int *value)
{
	int status = -1;
	pthread_mutex_lock(&queue->lock);
	if (queue->head) {
		*value = take(queue);
		status = 0;
	}
	pthread_mutex_unlock(&queue->lock);
	return status;
}
