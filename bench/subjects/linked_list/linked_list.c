// SPDX-License-Identifier: Apache-2.0
// No locks. linked_list_add_last looks for the last node and inserts behind it:
// two threads that have found the same one overwrite each other's link.
#include "linked_list.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int number;
	struct node *next;
	struct node *older;
};

// Nodes are kept until the list is freed: who walks over a removed one finds the rest.
struct linked_list {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	struct node header;
	_Atomic(struct node *) newest;
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct linked_list *held = enter(object)

static linked_list *enter(linked_list *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(linked_list **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(linked_list *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

static void monitor_destroy(linked_list *object)
{
	pthread_mutex_destroy(&object->monitor);
}
#else
#define SYNCHRONIZED(object) (void)(object)
#define monitor_init(object) (void)(object)
#define monitor_destroy(object) (void)(object)
#endif

linked_list *linked_list_new(void)
{
	linked_list *list = calloc(1, sizeof *list);
	if (list) {
		monitor_init(list);
	}
	return list;
}

void linked_list_free(linked_list *list)
{
	if (!list) {
		return;
	}
	for (struct node *node = list->newest; node;) {
		struct node *older = node->older;
		free(node);
		node = older;
	}
	monitor_destroy(list);
	free(list);
}

static struct node *make_node(linked_list *list, int number)
{
	struct node *node = malloc(sizeof *node);
	if (!node) {
		abort();
	}
	*node = (struct node){.number = number, .older = list->newest};
	while (!atomic_compare_exchange_weak(&list->newest, &node->older, node)) {
	}
	return node;
}

static void insert_behind(linked_list *list, struct node *node, int number)
{
	struct node *inserted = make_node(list, number);
	inserted->next = node->next;
	node->next = inserted;
}

static struct node *last(linked_list *list)
{
	struct node *node = &list->header;
	while (node->next) {
		node = node->next;
	}
	return node;
}

// The node before the number, or the last one.
static struct node *previous(linked_list *list, int number, int *position)
{
	struct node *node = &list->header;
	*position = 0;
	for (struct node *next = node->next; next && next->number != number; next = next->next) {
		node = next;
		++*position;
	}
	return node;
}

// ---- asking ----------------------------------------------------------------

bool linked_list_is_empty(linked_list *list)
{
	SYNCHRONIZED(list);
	return list->header.next == NULL;
}

int linked_list_first(linked_list *list)
{
	SYNCHRONIZED(list);
	struct node *first = list->header.next;
	return first ? first->number : 0;
}

int linked_list_size(linked_list *list)
{
	SYNCHRONIZED(list);
	int size = 0;
	for (struct node *node = list->header.next; node; node = node->next) {
		size++;
	}
	return size;
}

int linked_list_find(linked_list *list, int number)
{
	SYNCHRONIZED(list);
	int position = 1;
	for (struct node *node = list->header.next; node; node = node->next, position++) {
		if (node->number == number) {
			return position;
		}
	}
	return -1;
}

int linked_list_find_previous(linked_list *list, int number)
{
	SYNCHRONIZED(list);
	int position;
	previous(list, number, &position);
	return position;
}

size_t linked_list_print(linked_list *list, char *text, size_t size)
{
	SYNCHRONIZED(list);
	size_t length = 0;
	for (struct node *node = list->header.next; node; node = node->next) {
		size_t left = text && length < size ? size - length : 0;
		length += (size_t)snprintf(left ? text + length : NULL, left, "%d ", node->number);
	}
	return length;
}

// ---- changing --------------------------------------------------------------

void linked_list_clear(linked_list *list)
{
	SYNCHRONIZED(list);
	list->header.next = NULL;
}

bool linked_list_insert(linked_list *list, int number, int position)
{
	SYNCHRONIZED(list);
	struct node *node = position < 0 ? NULL : &list->header;
	for (int i = 0; node && i < position; i++) {
		node = node->next;
	}
	if (!node) {
		return false;
	}
	insert_behind(list, node, number);
	return true;
}

void linked_list_add_last(linked_list *list, int number)
{
	SYNCHRONIZED(list);
	insert_behind(list, last(list), number);
}

bool linked_list_remove(linked_list *list, int number)
{
	SYNCHRONIZED(list);
	int position;
	struct node *node = previous(list, number, &position);
	struct node *removed = node->next;
	if (!removed) {
		return false;
	}
	node->next = removed->next;
	return true;
}
