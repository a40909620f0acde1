// SPDX-License-Identifier: Apache-2.0
// A map from keys to values, both numbers, for many readers and few writers.
// Entries that were not put strongly may be given up when memory is short.
#ifndef MEMORY_AWARE_CONCURRENT_READ_MAP_H
#define MEMORY_AWARE_CONCURRENT_READ_MAP_H

typedef struct memory_aware_concurrent_read_map memory_aware_concurrent_read_map;

/** An empty map; NULL when there is no memory. */
memory_aware_concurrent_read_map *memory_aware_concurrent_read_map_new(void);

/** Free the map. No other thread may use it any more. */
void memory_aware_concurrent_read_map_free(memory_aware_concurrent_read_map *map);

/** The value of a key; 0 when there is none. */
int memory_aware_concurrent_read_map_get(memory_aware_concurrent_read_map *map, int key);

/** Store a value, 0: remove it; the one that was there, or 0. */
int memory_aware_concurrent_read_map_put(memory_aware_concurrent_read_map *map, int key, int value);

/** The same for a value that is never given up. */
int memory_aware_concurrent_read_map_put_strong(memory_aware_concurrent_read_map *map, int key, int value);

/** Remove a value; the one that was there, or 0. */
int memory_aware_concurrent_read_map_remove(memory_aware_concurrent_read_map *map, int key);

/** How many values there are. */
int memory_aware_concurrent_read_map_size(memory_aware_concurrent_read_map *map);

#endif
