// SPDX-License-Identifier: Apache-2.0
// A list of numbers in an array that never changes: writers replace it.
#ifndef COPY_ON_WRITE_ARRAY_LIST_H
#define COPY_ON_WRITE_ARRAY_LIST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct copy_on_write_array_list copy_on_write_array_list;

/** An empty list; NULL when there is no memory. */
copy_on_write_array_list *copy_on_write_array_list_new(void);

/** A list of some numbers. */
copy_on_write_array_list *copy_on_write_array_list_new_array(const int *numbers, size_t count);

/** A list of the same numbers. */
copy_on_write_array_list *copy_on_write_array_list_clone(copy_on_write_array_list *list);

/** Free the list. No other thread may use it any more. */
void copy_on_write_array_list_free(copy_on_write_array_list *list);

/** Replace all numbers. */
void copy_on_write_array_list_copy_in(copy_on_write_array_list *list, const int *numbers, size_t count);

/** How many numbers there are. */
int copy_on_write_array_list_size(copy_on_write_array_list *list);

/** Whether there are none. */
bool copy_on_write_array_list_is_empty(copy_on_write_array_list *list);

/** Whether a number is there. */
bool copy_on_write_array_list_contains(copy_on_write_array_list *list, int number);

/** The first place of a number; -1 when it is not there. */
int copy_on_write_array_list_index_of(copy_on_write_array_list *list, int number);

/** Its first place from another place on. */
int copy_on_write_array_list_index_of_from(copy_on_write_array_list *list, int number, int index);

/** The last place of a number; -1 when it is not there. */
int copy_on_write_array_list_last_index_of(copy_on_write_array_list *list, int number);

/** Its last place up to another place. */
int copy_on_write_array_list_last_index_of_to(copy_on_write_array_list *list, int number, int index);

/** The numbers, as far as there is room; how many there are. */
size_t copy_on_write_array_list_to_array(copy_on_write_array_list *list, int *numbers, size_t count);

/** The number at a place; -1 when there is no such place. */
int copy_on_write_array_list_get(copy_on_write_array_list *list, int index);

/** Replace the number at a place; the old one, -1 when there is no such place. */
int copy_on_write_array_list_set(copy_on_write_array_list *list, int index, int number);

/** Add a number at the end. */
void copy_on_write_array_list_add(copy_on_write_array_list *list, int number);

/** Insert a number at a place; false when there is no such place. */
bool copy_on_write_array_list_add_at(copy_on_write_array_list *list, int index, int number);

/** Remove the number at a place; the number, -1 when there is no such place. */
int copy_on_write_array_list_remove_at(copy_on_write_array_list *list, int index);

/** Remove the first of equal numbers; whether there was one. */
bool copy_on_write_array_list_remove(copy_on_write_array_list *list, int number);

/** Remove the numbers from one place on up to another; false when there are no such places. */
bool copy_on_write_array_list_remove_range(copy_on_write_array_list *list, int from, int to);

/** Add a number at the end if it is not there; whether it was added. */
bool copy_on_write_array_list_add_if_absent(copy_on_write_array_list *list, int number);

/** Whether all these numbers are there. */
bool copy_on_write_array_list_contains_all(copy_on_write_array_list *list, const int *numbers, size_t count);

/** Add those of these numbers that are not there; how many were added. */
int copy_on_write_array_list_add_all_absent(copy_on_write_array_list *list, const int *numbers, size_t count);

/** Remove all of these numbers; whether there were any. */
bool copy_on_write_array_list_remove_all(copy_on_write_array_list *list, const int *numbers, size_t count);

/** Remove all but these numbers; whether there were any. */
bool copy_on_write_array_list_retain_all(copy_on_write_array_list *list, const int *numbers, size_t count);

/** Remove all numbers. */
void copy_on_write_array_list_clear(copy_on_write_array_list *list);

/** Add some numbers at the end. */
void copy_on_write_array_list_add_all(copy_on_write_array_list *list, const int *numbers, size_t count);

/** Insert some numbers at a place; false when there is no such place. */
bool copy_on_write_array_list_add_all_at(copy_on_write_array_list *list, int index, const int *numbers,
	size_t count);

/** Add the numbers of another list, which may be missing. */
void copy_on_write_array_list_add_list(copy_on_write_array_list *list, copy_on_write_array_list *other);

/** The sum of the numbers that an iterator finds. */
long copy_on_write_array_list_iterator(copy_on_write_array_list *list);

/** How many numbers come from one place on up to another; -1 when there are no such places. */
int copy_on_write_array_list_sub_list(copy_on_write_array_list *list, int from, int to);

/** A number made of all numbers. */
int copy_on_write_array_list_hash_code(copy_on_write_array_list *list);

/** Whether another list, which may be missing, has the same numbers. */
bool copy_on_write_array_list_equals(copy_on_write_array_list *list, copy_on_write_array_list *other);

/** The numbers as text; how long it is. */
size_t copy_on_write_array_list_to_string(copy_on_write_array_list *list, char *text, size_t size);

#endif
