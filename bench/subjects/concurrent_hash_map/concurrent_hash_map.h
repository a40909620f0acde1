// SPDX-License-Identifier: Apache-2.0
// A hash map of four segments, each with its own lock for writers; readers take none.
// A value is a number or another map.
#ifndef CONCURRENT_HASH_MAP_H
#define CONCURRENT_HASH_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct concurrent_hash_map concurrent_hash_map;

/** An empty map; NULL when there is no memory. */
concurrent_hash_map *concurrent_hash_map_new(void);

/** Free the map, not the maps in it. No other thread may use it any more. */
void concurrent_hash_map_free(concurrent_hash_map *map);

/** Whether there are no entries. */
bool concurrent_hash_map_is_empty(concurrent_hash_map *map);

/** How many entries there are. */
int concurrent_hash_map_size(concurrent_hash_map *map);

/** The number of a key; -1 if there is none. */
int concurrent_hash_map_get(concurrent_hash_map *map, int key);

/** The map of a key; NULL if there is none. */
concurrent_hash_map *concurrent_hash_map_get_map(concurrent_hash_map *map, int key);

/** Whether there is an entry of the key. */
bool concurrent_hash_map_contains_key(concurrent_hash_map *map, int key);

/** Whether there is an entry with this number. */
bool concurrent_hash_map_contains_value(concurrent_hash_map *map, int value);

/** The same under its old name. */
bool concurrent_hash_map_contains(concurrent_hash_map *map, int value);

/** Store a number; the one it replaces, or -1. */
int concurrent_hash_map_put(concurrent_hash_map *map, int key, int value);

/** Store a map, which is not owned; -1 when it is NULL. */
int concurrent_hash_map_put_map(concurrent_hash_map *map, int key, concurrent_hash_map *value);

/** Store a number if the key has none; the one that is there, or -1. */
int concurrent_hash_map_put_if_absent(concurrent_hash_map *map, int key, int value);

/** Store all entries of a map, one after the other. */
void concurrent_hash_map_put_all(concurrent_hash_map *map, concurrent_hash_map *other);

/** Remove an entry; -1 if there is none. */
int concurrent_hash_map_remove(concurrent_hash_map *map, int key);

/** Remove an entry if it has this number. */
bool concurrent_hash_map_remove_value(concurrent_hash_map *map, int key, int value);

/** Replace a number if there is an entry; the old one, or -1. */
int concurrent_hash_map_replace(concurrent_hash_map *map, int key, int value);

/** Replace a number if it is the one expected. */
bool concurrent_hash_map_replace_value(concurrent_hash_map *map, int key, int expected, int value);

/** Remove all entries, segment by segment. */
void concurrent_hash_map_clear(concurrent_hash_map *map);

/** The keys of the moment; how many there are. */
size_t concurrent_hash_map_key_set(concurrent_hash_map *map, int *keys, size_t count);

/** The numbers of the moment; how many there are. */
size_t concurrent_hash_map_values(concurrent_hash_map *map, int *values, size_t count);

/** How many entries an iteration meets. */
size_t concurrent_hash_map_entry_set(concurrent_hash_map *map);

/** The first key an iteration meets; -1 if there is none. */
int concurrent_hash_map_keys(concurrent_hash_map *map);

/** The first number an iteration meets; -1 if there is none. */
int concurrent_hash_map_elements(concurrent_hash_map *map);

/** Whether another map has equal entries. */
bool concurrent_hash_map_equals(concurrent_hash_map *map, concurrent_hash_map *other);

/** The sum of the hashes of all entries. */
int concurrent_hash_map_hash(concurrent_hash_map *map);

/** The entries as text; how long it is. */
size_t concurrent_hash_map_to_string(concurrent_hash_map *map, char *text, size_t size);

#endif
