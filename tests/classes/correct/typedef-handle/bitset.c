// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "bitset.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct bitset_state {
	_Atomic uint64_t bits;
};

bitset_t bitset_open(void)
{
	bitset_t set = malloc(sizeof *set);
	if (set) {
		atomic_init(&set->bits, 0);
	}
	return set;
}

void bitset_close(bitset_t set)
{
	free(set);
}

// No bit at all for a number that is out of range.
static uint64_t mask(unsigned bit)
{
	return bit < 64 ? UINT64_C(1) << bit : 0;
}

bool bitset_set(bitset_t set, unsigned bit)
{
	if (bit >= 64) {
		return true;
	}
	return atomic_fetch_or_explicit(&set->bits, mask(bit), memory_order_acq_rel) & mask(bit);
}

bool bitset_clear(bitset_t set, unsigned bit)
{
	return atomic_fetch_and_explicit(&set->bits, ~mask(bit), memory_order_acq_rel) & mask(bit);
}

bool bitset_flip(bitset_t set, unsigned bit)
{
	return atomic_fetch_xor_explicit(&set->bits, mask(bit), memory_order_acq_rel) & mask(bit);
}

bool bitset_test(bitset_t set, unsigned bit)
{
	return atomic_load_explicit(&set->bits, memory_order_acquire) & mask(bit);
}

int bitset_claim(bitset_t set)
{
	uint64_t bits = atomic_load_explicit(&set->bits, memory_order_relaxed);
	while (bits != UINT64_MAX) {
		uint64_t lowest = ~bits & (bits + 1);
		if (atomic_compare_exchange_weak_explicit(&set->bits, &bits, bits | lowest,
			    memory_order_acq_rel, memory_order_relaxed)) {
			return __builtin_ctzll(lowest);
		}
	}
	return -1;
}

int bitset_count(bitset_t set)
{
	return __builtin_popcountll(atomic_load_explicit(&set->bits, memory_order_acquire));
}
