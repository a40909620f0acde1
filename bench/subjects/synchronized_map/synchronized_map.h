// SPDX-License-Identifier: Apache-2.0
// A map whose functions all hold its mutex, around a hash table that has a lock of its own.
// Keys and values are numbers or maps.
#ifndef SYNCHRONIZED_MAP_H
#define SYNCHRONIZED_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct synchronized_map synchronized_map;
typedef struct object object;

/** A number as key or value; NULL when there is no memory. */
object *object_new_number(int number);

/** A map as key or value, which is not owned; NULL when there is no memory. */
object *object_new_map(synchronized_map *map);

/** Free the key or value. No map may hold it any more. */
void object_free(object *object);

/** An empty map; NULL when there is no memory. */
synchronized_map *synchronized_map_new(void);

/** Free the map, not what is in it. No other thread may use it any more. */
void synchronized_map_free(synchronized_map *map);

/** How many entries there are. */
int synchronized_map_size(synchronized_map *map);

/** Whether there are none. */
bool synchronized_map_is_empty(synchronized_map *map);

/** Whether there is an entry with an equal key. */
bool synchronized_map_contains_key(synchronized_map *map, object *key);

/** Whether there is an entry with an equal value. */
bool synchronized_map_contains_value(synchronized_map *map, object *value);

/** The value of a key, NULL if there is none. */
object *synchronized_map_get(synchronized_map *map, object *key);

/** Store a value, which is not owned; the one it replaces, or NULL. */
object *synchronized_map_put(synchronized_map *map, object *key, object *value);

/** Remove an entry; its value, or NULL. */
object *synchronized_map_remove(synchronized_map *map, object *key);

/** Store all entries of another map; -1 when there is none. */
int synchronized_map_put_all(synchronized_map *map, synchronized_map *other);

/** Remove all entries. */
void synchronized_map_clear(synchronized_map *map);

/** A number made of all keys. */
int synchronized_map_key_set(synchronized_map *map);

/** A number made of all keys and values. */
int synchronized_map_entry_set(synchronized_map *map);

/** A number made of all values. */
int synchronized_map_values(synchronized_map *map);

/** Whether another map has equal entries. */
bool synchronized_map_equals(synchronized_map *map, synchronized_map *other);

/** The sum of the hashes of all entries. */
int synchronized_map_hash(synchronized_map *map);

/** The entries as text; how long it is. */
size_t synchronized_map_to_string(synchronized_map *map, char *text, size_t size);

#endif
