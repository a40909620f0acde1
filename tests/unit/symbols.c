// SPDX-License-Identifier: Apache-2.0
// Looks up addresses of this very test program.
#include "unit.h"

#include <link.h>

#include "report/source.h"
#include "report/symbols.h"

static int here_line;

__attribute__((noinline)) static uintptr_t here(void)
{
	here_line = __LINE__ + 1;
	return (uintptr_t)__builtin_return_address(0);
}

static inline __attribute__((always_inline)) uintptr_t inlined(void)
{
	return here();
}

__attribute__((noinline)) static uintptr_t outer(void)
{
	uintptr_t address = inlined();
	__asm__ volatile("" : "+r"(address));
	return address;
}

static int first_base(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	*(uintptr_t *)base = info->dlpi_addr;
	return 1;
}

static uint64_t offset_of(uintptr_t address)
{
	uintptr_t base = 0;
	dl_iterate_phdr(first_base, &base);
	return address - base;
}

static void functions_and_lines_are_found(void **state)
{
	(void)state;
	struct hd_symbols *symbols = hd_symbols_create();
	struct hd_symbol found[4];
	size_t count = hd_symbols_lookup(symbols, "/proc/self/exe", offset_of((uintptr_t)first_base), found, 4);
	assert_int_equal(count, 1);
	assert_string_equal(found[0].function, "first_base");
	assert_non_null(strstr(found[0].file, "symbols.c"));
	assert_true(found[0].line > 30);
	hd_symbols_destroy(symbols);
}

static void inlined_calls_are_unfolded(void **state)
{
	(void)state;
	struct hd_symbols *symbols = hd_symbols_create();
	struct hd_symbol found[4];
	size_t count = hd_symbols_lookup(symbols, "/proc/self/exe", offset_of(outer()) - 1, found, 4);
	assert_int_equal(count, 2);
	assert_string_equal(found[0].function, "inlined");
	assert_true(found[0].inlined);
	assert_string_equal(found[1].function, "outer");
	assert_false(found[1].inlined);
	assert_true(found[1].line > found[0].line);
	hd_symbols_destroy(symbols);
}

static void nonsense_finds_nothing(void **state)
{
	(void)state;
	struct hd_symbols *symbols = hd_symbols_create();
	struct hd_symbol found[4];
	assert_int_equal(hd_symbols_lookup(symbols, "/no/such/file", 16, found, 4), 0);
	assert_int_equal(hd_symbols_lookup(symbols, "/proc/self/exe", (uint64_t)1 << 60, found, 4), 0);
	assert_null(hd_symbols_source(symbols, "/proc/self/exe", "no-such-file.c"));
	hd_symbols_destroy(symbols);
}

static void source_lines_are_read(void **state)
{
	(void)state;
	struct hd_symbols *symbols = hd_symbols_create();
	struct hd_sources *sources = hd_sources_create(symbols, "/proc/self/exe");
	here();
	// __FILE__ is relative to the build directory; the debug information knows that.
	const char *line = hd_sources_line(sources, __FILE__, here_line);
	assert_non_null(line);
	assert_string_equal(line, "return (uintptr_t)__builtin_return_address(0);");
	assert_null(hd_sources_line(sources, __FILE__, 100000));
	assert_null(hd_sources_line(sources, "nowhere.c", 1));
	hd_sources_destroy(sources);
	hd_symbols_destroy(symbols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_and_lines_are_found),
		cmocka_unit_test(inlined_calls_are_unfolded),
		cmocka_unit_test(nonsense_finds_nothing),
		cmocka_unit_test(source_lines_are_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
