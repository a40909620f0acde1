// SPDX-License-Identifier: Apache-2.0
// The checked heap. Blocks are taken from the arena one after the other and are
// not reused within an execution, so that every access to a freed block is
// seen; between executions the arena starts over, so that the same schedule
// gets the same addresses. In some executions small blocks are handed out again
// at once (hd.run.reuse): what needs an address to come back is seen there.
//
//   small  [header 16][payload, rounded up to 16][gap 16]   cells set when allocated
//   large  the same, page-aligned; cells set when touched, memory given back
//          to the system between executions (fresh blocks read as zero)
//
// Blocks from before main lie at the beginning of both and stay (base_heap.c).
#include "runtime/heap.h"
#include "runtime/access.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define HEADER HD_HEAP_HEADER
#define GAP 16
#define MAX_LARGE 65536

uint64_t hd_heap_limit = 256ull << 20;

static uintptr_t small_next = HD_SMALL_BASE + HEADER, large_next = HD_LARGE_BASE;
static uintptr_t large[MAX_LARGE]; // payload addresses, ascending
static size_t nlarge;
static uint64_t in_use;

// Freed blocks, by size in units of 16; each has the address of the next in its first word, which
// only the heap can read. 0: none.
static struct freed {
	uintptr_t first, last;
} freed[HD_HEAP_LARGE / 16 + 1];

void hd_heap_reset(void)
{
	if (unlikely(hd.run.reuse)) {
		memset(freed, 0, sizeof(freed));
	}
	small_next = hd_base.small_next;
	if (nlarge > hd_base.nlarge) {
		madvise((void *)hd_base.large_next, large_next - hd_base.large_next, MADV_DONTNEED);
		large_next = hd_base.large_next;
		nlarge = hd_base.nlarge;
	}
	in_use = hd_base.in_use;
	if (unlikely(!hd_base_is_empty())) {
		hd_base_restore(hd.foreign);
	}
}

struct hd_heap_mark hd_heap_mark(void)
{
	return (struct hd_heap_mark){small_next, large_next, nlarge, in_use};
}

static void init_cells(uintptr_t payload, size_t size)
{
	struct hd_cell *c = hd_cell_of(payload);

	hd_cell_init(hd_cell_of(payload - HEADER), 0, HD_CELL_HEADER);
	HD_FEW
	for (; size >= 8; size -= 8) {
		hd_cell_init(c++, 8, 0);
	}
	hd_cell_init(c, (unsigned)size, 0); // also for size 0: the byte after is not valid
}

static void share_cells(uintptr_t payload, size_t size)
{
	for (uintptr_t a = payload; a < payload + size; a += 8) {
		hd_cell_of(a)->shared = hd.test;
	}
}

// Up to the end of its last 16 bytes, which are the block's own.
static void fill(uintptr_t payload, size_t size)
{
	typedef uint8_t sixteen __attribute__((vector_size(16)));

	HD_FEW
	for (size_t i = 0; i < size; i += sizeof(sixteen)) {
		*(sixteen *)(payload + i) = (sixteen){0} + (uint8_t)HD_HEAP_FILL;
	}
}

static struct freed *freed_like(size_t size)
{
	return &freed[((size ? size : 1) + 15) / 16];
}

HD_COLD static uintptr_t take_again(size_t size, size_t align)
{
	struct freed *list = freed_like(size);
	uintptr_t payload = list->first;

	if (payload & (align - 1)) {
		return 0;
	}
	if (payload) {
		list->first = *(uintptr_t *)payload;
	}
	return payload;
}

HD_COLD static void keep_for_later(uintptr_t payload, size_t size)
{
	struct freed *list = freed_like(size);

	if (size >= HD_HEAP_LARGE || hd_base_has(payload)) {
		return;
	}
	if (list->first && hd.run.reuse == HD_REUSE_OLDEST) {
		*(uintptr_t *)payload = 0;
		*(uintptr_t *)list->last = payload;
		list->last = payload;
		return;
	}
	*(uintptr_t *)payload = list->first;
	list->last = list->first ? list->last : payload;
	list->first = payload;
}

