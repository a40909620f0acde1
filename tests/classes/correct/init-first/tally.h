// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef TALLY_H
#define TALLY_H

/** Makes the counters. Must be called first, by one thread. */
void tally_init(void);
/** Counts something; how often it was counted. */
int tally_count(int what);
int tally_total(void);

#endif
