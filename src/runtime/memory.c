// SPDX-License-Identifier: Apache-2.0
// The address space of a harness: arena and stacks, shadow, and memory that
// outlives a worker. Everything is reserved once; pages come when touched.
#include "runtime/rt.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PERSIST_SIZE (1ull << 34)
#define SHADOW_SIZE ((1ull << HD_WINDOW_BITS) * (sizeof(struct hd_cell) / 8))

extern const char __start_heddle_data[], __stop_heddle_data[], __start_heddle_bss[], __stop_heddle_bss[];

// What is not at an address of its own follows the shadow, so that all memory of the
// engine's is one range, at the same addresses in every run.
static uintptr_t engine_end = HD_SHADOW_BASE + SHADOW_SIZE;

// Workers and zygote take from it in turn, so how much is used is in it, too.
static struct {
	_Atomic size_t used;
} *persist;

static void *map(uintptr_t at, size_t size, int flags, int fd)
{
	return mmap((void *)at, size, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd, 0);
}

static uintptr_t take(size_t size)
{
	uintptr_t at = engine_end;

	engine_end += (size + 4095) & ~4095ull;
	return at;
}

static void *reserve(uintptr_t at, size_t size, int flags)
{
	void *p = map(at, size, flags | MAP_ANONYMOUS, -1);

	if ((uintptr_t)p != at) {
		perror("heddle: cannot reserve address space");
		_exit(3);
	}
	return p;
}

void *hd_memory_map(int fd, size_t bytes)
{
	void *p = map(take(bytes), bytes, MAP_SHARED, fd);

	return p == MAP_FAILED ? NULL : p;
}

bool hd_memory_is_engine(uintptr_t a)
{
	return (a >= HD_SHADOW_BASE && a < engine_end) ||
		(a >= (uintptr_t)__start_heddle_data && a < (uintptr_t)__stop_heddle_data) ||
		(a >= (uintptr_t)__start_heddle_bss && a < (uintptr_t)__stop_heddle_bss);
}

void hd_memory_init(void)
{
	if (persist) {
		return; // something was allocated before main
	}
	reserve(HD_ARENA_BASE, HD_ARENA_END - HD_ARENA_BASE, MAP_PRIVATE);
	reserve(HD_SHADOW_BASE, SHADOW_SIZE, MAP_PRIVATE);
	reserve(HD_ARGS_BASE, HD_ARGS_SIZE, MAP_PRIVATE);
	for (unsigned i = 0; i < HD_MAX_FIBERS; i++) {
		mprotect(hd_fiber_guard(i), HD_GUARD, PROT_NONE);
	}
	persist = reserve(take(PERSIST_SIZE), PERSIST_SIZE, MAP_SHARED);
	persist->used = 64;
	hd_syncs = hd_private_alloc((1ull << 20) * sizeof(struct hd_sync));
	hd_maps_init();
}

// ---- growth ----------------------------------------------------------------------

#define LOOK_EVERY_NS 100000000
#define MUCH_GROWTH (256ull << 20)
#define MANY_MORE_DESCRIPTORS 64

// Bytes of address space that are not the engine's; 0: not known. *lowest: the lowest free descriptor.
static uint64_t address_space(int *lowest)
{
	char text[64] = "";
	int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);

	*lowest = fd >= 0 ? fd : errno == EMFILE ? INT_MAX : 0;
	if (fd < 0) {
		return 0;
	}
	ssize_t n = read(fd, text, sizeof(text) - 1);
	close(fd);
	uint64_t pages = n > 0 ? strtoull(text, NULL, 10) : 0;
	return pages ? pages * (uint64_t)sysconf(_SC_PAGESIZE) - (engine_end - HD_SHADOW_BASE) : 0;
}

// Between executions, where whatever is mapped or open and was seen to be has been given back.
void hd_growth_watch(uint64_t now_ns)
{
	static uint64_t last_ns, first;
	static int first_lowest = -1;
	int lowest;

	if (last_ns && now_ns - last_ns < LOOK_EVERY_NS) {
		return;
	}
	last_ns = now_ns;
	uint64_t size = address_space(&lowest);
	first = first ? first : size;
	first_lowest = first_lowest >= 0 ? first_lowest : lowest;
	if (size > first + MUCH_GROWTH) {
		hd.spoilt = "memory is mapped and never unmapped";
	} else if (lowest - first_lowest >= MANY_MORE_DESCRIPTORS) {
		hd.spoilt = "descriptors are opened and never closed";
	}
}

// Forgets all shadow: when generations or test numbers wrap around.
void hd_memory_forget_shadow(void)
{
	madvise((void *)HD_SHADOW_BASE, SHADOW_SIZE, MADV_DONTNEED);
}

void *hd_private_alloc(size_t bytes)
{
	return reserve(take(bytes), bytes, MAP_PRIVATE);
}

void *hd_shared_alloc(size_t bytes)
{
	return reserve(take(bytes), bytes, MAP_SHARED);
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
