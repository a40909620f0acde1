// heddle: none
// A tag beside the address: an item that has come back is told apart.
// SPDX-License-Identifier: Apache-2.0
#ifndef STOCK_H
#define STOCK_H

#include <stdbool.h>

/** A lock-free stack of numbers. All functions are thread-safe. */
struct stock;

struct stock *stock_new(void);
void stock_free(struct stock *p);
bool stock_push(struct stock *p, int value);
bool stock_pop(struct stock *p, int *value);

#endif
