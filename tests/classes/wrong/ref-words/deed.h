// heddle: data-race|use-after-free|double-free|not-linearizable
// Bug: two deed_ref_decr: the count is read again after it was lowered.
// SPDX-License-Identifier: Apache-2.0
#ifndef DEED_H
#define DEED_H

struct deed;

struct deed *deed_create(int number);
void deed_ref_incr(struct deed *d);
void deed_ref_decr(struct deed *d);
int deed_number(const struct deed *d);

#endif
