// SPDX-License-Identifier: Apache-2.0
// A stack of integers that several threads may share.
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct stack stack;

/** Create an empty stack; NULL if out of memory. */
stack *stack_new(void);

/** Free the stack. No other thread may use it any more. */
void stack_free(stack *stack);

/** Push a value; false if out of memory. */
bool stack_push(stack *stack, int value);

/** Pop the top value into *value; false if the stack is empty. */
bool stack_pop(stack *stack, int *value);

/** True if there is nothing to pop. */
bool stack_is_empty(stack *stack);

/** The number of values. */
size_t stack_size(stack *stack);

#endif
