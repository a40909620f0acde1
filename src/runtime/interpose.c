// SPDX-License-Identifier: Apache-2.0
// The malloc family as code sees it that is not instrumented: the C library
// (fopen, asprintf, getline, ...) and other libraries. Instrumented code calls
// the shims of shim_memory.c.
//
//   program started directly  the C library's own malloc
//   before main               the base of the heap (base_heap.c)
//   in an execution           the checked heap, without a switch point
//   between executions        an area of the engine's own; so does what the
//                             dynamic linker keeps, which no reset may take away
//
// A block's origin is known from its address. The definitions are weak: a
// program may have its own malloc.
#include "runtime/foreign.h"
#include "runtime/heap.h"
#include "runtime/memory.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <string.h>

#define AREA_SIZE (1ull << 30)
#define PAGE 4096

#define INTERPOSED __attribute__((weak, visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0))

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t each);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);
void *__libc_valloc(size_t n);
void *__libc_pvalloc(size_t n);
void __libc_free(void *p);

// ---- the engine's own area: nothing is given back ----------------------------------

static char *area;
static size_t area_used;

static bool area_has(const void *p)
{
	return area && (const char *)p >= area && (const char *)p < area + AREA_SIZE;
}

static void *area_alloc(size_t n, size_t align)
{
	if (!area) {
		area = hd_private_alloc(AREA_SIZE);
	}
	size_t at = (area_used + sizeof(size_t) + align - 1) & ~(align - 1);
	if (n >= AREA_SIZE || at + n > AREA_SIZE) {
		errno = ENOMEM;
		return NULL;
	}
	area_used = at + n;
	memcpy(area + at - sizeof(n), &n, sizeof(n));
	return area + at;
}

// ---- one block ------------------------------------------------------------------------

static void *take(size_t n, size_t align, uintptr_t caller)
{
	align = align < 16 ? 16 : align;
	if (hd_before_main()) {
		return hd_base_alloc(n, align, caller);
	}
	if (!hd.on) {
		return area_alloc(n, align);
	}
	if (hd_foreign_is_linker(caller)) {
		hd.spoilt = "the dynamic linker loaded or unloaded something";
		return area_alloc(n, align);
	}
	hd.foreign = true;
	return hd_heap_alloc(n, align, NULL);
}

static void give_back(void *p)
{
	if (!hd_heap_has(p)) {
		return; // from the area, or from before anything was known
	}
	if (hd_before_main()) {
		hd_base_free(p);
	} else if (hd.on) {
		hd.foreign = true;
		hd_heap_release(p, NULL);
	}
}

static size_t size_by_libc(void *p)
{
	static size_t (*real)(void *);

	if (!real) {
		*(void **)&real = dlsym(RTLD_NEXT, "malloc_usable_size");
	}
	return real ? real(p) : 0;
}

static size_t size_of(void *p)
{
	size_t n = 0;

	if (hd_heap_has(p)) {
		return hd_heap_is_live(p) ? hd_heap_size(p) : 0;
	}
	if (area_has(p)) {
		memcpy(&n, (char *)p - sizeof(n), sizeof(n));
		return n;
	}
	return size_by_libc(p);
}

static void *zeroed(size_t n, size_t each, uintptr_t caller)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, each, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	void *p = take(bytes, 16, caller);
	if (p && bytes < HD_HEAP_LARGE) { // larger ones come as zero
		memset(p, 0, bytes);
	}
	return p;
}

static void *resized(void *p, size_t n, uintptr_t caller)
{
	if (!p) {
		return take(n, 16, caller);
	}
	if (n == 0) {
		give_back(p);
		return NULL;
	}
	size_t old = size_of(p);
	void *q = take(n, 16, caller);
	if (q) {
		memcpy(q, p, old < n ? old : n);
		give_back(p);
	}
	return q;
}

// ---- the family ---------------------------------------------------------------------------

INTERPOSED void *malloc(size_t n)
{
	return hd_is_under_control() ? take(n, 16, CALLER) : __libc_malloc(n);
}

INTERPOSED void *calloc(size_t n, size_t each)
{
	return hd_is_under_control() ? zeroed(n, each, CALLER) : __libc_calloc(n, each);
}

INTERPOSED void *realloc(void *p, size_t n)
{
	return hd_is_under_control() ? resized(p, n, CALLER) : __libc_realloc(p, n);
}

INTERPOSED void free(void *p)
{
	if (!hd_is_under_control()) {
		__libc_free(p);
	} else if (p) {
		give_back(p);
	}
}

INTERPOSED void *memalign(size_t align, size_t n)
{
	return hd_is_under_control() ? take(n, align, CALLER) : __libc_memalign(align, n);
}

INTERPOSED void *aligned_alloc(size_t align, size_t n)
{
	return hd_is_under_control() ? take(n, align, CALLER) : __libc_memalign(align, n);
}

INTERPOSED int posix_memalign(void **out, size_t align, size_t n)
{
	if (align % sizeof(void *) || align == 0 || align & (align - 1)) {
		return EINVAL;
	}
	void *p = hd_is_under_control() ? take(n, align, CALLER) : __libc_memalign(align, n);
	if (!p) {
		return ENOMEM;
	}
	*out = p;
	return 0;
}

INTERPOSED void *valloc(size_t n)
{
	return hd_is_under_control() ? take(n, PAGE, CALLER) : __libc_valloc(n);
}

INTERPOSED void *pvalloc(size_t n)
{
	size_t whole = (n + PAGE - 1) & ~(size_t)(PAGE - 1);
	return hd_is_under_control() ? take(whole, PAGE, CALLER) : __libc_pvalloc(n);
}

INTERPOSED size_t malloc_usable_size(void *p)
{
	if (!p) {
		return 0;
	}
	return hd_is_under_control() ? size_of(p) : size_by_libc(p);
}
