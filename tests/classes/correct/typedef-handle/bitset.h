// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef BITSET_H
#define BITSET_H

#include <stdbool.h>

/** A set of 64 bits that is changed without a lock; the type behind it is private. */
typedef struct bitset_state *bitset_t;

/** Make an empty set; NULL when there is no memory. */
bitset_t bitset_open(void);

/** Free the set. No other thread may use it any more. */
void bitset_close(bitset_t set);

/** Set a bit; true when it was set before or is no bit of the set. */
bool bitset_set(bitset_t set, unsigned bit);

/** Clear a bit; true when it was set before. */
bool bitset_clear(bitset_t set, unsigned bit);

/** Flip a bit; true when it was set before. */
bool bitset_flip(bitset_t set, unsigned bit);

/** True when the bit is set. */
bool bitset_test(bitset_t set, unsigned bit);

/** Set the lowest bit that is clear; its number, or -1 when all are set. */
int bitset_claim(bitset_t set);

/** How many bits are set. */
int bitset_count(bitset_t set);

#endif
