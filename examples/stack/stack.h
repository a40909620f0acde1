// SPDX-License-Identifier: Apache-2.0
// A stack of integers that several threads may share.
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct stack stack;

/** Make an empty stack; NULL when there is no memory. */
stack *stack_new(void);

/** Free the stack. No other thread may use it any more. */
void stack_free(stack *stack);

/** Put a value on top; false when there is no memory. */
bool stack_push(stack *stack, int value);

/** Take the top value into *value; false when the stack is empty. */
bool stack_pop(stack *stack, int *value);

/** True when there is nothing to pop. */
bool stack_is_empty(stack *stack);

/** How many values there are. */
size_t stack_size(stack *stack);

#endif
