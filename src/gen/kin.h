// SPDX-License-Identifier: Apache-2.0
// Objects that belong together: children with the parents that made them, and what was given
// out with the thread that has it.
#ifndef HD_GEN_KIN_H
#define HD_GEN_KIN_H

#include "gen/test.h"

// A child is used with the parent that made it: no library need cope with another.
void hd_kin_unite(const struct hd_test *t, struct hd_call_data *c);
// Objects that the thread used in earlier calls and still has become arguments of this one, every other
// time; the mask of these parameters.
uint32_t hd_kin_draw_kept(const struct hd_test *t, unsigned thread, struct hd_call_data *c, uint64_t *rng);
// Does a call of the test end what this prefix call made?
bool hd_kin_is_ended(const struct hd_test *t, unsigned call);

#endif
