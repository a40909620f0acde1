// SPDX-License-Identifier: Apache-2.0
// What an execution must not inherit from the one before: writable globals of
// the code under test, its thread-locals, errno, getopt's position.
#include "runtime/globals.h"
#include "runtime/foreign.h"
#include "runtime/heap.h"
#include "runtime/memory.h"
#include "runtime/sites.h"
#include "runtime/specific.h"

#include <errno.h>
#include <getopt.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_TLS 16

const struct hd_site *__heddle_callsite;
uint8_t __heddle_watch;

static struct tls_block {
	char *os; // the OS thread's copy
	size_t size;
	const char *image;
	size_t image_size;
	size_t offset; // within a fiber's copy
} tls[MAX_TLS];
static unsigned ntls;
static size_t tls_size;
static char *snapshot[64]; // of each module's globals

__attribute__((visibility("default"))) void __heddle_register(struct hd_module *m)
{
	m->next = hd_modules;
	hd_modules = m;
}

// Does a module hold instrumented code? Its thread-locals are then per fiber.
bool hd_globals_is_instrumented(const struct dl_phdr_info *info)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		uintptr_t at = (uintptr_t)m->funcs;
		for (int i = 0; i < info->dlpi_phnum; i++) {
			const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
			uintptr_t start = info->dlpi_addr + ph->p_vaddr;
			if (ph->p_type == PT_LOAD && at >= start && at < start + ph->p_memsz) {
				return true;
			}
		}
	}
	return false;
}

static int add_tls(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	(void)data;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		if (ph->p_type == PT_TLS && info->dlpi_tls_data && ntls < MAX_TLS && hd_globals_is_instrumented(info)) {
			tls[ntls++] = (struct tls_block){
				.os = info->dlpi_tls_data,
				.size = ph->p_memsz,
				.image = (const char *)info->dlpi_addr + ph->p_vaddr,
				.image_size = ph->p_filesz,
				.offset = tls_size,
			};
			tls_size += (ph->p_memsz + 63) & ~63ull;
		}
	}
	return 0;
}

bool hd_globals_have(uintptr_t a)
{
	bool found = false;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		found |= a >= (uintptr_t)m->globals && a < (uintptr_t)m->globals_end;
	}
	return found;
}

// ---- globals that are not in the section of globals -----------------------------

bool hd_globals_others; // are there any?

static struct {
	uintptr_t address;
	uint64_t value;
} *touched; // and what was there
static size_t ntouched;

static bool is_other(uintptr_t a)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_other *o = m->others; o < m->others_end; o++) {
			if (a >= ((uintptr_t)o->start & ~7ull) && a < (uintptr_t)o->start + o->size) {
				return true;
			}
		}
	}
	return false;
}

static void init_others(void)
{
	size_t cells = 0;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_other *o = m->others; o < m->others_end; o++) {
			cells += o->size / 8 + 2;
		}
	}
	hd_globals_others = cells > 0;
	touched = cells ? hd_private_alloc(cells * sizeof(*touched)) : NULL;
}

void hd_globals_touched(uintptr_t a)
{
	a &= ~7ull;
	if (is_other(a)) {
		touched[ntouched].address = a;
		memcpy(&touched[ntouched++].value, (const void *)a, 8);
	}
}

// Of what was only read nothing is written: it may be read-only.
static void reset_others(void)
{
	for (size_t i = 0; i < ntouched; i++) {
		void *p = (void *)touched[i].address;
		if (memcmp(p, &touched[i].value, 8) != 0) {
			memcpy(p, &touched[i].value, 8);
		}
	}
	ntouched = 0;
}

// ---- all of them ------------------------------------------------------------------

void hd_globals_init(void)
{
	unsigned i = 0;

	hd.errno_at = &errno;
	hd_before_main_end();
	hd_specific_keep();
	dl_iterate_phdr(add_tls, NULL);
	init_others();
	if (tls_size > HD_TLS_SIZE) {
		fprintf(stderr, "heddle: %zu bytes of thread-local variables exceed the limit of %llu per thread\n",
			tls_size, HD_TLS_SIZE);
		_exit(3);
	}
	for (struct hd_module *m = hd_modules; m && i < 64; m = m->next, i++) {
		size_t size = (size_t)(m->globals_end - m->globals);
		snapshot[i] = size ? hd_persist_alloc(size) : NULL;
		if (size) {
			memcpy(snapshot[i], m->globals, size);
		}
	}
}

void hd_globals_reset(void)
{
	unsigned i = 0;

	for (struct hd_module *m = hd_modules; m && i < 64; m = m->next, i++) {
		if (snapshot[i]) {
			memcpy(m->globals, snapshot[i], (size_t)(m->globals_end - m->globals));
		}
	}
	if (unlikely(hd_globals_others)) {
		reset_others();
	}
	if (optind != 1) {
		optind = 0; // getopt starts over
	}
	hd.foreign = hd_foreign_always();
	__heddle_callsite = NULL;
	*hd.errno_at = 0;
}

// Below the guard, where no stack reaches them.
void hd_tls_prepare(struct hd_fiber *f)
{
	if (tls_size == 0) {
		return;
	}
	f->tls = hd_fiber_guard(f->id) - HD_TLS_SIZE;
	for (unsigned i = 0; i < ntls; i++) {
		memcpy(f->tls + tls[i].offset, tls[i].image, tls[i].image_size);
		memset(f->tls + tls[i].offset + tls[i].image_size, 0, tls[i].size - tls[i].image_size);
	}
}

size_t hd_tls_used(void)
{
	return tls_size;
}

void *hd_tls_of(void *os_address)
{
	char *a = os_address;

	for (unsigned i = 0; i < ntls; i++) {
		if (a >= tls[i].os && a < tls[i].os + tls[i].size) {
			return hd.cur->tls + tls[i].offset + (a - tls[i].os);
		}
	}
	return os_address;
}
