// heddle: wild-access
// SPDX-License-Identifier: Apache-2.0
#include "tagged.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define CHANGING ((uintptr_t)1 << 62)

struct node {
	int value;
	struct node *next;
};

struct tagged {
	pthread_mutex_t mutex;
	uintptr_t head;
};

tagged *tagged_new(void)
{
	tagged *t = calloc(1, sizeof(*t));
	if (t) {
		pthread_mutex_init(&t->mutex, NULL);
	}
	return t;
}

void tagged_free(tagged *t)
{
	for (struct node *n = (struct node *)t->head, *next; n; n = next) {
		next = n->next;
		free(n);
	}
	pthread_mutex_destroy(&t->mutex);
	free(t);
}

static void mark(tagged *t, uintptr_t changes)
{
	pthread_mutex_lock(&t->mutex);
	t->head ^= changes;
	pthread_mutex_unlock(&t->mutex);
}

void tagged_add(tagged *t, int value)
{
	struct node *n = malloc(sizeof(*n));

	if (!n) {
		return;
	}
	n->value = value;
	mark(t, CHANGING);
	pthread_mutex_lock(&t->mutex);
	n->next = (struct node *)(t->head & ~CHANGING);
	t->head = (uintptr_t)n | (t->head & CHANGING);
	pthread_mutex_unlock(&t->mutex);
	mark(t, CHANGING);
}

int tagged_sum(tagged *t)
{
	int sum = 0;

	pthread_mutex_lock(&t->mutex);
	for (const struct node *n = (const struct node *)t->head; n; n = n->next) {
		sum += n->value;
	}
	pthread_mutex_unlock(&t->mutex);
	return sum;
}
