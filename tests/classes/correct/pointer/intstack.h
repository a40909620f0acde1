// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef INTSTACK_H
#define INTSTACK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct intstack intstack;

/** Make an empty stack; NULL when there is no memory. */
intstack *intstack_new(void);

/** Free the stack. No other thread may use it any more. */
void intstack_free(intstack *stack);

/** Put a value on top; false when there is no memory. */
bool intstack_push(intstack *stack, int value);

/** Take the top value into *value; false when the stack is empty. */
bool intstack_pop(intstack *stack, int *value);

/** Copy the top value into *value; false when the stack is empty. */
bool intstack_peek(intstack *stack, int *value);

/** Turn the stack upside down. */
void intstack_reverse(intstack *stack);

/** Remove all values; how many there were. */
size_t intstack_clear(intstack *stack);

/** How many values there are. */
size_t intstack_size(intstack *stack);

#endif
