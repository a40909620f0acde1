// SPDX-License-Identifier: Apache-2.0
// A hash table of numbers; every function locks it.
#ifndef HASHTABLE_H
#define HASHTABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct hashtable hashtable;

/** Gives a value for a key and its value (0 if it has none). */
typedef int (*hashtable_function)(int key, int value);

/** An empty table; NULL when there is no memory. */
hashtable *hashtable_new(void);

/** A table with the entries of another; NULL when there is no memory. */
hashtable *hashtable_clone(hashtable *table);

/** Free the table. No other thread may use it any more. */
void hashtable_free(hashtable *table);

/** How many entries there are. */
int hashtable_size(hashtable *table);

/** Whether there are none. */
bool hashtable_is_empty(hashtable *table);

/** The keys, as an enumeration meets them; how many there are. */
size_t hashtable_keys(hashtable *table, int *keys, size_t count);

/** The values, as an enumeration meets them; how many there are. */
size_t hashtable_elements(hashtable *table, int *values, size_t count);

/** Whether some key has the value. */
bool hashtable_contains(hashtable *table, int value);

/** The same under its newer name. */
bool hashtable_contains_value(hashtable *table, int value);

/** Whether there is an entry of the key. */
bool hashtable_contains_key(hashtable *table, int key);

/** The value of a key; -1 if there is none. */
int hashtable_get(hashtable *table, int key);

/** Make the table larger and distribute the entries anew. */
void hashtable_rehash(hashtable *table);

/** Store a value; the old one, or -1. */
int hashtable_put(hashtable *table, int key, int value);

/** Remove an entry; its value, or -1. */
int hashtable_remove(hashtable *table, int key);

/** Store all entries of another table; -1 when there is none. */
int hashtable_put_all(hashtable *table, hashtable *other);

/** Remove all entries. */
void hashtable_clear(hashtable *table);

/** The entries as text; how long it is. */
size_t hashtable_to_string(hashtable *table, char *text, size_t size);

/** The keys; how many there are. */
size_t hashtable_key_set(hashtable *table, int *keys, size_t count);

/** Keys and values in turn; how many entries there are. */
size_t hashtable_entry_set(hashtable *table, int *entries, size_t count);

/** The values; how many there are. */
size_t hashtable_values(hashtable *table, int *values, size_t count);

/** Whether another table has the same entries. */
bool hashtable_equals(hashtable *table, hashtable *other);

/** The sum of the hashes of all entries. */
int hashtable_hash(hashtable *table);

/** The value of a key, or the one given. */
int hashtable_get_or_default(hashtable *table, int key, int otherwise);

/** Store a value if the key has none; the one it has, or -1. */
int hashtable_put_if_absent(hashtable *table, int key, int value);

/** Remove an entry if it has this value. */
bool hashtable_remove_entry(hashtable *table, int key, int value);

/** Replace the value of an entry; the old one, or -1 if there is none. */
int hashtable_replace(hashtable *table, int key, int value);

/** Replace the value of an entry if it is the one expected. */
bool hashtable_replace_entry(hashtable *table, int key, int expected, int value);

/** Replace every value by what the function gives. */
void hashtable_replace_all(hashtable *table, hashtable_function function);

/** Call a function for every entry; the sum of what it gives. */
int hashtable_for_each(hashtable *table, hashtable_function function);

/** The value of a key; if it has none, what the function gives is stored. */
int hashtable_compute_if_absent(hashtable *table, int key, hashtable_function function);

/** If the key has a value, it becomes what the function gives; that, or -1. */
int hashtable_compute_if_present(hashtable *table, int key, hashtable_function function);

/** The value of the key becomes what the function gives. */
int hashtable_compute(hashtable *table, int key, hashtable_function function);

/** Store the value, or what the function makes of the old one and it. */
int hashtable_merge(hashtable *table, int key, int value, hashtable_function function);

#endif
