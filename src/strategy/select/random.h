// SPDX-License-Identifier: Apache-2.0
// The random test of ConTeGe, for auto too.
#ifndef HD_SELECT_RANDOM_H
#define HD_SELECT_RANDOM_H

#include "strategy/select.h"

// Suffixes of least to most calls.
bool hd_random_test(const struct hd_proposal *p, unsigned least, unsigned most, struct hd_test *t);

#endif
