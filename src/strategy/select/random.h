// SPDX-License-Identifier: Apache-2.0
// The random test of ConTeGe, for auto too.
#ifndef HD_SELECT_RANDOM_H
#define HD_SELECT_RANDOM_H

#include "strategy/select.h"

bool hd_random_test(const struct hd_proposal *p, struct hd_test *t);

#endif
