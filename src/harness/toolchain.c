// SPDX-License-Identifier: Apache-2.0
#include "harness/toolchain.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/spawn.h"

#define CLANG_VERSION "19"

// The pass is a plugin, and plugins fit one version only. Whoever names a compiler may have
// named another one; those that heddle looks for have the version in their names.
static bool has_version(const char *clang, struct hd_error *error)
{
	char *const argv[] = {(char *)clang, (char *)"--version", NULL};
	struct hd_str said = {0};
	int ended = 0;
	int reason = hd_spawn_capture(argv, &said, &ended);
	hd_str_truncate(&said, strcspn(hd_str_text(&said), "\n"));
	const char *version = strstr(hd_str_text(&said), "clang version ");
	bool good = reason == 0 && ended == 0 && version && strncmp(version + 14, CLANG_VERSION ".", 3) == 0;
	if (!good) {
		hd_fail(error, HD_BAD_INPUT, "HEDDLE_CLANG must be clang " CLANG_VERSION ", but '%s' reports: %s",
			clang, reason ? strerror(reason) : hd_str_text(&said));
	}
	hd_str_finish(&said);
	return good;
}

static char *find_chosen_clang(const char *chosen, struct hd_error *error)
{
	char *path = hd_path_find_program(chosen);
	if (!path) {
		hd_fail(error, HD_BAD_INPUT, "HEDDLE_CLANG does not name a program: '%s'", chosen);
	} else if (!has_version(path, error)) {
		free(path);
		path = NULL;
	}
	return path;
}

static char *find_clang(struct hd_error *error)
{
	const char *chosen = getenv("HEDDLE_CLANG");
	if (chosen && *chosen) {
		return find_chosen_clang(chosen, error);
	}
	const char *const names[] = {
		"clang-" CLANG_VERSION,
		"/usr/lib/llvm-" CLANG_VERSION "/bin/clang",
		NULL,
	};
	for (const char *const *name = names; *name; name++) {
		char *path = hd_path_find_program(*name);
		if (path) {
			return path;
		}
	}
	hd_fail(error, HD_BAD_INPUT,
		"clang " CLANG_VERSION " not found: install clang-" CLANG_VERSION " or set HEDDLE_CLANG to its path");
	return NULL;
}

// Next to the program in the build tree, in ../lib/heddle once installed.
static char *find_part(const char *own, const char *name, struct hd_error *error)
{
	const char *const places[] = {"", "../lib/heddle/", NULL};
	for (const char *const *place = places; *place; place++) {
		char *path = hd_format("%s/%s%s", own, *place, name);
		if (hd_path_exists(path)) {
			char *real = hd_path_absolute(path);
			free(path);
			return real;
		}
		free(path);
	}
	hd_fail(error, HD_INTERNAL, "incomplete installation: no %s in %s or ../lib/heddle", name, own);
	return NULL;
}

enum hd_status hd_toolchain_init(struct hd_toolchain *tools, struct hd_error *error)
{
	*tools = (struct hd_toolchain){0};
	char *own = hd_path_own_directory();
	if (!own) {
		return hd_fail(error, HD_INTERNAL, "cannot determine where heddle is installed");
	}
	enum hd_status status = HD_INTERNAL;
	if ((tools->plugin = find_part(own, "libheddle-pass.so", error)) &&
		(tools->engine = find_part(own, "libheddle-engine.a", error)) &&
		(tools->module = find_part(own, "heddle-module.o", error))) {
		tools->clang = find_clang(error);
		status = tools->clang ? HD_OK : HD_BAD_INPUT;
	}
	free(own);
	if (status != HD_OK) {
		hd_toolchain_finish(tools);
	}
	return status;
}

void hd_toolchain_finish(struct hd_toolchain *tools)
{
	free(tools->clang);
	free(tools->plugin);
	free(tools->engine);
	free(tools->module);
	*tools = (struct hd_toolchain){0};
}

void hd_toolchain_compile_flags(const struct hd_toolchain *tools, struct hd_strv *argv)
{
	static const char *const flags[] = {
		"-g",
		// Stacks are walked by frame pointers.
		"-fno-omit-frame-pointer",
		"-mno-omit-leaf-frame-pointer",
		// Calls from two places that become one have no line.
		"-mllvm",
		"-enable-tail-merge=0",
		// Without this, functions at -O0 are closed to the pass.
		"-Xclang",
		"-disable-O0-optnone",
		// Both would put checks between the code and the hooks.
		"-U_FORTIFY_SOURCE",
		"-fno-stack-protector",
		// A frame larger than the guard below a stack must not step over it.
		"-fstack-clash-protection",
		"-pthread",
		NULL,
	};
	hd_strv_addf(argv, "-fplugin=%s", tools->plugin); // early enough for its options
	hd_strv_addf(argv, "-fpass-plugin=%s", tools->plugin);
	hd_strv_add_array(argv, flags);
}

void hd_toolchain_flow_flags(struct hd_strv *argv)
{
	hd_strv_add(argv, "-mllvm");
	hd_strv_add(argv, "-heddle-flow");
}

void hd_toolchain_default_flags(const struct hd_strv *user_flags, struct hd_strv *argv)
{
	for (size_t i = 0; i < user_flags->count; i++) {
		if (strncmp(user_flags->items[i], "-O", 2) == 0) {
			return;
		}
	}
	// Inlining would merge the frames that stacks in findings are made of.
	hd_strv_add(argv, "-O1");
	hd_strv_add(argv, "-fno-inline");
}

void hd_toolchain_fixed_address(struct hd_strv *argv)
{
	// Variables of shared objects stay where they are, and are not copied to the program.
	hd_strv_add(argv, "-fPIE");
	hd_strv_add(argv, "-no-pie");
}

void hd_toolchain_link_flags(const struct hd_toolchain *tools, struct hd_strv *argv)
{
	hd_strv_add(argv, tools->module);
	hd_strv_add(argv, tools->engine);
	// Instrumented shared objects find the engine of the program that loads them.
	hd_strv_add(argv, "-Wl,--export-dynamic-symbol=__heddle_*");
	hd_strv_add(argv, "-pthread");
	hd_strv_add(argv, "-lm");
}
