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

struct Dwfl_Module; // of libdwfl

struct hd_symbols *hd_symbols_create(void);
// One that also looks for debug information in files of its own, by build id and debug link.
struct hd_symbols *hd_symbols_create_searching(void);
// Keeps libdwfl from asking servers for files (DEBUGINFOD_URLS): that takes time, and it tells them.
void hd_symbols_ask_no_servers(void);
void hd_symbols_destroy(struct hd_symbols *symbols);

// The functions at an offset from a module's load address, innermost first:
// one, and one more for every inlined call around the place. Returns how many.
size_t hd_symbols_lookup(struct hd_symbols *symbols, const char *module, uint64_t offset, struct hd_symbol *found,
	size_t limit);

// The same for an address in a module that libdwfl knows already.
size_t hd_symbols_at(struct Dwfl_Module *module, uint64_t address, struct hd_symbol *found, size_t limit);
// The function of the same module that the call before a return address calls: not the one that runs
// then if it has ended with a call of its own, which left no frame. The address may be one that a
// tool moved back into the call. NULL: unknown.
const char *hd_symbols_called_at(struct Dwfl_Module *module, uint64_t return_address);
const char *hd_symbols_called(struct hd_symbols *symbols, const char *module, uint64_t return_offset);
// The offsets that a module covers: from *low to below *high. False: it cannot be read.
bool hd_symbols_extent(struct hd_symbols *symbols, const char *module, uint64_t *low, uint64_t *high);
// The offset of a function by its name in the symbol table. False: there is none, or several.
bool hd_symbols_find(struct hd_symbols *symbols, const char *module, const char *function, uint64_t *offset);

// The location of the source file with this recorded name, according to its
// debug information: an allocated path, or NULL.
char *hd_symbols_source(struct hd_symbols *symbols, const char *module, const char *name);

#endif
