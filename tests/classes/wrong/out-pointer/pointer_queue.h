// heddle: not-linearizable
// SPDX-License-Identifier: Apache-2.0
// Two that take at the same time may get the same item: each access is atomic, taking is not.
#ifndef POINTER_QUEUE_H
#define POINTER_QUEUE_H

#include <stdbool.h>

typedef struct pointer_queue pointer_queue;

pointer_queue *pointer_queue_new(void);
void pointer_queue_free(pointer_queue *q);
bool pointer_queue_put(pointer_queue *q, void *item);
bool pointer_queue_take(pointer_queue *q, void **item);

#endif
