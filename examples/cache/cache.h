// SPDX-License-Identifier: Apache-2.0
// A cache of strings with reference counts: a text is kept as long as anybody holds it.
#ifndef CACHE_H
#define CACHE_H

#include <stddef.h>

typedef struct cache cache;

/** Make an empty cache; NULL when there is no memory. */
cache *cache_new(void);

/** Free the cache and all its texts. No other thread may use it any more. */
void cache_free(cache *cache);

/** Hold a text, which is copied when it is new. Returns how often it is held now, 0 when there is
 * no memory. */
unsigned cache_hold(cache *cache, const char *text);

/** Let go of a text once; the last one frees it. Returns how often it is still held, -1 when nobody
 * held it. */
int cache_release(cache *cache, const char *text);

/** How many different texts are held. */
size_t cache_count(cache *cache);

#endif
