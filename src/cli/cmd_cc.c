// SPDX-License-Identifier: Apache-2.0
// heddle cc, heddle c++: clang with heddle's flags where something is compiled
// and heddle's engine where something is linked. Ends in exec, so that exit status,
// signals and output are clang's own.
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "harness/ccargs.h"
#include "harness/toolchain.h"

static void add_range(struct hd_strv *argv, const struct hd_strv *args, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++) {
		hd_strv_add(argv, args->items[i]);
	}
}

// Our flags come after the user's, where they win, but before a "--", after
// which everything is a file; what is linked comes last.
static void make_command(const struct hd_toolchain *tools, const struct hd_options *options, struct hd_strv *argv)
{
	const struct hd_strv *args = &options->files;
	struct hd_ccargs asked;
	hd_ccargs_classify(&asked, args->items, args->count);
	hd_strv_add(argv, tools->clang);
	if (strcmp(options->name, "c++") == 0) {
		hd_strv_add(argv, "--driver-mode=g++");
	}
	if (asked.compiles || asked.with_engine) {
		hd_strv_add(argv, "-Qunused-arguments");
	}
	add_range(argv, args, 0, asked.end_options);
	if (asked.compiles) {
		hd_toolchain_compile_flags(tools, argv);
	}
	if (asked.with_engine) {
		// What follows is objects, not more of an -x language.
		if (asked.language_open && asked.end_options == args->count) {
			hd_strv_add(argv, "-x");
			hd_strv_add(argv, "none");
		}
		if (asked.end_options < args->count) {
			// Files must come before the archive that they need: name them as options do.
			for (size_t i = asked.end_options + 1; i < args->count; i++) {
				hd_strv_add(argv, args->items[i]);
			}
			asked.end_options = args->count;
		}
		if (!asked.placed) {
			hd_toolchain_fixed_address(argv);
		}
		hd_toolchain_link_flags(tools, argv);
	}
	add_range(argv, args, asked.end_options, args->count);
}

static enum hd_status run_cc(struct hd_options *options, struct hd_error *error)
{
	struct hd_toolchain tools;
	enum hd_status status = hd_toolchain_init(&tools, error);
	if (status != HD_OK) {
		return status;
	}
	struct hd_strv argv = {0};
	make_command(&tools, options, &argv);
	execv(tools.clang, argv.items);
	status = hd_fail(error, HD_INTERNAL, "cannot run '%s': %s", tools.clang, strerror(errno));
	hd_strv_finish(&argv);
	hd_toolchain_finish(&tools);
	return status;
}

const struct hd_command hd_command_cc = {
	.name = "cc",
	.alias = "c++",
	.arguments = "ARGS...    (heddle c++ for C++)",
	.summary = "compile with instrumentation: CC=\"heddle cc\" ./configure && make",
	.description = "Runs clang 19 with ARGS; all of its options are accepted. Code is compiled with\n"
		       "instrumentation and linked with heddle's engine. The resulting programs run as usual\n"
		       "when started directly, and under heddle's scheduler when started by heddle run.\n\n"
		       "examples:\n"
		       "  CC=\"heddle cc\" CXX=\"heddle c++\" ./configure && make\n"
		       "  heddle cc -O2 -o bank bank.c -pthread && heddle run ./bank\n\n"
		       "'clang-19 --help' lists clang's options.\n"
		       "Set HEDDLE_CLANG to use a clang 19 other than the one in PATH.",
	.bit = HD_FOR_CC,
	.run = run_cc,
	.raw = true,
};
