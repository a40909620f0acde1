// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef LRU_H
#define LRU_H

#include <stdbool.h>

/** A cache of integers that forgets the key that was used least recently. */
typedef struct lru lru;

/** Make a cache for 1 to 64 keys; NULL when the capacity is wrong or there is no memory. */
lru *lru_new(int capacity);

/** Free the cache. No other thread may use it any more. */
void lru_free(lru *cache);

/** Set the value of a key and make it the most recent one. True when another key was forgotten for
 * it. */
bool lru_put(lru *cache, int key, int value);

/** Copy the value of a key and make it the most recent one; false when it is not there. */
bool lru_get(lru *cache, int key, int *value);

/** True when the key is there; does not count as a use. */
bool lru_contains(lru *cache, int key);

/** Forget a key; false when it is not there. */
bool lru_remove(lru *cache, int key);

/** How many keys there are. */
int lru_count(lru *cache);

#endif
