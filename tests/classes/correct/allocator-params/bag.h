// heddle: none
// The allocator is given as two functions.
// SPDX-License-Identifier: Apache-2.0
#ifndef BAG_H
#define BAG_H

#include <stddef.h>

typedef void *(*bag_malloc_fn)(size_t size);
typedef void (*bag_free_fn)(void *block);

struct bag;
struct bag *bag_create(bag_malloc_fn malloc_fn, bag_free_fn free_fn);
void bag_destroy(struct bag *b);
int bag_add(struct bag *b, int item);
int bag_clear(struct bag *b);
int bag_count(struct bag *b);

#endif