static uintptr_t take_small(size_t size, size_t align)
{
	uintptr_t again = unlikely(hd.run.reuse) ? take_again(size, align) : 0;
	if (again) {
		return again;
	}
	uintptr_t payload = (small_next + HEADER + align - 1) & ~(uintptr_t)(align - 1);
	uintptr_t end = ((payload + (size ? size : 1) + 15) & ~15ull) + GAP + hd.run.padding;

	if (end >= HD_SMALL_BASE + HD_SMALL_SIZE) {
		return 0;
	}
	small_next = end;
	return payload;
}

static uintptr_t take_large(size_t size, size_t align)
{
	align = align < 4096 ? 4096 : align;
	uintptr_t payload = (large_next + HEADER + align - 1) & ~(uintptr_t)(align - 1);

	if (nlarge == MAX_LARGE || payload + size + GAP >= HD_LARGE_BASE + HD_LARGE_SIZE) {
		return 0;
	}
	large_next = (payload + size + GAP + 4095) & ~4095ull;
	large[nlarge++] = payload;
	return payload;
}

void *hd_heap_alloc(size_t size, size_t align, const struct hd_site *site)
{
	bool is_large = size >= HD_HEAP_LARGE;
	uintptr_t payload = 0;

	if (size < hd_heap_limit && in_use + size <= hd_heap_limit) {
		payload = is_large ? take_large(size, align) : take_small(size, align);
	}
	if (payload == 0) {
		errno = ENOMEM;
		return NULL;
	}
	in_use += size;
	*hd_block_of(
		payload) = (struct hd_block){.state = HD_BLOCK_LIVE, .site = (uint32_t)(uintptr_t)site, .size = size};
	if (is_large) {
		hd_cell_init(hd_cell_of(payload - HEADER), 0, HD_CELL_HEADER);
	} else {
		init_cells(payload, size);
		if (unlikely(hd.run.only_once && hd.single)) {
			share_cells(payload, size);
		}
		fill(payload, size);
	}
	return (void *)payload;
}

// The last large block that starts at or before `a`, 0 if none.
static uintptr_t large_before(uintptr_t a)
{
	size_t low = 0, high = nlarge;

	while (low < high) {
		size_t mid = (low + high) / 2;
		if (large[mid] <= a) {
			low = mid + 1;
		} else {
			high = mid;
		}
	}
	return low ? large[low - 1] : 0;
}

// The block an address is in or just behind, by walking (faults only); or just before, in its header.
static uintptr_t block_near(uintptr_t a)
{
	if (a >= HD_LARGE_BASE) {
		return large_before(a + HEADER);
	}
	uintptr_t found = hd_base_before(a + HEADER);
	for (uintptr_t p = hd_base.small_next; p < small_next && p <= a; p += 16) {
		const struct hd_cell *c = hd_cell_of(p);
		if (c->gen == hd.gen && c->flags & HD_CELL_HEADER) {
			found = p + HEADER;
		}
	}
	return found;
}

// Small blocks are short: their header is not far.
static uintptr_t small_at(uintptr_t a)
{
	for (uintptr_t p = a & ~15ull; p >= hd_base.small_next && a - p <= HD_HEAP_LARGE + HEADER; p -= 16) {
		const struct hd_cell *c = hd_cell_of(p);
		if (c->gen == hd.gen && c->flags & HD_CELL_HEADER) {
			return p + HEADER;
		}
	}
	return hd_base_before(a);
}

uintptr_t hd_heap_block_at(uintptr_t a)
{
	if (!hd_heap_has((void *)a)) {
		return 0;
	}
	uintptr_t p = a >= HD_LARGE_BASE ? large_before(a) : small_at(a);
	return p && a >= p && a - p < hd_block_of(p)->size ? p : 0;
}

static bool in_heap(uintptr_t a)
{
	return a >= HD_SMALL_BASE && a < HD_STACK_BASE;
}

