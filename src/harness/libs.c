// SPDX-License-Identifier: Apache-2.0
#include "harness/libs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "harness/elf_check.h"

// The value of an option that is one word with its letter; NULL: it is another one.
static const char *value_of(const char *word, char letter)
{
	return word[0] == '-' && word[1] == letter ? word + 2 : NULL;
}

static char *find_in(const char *directory, const char *library)
{
	static const char *const extensions[] = {"so", "a"}; // as the linker does: shared first
	if (*library == ':') { // the name of a file
		char *path = hd_path_join(directory, library + 1);
		if (hd_path_exists(path)) {
			return path;
		}
		free(path);
		return NULL;
	}
	for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++) {
		char *path = hd_format("%s/lib%s.%s", directory, library, extensions[i]);
		if (hd_path_exists(path)) {
			return path;
		}
		free(path);
	}
	return NULL;
}

// The first that is there, in the order of the directories. NULL: it is elsewhere.
static char *find(const struct hd_strv *libs, const char *library)
{
	char *path = NULL;
	for (size_t i = 0; i < libs->count && !path; i++) {
		const char *directory = value_of(libs->items[i], 'L');
		path = directory ? find_in(directory, library) : NULL;
	}
	return path;
}

void hd_libs_archives(const struct hd_strv *libs, struct hd_strv *archives)
{
	for (size_t i = 0; i < libs->count; i++) {
		const char *library = value_of(libs->items[i], 'l');
		char *path = library ? find(libs, library) : NULL;
		if (path && strcmp(hd_path_extension(path), ".a") == 0) {
			hd_strv_add(archives, path);
		}
		free(path);
	}
}

static void add_run_path(const char *directory, struct hd_strv *paths)
{
	char *path = hd_path_absolute(directory);
	if (!hd_strv_contains(paths, path)) {
		hd_strv_add(paths, path);
	}
	free(path);
}

void hd_libs_run_paths(const struct hd_strv *files, const struct hd_strv *libs, struct hd_strv *paths)
{
	for (size_t i = 0; i < files->count; i++) {
		if (hd_elf_kind(files->items[i]) == HD_ELF_SHARED) {
			char *directory = hd_path_directory(files->items[i]);
			add_run_path(directory, paths);
			free(directory);
		}
	}
	for (size_t i = 0; i < libs->count; i++) {
		const char *directory = value_of(libs->items[i], 'L');
		if (directory) {
			add_run_path(directory, paths);
		}
	}
}
