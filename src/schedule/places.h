// SPDX-License-Identifier: Apache-2.0
// What the default (auto.c) asks of the scheduler that holds threads at places.
#ifndef HD_SCHEDULE_PLACES_H
#define HD_SCHEDULE_PLACES_H

// From the log of an execution that another scheduler made.
void hd_places_learn(void *state);

#endif
