// SPDX-License-Identifier: Apache-2.0
// A thin layer over libdwfl in its offline mode: each module is reported once
// and kept open; addresses are translated by the bias libdwfl gave the module.
#include "report/symbols.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/path.h"
#include "base/str.h"

struct module {
	char *path;
	Dwfl *dwfl;
	Dwfl_Module *handle; // NULL: could not be read
	struct module *next;
};

struct hd_symbols {
	struct module *modules;
	const Dwfl_Callbacks *callbacks;
};

// Debug information is in the harness itself; separate files, and above all
// servers that offer them, are not asked.
static int no_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base, const char *file,
	const char *link, GElf_Word checksum, char **found)
{
	(void)module, (void)data, (void)name, (void)base;
	(void)file, (void)link, (void)checksum, (void)found;
	return -1;
}

static const Dwfl_Callbacks own = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = no_debuginfo,
	.section_address = dwfl_offline_section_address,
};

static const Dwfl_Callbacks searching = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

static struct hd_symbols *create(const Dwfl_Callbacks *callbacks)
{
	struct hd_symbols *symbols = calloc(1, sizeof(*symbols));
	hd_check(symbols != NULL);
	symbols->callbacks = callbacks;
	return symbols;
}

struct hd_symbols *hd_symbols_create(void)
{
	return create(&own);
}

struct hd_symbols *hd_symbols_create_searching(void)
{
	hd_symbols_ask_no_servers();
	return create(&searching);
}

void hd_symbols_ask_no_servers(void)
{
	unsetenv("DEBUGINFOD_URLS");
}

void hd_symbols_destroy(struct hd_symbols *symbols)
{
	while (symbols && symbols->modules) {
		struct module *module = symbols->modules;
		symbols->modules = module->next;
		dwfl_end(module->dwfl);
		free(module->path);
		free(module);
	}
	free(symbols);
}

static struct module *open_module(struct hd_symbols *symbols, const char *path)
{
	for (struct module *module = symbols->modules; module; module = module->next) {
		if (strcmp(module->path, path) == 0) {
			return module;
		}
	}
	struct module *module = calloc(1, sizeof(*module));
	hd_check(module != NULL);
	module->path = hd_copy(path);
	module->dwfl = dwfl_begin(symbols->callbacks);
	// Whoever named it: nothing but a file is opened.
	if (module->dwfl && hd_path_is_file(path)) {
		dwfl_report_begin(module->dwfl);
		module->handle = dwfl_report_offline(module->dwfl, "", path, -1);
		dwfl_report_end(module->dwfl, NULL, NULL);
	}
	module->next = symbols->modules;
	symbols->modules = module;
	return module;
}

static const char *die_name(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	return dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
}

// Where an inlined function was called from.
static void call_place(Dwarf_Die *die, const char **file, int *line)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;
	Dwarf_Die unit;
	Dwarf_Files *files;
	*file = NULL;
	*line = 0;
	if (dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &value) == 0) {
		*line = (int)value;
	}
	if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &value) == 0 &&
		dwarf_diecu(die, &unit, NULL, NULL) && dwarf_getsrcfiles(&unit, &files, NULL) == 0) {
		*file = dwarf_filesrc(files, value, NULL, NULL);
	}
}

// Walks outwards from the innermost scope: each inlined call and the function
// it ended up in become one symbol.
static size_t walk_scopes(Dwarf_Die *scopes, int count, struct hd_symbol place, struct hd_symbol *found, size_t limit)
{
	size_t n = 0;
	for (int i = 0; i < count && n < limit; i++) {
		int tag = dwarf_tag(&scopes[i]);
		if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) {
			continue;
		}
		place.function = die_name(&scopes[i]);
		place.inlined = tag == DW_TAG_inlined_subroutine;
		found[n++] = place;
		if (!place.inlined) {
			break;
		}
		call_place(&scopes[i], &place.file, &place.line);
	}
	return n;
}

