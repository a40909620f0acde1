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
	size_t size;
};

stack *stack_new(void)
{
	stack *stack = calloc(1, sizeof *stack);
	if (stack) {
		pthread_mutex_init(&stack->lock, NULL);
	}
	return stack;
}

void stack_free(stack *stack)
{
	if (!stack) {
		return;
	}
	while (stack->top) {
		struct node *node = stack->top;
		stack->top = node->next;
		free(node);
	}
	pthread_mutex_destroy(&stack->lock);
	free(stack);
}

bool stack_push(stack *stack, int value)
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

bool stack_is_empty(stack *stack)
{
	pthread_mutex_lock(&stack->lock);
	bool empty = stack->top == NULL;
	pthread_mutex_unlock(&stack->lock);
	return empty;
}

bool stack_pop(stack *stack, int *value)
{
	// Every access is locked, and yet what was true here ...
	if (stack_is_empty(stack)) {
		return false;
	}
	pthread_mutex_lock(&stack->lock);
	// ... need not be true here if another thread popped in between.
	struct node *node = stack->top;
	stack->top = node->next;
	stack->size--;
	pthread_mutex_unlock(&stack->lock);
	*value = node->value;
	free(node);
	return true;
}

size_t stack_size(stack *stack)
{
	pthread_mutex_lock(&stack->lock);
	size_t size = stack->size;
	pthread_mutex_unlock(&stack->lock);
	return size;
}
