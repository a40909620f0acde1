// heddle: null-dereference
// taxi_wait does not look again after it was woken: another driver has the guest.
// SPDX-License-Identifier: Apache-2.0
#ifndef TAXI_H
#define TAXI_H

#include <stdbool.h>

/** Waits for a guest, for some time. From any thread. */
typedef struct taxi taxi;

taxi *taxi_new(void);
void taxi_free(taxi *t);
bool taxi_take(taxi *t, int guest);
/** -1 when none came within the milliseconds. */
int taxi_wait(taxi *t, unsigned milliseconds);

#endif
