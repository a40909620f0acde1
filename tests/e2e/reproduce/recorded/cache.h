#ifndef CACHE_H // SPDX-License-Identifier: Apache-2.0
#define CACHE_H
#include <stddef.h>
typedef struct cache cache;
cache *cache_new(void);
void cache_free(cache *c);
int cache_put(cache *c, const char *key, int value);
int cache_get(cache *c, const char *key);
void cache_evict(cache *c);
size_t cache_size(cache *c);
#endif