void hd_heap_bad_access(uintptr_t a, size_t size, bool write, const struct hd_site *site)
{
	const char *verb = write ? "write" : "read";
	uintptr_t p = in_heap(a) ? block_near(a) : 0;

	if (p == 0) {
		hd_fault(HD_VERDICT_WILD_ACCESS, site, a, "%s of %zu bytes at %#lx, which is not a valid address", verb,
			size, (unsigned long)a);
	}
	const struct hd_block *h = hd_block_of(p);
	long offset = (long)(a - p);
	if (h->state == HD_BLOCK_FREED && offset < (long)h->size) {
		hd_fault(HD_VERDICT_USE_AFTER_FREE, site, a,
			"use after free: %s of %zu bytes at offset %ld of a freed block of %lu bytes", verb, size,
			offset, (unsigned long)h->size);
	}
	hd_fault(HD_VERDICT_OUT_OF_BOUNDS, site, a,
		"out of bounds: %s of %zu bytes at offset %ld of a block of %lu bytes", verb, size, offset,
		(unsigned long)h->size);
}

// The cell of an address in or behind block `p`, 0: none.
static void fresh_cell_of(uintptr_t p, struct hd_cell *c, uintptr_t a)
{
	uintptr_t granule = a & ~7ull;

	if (p == 0 || hd_block_of(p)->state != HD_BLOCK_LIVE) {
		return;
	}
	uintptr_t end = p + hd_block_of(p)->size;
	if (a < end) {
		hd_cell_init(c, end - granule >= 8 ? 8 : (unsigned)(end - granule), 0);
		if (hd_base_has(a)) {
			hd_base_touched(a);
			c->shared = hd.run.only_once ? hd.test : c->shared;
		}
	}
}

void hd_heap_fresh_cell(struct hd_cell *c, uintptr_t a, size_t size, bool write, const struct hd_site *site)
{
	if (a < HD_NULL_SIZE) {
		hd_fault(HD_VERDICT_NULL_DEREFERENCE, site, a, "null dereference: %s of %zu bytes at address %#lx",
			write ? "write" : "read", size, (unsigned long)a);
	}
	if (!in_heap(a) && !hd_globals_have(a) && (a >> 47 || hd_memory_is_engine(a) || !hd_mapped(a))) {
		hd_fault(HD_VERDICT_WILD_ACCESS, site, a, "wild access: %s of %zu bytes at %#lx",
			write ? "write" : "read", size, (unsigned long)a);
	}
	if (a >= HD_LARGE_BASE && a < HD_STACK_BASE) {
		fresh_cell_of(large_before(a), c, a);
	} else if (hd_base_has(a)) {
		fresh_cell_of(hd_base_before(a), c, a);
	} else if (!in_heap(a)) {
		hd_cell_init(c, 8, 0);
		if (unlikely(hd.run.only_once && (hd_globals_have(a) || a - HD_MAP_BASE < HD_MAP_SIZE))) {
			c->shared = hd.test;
		}
		if (unlikely(hd_globals_others)) {
			hd_globals_touched(a);
		}
	}
	if (c->gen != hd.gen) {
		hd_heap_bad_access(a, size, write, site);
	}
}

size_t hd_heap_size(const void *p)
{
	return hd_block_of((uintptr_t)p)->size;
}

static bool is_live_block(uintptr_t p)
{
	const struct hd_cell *c = hd_cell_of(p - HEADER);
	return (p & 15) == 0 && c->gen == hd.gen && c->flags & HD_CELL_HEADER && hd_block_of(p)->state == HD_BLOCK_LIVE;
}

// A block from before main gets the cell of its header when it is looked at.
HD_COLD static void adopt_base_block(uintptr_t p)
{
	struct hd_cell *c = hd_cell_of(p - HEADER);

	if (c->gen != hd.gen && hd_base_has(p) && (p < HD_LARGE_BASE ? hd_base_before(p) : large_before(p)) == p) {
		hd_cell_init(c, 0, HD_CELL_HEADER);
		hd_base_touched(p - HEADER);
	}
}

bool hd_heap_is_live(const void *p)
{
	if (unlikely(!is_live_block((uintptr_t)p))) {
		adopt_base_block((uintptr_t)p);
	}
	return is_live_block((uintptr_t)p);
}

