// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "lfstack.h"

#include <stdatomic.h>
#include <stdlib.h>

// A node's value and next never change once it can be seen.
struct node {
	struct node *next;
	struct node *retired; // only after it was popped
	int value;
};

struct lfstack {
	_Atomic(struct node *) top;
	_Atomic(struct node *) retired;
};

lfstack *lfstack_new(void)
{
	lfstack *stack = malloc(sizeof *stack);
	if (!stack) {
		return NULL;
	}
	atomic_init(&stack->top, NULL);
	atomic_init(&stack->retired, NULL);
	return stack;
}

void lfstack_free(lfstack *stack)
{
	if (!stack) {
		return;
	}
	struct node *node = atomic_load(&stack->top);
	while (node) {
		struct node *next = node->next;
		free(node);
		node = next;
	}
	node = atomic_load(&stack->retired);
	while (node) {
		struct node *next = node->retired;
		free(node);
		node = next;
	}
	free(stack);
}

bool lfstack_push(lfstack *stack, int value)
{
	struct node *node = malloc(sizeof *node);
	if (!node) {
		return false;
	}
	node->value = value;
	node->retired = NULL;
	node->next = atomic_load_explicit(&stack->top, memory_order_relaxed);
	while (!atomic_compare_exchange_weak_explicit(
		&stack->top, &node->next, node, memory_order_release, memory_order_relaxed)) {
		;
	}
	return true;
}

static void retire(lfstack *stack, struct node *node)
{
	node->retired = atomic_load_explicit(&stack->retired, memory_order_relaxed);
	while (!atomic_compare_exchange_weak_explicit(&stack->retired, &node->retired, node,
		memory_order_release, memory_order_relaxed)) {
		;
	}
}

bool lfstack_pop(lfstack *stack, int *value)
{
	struct node *node = atomic_load_explicit(&stack->top, memory_order_acquire);
	while (node &&
		!atomic_compare_exchange_weak_explicit(&stack->top, &node, node->next,
			memory_order_acq_rel, memory_order_acquire)) {
		;
	}
	if (!node) {
		return false;
	}
	*value = node->value;
	retire(stack, node);
	return true;
}

bool lfstack_is_empty(lfstack *stack)
{
	return atomic_load_explicit(&stack->top, memory_order_acquire) == NULL;
}
