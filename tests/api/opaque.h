// T *T_new(...): an opaque type with everything usual.
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct stack stack;

stack *stack_new(size_t capacity);
void stack_free(stack *s);
bool stack_push(stack *s, int value);
bool stack_pop(stack *s, int *value);
size_t stack_size(const stack *s);
bool stack_is_empty(stack *s);
stack *stack_copy(const stack *s);
// Waits until there is one.
int stack_pop_wait(stack *s);
// The caller must hold the lock.
void stack_check(stack *s);
size_t stack_size_unlocked(stack *s);
void stack_dump(const stack *s, const char *format, ...);
int stack_version(void);

#endif
