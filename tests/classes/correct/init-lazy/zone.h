// heddle: none
// The table is made by zone_setup or by the first call.
// SPDX-License-Identifier: Apache-2.0
#ifndef ZONE_H
#define ZONE_H

/// Not necessary, but makes the first call faster.
void zone_setup(void);
int zone_offset(int hour);
int zone_shift(int hour, int by);

#endif
