// SPDX-License-Identifier: Apache-2.0
// What is mapped where. An access outside the arena is made as it is, and if there
// is no memory the processor says so; but the hooks want to know before, and the
// recorder must never fault itself.
#include "runtime/rt.h"

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_SEGMENTS 256
#define PAGE_BITS 12
#define PAGES 64 // remembered

// Segments of the program and of libraries, as they were loaded before the first execution.
static struct segment {
	uintptr_t start, end;
	bool code;
} segments[MAX_SEGMENTS];
static unsigned nsegments;
static uintptr_t c_heap; // the C library's begins here

// Pages that could be read in this execution. If one has gone since, the access itself faults.
static struct {
	uintptr_t page;
	uint32_t gen;
} seen[PAGES];

static int add_module(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	(void)data;
	for (int i = 0; i < info->dlpi_phnum && nsegments < MAX_SEGMENTS; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		if (ph->p_type == PT_LOAD && ph->p_memsz > 0) {
			uintptr_t start = info->dlpi_addr + ph->p_vaddr;
			segments[nsegments++] = (struct segment){
				.start = start,
				.end = start + ph->p_memsz,
				.code = ph->p_flags & PF_X,
			};
		}
	}
	return 0;
}

static uintptr_t find_c_heap(void)
{
	char line[256];
	uintptr_t start = (uintptr_t)sbrk(0);
	FILE *maps = fopen("/proc/self/maps", "re");

	while (maps && fgets(line, sizeof(line), maps)) {
		unsigned long at;
		if (strstr(line, "[heap]") && sscanf(line, "%lx-", &at) == 1) {
			start = at;
		}
	}
	if (maps) {
		fclose(maps);
	}
	return start;
}

void hd_mapped_init(void)
{
	dl_iterate_phdr(add_module, NULL);
	c_heap = find_c_heap();
}

static inline bool contains(const struct segment *s, uintptr_t a)
{
	return a >= s->start && a < s->end;
}

static const struct segment *segment_of(uintptr_t a)
{
	static const struct segment *last = segments; // the code is mostly busy with one

	if (contains(last, a)) {
		return last;
	}
	for (unsigned i = 0; i < nsegments; i++) {
		if (contains(&segments[i], a)) {
			return last = &segments[i];
		}
	}
	return NULL;
}

bool hd_mapped_is_code(uintptr_t a)
{
	const struct segment *s = segment_of(a);
	return s && s->code;
}

bool hd_mapped_read(uintptr_t a, unsigned size, uint64_t *value)
{
	uint64_t v = 0;
	struct iovec here = {.iov_base = &v, .iov_len = size}, there = {.iov_base = (void *)a, .iov_len = size};
	int error = errno;
	bool good = process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size;

	errno = error;
	if (good) {
		*value = v;
	}
	return good;
}

// If the kernel denies the request, the access itself shows.
static bool kernel_knows(uintptr_t a)
{
	uint64_t ignored, known = 0;

	return hd_mapped_read(a, 1, &ignored) || !hd_mapped_read((uintptr_t)&known, 1, &ignored);
}

static bool is_in_guard(uintptr_t a)
{
	return (a - HD_STACK_BASE) % HD_STACK_SIZE - HD_TLS_SIZE < HD_GUARD;
}

bool hd_mapped_surely(uintptr_t a)
{
	if (a - HD_STACK_BASE < HD_ARENA_END - HD_STACK_BASE) {
		return !is_in_guard(a);
	}
	if (a - HD_MAP_BASE < HD_MAP_SIZE) {
		return hd_maps_allow(a);
	}
	return segment_of(a) || a - HD_ARGS_BASE < HD_ARGS_SIZE;
}

bool hd_mapped(uintptr_t a)
{
	uintptr_t page = a >> PAGE_BITS;

	if (likely(hd_mapped_surely(a))) {
		return true;
	}
	if (seen[page % PAGES].page == page && seen[page % PAGES].gen == hd.gen) {
		return true;
	}
	if (!kernel_knows(a)) {
		return false;
	}
	seen[page % PAGES].page = page;
	seen[page % PAGES].gen = hd.gen;
	return true;
}

bool hd_mapped_moves(uint64_t value)
{
	bool elsewhere = value >> 46 && value >> 48 == 0; // the system's stack, what it mapped where it liked

	return elsewhere || segment_of(value) || (value >= c_heap && value < (uintptr_t)sbrk(0));
}
