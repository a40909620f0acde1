// SPDX-License-Identifier: Apache-2.0
// The checked heap. Blocks are taken from the arena one after the other and are
// not reused within an execution, so that every access to a freed block is
// seen; between executions the arena starts over, so that the same schedule
// gets the same addresses.
//
//   small  [header 16][payload, rounded up to 16][gap 16]   cells set when allocated
//   large  the same, page-aligned; cells set when touched, memory given back
//          to the system between executions (fresh blocks read as zero)
#include "runtime/access.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define HEADER 16
#define GAP 16
#define LARGE_BLOCK 4096
#define MAX_LARGE 65536

enum { LIVE = 0x4c495645, FREED = 0x46524545 };

struct header {
	uint32_t state;
	uint32_t site; // low half of the address of the allocating site
	uint64_t size;
};

uint64_t hd_heap_limit = 256ull << 20;

static uintptr_t small_next = HD_SMALL_BASE, large_next = HD_LARGE_BASE;
static uintptr_t large[MAX_LARGE]; // payload addresses, ascending
static size_t nlarge;
static uint64_t in_use;

void hd_heap_reset(void)
{
	small_next = HD_SMALL_BASE + HEADER;
	if (nlarge > 0) {
		madvise((void *)HD_LARGE_BASE, large_next - HD_LARGE_BASE, MADV_DONTNEED);
		large_next = HD_LARGE_BASE;
		nlarge = 0;
	}
	in_use = 0;
}

