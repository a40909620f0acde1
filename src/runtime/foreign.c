// SPDX-License-Identifier: Apache-2.0
// Data of code that is not instrumented: writable segments and thread-locals of
// the C library and of other shared objects. It is copied when a worker starts
// and put back after an execution that may have changed it:
//
//   the C library   if it allocated or freed anything, or a shim says so
//                   (hd_foreign_touched); what printf changes is not worth it
//   other objects   always: what they do is not visible
//   dynamic linker  never: what it has loaded stays loaded. The worker retires
//                   (interpose.c).
//
// The engine is part of the executable, whose data is left alone: the variables
// of instrumented code there have a section of their own (globals.c).
#include "runtime/foreign.h"
#include "runtime/globals.h"
#include "runtime/memory.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define MAX_REGIONS 128

static struct region {
	char *at, *copy;
	size_t size;
} regions[MAX_REGIONS];
static unsigned nregions;
static bool always, too_many;
static char out[BUFSIZ]; // stdout's: so that printing allocates nothing

// ---- objects -------------------------------------------------------------------

static uintptr_t start_of(const struct dl_phdr_info *info, const ElfW(Phdr) * ph)
{
	return info->dlpi_addr + ph->p_vaddr;
}

static bool is_linker(const struct dl_phdr_info *info)
{
	uintptr_t base = getauxval(AT_BASE); // 0: a static executable has none
	return base && info->dlpi_addr == base;
}

// Neither the executable, which comes first and has no name, nor instrumented.
static bool is_foreign(const struct dl_phdr_info *info)
{
	return info->dlpi_name && info->dlpi_name[0] && !hd_globals_is_instrumented(info);
}

// Shared objects that a program cannot do without, and that change their data
// only where it is noticed.
static bool is_basic(const char *path)
{
	static const char *const names[] = {"libc.so", "libm.so", "libgcc_s.so", "libpthread.so", "libdl.so",
		"librt.so", "linux-vdso", "linux-gate"};
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strncmp(name, names[i], strlen(names[i])) == 0) {
			return true;
		}
	}
	return false;
}

struct place {
	uintptr_t pc;
	bool foreign;
};

static int find_place(struct dl_phdr_info *info, size_t size, void *data)
{
	struct place *p = data;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		if (ph->p_type == PT_LOAD && p->pc - start_of(info, ph) < ph->p_memsz) {
			p->foreign = is_foreign(info);
			return 1;
		}
	}
	return 0;
}

bool hd_foreign_has_code(uintptr_t pc)
{
	struct place p = {.pc = pc};

	dl_iterate_phdr(find_place, &p);
	return p.foreign;
}

static struct {
	uintptr_t start, end;
} linker;

static int find_linker(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	(void)data;
	for (int i = 0; is_linker(info) && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		if (ph->p_type == PT_LOAD && ph->p_flags & PF_X) {
			linker.start = start_of(info, ph);
			linker.end = linker.start + ph->p_memsz;
		}
	}
	return 0;
}

bool hd_foreign_is_linker(uintptr_t pc)
{
	return pc >= linker.start && pc < linker.end;
}

bool hd_foreign_always(void)
{
	return always;
}

// ---- copies --------------------------------------------------------------------

static void keep(uintptr_t from, uintptr_t to)
{
	if (from >= to) {
		return;
	}
	if (nregions == MAX_REGIONS) {
		too_many = true;
		return;
	}
	struct region *r = &regions[nregions++];
	*r = (struct region){.at = (char *)from, .size = to - from, .copy = hd_private_alloc(to - from)};
	memcpy(r->copy, r->at, r->size);
}

// The part of a segment that is only written while it is relocated is not kept.
static void keep_segment(const struct dl_phdr_info *info, uintptr_t from, uintptr_t to)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t low = start_of(info, ph) & ~(page - 1),
			  high = (start_of(info, ph) + ph->p_memsz) & ~(page - 1);
		if (ph->p_type == PT_GNU_RELRO && low < to && high > from) {
			keep(from, low);
			from = high;
		}
	}
	keep(from, to);
}

static int keep_object(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	(void)data;
	if (is_linker(info) || !is_foreign(info)) {
		return 0;
	}
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t from = start_of(info, ph);
		if (ph->p_type == PT_LOAD && ph->p_flags & PF_W) {
			keep_segment(info, from, from + ph->p_memsz);
		} else if (ph->p_type == PT_TLS && info->dlpi_tls_data) {
			keep((uintptr_t)info->dlpi_tls_data, (uintptr_t)info->dlpi_tls_data + ph->p_memsz);
		}
	}
	always |= !is_basic(info->dlpi_name);
	return 0;
}

void hd_foreign_init(void)
{
	setvbuf(stdout, out, _IOLBF, sizeof(out)); // a worker that ends does not flush
	dl_iterate_phdr(find_linker, NULL);
	dl_iterate_phdr(keep_object, NULL);
	hd.foreign = always;
}

// What the program has printed and not flushed. The C library may be in the
// middle of anything: only what it has in our buffer is believed.
static void print_rest(void)
{
	const char *from = stdout->_IO_write_base, *to = stdout->_IO_write_ptr;

	if (from >= out && from < to && to <= out + sizeof(out)) {
		while (from < to) {
			ssize_t n = write(STDOUT_FILENO, from, (size_t)(to - from));
			if (n <= 0) {
				return;
			}
			from += n;
		}
	}
}

void hd_foreign_restore(void)
{
	if (nregions == 0 || too_many) {
		hd.spoilt = "data of the C library cannot be told apart from the program's";
		return;
	}
	print_rest();
	for (unsigned i = 0; i < nregions; i++) {
		memcpy(regions[i].at, regions[i].copy, regions[i].size);
	}
}
