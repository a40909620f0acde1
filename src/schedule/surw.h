// SPDX-License-Identifier: Apache-2.0
// What the default (auto.c) asks of the selectively uniform random walk.
#ifndef HD_SCHEDULE_SURW_H
#define HD_SCHEDULE_SURW_H

// From the log of an execution that another scheduler made. The first one counts as its own first.
void hd_surw_learn(void *state);

#endif
