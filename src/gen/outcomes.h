// SPDX-License-Identifier: Apache-2.0
// What a test's execution gave, and what each sequential order of its calls would have given.
#ifndef HD_GEN_OUTCOMES_H
#define HD_GEN_OUTCOMES_H

#include "gen/test.h"

void hd_outcomes_begin(const struct hd_test *t);
// The execution just made is a sequential order of the test.
void hd_outcomes_note_order(void);
// The execution just made, compared with these: lines.
void hd_outcomes_print(char *out, size_t size);

#endif
