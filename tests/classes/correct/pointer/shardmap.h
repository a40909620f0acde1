// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef SHARDMAP_H
#define SHARDMAP_H

#include <stdbool.h>
#include <stddef.h>

/** A map of integers in four parts with a lock each. */
typedef struct shardmap shardmap;

/** Make an empty map; NULL when there is no memory. */
shardmap *shardmap_new(void);

/** Free the map. No other thread may use it any more. */
void shardmap_free(shardmap *map);

/** Set the value of a key; false when there is no memory. */
bool shardmap_put(shardmap *map, int key, int value);

/** Copy the value of a key; false when it is not there. */
bool shardmap_get(shardmap *map, int key, int *value);

/** Remove a key; false when it is not there. */
bool shardmap_remove(shardmap *map, int key);

/** Replace the value of a key if it is `expected`; false otherwise. */
bool shardmap_replace(shardmap *map, int key, int expected, int value);

/** How many keys there are, one part after the other: weakly consistent; @heddle weak */
size_t shardmap_approximate_size(shardmap *map);

/** How many keys there are, at one moment: takes all locks. */
size_t shardmap_size(shardmap *map);

#endif
