// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef PQUEUE_H
#define PQUEUE_H

#include <stdbool.h>
#include <stddef.h>

/** A priority queue: the smallest value comes first. */
typedef struct pqueue pqueue;

/** Make an empty queue; NULL when there is no memory. */
pqueue *pqueue_new(void);

/** Free the queue. No other thread may use it any more. */
void pqueue_free(pqueue *queue);

/** Add a value; false when there is no memory. */
bool pqueue_add(pqueue *queue, int value);

/** Take the smallest value; false when the queue is empty. */
bool pqueue_take(pqueue *queue, int *value);

/** Copy the smallest value; false when the queue is empty. */
bool pqueue_first(pqueue *queue, int *value);

/** Add a value and take the smallest one, which may be the same. */
int pqueue_exchange(pqueue *queue, int value);

/** How many values there are. */
size_t pqueue_size(pqueue *queue);

#endif
