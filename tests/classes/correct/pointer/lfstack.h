// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef LFSTACK_H
#define LFSTACK_H

#include <stdbool.h>

/** A stack without locks. The memory of popped values is kept until the stack is freed, which
 *  is why no address ever comes back while somebody may still compare with it. */
typedef struct lfstack lfstack;

/** Make an empty stack; NULL when there is no memory. */
lfstack *lfstack_new(void);

/** Free the stack. No other thread may use it any more. */
void lfstack_free(lfstack *stack);

/** Put a value on top; false when there is no memory. */
bool lfstack_push(lfstack *stack, int value);

/** Take the top value into *value; false when the stack is empty. */
bool lfstack_pop(lfstack *stack, int *value);

/** True when there is nothing to pop. */
bool lfstack_is_empty(lfstack *stack);

#endif