HD_NORETURN HD_COLD static void report_free(uintptr_t p, const struct hd_site *site)
{
	const struct hd_cell *c = hd_cell_of(p - HEADER);

	if ((p & 15) == 0 && c->gen == hd.gen && c->flags & HD_CELL_HEADER && hd_block_of(p)->state == HD_BLOCK_FREED) {
		hd_fault(HD_VERDICT_DOUBLE_FREE, site, p, "double free of a block of %lu bytes",
			(unsigned long)hd_block_of(p)->size);
	}
	hd_fault(HD_VERDICT_INVALID_FREE, site, p, "free of %#lx, which is not the start of a heap block",
		(unsigned long)p);
}

// Freeing writes the whole block: an access that is not ordered before it races.
static void free_block(uintptr_t p, const struct hd_site *site)
{
	if (unlikely(!is_live_block(p)) && !hd_heap_is_live((void *)p)) {
		report_free(p, site);
	}
	size_t size = hd_block_of(p)->size;
	HD_FEW
	for (uintptr_t a = p; a < p + size; a += 8) {
		struct hd_cell *c = hd_cell_of(a);
		if (c->gen != hd.gen) {
			continue; // never touched part of a large block
		}
		if (!hd.single && (c->write || c->read)) {
			if (unlikely(c->owner != hd.cur->id + 1)) {
				c->shared = hd.test; // freeing is a write, and someone else uses the block
			}
			unsigned mask = 0xffu >> (8 - c->valid);
			if (unlikely(!hd_access_is_ordered(c, mask, true, site))) {
				hd_race_check(c, mask, true, false, site, a);
			}
		}
		c->valid = 0;
		c->flags |= HD_CELL_FREED;
	}
	hd_block_of(p)->state = HD_BLOCK_FREED;
	in_use -= size;
	if (unlikely(hd.run.reuse)) {
		keep_for_later(p, size);
	}
}

__attribute__((noinline)) static void free_slowly(void *pointer, const struct hd_site *site)
{
	uintptr_t p = (uintptr_t)pointer;
	struct hd_op op = {.kind = HD_EV_FREE, .write = true, .object = p, .site = site};

	op.size = hd_heap_is_live(pointer) ? (uint32_t)hd_heap_size(pointer) : 1;
	hd_sched_point(&op);
	free_block(p, site);
}

void hd_heap_free(void *pointer, const struct hd_site *site)
{
	if (unlikely(!hd_sched_quick())) {
		HD_TAIL return free_slowly(pointer, site);
	}
	free_block((uintptr_t)pointer, site);
}

void hd_heap_release(void *pointer, const struct hd_site *site)
{
	free_block((uintptr_t)pointer, site);
}

static uintptr_t next_small(uintptr_t after)
{
	uintptr_t p = after < HD_SMALL_BASE ? hd_base.small_next : after - HEADER + 16;

	for (; p < small_next; p += 16) {
		const struct hd_cell *c = hd_cell_of(p);
		if (c->gen == hd.gen && c->flags & HD_CELL_HEADER && hd_block_of(p + HEADER)->state == HD_BLOCK_LIVE) {
			return p + HEADER;
		}
	}
	return 0;
}

uintptr_t hd_heap_next_live(uintptr_t after)
{
	uintptr_t p = after < HD_LARGE_BASE ? next_small(after) : 0;

	for (size_t i = hd_base.nlarge; !p && i < nlarge; i++) {
		if (large[i] > after && hd_block_of(large[i])->state == HD_BLOCK_LIVE) {
			return large[i];
		}
	}
	return p;
}

uint64_t hd_heap_in_use(void)
{
	return in_use;
}

bool hd_heap_find_leak(uintptr_t *address, size_t *size, const struct hd_site **site)
{
	for (uintptr_t p = 0; (p = hd_heap_next_live(p));) {
		uint32_t at = hd_block_of(p)->site; // 0: the C library keeps what it likes
		if (at && (!*site || at == (uint32_t)(uintptr_t)*site)) {
			*address = p;
			*size = hd_block_of(p)->size;
			*site = hd_site_from_low(at);
			return true;
		}
	}
	return false;
}
