// SPDX-License-Identifier: Apache-2.0
// Sources are looked for next to those that were given, and in the build (-p); libraries where
// -L says and where the system has them. A source counts only if its syntax tree defines the
// symbol, a library only if its symbol table does: nothing is guessed from names.
#include "cli/missing.h"

#include <dirent.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "api/definitions.h"
#include "base/path.h"
#include "harness/elf_check.h"
#include "harness/packages.h"

enum { MOST = 8 };

static bool defines(const char *file, const struct hd_strv *flags, const char *symbol)
{
	struct hd_str text = {0};
	struct hd_error ignored = {0};
	struct hd_definitions found = {0};
	bool is = hd_path_read(file, &text, &ignored) == HD_OK && hd_definitions_mention(hd_str_text(&text), symbol);
	if (is) {
		hd_definitions_read(&found, file, flags, &ignored);
		is = hd_strv_contains(&found.defines, symbol);
	}
	hd_definitions_finish(&found);
	hd_error_finish(&ignored);
	hd_str_finish(&text);
	return is;
}

// The path is allocated; NULL: none.
static char *source_beside(const struct hd_inputs *inputs, const char *directory, const char *symbol)
{
	DIR *stream = opendir(directory);
	struct dirent *entry;
	char *found = NULL;
	while (stream && !found && (entry = readdir(stream))) {
		char *path = hd_path_join(directory, entry->d_name);
		bool is_source = strcmp(hd_path_extension(path), ".c") == 0 && hd_path_is_file(path);
		if (is_source && !hd_strv_contains(&inputs->files, path) && defines(path, &inputs->cflags, symbol)) {
			found = hd_copy(path);
		}
		free(path);
	}
	if (stream) {
		closedir(stream);
	}
	return found;
}

static char *source_of(const struct hd_inputs *inputs, const char *symbol)
{
	char *found = NULL;
	struct hd_strv directories = {0};
	for (size_t i = 0; i < inputs->given->files->count; i++) {
		char *directory = hd_path_directory(inputs->given->files->items[i]);
		if (!hd_strv_contains(&directories, directory)) {
			hd_strv_add(&directories, directory);
		}
		free(directory);
	}
	for (size_t i = 0; i < directories.count && !found; i++) {
		found = source_beside(inputs, directories.items[i], symbol);
	}
	for (size_t i = 0; i < inputs->db.count && !found; i++) {
		const struct hd_compile_command *command = &inputs->db.commands[i];
		if (defines(command->file, &command->flags, symbol)) {
			found = hd_copy(hd_path_display(command->file));
		}
	}
	hd_strv_finish(&directories);
	return found;
}

// The library in a directory that defines the symbol, as -l takes it, allocated; NULL: none.
static char *library_in(const char *directory, const char *symbol)
{
	glob_t paths;
	char *found = NULL;
	char *shared = hd_format("%s/lib*.so", directory), *archives = hd_format("%s/lib*.a", directory);
	glob(shared, 0, NULL, &paths);
	glob(archives, GLOB_APPEND, NULL, &paths);
	for (size_t i = 0; i < paths.gl_pathc && !found; i++) {
		const char *path = paths.gl_pathv[i];
		bool is_archive = strcmp(hd_path_extension(path), ".a") == 0;
		if (is_archive ? hd_elf_archive_defines(path, symbol) : hd_elf_defines(path, symbol)) {
			const char *name = hd_path_name(path) + 3;
			found = hd_copy_bytes(name, strlen(name) - strlen(hd_path_extension(path)));
		}
	}
	globfree(&paths);
	free(archives);
	free(shared);
	return found;
}

static char *library_of(const struct hd_inputs *inputs, const char *symbol)
{
	static const char *const places[] = {"/usr/lib/*-linux-*", "/usr/lib64", "/usr/lib", "/usr/local/lib"};
	char *found = NULL;
	for (size_t i = 0; i < inputs->libs.count && !found; i++) {
		const char *word = inputs->libs.items[i];
		found = strncmp(word, "-L", 2) == 0 ? library_in(word + 2, symbol) : NULL;
	}
	for (size_t i = 0; i < sizeof(places) / sizeof(*places) && !found; i++) {
		found = library_in(places[i], symbol);
	}
	return found;
}

static void add_answer(const struct hd_inputs *inputs, const char *symbol, struct hd_str *out)
{
	char *source = source_of(inputs, symbol);
	char *library = source ? NULL : library_of(inputs, symbol);
	if (source) {
		hd_str_addf(out, "\n'%s' is defined in %s: give that, too", symbol, source);
	} else if (library) {
		char *package = hd_packages_of_library(library);
		hd_str_addf(out, "\n'%s' is defined in library %s: add -l%s", symbol, library, library);
		if (package) {
			hd_str_addf(out, ", or --pkg %s", package);
		}
		free(package);
	} else {
		hd_str_addf(out, "\n'%s' is defined in no source or library that heddle knows of", symbol);
	}
	free(library);
	free(source);
}

void hd_missing_explain(const struct hd_inputs *inputs, const struct hd_strv *symbols, struct hd_error *error)
{
	struct hd_str text = {0};
	for (size_t i = 0; i < symbols->count && i < MOST; i++) {
		add_answer(inputs, symbols->items[i], &text);
	}
	hd_str_add(&error->text, hd_str_text(&text));
	hd_str_finish(&text);
}
