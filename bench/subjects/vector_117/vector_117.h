// SPDX-License-Identifier: Apache-2.0
// A growable array of strings, which are not owned.
#ifndef VECTOR_117_H
#define VECTOR_117_H

#include <stdbool.h>
#include <stddef.h>

typedef struct vector vector;

/** An empty vector; NULL when there is no memory. */
vector *vector_new(void);

/** An empty vector with this much room, at most 4096, which grows by an increment (0: doubles). */
vector *vector_new_capacity(int capacity, int increment);

/** Free the vector. No other thread may use it any more. */
void vector_free(vector *vector);

/** Copy the elements to the caller; how many there are. */
int vector_copy_into(vector *vector, const char **elements, size_t count);

/** Give back the room that is not needed. */
void vector_trim_to_size(vector *vector);

/** Make room for this many elements, at most 4096. */
void vector_ensure_capacity(vector *vector, int capacity);

/** Cut off, or fill up with NULL to at most 4096; -1 when the size is not possible. */
int vector_set_size(vector *vector, int size);

/** How many elements there is room for. */
int vector_capacity(vector *vector);

/** How many there are. */
int vector_size(vector *vector);

/** Whether there are none. */
bool vector_is_empty(vector *vector);

/** Whether there is an equal element. */
bool vector_contains(vector *vector, const char *element);

/** The first index of an equal element; -1 if there is none. */
int vector_index_of(vector *vector, const char *element);

/** The first index, from this one on; -1 if there is none. */
int vector_index_of_from(vector *vector, const char *element, int index);

/** The last index of an equal element; -1 if there is none. */
int vector_last_index_of(vector *vector, const char *element);

/** The last index, from this one down; -1 if there is none, or not so much room. */
int vector_last_index_of_from(vector *vector, const char *element, int index);

/** The element at an index; NULL if there is none. */
const char *vector_element_at(vector *vector, int index);

/** The first element; NULL if there is none. */
const char *vector_first_element(vector *vector);

/** The last element; NULL if there is none. */
const char *vector_last_element(vector *vector);

/** Set an element; -1 if there is none. */
int vector_set_element_at(vector *vector, const char *element, int index);

/** Remove an element; -1 if there is none. */
int vector_remove_element_at(vector *vector, int index);

/** Insert an element; -1 if the index is wrong. */
int vector_insert_element_at(vector *vector, const char *element, int index);

/** Add an element at the end. */
void vector_add_element(vector *vector, const char *element);

/** Remove the first equal element; whether there was one. */
bool vector_remove_element(vector *vector, const char *element);

/** Remove all elements. */
void vector_remove_all_elements(vector *vector);

/** A copy; NULL when there is no memory. */
vector *vector_clone(vector *vector);

/** The elements as text; how long it is. */
size_t vector_to_string(vector *vector, char *text, size_t size);

#endif
