// SPDX-License-Identifier: Apache-2.0
// Tests of one call against a row of others: what it relies on may take several different calls to break, and
// what it breaks one more to see.
#ifndef HD_STRATEGY_ROW_H
#define HD_STRATEGY_ROW_H

#include "strategy/strategy.h"

// The one is of a method that touches what is shared in more than one critical section. False: there is none, or
// none could be made.
bool hd_row_test(const struct hd_proposal *p, struct hd_test *t);

#endif
