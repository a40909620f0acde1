// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef PERMITS_H
#define PERMITS_H

#include <stdbool.h>

/** A number of permits that threads take and give back, over a POSIX semaphore. */
typedef struct permits_state *permits_t;

/** Make 0 to 1000 permits; NULL when the number is wrong or there is no memory. */
permits_t permits_open(int count);

/** Free the permits. No other thread may use them any more. */
void permits_close(permits_t permits);

/** Take a permit, waiting until there is one. @heddle blocking */
void permits_take(permits_t permits);

/** Take a permit if there is one. Never waits. */
bool permits_try_take(permits_t permits);

/** Give a permit back, or add a new one. */
void permits_give(permits_t permits);

/** How many permits there are to take. */
int permits_available(permits_t permits);

#endif
