// heddle: none
// bag_walk gives out objects that belong to one thread.
// SPDX-License-Identifier: Apache-2.0
#ifndef BAG_H
#define BAG_H

#include <stdbool.h>

/** A bag of numbers, for any number of threads. */
struct bag;
/** A walk through what was in the bag when it began. For one thread. */
struct walk;

struct bag *bag_new(void);
void bag_free(struct bag *bag);
bool bag_add(struct bag *bag, int number);
bool bag_take(struct bag *bag, int *number);

/** Begins a walk; 0, or -1 without memory. */
int bag_walk(struct bag *bag, struct walk **out);

/** The next number; false at the end. */
bool bag_next(struct bag *bag, struct walk *walk, int *number);
void bag_end(struct bag *bag, struct walk *walk);

#endif
