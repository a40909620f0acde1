// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef PARCEL_H
#define PARCEL_H

#include "parcel_types.h"

int parcel_pack(struct parcel *p, int item);
int parcel_unpack(struct parcel *p);
int parcel_count(struct parcel *p);

#endif
