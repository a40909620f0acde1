// SPDX-License-Identifier: Apache-2.0
// A hash of the state that the code under test has: equal for states that differ only in addresses.
//
// A word that has the value of an address in a block of the heap is taken for a pointer, and counts
// as the block's number, in the order in which blocks are found, and the offset. A number that
// happens to look like one does no harm: the same number in the other state is seen likewise.
#include "gen/sequence.h"
#include "runtime/rng.h"
#include "runtime/table.h"

#define MOST_BLOCKS 2048   // a power of two
#define MOST_WORDS 131072  // 1 MiB

struct walk {
	struct hd_table numbers; // of blocks
	uintptr_t blocks[MOST_BLOCKS];
	uint64_t hash;
	size_t words;
	bool overflow;
};

static struct hd_table_entry entries[2 * MOST_BLOCKS];
static struct walk walk; // one at a time

static void mix(uint64_t value)
{
	walk.hash = hd_mix(walk.hash ^ value) + 0x9e3779b97f4a7c15ull;
}

// The number of a block, which is looked into later.
static uint32_t number_of(uintptr_t block)
{
	uint32_t before = walk.numbers.n, number;

	if (before == MOST_BLOCKS) {
		walk.overflow = true;
		return 0;
	}
	number = hd_table_number(&walk.numbers, block);
	if (number == before) {
		walk.blocks[number] = block;
	}
	return number;
}

static void add_word(uint64_t word)
{
	uintptr_t block = hd_heap_block_at(word);

	walk.words++;
	if (block) {
		mix(0x706f696e74657200ull + number_of(block));
		word -= block;
	}
	mix(word);
}

static void add_memory(uintptr_t from, size_t size)
{
	walk.overflow |= size / 8 > MOST_WORDS - walk.words;
	for (size_t at = 0; at < size && !walk.overflow; at += 8) {
		add_word(hd_load_value((const void *)(from + at), size - at < 8 ? (unsigned)(size - at) : 8));
		walk.overflow |= walk.words >= MOST_WORDS;
	}
}

static void add_globals(void)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		add_memory((uintptr_t)m->globals, (size_t)(m->globals_end - m->globals));
		for (const struct hd_other *o = m->others; o < m->others_end; o++) {
			add_memory((uintptr_t)o->start, o->size);
		}
	}
}

bool hd_state_hash(const void *shared, uint64_t *hash)
{
	hd_table_init(&walk.numbers, entries, 2 * MOST_BLOCKS);
	static uint32_t round;
	walk.numbers.round = ++round;
	walk.hash = walk.words = 0;
	walk.overflow = false;
	add_word((uintptr_t)shared);
	add_globals();
	for (uint32_t i = 0; i < walk.numbers.n && !walk.overflow; i++) {
		const struct hd_block *b = hd_block_of(walk.blocks[i]);
		mix(b->state);
		mix(b->size);
		if (b->state == HD_BLOCK_LIVE) {
			add_memory(walk.blocks[i], b->size);
		}
	}
	*hash = walk.hash;
	return !walk.overflow;
}
