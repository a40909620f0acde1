// SPDX-License-Identifier: Apache-2.0
// A test of random calls, for strategies that mix some in.
#ifndef HD_SELECT_RANDOM_ONCE_H
#define HD_SELECT_RANDOM_ONCE_H

#include "strategy/strategy.h"

// Suffixes of least to most calls.
bool hd_random_test(const struct hd_proposal *p, unsigned least, unsigned most, struct hd_test *t);

#endif
