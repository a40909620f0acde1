// SPDX-License-Identifier: Apache-2.0
// Tests of three threads, and more if they were asked for: some bugs need two that wait and one that
// wakes them, or three in the same place.
#ifndef HD_STRATEGY_CROWD_H
#define HD_STRATEGY_CROWD_H

#include "strategy/strategy.h"

// How many threads such a test of the class has; 0: it has none.
unsigned hd_crowd_threads(const struct hd_proposal *p);
// As many calls that wait as calls that end a wait; of a class that has both.
bool hd_crowd_balanced(const struct hd_proposal *p, struct hd_test *t);
// Adds threads to a test that has begun: a pair of methods, and others that write what it touches.
bool hd_crowd_mixed(const struct hd_proposal *p, const uint16_t pair[2], const uint16_t *others, unsigned nothers,
	struct hd_test *t);

#endif
