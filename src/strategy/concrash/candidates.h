// SPDX-License-Identifier: Apache-2.0
// The calls that a function can be made with after a prefix, numbered from 0: the plainest, then
// each value of each parameter while the others are plain, then a few that are drawn.
#ifndef HD_STRATEGY_CONCRASH_CANDIDATES_H
#define HD_STRATEGY_CONCRASH_CANDIDATES_H

#include "gen/test.h"

// Appends call `number` of a function to a suffix of the test, or begins the test with call
// `number` of a constructor; the same seed gives the same. all: not only a
// few values of each parameter. *more: there may be calls with higher
// numbers. False: there is no such call, or it is one with a lower number.
bool hd_candidate_call(struct hd_test *t, unsigned thread, uint16_t function, unsigned number, uint64_t seed, bool all,
	bool *more);
bool hd_candidate_root(struct hd_test *t, uint16_t class, uint16_t constructor, unsigned number, uint64_t seed,
	bool *more);
// Has it an argument that takes something away (hd_value_takes_away)?
bool hd_candidate_takes_away(const struct hd_call_data *c);

#endif
