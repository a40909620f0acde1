// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef DEQUE_H
#define DEQUE_H

/** A bounded queue with two ends. */
typedef struct deque deque;

/** What can go wrong. */
enum deque_status { DEQUE_OK, DEQUE_FULL, DEQUE_EMPTY, DEQUE_INVALID, DEQUE_NO_MEMORY };

/** Make a deque for 1 to 1024 values. */
enum deque_status deque_create(deque **out, int capacity);

/** Free the deque. No other thread may use it any more. */
void deque_destroy(deque *deque);

/** Add a value in front. */
enum deque_status deque_push_front(deque *deque, int value);

/** Add a value at the back. */
enum deque_status deque_push_back(deque *deque, int value);

/** Take the value in front. */
enum deque_status deque_pop_front(deque *deque, int *value);

/** Take the value at the back. */
enum deque_status deque_pop_back(deque *deque, int *value);

/** Move the value in front to the back; nothing happens when there is none. */
void deque_rotate(deque *deque);

/** How many values there are. */
int deque_size(deque *deque);

#endif