// The compilation unit at an address. Asked one by one: clang leaves out the
// table (.debug_aranges) that libdwfl's own search goes by.
static Dwarf_Die *find_unit(Dwfl_Module *module, Dwarf_Addr address, Dwarf_Addr *bias)
{
	Dwarf_Die *unit = NULL;
	while ((unit = dwfl_module_nextcu(module, unit, bias))) {
		if (dwarf_haspc(unit, address - *bias) == 1) {
			return unit;
		}
	}
	return NULL;
}

// Symbols from debug information; 0 if there is none for the address.
static size_t lookup_debug(Dwarf_Die *unit, Dwarf_Addr address, struct hd_symbol place, struct hd_symbol *found,
	size_t limit)
{
	Dwarf_Die *lexical = NULL, *scopes = NULL;
	size_t n = 0;
	if (dwarf_getscopes(unit, address, &lexical) > 0) {
		// The scopes of a DIE go through inlined calls to the real function.
		int count = dwarf_getscopes_die(&lexical[0], &scopes);
		n = walk_scopes(scopes, count, place, found, limit);
	}
	free(scopes);
	free(lexical);
	return n;
}

// Compilers make code that belongs to no line: it is where the code before it is.
static int line_before(Dwarf_Die *unit, Dwarf_Addr address)
{
	Dwarf_Lines *lines;
	size_t count;
	Dwarf_Addr nearest = 0;
	int found = 0;
	if (dwarf_getsrclines(unit, &lines, &count) != 0) {
		return 0;
	}
	for (size_t i = 0; i < count; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		Dwarf_Addr at;
		int number;
		if (dwarf_lineaddr(line, &at) == 0 && at <= address && at >= nearest &&
			dwarf_lineno(line, &number) == 0 && number > 0) {
			nearest = at;
			found = number;
		}
	}
	return found;
}

static void find_line(Dwarf_Die *unit, Dwarf_Addr address, struct hd_symbol *place)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, address);
	if (line) {
		place->file = dwarf_linesrc(line, NULL, NULL);
		dwarf_lineno(line, &place->line);
		place->line = place->line > 0 ? place->line : line_before(unit, address);
	}
}

size_t hd_symbols_at(Dwfl_Module *module, uint64_t address, struct hd_symbol *found, size_t limit)
{
	struct hd_symbol place = {0};
	Dwarf_Addr bias;
	size_t n = 0;
	Dwarf_Die *unit = limit > 0 ? find_unit(module, address, &bias) : NULL;
	if (unit) {
		find_line(unit, address - bias, &place);
		n = lookup_debug(unit, address - bias, place, found, limit);
	}
	if (n == 0 && limit > 0) {
		place.function = dwfl_module_addrname(module, address);
		if (place.function || place.file) {
			found[n++] = place;
		}
	}
	return n;
}

// ---- calls ---------------------------------------------------------------------------

// The bytes of the module's file at an address of libdwfl; NULL: it has none there.
static const unsigned char *bytes_at(Dwfl_Module *module, Dwarf_Addr address, size_t count)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(module, &bias);
	size_t headers = 0;
	if (!elf || elf_getphdrnum(elf, &headers) != 0) {
		return NULL;
	}
	for (size_t i = 0; i < headers; i++) {
		GElf_Phdr header;
		GElf_Addr at = address - bias;
		if (gelf_getphdr(elf, (int)i, &header) && header.p_type == PT_LOAD && at >= header.p_vaddr &&
			at - header.p_vaddr < header.p_filesz && count <= header.p_filesz - (at - header.p_vaddr)) {
			Elf_Data *data = elf_getdata_rawchunk(elf, (int64_t)(header.p_offset + (at - header.p_vaddr)),
				count, ELF_T_BYTE);
			return data && data->d_size >= count ? data->d_buf : NULL;
		}
	}
	return NULL;
}

// Where the direct call that ends at an address goes to; 0: there is none.
static Dwarf_Addr call_target(Dwfl_Module *module, Dwarf_Addr end)
{
#if defined(__x86_64__)
	const unsigned char *code = bytes_at(module, end - 5, 5); // call rel32
	int32_t distance;
	if (!code || code[0] != 0xe8) {
		return 0;
	}
	memcpy(&distance, code + 1, sizeof(distance));
	return end + (Dwarf_Addr)(int64_t)distance;
#else
	const unsigned char *code = end % 4 == 0 ? bytes_at(module, end - 4, 4) : NULL; // bl imm26
	uint32_t instruction = 0;
	if (code) {
		memcpy(&instruction, code, sizeof(instruction));
	}
	if (instruction >> 26 != 0x25) {
		return 0;
	}
	return end - 4 + (Dwarf_Addr)((int64_t)(int32_t)(instruction << 6) >> 4);
#endif
}

