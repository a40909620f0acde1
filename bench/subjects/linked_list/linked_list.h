// SPDX-License-Identifier: Apache-2.0
// A singly linked list of numbers with a header. Positions count from 1; 0 is the header.
#ifndef LINKED_LIST_H
#define LINKED_LIST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct linked_list linked_list;

/** An empty list; NULL when there is no memory. */
linked_list *linked_list_new(void);

/** Free the list. No other thread may use it any more. */
void linked_list_free(linked_list *list);

/** Whether there are no numbers. */
bool linked_list_is_empty(linked_list *list);

/** Remove all numbers. */
void linked_list_clear(linked_list *list);

/** The first number; 0 when there is none. */
int linked_list_first(linked_list *list);

/** Insert a number behind a position; false when there is no such position. */
bool linked_list_insert(linked_list *list, int number, int position);

/** Insert a number behind all others. */
void linked_list_add_last(linked_list *list, int number);

/** How many numbers there are. */
int linked_list_size(linked_list *list);

/** The position of a number; -1 when it is not there. */
int linked_list_find(linked_list *list, int number);

/** The position before a number, or the last one when it is not there. */
int linked_list_find_previous(linked_list *list, int number);

/** Remove the first of equal numbers; whether there was one. */
bool linked_list_remove(linked_list *list, int number);

/** The numbers as text; how long it is. */
size_t linked_list_print(linked_list *list, char *text, size_t size);

#endif
