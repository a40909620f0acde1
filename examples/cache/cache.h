// SPDX-License-Identifier: Apache-2.0
// A cache of reference-counted strings: a string is kept as long as anyone holds it.
#ifndef CACHE_H
#define CACHE_H

#include <stddef.h>

typedef struct cache cache;

/** Create an empty cache; NULL if out of memory. */
cache *cache_new(void);

/** Free the cache and all its strings. No other thread may use it any more. */
void cache_free(cache *cache);

/** Hold a string, which is copied if it is new. Returns its reference count, 0 if out of
 * memory. */
unsigned cache_hold(cache *cache, const char *text);

/** Release a string once; the last release frees it. Returns the remaining reference count, -1 if
 * it was not held. */
int cache_release(cache *cache, const char *text);

/** The number of distinct strings held. */
size_t cache_count(cache *cache);

#endif
