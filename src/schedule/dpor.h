// SPDX-License-Identifier: Apache-2.0
// For the default (auto.c): a search that starts from an execution which another scheduler makes.
// begin and end are dpor's own; in between it is told of each answer.
#ifndef HD_SCHEDULE_DPOR_H
#define HD_SCHEDULE_DPOR_H

#include "runtime/scheduler.h"

// False: the execution is too large for a search.
bool hd_dpor_note(void *state, const struct hd_choice *c, int chosen);
void hd_dpor_note_choice(void *state, unsigned alternatives, unsigned chosen);

#endif
