// heddle: none
// No item is freed while its address is compared.
// SPDX-License-Identifier: Apache-2.0
#ifndef PILE_H
#define PILE_H

#include <stdbool.h>

/** A lock-free stack of numbers. All functions are thread-safe. */
struct pile;

struct pile *pile_new(void);
void pile_free(struct pile *p);
bool pile_push(struct pile *p, int value);
bool pile_pop(struct pile *p, int *value);

#endif
