// heddle: none
// References are taken and given back by deed_ref_incr and deed_ref_decr.
// SPDX-License-Identifier: Apache-2.0
#ifndef DEED_H
#define DEED_H

struct deed;

struct deed *deed_create(int number);
void deed_ref_incr(struct deed *d);
void deed_ref_decr(struct deed *d);
int deed_number(const struct deed *d);

#endif
