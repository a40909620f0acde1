// heddle: data-race|not-linearizable
// Bug: chain_push reads the head before it locks.
// SPDX-License-Identifier: Apache-2.0
#include "chain.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct chain {
	pthread_mutex_t lock;
	struct chain_node *head;
};

struct chain *chain_create(void)
{
	struct chain *c = calloc(1, sizeof(*c));

	pthread_mutex_init(&c->lock, NULL);
	return c;
}

void chain_destroy(struct chain *c)
{
	pthread_mutex_destroy(&c->lock);
	free(c);
}

void chain_push(struct chain *c, struct chain_node *node)
{
	node->next = c->head;
	pthread_mutex_lock(&c->lock);
	c->head = node;
	pthread_mutex_unlock(&c->lock);
}

struct chain_node *chain_pop(struct chain *c)
{
	pthread_mutex_lock(&c->lock);
	struct chain_node *node = c->head;
	if (node) {
		c->head = node->next;
	}
	pthread_mutex_unlock(&c->lock);
	return node;
}

int chain_length(struct chain *c)
{
	int count = 0;

	pthread_mutex_lock(&c->lock);
	for (struct chain_node *node = c->head; node; node = node->next) {
		count++;
	}
	pthread_mutex_unlock(&c->lock);
	return count;
}
