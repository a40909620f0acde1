// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "intstack.h"

#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

struct intstack {
	pthread_mutex_t lock;
	struct node *top;
	size_t size;
};

intstack *intstack_new(void)
{
	intstack *stack = calloc(1, sizeof *stack);
	if (stack) {
		pthread_mutex_init(&stack->lock, NULL);
	}
	return stack;
}

static void free_nodes(struct node *node)
{
	while (node) {
		struct node *next = node->next;
		free(node);
		node = next;
	}
}

void intstack_free(intstack *stack)
{
	if (!stack) {
		return;
	}
	free_nodes(stack->top);
	pthread_mutex_destroy(&stack->lock);
	free(stack);
}

bool intstack_push(intstack *stack, int value)
{
	struct node *node = malloc(sizeof *node);
	if (!node) {
		return false;
	}
	node->value = value;
	pthread_mutex_lock(&stack->lock);
	node->next = stack->top;
	stack->top = node;
	stack->size++;
	pthread_mutex_unlock(&stack->lock);
	return true;
}

bool intstack_pop(intstack *stack, int *value)
{
	pthread_mutex_lock(&stack->lock);
	struct node *node = stack->top;
	if (node) {
		stack->top = node->next;
		stack->size--;
	}
	pthread_mutex_unlock(&stack->lock);
	if (!node) {
		return false;
	}
	*value = node->value;
	free(node);
	return true;
}

bool intstack_peek(intstack *stack, int *value)
{
	pthread_mutex_lock(&stack->lock);
	bool found = stack->top != NULL;
	if (found) {
		*value = stack->top->value;
	}
	pthread_mutex_unlock(&stack->lock);
	return found;
}

void intstack_reverse(intstack *stack)
{
	pthread_mutex_lock(&stack->lock);
	struct node *reversed = NULL;
	while (stack->top) {
		struct node *node = stack->top;
		stack->top = node->next;
		node->next = reversed;
		reversed = node;
	}
	stack->top = reversed;
	pthread_mutex_unlock(&stack->lock);
}

size_t intstack_clear(intstack *stack)
{
	pthread_mutex_lock(&stack->lock);
	struct node *nodes = stack->top;
	size_t size = stack->size;
	stack->top = NULL;
	stack->size = 0;
	pthread_mutex_unlock(&stack->lock);
	free_nodes(nodes);
	return size;
}

size_t intstack_size(intstack *stack)
{
	pthread_mutex_lock(&stack->lock);
	size_t size = stack->size;
	pthread_mutex_unlock(&stack->lock);
	return size;
}
