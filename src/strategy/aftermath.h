// SPDX-License-Identifier: Apache-2.0
// What comes after a state that no sequential order leaves? Calls that spoil an object often return as if
// nothing had happened: the next call of some other method stumbles over it. Tests that draw that
// method, too, are rare. So such a test is made again, scheduled as it was, with one more call: of each
// method in turn, at the end of each thread. Which thread matters: what some sequential order does, too,
// is no violation, and after the calls of the same thread it often is.
#ifndef HD_STRATEGY_AFTERMATH_H
#define HD_STRATEGY_AFTERMATH_H

#include "runtime/table.h"
#include "strategy/strategy.h"

struct hd_aftermath {
	struct hd_test test; // that left the state
	struct hd_left left;
	unsigned next;    // method of the class
	bool there;       // there are methods left to try
	uint64_t tests, followed; // all, and those made here
	struct hd_table states; // that have been followed
};

void hd_aftermath_init(struct hd_aftermath *a);
// Another state may be followed now.
bool hd_aftermath_wants(const struct hd_aftermath *a);
void hd_aftermath_note(struct hd_aftermath *a, const struct hd_test *t, const struct hd_left *left);
// The next test of the state at hand. False: there is none.
bool hd_aftermath_test(struct hd_aftermath *a, const struct hd_proposal *p, struct hd_test *t);

#endif
