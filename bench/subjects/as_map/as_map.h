// SPDX-License-Identifier: Apache-2.0
// A multimap, and a view of it as a map from keys to how many values they have.
#ifndef AS_MAP_H
#define AS_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct multimap multimap;
typedef struct as_map as_map;
typedef struct as_map_entries as_map_entries;

/** A multimap with keys 1 to count (at most 8), key k with k values; NULL when there is no memory. */
multimap *multimap_new(int count);

/** Free the multimap. No view may use it any more. */
void multimap_free(multimap *multimap);

/** A view of a multimap, which is not owned; NULL when there is no memory. */
as_map *as_map_new(multimap *multimap);

/** Free the view. No other thread may use it any more. */
void as_map_free(as_map *map);

/** The entries, made when they are asked for the first time; the view owns them. */
as_map_entries *as_map_entry_set(as_map *map);

/** How many keys there are. */
int as_map_size(as_map *map);

/** Whether there are none. */
bool as_map_is_empty(as_map *map);

/** Whether there is the key. */
bool as_map_contains_key(as_map *map, int key);

/** Whether some key has so many values. */
bool as_map_contains_value(as_map *map, int values);

/** How many values a key has. */
int as_map_get(as_map *map, int key);

/** Views cannot be added to: always -1. */
int as_map_put(as_map *map, int key, int values);

/** Views cannot be added to: -1 unless the other one is empty. */
int as_map_put_all(as_map *map, as_map *other);

/** Remove a key and its values; how many those were. */
int as_map_remove(as_map *map, int key);

/** Remove all keys. */
void as_map_clear(as_map *map);

/** The keys, as far as there is room; how many there are. */
size_t as_map_key_set(as_map *map, int *keys, size_t count);

/** How many values the keys have, as far as there is room; how many keys there are. */
size_t as_map_values(as_map *map, int *values, size_t count);

/** Whether another view has the same entries. */
bool as_map_equals(as_map *map, as_map *other);

/** The sum of the hashes of all entries. */
int as_map_hash(as_map *map);

/** The entries as text; how long it is. */
size_t as_map_to_string(as_map *map, char *text, size_t size);

#endif
