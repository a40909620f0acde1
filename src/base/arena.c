// SPDX-License-Identifier: Apache-2.0
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { BLOCK = 64 * 1024, ALIGNMENT = _Alignof(max_align_t) };

struct hd_arena_block {
	struct hd_arena_block *next;
	size_t used, size;
	_Alignas(max_align_t) char bytes[];
};

void hd_arena_finish(struct hd_arena *arena)
{
	while (arena->blocks) {
		struct hd_arena_block *next = arena->blocks->next;
		free(arena->blocks);
		arena->blocks = next;
	}
}

static void add_block(struct hd_arena *arena, size_t size)
{
	struct hd_arena_block *block = calloc(1, sizeof(*block) + size);
	hd_check(block != NULL);
	block->size = size;
	block->next = arena->blocks;
	arena->blocks = block;
}

void *hd_arena_alloc(struct hd_arena *arena, size_t size)
{
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (!arena->blocks || arena->blocks->size - arena->blocks->used < size) {
		add_block(arena, size > BLOCK ? size : BLOCK);
	}
	void *memory = arena->blocks->bytes + arena->blocks->used;
	arena->blocks->used += size;
	return memory;
}

char *hd_arena_copy(struct hd_arena *arena, const char *text)
{
	return hd_arena_copy_bytes(arena, text, strlen(text));
}

char *hd_arena_copy_bytes(struct hd_arena *arena, const char *text, size_t count)
{
	char *copy = hd_arena_alloc(arena, count + 1);
	memcpy(copy, text, count);
	return copy;
}

char *hd_arena_format(struct hd_arena *arena, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int count = vsnprintf(NULL, 0, format, args);
	hd_check(count >= 0);
	char *text = hd_arena_alloc(arena, (size_t)count + 1);
	vsnprintf(text, (size_t)count + 1, format, again);
	va_end(again);
	va_end(args);
	return text;
}

void *hd_arena_grow(struct hd_arena *arena, void *items, size_t count, size_t size)
{
	if (count > 0 && (count < 8 || (count & (count - 1)) != 0)) {
		return items; // room for 8, then for the next power of two
	}
	void *larger = hd_arena_alloc(arena, (count ? 2 * count : 8) * size);
	if (count > 0) {
		memcpy(larger, items, count * size);
	}
	return larger;
}
