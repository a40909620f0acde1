// SPDX-License-Identifier: Apache-2.0
// A hash map of numbers with two modes: slow, in which every function locks; and
// fast, in which readers do not lock and writers change a copy and publish it.
#ifndef FAST_HASH_MAP_H
#define FAST_HASH_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fast_hash_map fast_hash_map;

/** An empty map in slow mode; NULL when there is no memory. */
fast_hash_map *fast_hash_map_new(void);

/** An empty map with some room; NULL when the capacity is not 1 to 1024 or there is no memory. */
fast_hash_map *fast_hash_map_new_capacity(int capacity);

/** A map in slow mode with the entries of another one. */
fast_hash_map *fast_hash_map_clone(fast_hash_map *map);

/** Free the map. No other thread may use it any more. */
void fast_hash_map_free(fast_hash_map *map);

/** Whether the map is in fast mode. */
bool fast_hash_map_get_fast(fast_hash_map *map);

/** Set whether it is. */
void fast_hash_map_set_fast(fast_hash_map *map, bool fast);

/** The value of a key; 0 when there is none. */
int fast_hash_map_get(fast_hash_map *map, int key);

/** How many entries there are. */
int fast_hash_map_size(fast_hash_map *map);

/** Whether there are none. */
bool fast_hash_map_is_empty(fast_hash_map *map);

/** Whether there is an entry with this key. */
bool fast_hash_map_contains_key(fast_hash_map *map, int key);

/** Whether there is an entry with this value. */
bool fast_hash_map_contains_value(fast_hash_map *map, int value);

/** Store a value; the one it replaces, or 0. */
int fast_hash_map_put(fast_hash_map *map, int key, int value);

/** Store all entries of another map, which may be missing. */
void fast_hash_map_put_all(fast_hash_map *map, fast_hash_map *other);

/** Remove an entry; its value, or 0. */
int fast_hash_map_remove(fast_hash_map *map, int key);

/** Remove all entries. */
void fast_hash_map_clear(fast_hash_map *map);

/** Whether another map, which may be missing, has the same entries. */
bool fast_hash_map_equals(fast_hash_map *map, fast_hash_map *other);

/** A number made of all entries. */
int fast_hash_map_hash_code(fast_hash_map *map);

/** The keys, as far as there is room; how many there are. */
size_t fast_hash_map_key_set(fast_hash_map *map, int *keys, size_t count);

/** The values, as far as there is room; how many there are. */
size_t fast_hash_map_values(fast_hash_map *map, int *values, size_t count);

/** A number made of all entries, in the order in which they are found. */
long fast_hash_map_entry_set(fast_hash_map *map);

/** Remove the entries of some keys; how many were removed. */
int fast_hash_map_key_set_remove_all(fast_hash_map *map, const int *keys, size_t count);

/** Remove all entries but those of some keys; how many were removed. */
int fast_hash_map_key_set_retain_all(fast_hash_map *map, const int *keys, size_t count);

#endif
