// SPDX-License-Identifier: Apache-2.0
// The address space of a harness: arena and stacks, shadow, and memory that
// outlives a worker. Everything is reserved once; pages come when touched.
#include "runtime/rt.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PERSIST_SIZE (1ull << 34)

// Workers and zygote take from it in turn, so how much is used is in it, too.
static struct {
	_Atomic size_t used;
} *persist;

static void *reserve(uintptr_t at, size_t size, int flags)
{
	flags |= MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0);
	void *p = mmap((void *)at, size, PROT_READ | PROT_WRITE, flags, -1, 0);

	if (p == MAP_FAILED || (at && (uintptr_t)p != at)) {
		perror("heddle: cannot reserve address space");
		_exit(3);
	}
	return p;
}

void hd_memory_init(void)
{
	reserve(HD_ARENA_BASE, HD_ARENA_END - HD_ARENA_BASE, MAP_PRIVATE);
	reserve(HD_SHADOW_BASE, (1ull << HD_WINDOW_BITS) * (sizeof(struct hd_cell) / 8), MAP_PRIVATE);
	reserve(HD_ARGS_BASE, HD_ARGS_SIZE, MAP_PRIVATE);
	for (unsigned i = 0; i < HD_MAX_FIBERS; i++) {
		mprotect(hd_fiber_stack_low(i), HD_GUARD, PROT_NONE);
	}
	persist = reserve(0, PERSIST_SIZE, MAP_SHARED);
	persist->used = 64;
	hd_syncs = reserve(0, (1ull << 20) * sizeof(struct hd_sync), MAP_PRIVATE);
}

// Forgets all shadow: when generations or test numbers wrap around.
void hd_memory_forget_shadow(void)
{
	madvise((void *)HD_SHADOW_BASE, (1ull << HD_WINDOW_BITS) * (sizeof(struct hd_cell) / 8),
	        MADV_DONTNEED);
}

void *hd_private_alloc(size_t bytes)
{
	return reserve(0, bytes, MAP_PRIVATE);
}

void *hd_persist_alloc(size_t bytes)
{
	bytes = (bytes + 63) & ~63ull;
	size_t at = atomic_fetch_add(&persist->used, bytes);
	if (at + bytes > PERSIST_SIZE) {
		return NULL;
	}
	return (char *)persist + at;
}
