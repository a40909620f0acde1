// heddle: data-race|not-linearizable|null-dereference|out-of-bounds
// Bug: zone_offset believes the flag before the table is there.
// SPDX-License-Identifier: Apache-2.0
#ifndef ZONE_H
#define ZONE_H

/// Not necessary, but makes the first call faster.
void zone_setup(void);
int zone_offset(int hour);
int zone_shift(int hour, int by);

#endif
