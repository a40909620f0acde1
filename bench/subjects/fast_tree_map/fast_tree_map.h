// SPDX-License-Identifier: Apache-2.0
// A sorted map of numbers with two modes: slow, in which every function locks; and
// fast, in which readers do not lock and writers change a copy and publish it.
#ifndef FAST_TREE_MAP_H
#define FAST_TREE_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fast_tree_map fast_tree_map;

/** An empty map in slow mode; NULL when there is no memory. */
fast_tree_map *fast_tree_map_new(void);

/** An empty map in slow mode, sorted the other way round if asked to. */
fast_tree_map *fast_tree_map_new_comparator(bool descending);

/** A map in slow mode with the entries of another one. */
fast_tree_map *fast_tree_map_clone(fast_tree_map *map);

/** Free the map. No other thread may use it any more. */
void fast_tree_map_free(fast_tree_map *map);

/** Whether the map is in fast mode. */
bool fast_tree_map_get_fast(fast_tree_map *map);

/** Set whether it is. */
void fast_tree_map_set_fast(fast_tree_map *map, bool fast);

/** The value of a key; 0 when there is none. */
int fast_tree_map_get(fast_tree_map *map, int key);

/** How many entries there are. */
int fast_tree_map_size(fast_tree_map *map);

/** Whether there are none. */
bool fast_tree_map_is_empty(fast_tree_map *map);

/** Whether there is an entry with this key. */
bool fast_tree_map_contains_key(fast_tree_map *map, int key);

/** Whether there is an entry with this value. */
bool fast_tree_map_contains_value(fast_tree_map *map, int value);

/** Store a value; the one it replaces, or 0. */
int fast_tree_map_put(fast_tree_map *map, int key, int value);

/** Store all entries of another map, which may be missing. */
void fast_tree_map_put_all(fast_tree_map *map, fast_tree_map *other);

/** Remove an entry; its value, or 0. */
int fast_tree_map_remove(fast_tree_map *map, int key);

/** Remove all entries. */
void fast_tree_map_clear(fast_tree_map *map);

/** Whether another map, which may be missing, has the same entries. */
bool fast_tree_map_equals(fast_tree_map *map, fast_tree_map *other);

/** A number made of all entries. */
int fast_tree_map_hash_code(fast_tree_map *map);

/** Whether the keys are sorted from large to small. */
bool fast_tree_map_comparator(fast_tree_map *map);

/** The first key; 0 when there is none. */
int fast_tree_map_first_key(fast_tree_map *map);

/** The last key; 0 when there is none. */
int fast_tree_map_last_key(fast_tree_map *map);

/** The keys before one, as far as there is room; how many there are. */
size_t fast_tree_map_head_map(fast_tree_map *map, int to, int *keys, size_t count);

/** The keys from one on up to another, which is left out, as far as there is room; how many there are. */
size_t fast_tree_map_sub_map(fast_tree_map *map, int from, int to, int *keys, size_t count);

/** The keys from one on, as far as there is room; how many there are. */
size_t fast_tree_map_tail_map(fast_tree_map *map, int from, int *keys, size_t count);

/** The keys, as far as there is room; how many there are. */
size_t fast_tree_map_key_set(fast_tree_map *map, int *keys, size_t count);

/** The values, as far as there is room; how many there are. */
size_t fast_tree_map_values(fast_tree_map *map, int *values, size_t count);

/** A number made of all entries in their order. */
long fast_tree_map_entry_set(fast_tree_map *map);

/** Remove the entries of some keys; how many were removed. */
int fast_tree_map_key_set_remove_all(fast_tree_map *map, const int *keys, size_t count);

/** Remove all entries but those of some keys; how many were removed. */
int fast_tree_map_key_set_retain_all(fast_tree_map *map, const int *keys, size_t count);

#endif
