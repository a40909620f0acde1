// SPDX-License-Identifier: Apache-2.0
// Memory with one lifetime: many small objects that are freed together. A
// zeroed struct is an empty arena. Running out of memory aborts the program
// (hd_check).
#ifndef HD_BASE_ARENA_H
#define HD_BASE_ARENA_H

#include <stddef.h>

struct hd_arena {
	struct hd_arena_block *blocks; // the newest first
};

void hd_arena_finish(struct hd_arena *arena);

// Zeroed memory, aligned for any type.
void *hd_arena_alloc(struct hd_arena *arena, size_t size);
char *hd_arena_copy(struct hd_arena *arena, const char *text);
char *hd_arena_copy_bytes(struct hd_arena *arena, const char *text, size_t count);
char *hd_arena_format(struct hd_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Makes room for one more item in an array of `count` items of `size` bytes
// that lives in the arena. The array moves at powers of two.
void *hd_arena_grow(struct hd_arena *arena, void *items, size_t count, size_t size);

#endif
