// SPDX-License-Identifier: Apache-2.0
// The checked heap: heap.c (blocks of an execution), base_heap.c (blocks from before
// main), before_main.c (whether that is now), interpose.c (malloc of code that is not
// instrumented).
#ifndef HD_RUNTIME_HEAP_H
#define HD_RUNTIME_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/model.h"
#include "runtime/attributes.h"
#include "runtime/shadow.h"

#define HD_HEAP_HEADER 16
#define HD_HEAP_LARGE 4096 // blocks from this size on come as zero

enum { HD_BLOCK_LIVE = 0x4c495645, HD_BLOCK_FREED = 0x46524545 };

struct hd_block {
	uint32_t state;
	uint32_t site; // low half of the address of the allocating site, 0: code that is not instrumented
	uint64_t size;
};

static inline struct hd_block *hd_block_of(uintptr_t payload)
{
	return (struct hd_block *)(payload - HD_HEAP_HEADER);
}

static inline bool hd_heap_has(const void *p)
{
	return (uintptr_t)p >= HD_SMALL_BASE && (uintptr_t)p < HD_STACK_BASE;
}

// ---- heap.c ----------------------------------------------------------------

#define HD_HEAP_FILL 0xbe // content of a fresh block
void *hd_heap_alloc(size_t size, size_t align, const struct hd_site *site);
void hd_heap_free(void *p, const struct hd_site *site);
size_t hd_heap_size(const void *p); // of a live block
uintptr_t hd_heap_block_at(uintptr_t a); // the block, live or freed, that an address is in; 0: none
void hd_heap_reset(void);
HD_ASIDE void hd_heap_bad_access(uintptr_t a, size_t size, bool write, const struct hd_site *site);
// Makes the cell of an address valid for this execution, or faults.
HD_ASIDE void hd_heap_fresh_cell(struct hd_cell *c, uintptr_t a, size_t size, bool write, const struct hd_site *site);
uint64_t hd_heap_in_use(void); // bytes of live blocks
uintptr_t hd_heap_next_live(uintptr_t after); // of this execution, by address, from 0 on; 0: no more
// site: of the allocation, NULL: any of instrumented code; then the one that was found.
bool hd_heap_find_leak(uintptr_t *address, size_t *size, const struct hd_site **site);
extern uint64_t hd_heap_limit; // --heap

// How far the heap is used.
struct hd_heap_mark {
	uintptr_t small_next, large_next;
	size_t nlarge;
	uint64_t in_use;
};

struct hd_heap_mark hd_heap_mark(void);
bool hd_heap_is_live(const void *p);
// Frees without a switch point: the C library's own blocks.
void hd_heap_release(void *p, const struct hd_site *site);

// ---- base_heap.c -------------------------------------------------------------

extern struct hd_heap_mark hd_base; // where executions begin to take blocks

void *hd_base_alloc(size_t size, size_t align, uintptr_t caller);
void hd_base_free(void *p);
// What the heap holds now is what every execution starts with.
void hd_base_keep(void);
// Puts back what an execution has changed, or all of it.
void hd_base_restore(bool all);
bool hd_base_has(uintptr_t a);
bool hd_base_is_empty(void);
// The small block that starts at or before `a`, 0 if none.
uintptr_t hd_base_before(uintptr_t a);
// The eight bytes at `a` may be changed from now on.
void hd_base_touched(uintptr_t a);

// ---- before_main.c ---------------------------------------------------------------

extern enum hd_phase { HD_UNKNOWN, HD_BY_HAND, HD_BEFORE_MAIN, HD_UNDER_CONTROL } hd_phase;

HD_COLD void hd_phase_find(void);
// The engine's main has begun, and knows that heddle runs the program.
void hd_before_main_begin(void);
// Everything that executions start with exists now.
void hd_before_main_end(void);

// Was the program started by heddle, rather than directly?
static inline bool hd_is_under_control(void)
{
	if (unlikely(hd_phase == HD_UNKNOWN)) {
		hd_phase_find();
	}
	return hd_phase >= HD_BEFORE_MAIN;
}

static inline bool hd_before_main(void)
{
	return hd_is_under_control() && hd_phase == HD_BEFORE_MAIN;
}

#endif
