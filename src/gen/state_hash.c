// SPDX-License-Identifier: Apache-2.0
// A hash of the state that the code under test has: equal for states that differ only in addresses.
//
// A pointer counts as its block's number, in the order in which blocks are found, and the offset.
// A number that happens to look like one does no harm: the same number in the other state is seen
// likewise.
#include "gen/reach.h"
#include "gen/sequence.h"
#include "runtime/rng.h"

static uint64_t walk_hash; // one walk at a time

static void mix(uint64_t value)
{
	walk_hash = hd_mix(walk_hash ^ value) + 0x9e3779b97f4a7c15ull;
}

static void add_word(uint64_t word)
{
	uintptr_t block = hd_heap_block_at(word);

	if (block) {
		mix(0x706f696e74657200ull + hd_reach_number(block));
		word -= block;
	}
	mix(word);
}

bool hd_state_hash(const void *shared, size_t most, uint64_t *hash)
{
	uintptr_t block;

	hd_reach_begin(most);
	walk_hash = 0;
	add_word((uintptr_t)shared);
	hd_reach_globals(add_word);
	for (uint32_t i = 0; (block = hd_reach_block(i)) && !hd_reach_overflows(); i++) {
		const struct hd_block *b = hd_block_of(block);
		mix(b->state);
		mix(b->size);
		if (b->state == HD_BLOCK_LIVE) {
			hd_reach_memory(block, b->size, add_word);
		}
	}
	*hash = walk_hash;
	return !hd_reach_overflows();
}
