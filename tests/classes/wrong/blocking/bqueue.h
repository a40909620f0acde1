// heddle: null-dereference
// bqueue_pop waits with `if`: a bqueue_try_pop takes what bqueue_push woke it for.
// SPDX-License-Identifier: Apache-2.0
#ifndef BQUEUE_H
#define BQUEUE_H

typedef struct bqueue bqueue;

/** Make an empty queue; NULL when there is no memory. */
bqueue *bqueue_new(void);

/** Free the queue. No other thread may use it any more. */
void bqueue_free(bqueue *queue);

/** Append a value and wake one waiting bqueue_pop; -1 when there is no memory. */
int bqueue_push(bqueue *queue, int value);

/** Take the oldest value, waiting until there is one. @heddle blocking */
int bqueue_pop(bqueue *queue);

/** Take the oldest value into *value; -1 when there is none. Never waits. */
int bqueue_try_pop(bqueue *queue, int *value);

#endif
