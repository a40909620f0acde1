// SPDX-License-Identifier: Apache-2.0
// A growable list of strings, which are not owned.
#ifndef VECTOR_142_H
#define VECTOR_142_H

#include <stdbool.h>
#include <stddef.h>

typedef struct vector vector;

/** An empty list; NULL when there is no memory. */
vector *vector_new(void);

/** An empty list with this much room, at most 4096. */
vector *vector_new_capacity(int capacity);

/** The same, growing by an increment (0: doubles). */
vector *vector_new_increment(int capacity, int increment);

/** A list with the elements of another; NULL when there is no memory. */
vector *vector_new_collection(vector *collection);

/** Free the list. No other thread may use it any more. */
void vector_free(vector *vector);

/** Copy the elements to the caller; how many there are. */
int vector_copy_into(vector *vector, const char **elements, size_t count);

/** Give back the room that is not needed. */
void vector_trim_to_size(vector *vector);

/** Make room for this many elements, at most 4096. */
void vector_ensure_capacity(vector *vector, int capacity);

/** Cut off, or fill up with "" to at most 4096; -1 when the size is not possible. */
int vector_set_size(vector *vector, int size);

/** How many elements there is room for. */
int vector_capacity(vector *vector);

/** How many there are. */
int vector_size(vector *vector);

/** Whether there are none. */
bool vector_is_empty(vector *vector);

/** How many an enumeration meets. */
int vector_elements(vector *vector);

/** Whether there is an equal element. */
bool vector_contains(vector *vector, const char *element);

/** The first index of an equal element; -1 if there is none. */
int vector_index_of(vector *vector, const char *element);

/** The first index, from this one on; -1 if there is none. */
int vector_index_of_from(vector *vector, const char *element, int index);

/** The last index of an equal element; -1 if there is none. */
int vector_last_index_of(vector *vector, const char *element);

/** The last index, from this one down; -1 if there is none, -2 if the index is wrong. */
int vector_last_index_of_from(vector *vector, const char *element, int index);

/** The element at an index; NULL if there is none. */
const char *vector_element_at(vector *vector, int index);

/** The first element; NULL if there is none. */
const char *vector_first_element(vector *vector);

/** The last element; NULL if there is none. */
const char *vector_last_element(vector *vector);

/** Set an element; -1 if there is none, or nothing is given. */
int vector_set_element_at(vector *vector, const char *element, int index);

/** Remove an element; -1 if there is none. */
int vector_remove_element_at(vector *vector, int index);

/** Insert an element; -1 if the index is wrong, or nothing is given. */
int vector_insert_element_at(vector *vector, const char *element, int index);

/** Add an element at the end; -1 if nothing is given. */
int vector_add_element(vector *vector, const char *element);

/** Remove the first equal element; whether there was one. */
bool vector_remove_element(vector *vector, const char *element);

/** Remove all elements. */
void vector_remove_all_elements(vector *vector);

/** A copy; NULL when there is no memory. */
vector *vector_clone(vector *vector);

/** The elements, as far as there is room; how many there are. */
int vector_to_array(vector *vector, const char **elements, size_t count);

/** The element at an index; NULL if there is none. */
const char *vector_get(vector *vector, int index);

/** Set an element; the old one, NULL if there is none. */
const char *vector_set(vector *vector, int index, const char *element);

/** Add an element at the end; whether one is given. */
bool vector_add(vector *vector, const char *element);

/** Remove the first equal element; whether there was one. */
bool vector_remove(vector *vector, const char *element);

/** Insert an element; -1 if the index is wrong, or nothing is given. */
int vector_add_at(vector *vector, int index, const char *element);

/** Remove an element; it, or NULL if there is none. */
const char *vector_remove_at(vector *vector, int index);

/** Remove all elements. */
void vector_clear(vector *vector);

/** Whether all elements of another list are there. */
bool vector_contains_all(vector *vector, struct vector *collection);

/** Add all elements of another list; whether there are any. */
bool vector_add_all(vector *vector, struct vector *collection);

/** Remove all elements of another list; whether there were any. */
bool vector_remove_all(vector *vector, struct vector *collection);

/** Remove all but the elements of another list; whether there were others. */
bool vector_retain_all(vector *vector, struct vector *collection);

/** Insert all elements of another list; whether the index is right and there are any. */
bool vector_add_all_at(vector *vector, int index, struct vector *collection);

/** Whether another list has the same elements in the same order. */
bool vector_equals(vector *vector, struct vector *other);

/** A hash of all elements. */
int vector_hash(vector *vector);

/** The elements as text; how long it is. */
size_t vector_to_string(vector *vector, char *text, size_t size);

/** A list of the elements of a range; NULL when it is wrong. */
vector *vector_sub_list(vector *vector, int from, int to);

/** Remove the elements of a range; -1 when it is wrong. */
int vector_remove_range(vector *vector, int from, int to);

#endif
