// SPDX-License-Identifier: Apache-2.0
#ifndef PARCEL_TYPES_H
#define PARCEL_TYPES_H

struct parcel;

struct parcel *parcel_create(int room);
void parcel_destroy(struct parcel *p);

#endif
