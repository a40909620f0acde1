// SPDX-License-Identifier: Apache-2.0
#include "gen/reach.h"
#include "runtime/rt.h"
#include "runtime/table.h"

static struct hd_table_entry entries[2 * HD_REACH_BLOCKS];
static struct hd_table numbers;
static uintptr_t blocks[HD_REACH_BLOCKS];
static size_t words, limit;
static bool overflow;

void hd_reach_begin(size_t most)
{
	if (!numbers.entries) {
		hd_table_init(&numbers, entries, 2 * HD_REACH_BLOCKS);
	}
	hd_table_clear(&numbers);
	words = 0;
	limit = most;
	overflow = false;
}

uint32_t hd_reach_number(uintptr_t block)
{
	uint32_t before = numbers.n;

	if (before == HD_REACH_BLOCKS) {
		overflow = true;
		return 0;
	}
	uint32_t number = hd_table_number(&numbers, block);
	if (number == before) {
		blocks[number] = block;
	}
	return number;
}

void hd_reach_memory(uintptr_t from, size_t size, hd_reach_word *tell)
{
	overflow |= size / 8 > limit - words;
	for (size_t at = 0; at < size && !overflow; at += 8) {
		words++;
		tell(hd_load_value((const void *)(from + at), size - at < 8 ? (unsigned)(size - at) : 8));
		overflow |= words >= limit;
	}
}

void hd_reach_globals(hd_reach_word *tell)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		hd_reach_memory((uintptr_t)m->globals, (size_t)(m->globals_end - m->globals), tell);
		for (const struct hd_other *o = m->others; o < m->others_end; o++) {
			hd_reach_memory((uintptr_t)o->start, o->size, tell);
		}
	}
}

uintptr_t hd_reach_block(uint32_t number)
{
	return number < numbers.n ? blocks[number] : 0;
}

bool hd_reach_has(uintptr_t block)
{
	return !hd_table_is_free(&numbers, hd_table_at(&numbers, block));
}

bool hd_reach_overflows(void)
{
	return overflow;
}