static struct header *header_of(uintptr_t payload)
{
	return (struct header *)(payload - HEADER);
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

static uintptr_t take_small(size_t size, size_t align)
{
	uintptr_t payload = (small_next + HEADER + align - 1) & ~(uintptr_t)(align - 1);
	uintptr_t end = ((payload + (size ? size : 1) + 15) & ~15ull) + GAP;

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
	bool is_large = size >= LARGE_BLOCK;
	uintptr_t payload = 0;

	if (size < hd_heap_limit && in_use + size <= hd_heap_limit) {
		payload = is_large ? take_large(size, align) : take_small(size, align);
	}
	if (payload == 0) {
		errno = ENOMEM;
		return NULL;
	}
	in_use += size;
	*header_of(payload) =
	    (struct header){.state = LIVE, .site = (uint32_t)(uintptr_t)site, .size = size};
	if (is_large) {
		hd_cell_init(hd_cell_of(payload - HEADER), 0, HD_CELL_HEADER);
	} else {
		init_cells(payload, size);
		if (unlikely(hd.wary && hd.single)) {
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

// The block an address is in or just behind, by walking (faults only).
static uintptr_t block_near(uintptr_t a)
{
	if (a >= HD_LARGE_BASE) {
		return large_before(a);
	}
	uintptr_t found = 0;
	for (uintptr_t p = HD_SMALL_BASE; p < small_next && p <= a + HEADER; p += 16) {
		const struct hd_cell *c = hd_cell_of(p);
		if (c->gen == hd.gen && c->flags & HD_CELL_HEADER) {
			found = p + HEADER;
		}
	}
	return found;
}

static bool in_heap(uintptr_t a)
{
	return a >= HD_SMALL_BASE && a < HD_STACK_BASE;
}

static bool is_engine_memory(uintptr_t a)
{
	uintptr_t shadow_end = HD_SHADOW_BASE + (1ull << HD_WINDOW_BITS) * (sizeof(struct hd_cell) / 8);
	return (a >= HD_SHADOW_BASE && a < shadow_end) ||
	       (a >= (uintptr_t)&hd && a < (uintptr_t)(&hd + 1)) ||
	       (a >= (uintptr_t)hd_fibers && a < (uintptr_t)(hd_fibers + HD_MAX_FIBERS));
}

void hd_heap_bad_access(uintptr_t a, size_t size, bool write, const struct hd_site *site)
{
	const char *verb = write ? "write" : "read";
	uintptr_t p = in_heap(a) ? block_near(a) : 0;

	if (p == 0) {
		hd_fault(HD_VERDICT_WILD_ACCESS, site, a, "%s of %zu bytes at %#lx, which is no valid address",
		         verb, size, (unsigned long)a);
	}
	const struct header *h = header_of(p);
	long offset = (long)(a - p);
	if (h->state == FREED && offset < (long)h->size) {
		hd_fault(HD_VERDICT_USE_AFTER_FREE, site, a,
		         "use after free: %s of %zu bytes at offset %ld of a freed block of %lu bytes", verb,
		         size, offset, (unsigned long)h->size);
	}
	hd_fault(HD_VERDICT_OUT_OF_BOUNDS, site, a,
	         "out of bounds: %s of %zu bytes at offset %ld of a block of %lu bytes", verb, size, offset,
	         (unsigned long)h->size);
}

static void fresh_large_cell(struct hd_cell *c, uintptr_t a)
{
	uintptr_t p = large_before(a), granule = a & ~7ull;

	if (p == 0 || header_of(p)->state != LIVE) {
		return;
	}
	uintptr_t end = p + header_of(p)->size;
	if (a < end) {
		hd_cell_init(c, end - granule >= 8 ? 8 : (unsigned)(end - granule), 0);
	}
}

void hd_heap_fresh_cell(struct hd_cell *c, uintptr_t a, size_t size, bool write,
                        const struct hd_site *site)
{
	if (a < HD_NULL_SIZE) {
		hd_fault(HD_VERDICT_NULL_DEREFERENCE, site, a, "null dereference: %s of %zu bytes at address %#lx",
		         write ? "write" : "read", size, (unsigned long)a);
	}
	if (a >> 47 || is_engine_memory(a)) {
		hd_fault(HD_VERDICT_WILD_ACCESS, site, a, "wild access: %s of %zu bytes at %#lx",
		         write ? "write" : "read", size, (unsigned long)a);
	}
	if (a >= HD_LARGE_BASE && a < HD_STACK_BASE) {
		fresh_large_cell(c, a);
	} else if (!in_heap(a)) {
		hd_cell_init(c, 8, 0);
		if (unlikely(hd.wary && hd_globals_have(a))) {
			c->shared = hd.test;
		}
	}
	if (c->gen != hd.gen) {
		hd_heap_bad_access(a, size, write, site);
	}
}

size_t hd_heap_size(const void *p)
{
	return header_of((uintptr_t)p)->size;
}

static bool is_live_block(uintptr_t p)
{
	const struct hd_cell *c = hd_cell_of(p - HEADER);
	return (p & 15) == 0 && c->gen == hd.gen && c->flags & HD_CELL_HEADER &&
	       header_of(p)->state == LIVE;
}

HD_NORETURN HD_COLD static void report_free(uintptr_t p, const struct hd_site *site)
{
	const struct hd_cell *c = hd_cell_of(p - HEADER);

	if ((p & 15) == 0 && c->gen == hd.gen && c->flags & HD_CELL_HEADER &&
	    header_of(p)->state == FREED) {
		hd_fault(HD_VERDICT_DOUBLE_FREE, site, p, "double free of a block of %lu bytes",
		         (unsigned long)header_of(p)->size);
	}
	hd_fault(HD_VERDICT_INVALID_FREE, site, p, "free of %#lx, which is not the start of a heap block",
	         (unsigned long)p);
}

// Freeing writes the whole block: an access that is not ordered before it races.
static void free_block(uintptr_t p, const struct hd_site *site)
{
	if (unlikely(!is_live_block(p))) {
		report_free(p, site);
	}
	size_t size = header_of(p)->size;
	HD_FEW
	for (uintptr_t a = p; a < p + size; a += 8) {
		struct hd_cell *c = hd_cell_of(a);
		if (c->gen != hd.gen) {
			continue; // never touched part of a large block
		}
		if (!hd.single && (c->write || c->read)) {
			unsigned mask = 0xffu >> (8 - c->valid);
			if (unlikely(!hd_access_is_ordered(c, mask, true, site))) {
				hd_race_check(c, mask, true, false, site, a);
			}
		}
		c->valid = 0;
		c->flags |= HD_CELL_FREED;
	}
	header_of(p)->state = FREED;
	in_use -= size;
}

__attribute__((noinline)) static void free_slowly(void *pointer, const struct hd_site *site)
{
	uintptr_t p = (uintptr_t)pointer;
	struct hd_op op = {.kind = HD_EV_FREE, .write = true, .object = p, .site = site};

	op.size = is_live_block(p) ? (uint32_t)hd_heap_size(pointer) : 1;
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

bool hd_heap_find_leak(uintptr_t *address, size_t *size, const struct hd_site **site)
{
	for (uintptr_t p = HD_SMALL_BASE; p < small_next; p += 16) {
		const struct hd_cell *c = hd_cell_of(p);
		if (c->gen == hd.gen && c->flags & HD_CELL_HEADER && header_of(p + HEADER)->state == LIVE) {
			*address = p + HEADER;
			*size = header_of(p + HEADER)->size;
			*site = hd_site_from_low(header_of(p + HEADER)->site);
			return true;
		}
	}
	for (size_t i = 0; i < nlarge; i++) {
		if (header_of(large[i])->state == LIVE) {
			*address = large[i];
			*size = header_of(large[i])->size;
			*site = hd_site_from_low(header_of(large[i])->site);
			return true;
		}
	}
	return false;
}
