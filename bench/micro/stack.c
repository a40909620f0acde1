// SPDX-License-Identifier: Apache-2.0
#include "stack.h"

#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

struct stack {
	pthread_mutex_t lock;
	struct node *top;
};

struct stack *stack_new(void)
{
	struct stack *s = malloc(sizeof(*s));
	pthread_mutex_init(&s->lock, NULL);
	s->top = NULL;
	return s;
}

void stack_destroy(struct stack *s)
{
	struct node *n = s->top;

	while (n) {
		struct node *next = n->next;
		free(n);
		n = next;
	}
	pthread_mutex_destroy(&s->lock);
	free(s);
}

void stack_push(struct stack *s, int value)
{
	struct node *n = malloc(sizeof(*n));

	n->value = value;
	pthread_mutex_lock(&s->lock);
	n->next = s->top;
	s->top = n;
	pthread_mutex_unlock(&s->lock);
}

bool stack_pop(struct stack *s, int *value)
{
	pthread_mutex_lock(&s->lock);
	struct node *n = s->top;
	if (n)
		s->top = n->next;
	pthread_mutex_unlock(&s->lock);
	if (!n)
		return false;
	*value = n->value;
	free(n);
	return true;
}
