// heddle: none
// SPDX-License-Identifier: Apache-2.0
// Pointers come back through out-parameters and arrays: which of them it is counts, not
// where it lies.
#ifndef POINTER_SLOTS_H
#define POINTER_SLOTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct pointer_slots pointer_slots;

pointer_slots *pointer_slots_new(void);
void pointer_slots_free(pointer_slots *s);
bool pointer_slots_put(pointer_slots *s, void *item);
bool pointer_slots_take(pointer_slots *s, void **item);
bool pointer_slots_label(pointer_slots *s, const char *text);
bool pointer_slots_copy_label(pointer_slots *s, char **copy);
size_t pointer_slots_list(pointer_slots *s, void **items, size_t n);

#endif
