// SPDX-License-Identifier: Apache-2.0
// Addresses in executables and shared objects to functions, files and lines.
#ifndef HD_REPORT_SYMBOLS_H
#define HD_REPORT_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hd_symbols;

// Strings live as long as the hd_symbols they came from. NULL: unknown.
struct hd_symbol {
	const char *function;
	const char *file; // as the compiler recorded it, mostly absolute
	int line;         // 0: unknown
	bool inlined;     // this function was inlined into the next one
};

struct hd_symbols *hd_symbols_create(void);
void hd_symbols_destroy(struct hd_symbols *symbols);

// The functions at an offset from a module's load address, innermost first:
// one, and one more for every inlined call around the place. Returns how many.
size_t hd_symbols_lookup(struct hd_symbols *symbols, const char *module, uint64_t offset, struct hd_symbol *found,
	size_t limit);

// The location of the source file with this recorded name, according to its
// debug information: an allocated path, or NULL.
char *hd_symbols_source(struct hd_symbols *symbols, const char *module, const char *name);

#endif
