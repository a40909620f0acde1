// SPDX-License-Identifier: Apache-2.0
// The base of the heap: blocks that were made before main, by ELF constructors
// and C++ globals. They are blocks like any other, and there in every execution
// as they were when main began.
//
// Their cells are set when first touched in an execution, and that is also where
// their bytes are noted as to be put back. Code that is not instrumented touches
// no cells: where such code made any of them, all are put back every time.
#include "runtime/foreign.h"
#include "runtime/heap.h"
#include "runtime/memory.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define MAX_SMALL (1u << 22)
#define MAX_CALLERS 64
#define PAGE 4096ull
#define SPARSE (4ull << 20) // from this size on only pages that are there are copied

struct hd_heap_mark hd_base = {.small_next = HD_SMALL_BASE + HD_HEAP_HEADER, .large_next = HD_LARGE_BASE};

static uintptr_t *small; // payload addresses, ascending
static size_t nsmall;
static uintptr_t callers[MAX_CALLERS]; // code that allocated
static size_t ncallers;
static bool by_foreign; // some of them not instrumented
static char *small_copy, *large_copy;
static uintptr_t *touched;
static size_t ntouched;

bool hd_base_is_empty(void)
{
	return nsmall == 0 && hd_base.nlarge == 0;
}

bool hd_base_has(uintptr_t a)
{
	return (a >= HD_SMALL_BASE && a < hd_base.small_next) || (a >= HD_LARGE_BASE && a < hd_base.large_next);
}

static void note_caller(uintptr_t caller)
{
	for (size_t i = 0; i < ncallers && i < MAX_CALLERS; i++) {
		if (callers[i] == caller) {
			return;
		}
	}
	if (ncallers < MAX_CALLERS) {
		callers[ncallers] = caller;
	}
	ncallers++;
}

void *hd_base_alloc(size_t size, size_t align, uintptr_t caller)
{
	if (!small) {
		small = hd_private_alloc(MAX_SMALL * sizeof(*small));
	}
	void *p = nsmall < MAX_SMALL ? hd_heap_alloc(size, align, NULL) : NULL;
	if (p && size < HD_HEAP_LARGE) {
		small[nsmall++] = (uintptr_t)p;
	}
	note_caller(caller);
	return p;
}

// A pointer that is not to such a block is the constructor's own responsibility.
void hd_base_free(void *p)
{
	if (hd_heap_is_live(p)) {
		hd_heap_release(p, NULL);
	}
}

uintptr_t hd_base_before(uintptr_t a)
{
	size_t low = 0, high = nsmall;

	while (low < high) {
		size_t mid = (low + high) / 2;
		if (small[mid] <= a) {
			low = mid + 1;
		} else {
			high = mid;
		}
	}
	return low ? small[low - 1] : 0;
}

// ---- keeping and putting back --------------------------------------------------

static void copy(char *heap, char *kept, size_t size, bool back)
{
	memcpy(back ? heap : kept, back ? kept : heap, size);
}

// A large part may be mostly untouched: such pages are zero on both sides.
static void copy_sparsely(char *heap, char *kept, size_t size, bool back)
{
	unsigned char there[256];

	for (size_t at = 0; at < size; at += sizeof(there) * PAGE) {
		size_t some = size - at < sizeof(there) * PAGE ? size - at : sizeof(there) * PAGE;
		bool known = mincore(heap + at, some, there) == 0;
		for (size_t i = 0; i < some; i += PAGE) {
			if (!known || there[i / PAGE] & 1) {
				copy(heap + at + i, kept + at + i, some - i < PAGE ? some - i : PAGE, back);
			}
		}
	}
}

static void copy_all(bool back)
{
	size_t large_size = hd_base.large_next - HD_LARGE_BASE;

	copy((char *)HD_SMALL_BASE, small_copy, hd_base.small_next - HD_SMALL_BASE, back);
	if (large_size >= SPARSE) {
		copy_sparsely((char *)HD_LARGE_BASE, large_copy, large_size, back);
	} else if (large_size) {
		copy((char *)HD_LARGE_BASE, large_copy, large_size, back);
	}
}

void hd_base_keep(void)
{
	hd_base = hd_heap_mark();
	if (hd_base_is_empty()) {
		return;
	}
	size_t small_size = hd_base.small_next - HD_SMALL_BASE, large_size = hd_base.large_next - HD_LARGE_BASE;
	small_copy = hd_private_alloc(small_size);
	large_copy = large_size ? hd_private_alloc(large_size) : NULL;
	touched = hd_private_alloc(small_size + large_size);
	by_foreign = ncallers > MAX_CALLERS;
	for (size_t i = 0; i < ncallers && i < MAX_CALLERS; i++) {
		by_foreign |= hd_foreign_has_code(callers[i]);
	}
	copy_all(false);
}

void hd_base_touched(uintptr_t a)
{
	touched[ntouched++] = a & ~7ull;
}

void hd_base_restore(bool all)
{
	if (all || by_foreign) {
		copy_all(true);
	} else {
		for (size_t i = 0; i < ntouched; i++) {
			uintptr_t a = touched[i];
			const char *kept = a < HD_LARGE_BASE ? small_copy + (a - HD_SMALL_BASE)
							     : large_copy + (a - HD_LARGE_BASE);
			memcpy((void *)a, kept, 8);
		}
	}
	ntouched = 0;
}
