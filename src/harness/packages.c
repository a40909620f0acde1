// SPDX-License-Identifier: Apache-2.0
#include "harness/packages.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/shell.h"
#include "base/spawn.h"

#define PROGRAM "pkg-config"

// What `pkg-config OPTION NAMES...` prints. HD_BAD_INPUT with the reason.
static enum hd_status ask(const char *option, const struct hd_strv *names, struct hd_str *said, struct hd_error *error)
{
	char *program = hd_path_find_program(PROGRAM);
	if (!program) {
		return hd_fail(error, HD_BAD_INPUT, "--pkg needs " PROGRAM ", which is not installed");
	}
	struct hd_strv argv = {0};
	int ended = 0;
	hd_strv_give(&argv, program);
	hd_strv_add(&argv, option);
	hd_strv_add(&argv, "--");
	hd_strv_add_all(&argv, names);
	int reason = hd_spawn_capture(argv.items, said, &ended);
	hd_strv_finish(&argv);
	while (said->length > 0 && strchr(" \n", said->data[said->length - 1])) {
		hd_str_truncate(said, said->length - 1);
	}
	if (reason != 0 || ended != 0) {
		return hd_fail(error, HD_BAD_INPUT, PROGRAM ": %s", reason ? strerror(reason) : hd_str_text(said));
	}
	return HD_OK;
}

static enum hd_status add(const char *option, const struct hd_strv *names, struct hd_strv *flags,
	struct hd_error *error)
{
	struct hd_str said = {0};
	enum hd_status status = ask(option, names, &said, error);
	if (status == HD_OK) {
		hd_shell_split(hd_str_text(&said), flags);
	}
	hd_str_finish(&said);
	return status;
}

enum hd_status hd_packages_flags(const struct hd_strv *names, struct hd_strv *cflags, struct hd_strv *libs,
	struct hd_error *error)
{
	if (names->count == 0) {
		return HD_OK;
	}
	enum hd_status status = add("--cflags", names, cflags, error);
	return status == HD_OK ? add("--libs", names, libs, error) : status;
}

static bool links_with(const char *package, const char *library)
{
	struct hd_strv names = {0}, words = {0};
	struct hd_error ignored = {0};
	char *wanted = hd_format("-l%s", library);
	hd_strv_add(&names, package);
	bool does = add("--libs", &names, &words, &ignored) == HD_OK && hd_strv_contains(&words, wanted);
	free(wanted);
	hd_error_finish(&ignored);
	hd_strv_finish(&words);
	hd_strv_finish(&names);
	return does;
}

char *hd_packages_of_library(const char *library)
{
	// Packages have the name of their library, with or without "lib".
	static const char *const prefixes[] = {"", "lib"};
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		char *package = hd_format("%s%s", prefixes[i], library);
		if (links_with(package, library)) {
			return package;
		}
		free(package);
	}
	return NULL;
}
