// SPDX-License-Identifier: Apache-2.0
// What the default (auto.c) asks of the scheduler that holds threads at places.
#ifndef HD_SCHEDULE_PLACES_H
#define HD_SCHEDULE_PLACES_H

#include <stdbool.h>

// Did its last execution show anything that none had shown before?
bool hd_places_grown(const void *state);

#endif