// The function that begins at an address; NULL: none does.
static const char *function_at(Dwfl_Module *module, Dwarf_Addr address)
{
	GElf_Off offset;
	GElf_Sym symbol;
	const char *name = dwfl_module_addrinfo(module, address, &offset, &symbol, NULL, NULL, NULL);
	return name && offset == 0 && GELF_ST_TYPE(symbol.st_info) == STT_FUNC ? name : NULL;
}

const char *hd_symbols_called_at(Dwfl_Module *module, uint64_t return_address)
{
	static const unsigned moved[] = {0, 1, 4};
	const char *name = NULL;
	for (size_t i = 0; i < sizeof(moved) / sizeof(*moved) && !name; i++) {
		Dwarf_Addr target = call_target(module, return_address + moved[i]);
		name = target ? function_at(module, target) : NULL;
	}
	return name;
}

const char *hd_symbols_called(struct hd_symbols *symbols, const char *path, uint64_t return_offset)
{
	struct module *module = open_module(symbols, path);
	GElf_Addr bias;
	if (!module->handle || !dwfl_module_getelf(module->handle, &bias)) {
		return NULL;
	}
	return hd_symbols_called_at(module->handle, return_offset + bias);
}

size_t hd_symbols_lookup(struct hd_symbols *symbols, const char *path, uint64_t offset, struct hd_symbol *found,
	size_t limit)
{
	struct module *module = open_module(symbols, path);
	GElf_Addr bias;
	if (!module->handle || !dwfl_module_getelf(module->handle, &bias)) {
		return 0;
	}
	return hd_symbols_at(module->handle, offset + bias, found, limit);
}

bool hd_symbols_extent(struct hd_symbols *symbols, const char *path, uint64_t *low, uint64_t *high)
{
	struct module *module = open_module(symbols, path);
	Dwarf_Addr start, end;
	GElf_Addr bias;
	if (!module->handle || !dwfl_module_getelf(module->handle, &bias) ||
		!dwfl_module_info(module->handle, NULL, &start, &end, NULL, NULL, NULL, NULL)) {
		return false;
	}
	*low = start - bias;
	*high = end - bias;
	return true;
}

// How many functions of this name the module has, and the address of one.
static size_t find_function(Dwfl_Module *module, const char *function, GElf_Addr *address)
{
	int count = dwfl_module_getsymtab(module);
	size_t found = 0;
	for (int i = 0; i < count; i++) {
		GElf_Sym symbol;
		GElf_Addr value;
		const char *name = dwfl_module_getsym_info(module, i, &symbol, &value, NULL, NULL, NULL);
		if (name && GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF &&
			strcmp(name, function) == 0 && (found == 0 || value != *address)) {
			*address = value;
			found++;
		}
	}
	return found;
}

bool hd_symbols_find(struct hd_symbols *symbols, const char *path, const char *function, uint64_t *offset)
{
	struct module *module = open_module(symbols, path);
	GElf_Addr bias, address = 0;
	if (!module->handle || !dwfl_module_getelf(module->handle, &bias) ||
		find_function(module->handle, function, &address) != 1) {
		return false;
	}
	*offset = address - bias;
	return true;
}

char *hd_symbols_source(struct hd_symbols *symbols, const char *path, const char *name)
{
	struct module *module = open_module(symbols, path);
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;
	while (module->handle && (unit = dwfl_module_nextcu(module->handle, unit, &bias))) {
		Dwarf_Attribute attribute;
		const char *recorded = dwarf_diename(unit);
		const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
		if (recorded && directory && strcmp(recorded, name) == 0) {
			return hd_path_join(directory, name);
		}
	}
	return NULL;
}
