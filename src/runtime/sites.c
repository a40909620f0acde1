// SPDX-License-Identifier: Apache-2.0
// Modules, and their sites by number, by place in the source and by address.
#include "runtime/rt.h"

#include <string.h>

struct hd_module *hd_modules;

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
				s->index == place->index && s->file &&
				strcmp(name_of(s->file), name_of(place->file)) == 0) {
				return s;
			}
		}
	}
	return NULL;
}

const struct hd_site *hd_site_in(const char *function, const char *file, unsigned block, unsigned index)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_site *s = m->sites; s < m->sites_end; s++) {
			if (s->block == block && s->index == index && s->func && strcmp(s->func->name, function) == 0 &&
				(!s->file || strcmp(name_of(s->file), file) == 0)) {
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
