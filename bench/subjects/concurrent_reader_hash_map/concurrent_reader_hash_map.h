// SPDX-License-Identifier: Apache-2.0
// A hash map of numbers whose readers do not lock. A value is never 0.
#ifndef CONCURRENT_READER_HASH_MAP_H
#define CONCURRENT_READER_HASH_MAP_H

#include <stdbool.h>

typedef struct concurrent_reader_hash_map concurrent_reader_hash_map;

/** An empty map; NULL when there is no memory. */
concurrent_reader_hash_map *concurrent_reader_hash_map_new(void);

/** The same with some room; NULL when the capacity is not 1 to 1024. */
concurrent_reader_hash_map *concurrent_reader_hash_map_new_capacity(int capacity);

/** A map with the entries of another one. */
concurrent_reader_hash_map *concurrent_reader_hash_map_clone(concurrent_reader_hash_map *map);

/** Free the map. No other thread may use it any more. */
void concurrent_reader_hash_map_free(concurrent_reader_hash_map *map);

/** How many entries there are. */
int concurrent_reader_hash_map_size(concurrent_reader_hash_map *map);

/** Whether there are none. */
bool concurrent_reader_hash_map_is_empty(concurrent_reader_hash_map *map);

/** The value of a key; 0 when there is none. */
int concurrent_reader_hash_map_get(concurrent_reader_hash_map *map, int key);

/** Whether there is an entry with this key. */
bool concurrent_reader_hash_map_contains_key(concurrent_reader_hash_map *map, int key);

/** Store a value; the one it replaces, 0 when there is none or the value is 0. */
int concurrent_reader_hash_map_put(concurrent_reader_hash_map *map, int key, int value);

/** Store all entries of another map, which may be missing. */
void concurrent_reader_hash_map_put_all(concurrent_reader_hash_map *map, concurrent_reader_hash_map *other);

/** Remove an entry; its value, or 0. */
int concurrent_reader_hash_map_remove(concurrent_reader_hash_map *map, int key);

/** Remove all entries. */
void concurrent_reader_hash_map_clear(concurrent_reader_hash_map *map);

/** Whether there is an entry with this value. */
bool concurrent_reader_hash_map_contains_value(concurrent_reader_hash_map *map, int value);

/** The same, by its old name. */
bool concurrent_reader_hash_map_contains(concurrent_reader_hash_map *map, int value);

/** How many keys an enumeration finds. */
int concurrent_reader_hash_map_keys(concurrent_reader_hash_map *map);

/** How many values an enumeration finds. */
int concurrent_reader_hash_map_elements(concurrent_reader_hash_map *map);

/** How many keys an iterator finds. */
int concurrent_reader_hash_map_key_set(concurrent_reader_hash_map *map);

/** How many values an iterator finds. */
int concurrent_reader_hash_map_values(concurrent_reader_hash_map *map);

/** How many entries an iterator finds. */
int concurrent_reader_hash_map_entry_set(concurrent_reader_hash_map *map);

/** Remove the entry of a key through the set of keys; whether there was one. */
bool concurrent_reader_hash_map_key_set_remove(concurrent_reader_hash_map *map, int key);

/** Whether there is an entry with this key and value. */
bool concurrent_reader_hash_map_entry_set_contains(concurrent_reader_hash_map *map, int key, int value);

/** How many bins there are. */
int concurrent_reader_hash_map_capacity(concurrent_reader_hash_map *map);

/** From how many entries per bin on there will be more bins. */
float concurrent_reader_hash_map_load_factor(concurrent_reader_hash_map *map);

#endif
