// SPDX-License-Identifier: Apache-2.0
// What an execution must not inherit from the one before: writable globals of
// the code under test, its thread-locals, errno, getopt's position.
#include "runtime/rt.h"

#include <errno.h>
#include <getopt.h>
#include <link.h>
#include <string.h>

#define MAX_TLS 16

struct hd_module *hd_modules;
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
static bool is_instrumented(const struct dl_phdr_info *info)
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
		if (ph->p_type == PT_TLS && info->dlpi_tls_data && ntls < MAX_TLS && is_instrumented(info)) {
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

void hd_globals_init(void)
{
	unsigned i = 0;

	hd.errno_at = &errno;
	dl_iterate_phdr(add_tls, NULL);
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
	if (optind != 1) {
		optind = 0; // getopt starts over
	}
	__heddle_callsite = NULL;
	*hd.errno_at = 0;
}

// Thread-locals sit at the low end of a fiber's stack, above the guard.
void hd_tls_prepare(struct hd_fiber *f)
{
	if (tls_size == 0) {
		return;
	}
	f->tls = hd_fiber_stack_low(f->id) + HD_GUARD;
	for (unsigned i = 0; i < ntls; i++) {
		memcpy(f->tls + tls[i].offset, tls[i].image, tls[i].image_size);
		memset(f->tls + tls[i].offset + tls[i].image_size, 0, tls[i].size - tls[i].image_size);
	}
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

// ---- sites by number -----------------------------------------------------------

unsigned hd_site_id(const struct hd_site *s)
{
	unsigned base = 1;

	for (const struct hd_module *m = hd_modules; s && m; m = m->next) {
		if (s >= m->sites && s < m->sites_end) {
			return base + (unsigned)(s - m->sites);
		}
		base += (unsigned)(m->sites_end - m->sites);
	}
	return 0;
}

const struct hd_site *hd_site_by_id(unsigned id)
{
	unsigned base = 1;

	for (const struct hd_module *m = hd_modules; id && m; m = m->next) {
		unsigned n = (unsigned)(m->sites_end - m->sites);
		if (id < base + n) {
			return &m->sites[id - base];
		}
		base += n;
	}
	return NULL;
}

static const char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

const struct hd_site *hd_site_like(const struct hd_site *place)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_site *s = m->sites; s < m->sites_end; s++) {
			if (s->line == place->line && s->column == place->column && s->block == place->block &&
			    s->index == place->index && s->file && strcmp(name_of(s->file), name_of(place->file)) == 0) {
				return s;
			}
		}
	}
	return NULL;
}

static const char *file_of_main(void)
{
	static const char *file;

	for (const struct hd_module *m = hd_modules; m && !file; m = m->next) {
		for (const struct hd_func *f = m->funcs; f < m->funcs_end; f++) {
			file = f->flags & HD_FUNC_MAIN ? f->file : file;
		}
	}
	return file;
}

bool hd_site_is_outside_main(const struct hd_site *s)
{
	const char *file = file_of_main();
	return s && (!file || !s->file || strcmp(s->file, file) != 0);
}

// Sites of one module lie within 4 GiB, so the low half of an address tells.
const struct hd_site *hd_site_from_low(uint32_t low)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		uintptr_t base = (uintptr_t)m->sites & ~0xffffffffull;
		for (int up = 0; up < 2; up++, base += 1ull << 32) {
			const struct hd_site *s = (const struct hd_site *)(base | low);
			if (s >= m->sites && s < m->sites_end) {
				return s;
			}
		}
	}
	return NULL;
}
