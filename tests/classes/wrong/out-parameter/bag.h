// heddle: out-of-bounds
// Two bag_put calls both see room for one more value, and the second one writes past the end.
// SPDX-License-Identifier: Apache-2.0
#ifndef BAG_H
#define BAG_H

#include <stdbool.h>

typedef struct bag bag;

/** Make a bag for 1 to 1024 values; 0, or -1 when the capacity is wrong or there is no memory. */
int bag_create(bag **out, int capacity);

/** Free the bag. No other thread may use it any more. */
void bag_destroy(bag *bag);

/** True when no more values fit. */
bool bag_is_full(bag *bag);

/** Put a value in; -1 when the bag is full. */
int bag_put(bag *bag, int value);

/** Take any value out; -1 when the bag is empty. */
int bag_take(bag *bag, int *value);

#endif
