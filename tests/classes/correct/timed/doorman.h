// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef DOORMAN_H
#define DOORMAN_H

#include <stdbool.h>

/** Lets so many in. From any thread. */
typedef struct doorman doorman;

doorman *doorman_new(int places);
void doorman_free(doorman *d);
/** Waits some milliseconds for a place; false when none became free. */
bool doorman_enter(doorman *d, unsigned milliseconds);
void doorman_leave(doorman *d);
int doorman_inside(doorman *d);

#endif
