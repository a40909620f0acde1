// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

#include "base/path.h"
#include "base/shell.h"
#include "harness/ccargs.h"

enum { COMPILES = 1, LINKS = 2, ENGINE = 4, PLACED = 8 };

static const struct {
	const char *line;
	int expected;
} cases[] = {
	{"", 0},
	{"-v", 0},
	{"--version", 0},
	{"-dumpmachine", 0},
	{"-print-search-dirs a.c", 0},
	{"a.c", COMPILES | LINKS | ENGINE},
	{"a.c b.c -o prog -lm", COMPILES | LINKS | ENGINE},
	{"-c a.c", COMPILES},
	{"-c a.c -o a.o", COMPILES},
	{"-S a.c", COMPILES},
	{"-E a.c", 0},
	{"-E -", 0},
	{"-M a.c", 0},
	{"-MM -MF x.d a.c", 0},
	{"-MD -MF x.d -c a.c", COMPILES},
	{"-fsyntax-only a.c", 0},
	{"a.o b.o -o prog", LINKS | ENGINE},
	{"-o prog a.o libx.a", LINKS | ENGINE},
	{"-shared -fPIC a.o -o x.so", LINKS | ENGINE | PLACED},
	{"-shared a.c -o x.so", COMPILES | LINKS | ENGINE | PLACED},
	{"-fPIE -pie a.c -o prog", COMPILES | LINKS | ENGINE | PLACED},
	{"-no-pie a.c -o prog", COMPILES | LINKS | ENGINE},
	{"-r a.o b.o -o c.o", LINKS},
	{"-nostdlib a.o", LINKS},
	{"-nostartfiles a.c", COMPILES | LINKS},
	{"-c a.s", 0},
	{"-c a.S", 0},
	{"a.S -o prog", LINKS | ENGINE},
	{"-x c - -o prog", COMPILES | LINKS | ENGINE},
	{"-xc foo -c", COMPILES},
	{"-x assembler foo -c", 0},
	{"-x c foo -x none a.o", COMPILES | LINKS | ENGINE},
	{"a.h", COMPILES},
	{"-x c-header a.h -o a.pch", COMPILES},
	{"-I a.c -include b.c", 0},
	{"-Xlinker a.c", 0},
	{"-o a.c", 0},
	{"a.cpp -o prog", COMPILES | LINKS | ENGINE},
	{"-c a.C", COMPILES},
	{"-c -- a.c", COMPILES},
	{"-c -emit-llvm a.c", COMPILES},
	{"a.ll -c", COMPILES},
};

static void check_line(const char *line, int expected)
{
	struct hd_strv words = {0};
	struct hd_ccargs result;
	assert_true(hd_shell_split(line, &words));
	hd_ccargs_classify(&result, words.items, words.count);
	int actual = (result.compiles ? COMPILES : 0) | (result.links ? LINKS : 0) | (result.with_engine ? ENGINE : 0) |
		(result.placed ? PLACED : 0);
	if (actual != expected) {
		fail_msg("'%s': %d, expected %d", line, actual, expected);
	}
	hd_strv_finish(&words);
}

static void command_lines_are_understood(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		check_line(cases[i].line, cases[i].expected);
	}
}

static void response_files_are_looked_into(void **state)
{
	(void)state;
	char directory[] = "/tmp/heddle-unit-XXXXXX";
	struct hd_error error = {0};
	assert_non_null(mkdtemp(directory));
	char *inner = hd_path_join(directory, "inner");
	char *outer = hd_path_join(directory, "outer");
	char *loop = hd_path_join(directory, "loop");
	char *text = hd_format("-O2 @%s", inner);
	char *itself = hd_format("@%s", loop);
	assert_int_equal(hd_path_write(inner, "-c\n'a b.c'\n", &error), HD_OK);
	assert_int_equal(hd_path_write(outer, text, &error), HD_OK);
	assert_int_equal(hd_path_write(loop, itself, &error), HD_OK);
	char *line = hd_format("@%s", outer);
	check_line(line, COMPILES);
	check_line(itself, 0);
	check_line("@/no/such/file a.o", LINKS | ENGINE);
	hd_path_remove_tree(directory);
	free(line);
	free(itself);
	free(text);
	free(loop);
	free(outer);
	free(inner);
	hd_error_finish(&error);
}

static void open_language_and_end_of_options_are_noticed(void **state)
{
	(void)state;
	struct hd_ccargs result;
	char *open[] = {"-x", "c", "foo"};
	hd_ccargs_classify(&result, open, 3);
	assert_true(result.language_open);
	assert_int_equal(result.end_options, 3);
	char *closed[] = {"-x", "c", "foo", "-x", "none", "--", "a.o"};
	hd_ccargs_classify(&result, closed, 7);
	assert_false(result.language_open);
	assert_int_equal(result.end_options, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(command_lines_are_understood),
		cmocka_unit_test(response_files_are_looked_into),
		cmocka_unit_test(open_language_and_end_of_options_are_noticed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
