// SPDX-License-Identifier: Apache-2.0
// The malloc family, and memory and string functions: what they read and write
// is checked like any other access, then the real function does the work.
#include "runtime/heap.h"
#include "runtime/shim.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// The C library's, by their other names.
char *__strdup(const char *s);
char *__strndup(const char *s, size_t most);

// A library may define any of the functions below itself. So each shim ends in the
// very function that it stands for, or in none.

// ---- heap ------------------------------------------------------------------

// An address that no allocator can have given out.
static bool is_no_block(const void *p)
{
	uintptr_t a = (uintptr_t)p;
	bool on_stack = a >= HD_STACK_BASE && a < HD_ARENA_END;

	return on_stack || hd_globals_have(a) || a < HD_NULL_SIZE || a >> 47 || hd_memory_is_engine(a) || !hd_mapped(a);
}

SHIM void *__heddle_malloc(size_t n)
{
	return hd.on ? hd_heap_alloc(n, 16, hd_callsite()) : malloc(n);
}

SHIM void *__heddle_calloc(size_t n, size_t each)
{
	size_t bytes;

	if (!hd.on) {
		return calloc(n, each);
	}
	if (__builtin_mul_overflow(n, each, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	void *p = hd_heap_alloc(bytes, 16, hd_callsite());
	if (p && bytes < 4096) { // larger blocks come as zero
		memset(p, 0, bytes);
	}
	return p;
}

static void must_be_block(const void *p, const struct hd_site *site)
{
	if (is_no_block(p)) {
		hd_fault(HD_VERDICT_INVALID_FREE, site, (uintptr_t)p,
			"free of %p, which is not the start of a heap block", p);
	}
}

static void release(void *p)
{
	const struct hd_site *site = hd_callsite();

	if (!p) {
		return;
	}
	if (hd_heap_has(p)) {
		hd_heap_free(p, site);
	} else {
		must_be_block(p, site);
		free(p); // the program may have an allocator of its own
	}
}

SHIM void __heddle_free(void *p)
{
	if (hd.on) {
		release(p);
	} else {
		free(p);
	}
}

SHIM void __heddle_cfree(void *p)
{
	__heddle_free(p);
}

static void *resize(void *p, size_t n)
{
	const struct hd_site *site = __heddle_callsite;

	if (!p) {
		return hd_heap_alloc(n, 16, hd_callsite());
	}
	if (!hd_heap_has(p)) {
		must_be_block(p, site);
		return realloc(p, n);
	}
	if (n == 0) {
		release(p);
		return NULL;
	}
	// The check for a bad pointer is free's; the copy must not come before it.
	size_t old = hd_heap_is_live(p) ? hd_heap_size(p) : 0;
	void *q = hd_heap_alloc(n, 16, site);
	if (q) {
		memcpy(q, p, old < n ? old : n);
	}
	if (q) {
		__heddle_callsite = site;
		release(p);
	}
	return q;
}

SHIM void *__heddle_realloc(void *p, size_t n)
{
	return hd.on ? resize(p, n) : realloc(p, n);
}

SHIM void *__heddle_reallocarray(void *p, size_t n, size_t each)
{
	size_t bytes;

	if (!hd.on) {
		return reallocarray(p, n, each);
	}
	if (__builtin_mul_overflow(n, each, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return resize(p, bytes);
}

SHIM int __heddle_posix_memalign(void **out, size_t align, size_t n)
{
	if (!hd.on) {
		return posix_memalign(out, align, n);
	}
	void *p = hd_heap_alloc(n, align < 16 ? 16 : align, hd_callsite());
	if (!p) {
		return ENOMEM;
	}
	*out = p;
	return 0;
}

SHIM void *__heddle_aligned_alloc(size_t align, size_t n)
{
	return hd.on ? hd_heap_alloc(n, align < 16 ? 16 : align, hd_callsite()) : aligned_alloc(align, n);
}

SHIM void *__heddle_memalign(size_t align, size_t n)
{
	return hd.on ? hd_heap_alloc(n, align < 16 ? 16 : align, hd_callsite()) : memalign(align, n);
}

SHIM void *__heddle_valloc(size_t n)
{
	return hd.on ? hd_heap_alloc(n, 4096, hd_callsite()) : valloc(n);
}

SHIM size_t __heddle_malloc_usable_size(void *p)
{
	return malloc_usable_size(p);
}

static void *must_alloc(size_t n)
{
	void *p = __heddle_malloc(n);
	if (!p) {
		abort();
	}
	return p;
}

SHIM void *__heddle__Znwm(size_t n)
{
	return must_alloc(n);
}

SHIM void *__heddle__Znam(size_t n)
{
	return must_alloc(n);
}

SHIM void __heddle__ZdlPv(void *p)
{
	__heddle_free(p);
}

SHIM void __heddle__ZdaPv(void *p)
{
	__heddle_free(p);
}

SHIM void __heddle__ZdlPvm(void *p, size_t n)
{
	(void)n;
	__heddle_free(p);
}

SHIM void __heddle__ZdaPvm(void *p, size_t n)
{
	(void)n;
	__heddle_free(p);
}

// ---- memory ----------------------------------------------------------------

static void reads(const void *p, size_t n, const struct hd_site *site)
{
	hd_access_range(p, n, false, site);
}

static void writes(void *p, size_t n, const struct hd_site *site)
{
	hd_access_range(p, n, true, site);
}

SHIM void *__heddle_memcpy(void *to, const void *from, size_t n)
{
	const struct hd_site *site = hd_callsite();
	reads(from, n, site);
	writes(to, n, site);
	return memcpy(to, from, n);
}

SHIM void *__heddle_mempcpy(void *to, const void *from, size_t n)
{
	const struct hd_site *site = hd_callsite();
	reads(from, n, site);
	writes(to, n, site);
	return mempcpy(to, from, n);
}

SHIM void *__heddle_memmove(void *to, const void *from, size_t n)
{
	const struct hd_site *site = hd_callsite();
	reads(from, n, site);
	writes(to, n, site);
	return memmove(to, from, n);
}

SHIM void *__heddle_memset(void *to, int byte, size_t n)
{
	writes(to, n, hd_callsite());
	return memset(to, byte, n);
}

SHIM void __heddle_bzero(void *to, size_t n)
{
	writes(to, n, hd_callsite());
	bzero(to, n);
}

SHIM int __heddle_memcmp(const void *a, const void *b, size_t n)
{
	const struct hd_site *site = hd_callsite();
	reads(a, n, site);
	reads(b, n, site);
	return memcmp(a, b, n);
}

SHIM int __heddle_bcmp(const void *a, const void *b, size_t n)
{
	const struct hd_site *site = hd_callsite();
	reads(a, n, site);
	reads(b, n, site);
	return bcmp(a, b, n);
}

SHIM void *__heddle_memchr(const void *p, int byte, size_t n)
{
	const struct hd_site *site = hd_callsite();
	if (n > 0) {
		reads(p, 1, site);
	}
	void *found = memchr(p, byte, n);
	reads(p, found ? (size_t)((char *)found - (const char *)p) + 1 : n, site);
	return found;
}

// ---- strings ---------------------------------------------------------------

// A string is read up to and including its end. The first byte is checked
// before the length is taken: the pointer itself may be bad.
static size_t reads_string(const char *s, size_t most, const struct hd_site *site)
{
	if (most == 0 || !hd.on) {
		return 0;
	}
	reads(s, 1, site);
	size_t n = strnlen(s, most);
	reads(s, n < most ? n + 1 : n, site);
	return n;
}

SHIM size_t __heddle_strlen(const char *s)
{
	return hd.on ? reads_string(s, SIZE_MAX, hd_callsite()) : strlen(s);
}

SHIM size_t __heddle_strnlen(const char *s, size_t most)
{
	return hd.on ? reads_string(s, most, hd_callsite()) : strnlen(s, most);
}

static void copies_string(char *to, const char *from)
{
	const struct hd_site *site = hd_callsite();
	size_t n = reads_string(from, SIZE_MAX, site);
	writes(to, n + 1, site);
}

SHIM char *__heddle_stpcpy(char *to, const char *from)
{
	copies_string(to, from);
	return stpcpy(to, from);
}

SHIM char *__heddle_strcpy(char *to, const char *from)
{
	copies_string(to, from);
	return strcpy(to, from);
}

SHIM char *__heddle_strncpy(char *to, const char *from, size_t n)
{
	const struct hd_site *site = hd_callsite();
	reads_string(from, n, site);
	writes(to, n, site);
	return strncpy(to, from, n);
}

static void appends_string(char *to, const char *from, size_t most)
{
	const struct hd_site *site = hd_callsite();
	size_t n = reads_string(from, most, site);
	size_t old = reads_string(to, SIZE_MAX, site);
	writes(to + old, n + 1, site);
}

SHIM char *__heddle_strncat(char *to, const char *from, size_t most)
{
	appends_string(to, from, most);
	return strncat(to, from, most);
}

SHIM char *__heddle_strcat(char *to, const char *from)
{
	appends_string(to, from, SIZE_MAX);
	return strcat(to, from);
}

static void reads_two(const char *a, const char *b, size_t most)
{
	const struct hd_site *site = hd_callsite();
	reads_string(a, most, site);
	reads_string(b, most, site);
}

SHIM int __heddle_strcmp(const char *a, const char *b)
{
	reads_two(a, b, SIZE_MAX);
	return strcmp(a, b);
}

SHIM int __heddle_strncmp(const char *a, const char *b, size_t n)
{
	reads_two(a, b, n);
	return strncmp(a, b, n);
}

SHIM int __heddle_strcasecmp(const char *a, const char *b)
{
	reads_two(a, b, SIZE_MAX);
	return strcasecmp(a, b);
}

SHIM int __heddle_strncasecmp(const char *a, const char *b, size_t n)
{
	reads_two(a, b, n);
	return strncasecmp(a, b, n);
}

SHIM char *__heddle_strchr(const char *s, int c)
{
	reads_string(s, SIZE_MAX, hd_callsite());
	return strchr(s, c);
}

SHIM char *__heddle_strrchr(const char *s, int c)
{
	reads_string(s, SIZE_MAX, hd_callsite());
	return strrchr(s, c);
}

SHIM char *__heddle_strstr(const char *a, const char *b)
{
	reads_two(a, b, SIZE_MAX);
	return strstr(a, b);
}

static char *duplicate(const char *s, size_t most)
{
	const struct hd_site *site = hd_callsite();
	size_t n = reads_string(s, most, site);
	char *copy = hd_heap_alloc(n + 1, 16, site);
	if (copy) {
		memcpy(copy, s, n);
		copy[n] = '\0';
	}
	return copy;
}

SHIM char *__heddle_strndup(const char *s, size_t most)
{
	return hd.on ? duplicate(s, most) : strndup(s, most);
}

SHIM char *__heddle_strdup(const char *s)
{
	return hd.on ? duplicate(s, SIZE_MAX) : strdup(s);
}

SHIM char *__heddle___strdup(const char *s)
{
	return hd.on ? duplicate(s, SIZE_MAX) : __strdup(s);
}

SHIM char *__heddle___strndup(const char *s, size_t most)
{
	return hd.on ? duplicate(s, most) : __strndup(s, most);
}

SHIM int __heddle_atoi(const char *s)
{
	reads_string(s, SIZE_MAX, hd_callsite());
	return atoi(s);
}

SHIM long __heddle_atol(const char *s)
{
	reads_string(s, SIZE_MAX, hd_callsite());
	return atol(s);
}

SHIM long __heddle_strtol(const char *s, char **end, int base)
{
	reads_string(s, SIZE_MAX, hd_callsite());
	return strtol(s, end, base);
}

SHIM unsigned long __heddle_strtoul(const char *s, char **end, int base)
{
	reads_string(s, SIZE_MAX, hd_callsite());
	return strtoul(s, end, base);
}

// Formats aside first: the buffer is only touched when it is known to be valid.
SHIM int __heddle_vsnprintf(char *to, size_t room, const char *format, va_list args)
{
	char aside[1024];

	if (!hd.on) {
		return vsnprintf(to, room, format, args);
	}
	const struct hd_site *site = hd_callsite();
	va_list again;
	va_copy(again, args);
	int n = vsnprintf(aside, sizeof(aside), format, args);
	if (n >= 0 && room > 0) {
		size_t used = (size_t)n < room ? (size_t)n + 1 : room;
		writes(to, used, site);
		if ((size_t)n < sizeof(aside)) {
			memcpy(to, aside, used);
			to[used - 1] = '\0';
		} else {
			n = vsnprintf(to, room, format, again);
		}
	}
	va_end(again);
	return n;
}

SHIM int __heddle_snprintf(char *to, size_t room, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = __heddle_vsnprintf(to, room, format, args);
	va_end(args);
	return n;
}

SHIM int __heddle_vsprintf(char *to, const char *format, va_list args)
{
	return hd.on ? __heddle_vsnprintf(to, INT32_MAX, format, args) : vsprintf(to, format, args);
}

SHIM int __heddle_sprintf(char *to, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = __heddle_vsprintf(to, format, args);
	va_end(args);
	return n;
}

SHIM void __heddle_qsort(void *base, size_t n, size_t each, int (*compare)(const void *, const void *))
{
	writes(base, n * each, hd_callsite());
	qsort(base, n, each, compare);
}

// ---- atomics that are too large for an instruction ----------------------------

static void atomic_range(const void *p, size_t n, bool write, enum hd_event_kind kind)
{
	struct hd_op op = {.kind = (uint8_t)kind,
		.write = write,
		.size = (uint32_t)n,
		.object = (uintptr_t)p,
		.site = hd_callsite()};
	hd_sched_point(&op);
	hd_access_check(p, n, write, true, op.site);
	struct hd_sync *s = hd_sync_at(p, HD_SYNC_ATOMIC);
	hd_race_acquire(&s->clock);
	if (write) {
		hd_race_release(&s->clock);
	}
}

void __atomic_load_c(size_t n, void *p, void *to, int order) __asm__("__atomic_load");
void __atomic_store_c(size_t n, void *p, void *from, int order) __asm__("__atomic_store");
#pragma weak __atomic_load_c
#pragma weak __atomic_store_c

SHIM void __heddle___atomic_load(size_t n, void *p, void *to, int order)
{
	if (!hd.on && __atomic_load_c) {
		__atomic_load_c(n, p, to, order);
		return;
	}
	if (hd.on) {
		atomic_range(p, n, false, HD_EV_ATOMIC_READ);
	}
	memcpy(to, p, n);
}

SHIM void __heddle___atomic_store(size_t n, void *p, void *from, int order)
{
	if (!hd.on && __atomic_store_c) {
		__atomic_store_c(n, p, from, order);
		return;
	}
	if (hd.on) {
		atomic_range(p, n, true, HD_EV_ATOMIC_WRITE);
	}
	memcpy(p, from, n);
}

SHIM void __heddle___atomic_exchange(size_t n, void *p, void *value, void *old, int order)
{
	(void)order;
	if (hd.on) {
		atomic_range(p, n, true, HD_EV_ATOMIC_RMW);
	}
	memcpy(old, p, n);
	memcpy(p, value, n);
}

SHIM bool __heddle___atomic_compare_exchange(size_t n, void *p, void *expected, void *desired, int success, int failure)
{
	(void)success;
	(void)failure;
	if (hd.on) {
		atomic_range(p, n, true, HD_EV_ATOMIC_RMW);
	}
	bool same = memcmp(p, expected, n) == 0;
	memcpy(same ? p : expected, same ? desired : p, n);
	return same;
}
