// SPDX-License-Identifier: Apache-2.0
// What a failed assertion printed about itself.
#ifndef HD_CRASH_ASSERTION_H
#define HD_CRASH_ASSERTION_H

#include "crash/stacks.h"

// Adds the function with the assertion to a stack that ends in the C library, if the text names it.
void hd_crash_add_asserting(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines);

#endif
