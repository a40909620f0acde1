// SPDX-License-Identifier: Apache-2.0
// A linked stack behind a mutex: the class that heddle's speed is stated for.
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>

struct stack;

struct stack *stack_new(void);
void stack_destroy(struct stack *s);
void stack_push(struct stack *s, int value);
bool stack_pop(struct stack *s, int *value);

#endif
