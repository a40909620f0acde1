// SPDX-License-Identifier: Apache-2.0
// Only flags that decide what the code means are taken over: where headers are, macros, the
// language, and what changes types or the meaning of expressions. What a build wants of its
// own objects (levels of optimisation, warnings, sanitizers, dependency files) is left out:
// heddle compiles for itself, and with clang, whichever compiler the build uses.
#include "api/compile_db.h"

#include <stdlib.h>
#include <string.h>

#include "api/includes.h"
#include "api/libclang.h"
#include "base/check.h"
#include "base/path.h"

#define DATABASE "compile_commands.json"

// Options with a path, as one word or two.
static const char *const path_options[] = {
	"-I",
	"-isystem",
	"-iquote",
	"-idirafter",
	"-include",
	"-imacros",
	"-isysroot",
	"--sysroot=",
	"--sysroot",
};

// Options that are taken as they are, by how they begin.
static const char *const kept[] = {
	"-D",
	"-U",
	"-std=",
	"--std=",
	"-ansi",
	"-pthread",
	"-march=",
	"-mcpu=",
	"-mtune=",
	"-msse",
	"-mavx",
	"-maes",
	"-mpclmul",
	"-mpopcnt",
	"-mbmi",
	"-mfma",
	"-mcx16",
	"-nostdinc",
	"-ffreestanding",
	"-fno-builtin",
	"-fms-extensions",
	"-fplan9-extensions",
	"-fblocks",
	"-fshort-enums",
	"-fshort-wchar",
	"-fpack-struct",
	"-fsigned-char",
	"-funsigned-char",
	"-fsigned-bitfields",
	"-funsigned-bitfields",
	"-fgnu89-inline",
	"-fcommon",
	"-fno-common",
	"-fwrapv",
	"-fno-strict-aliasing",
	"-fno-strict-overflow",
	"-fno-delete-null-pointer-checks",
	"-fexceptions",
	"-fno-exceptions",
	"-fno-rtti",
};

// Options of which the next word is a part, and which are not wanted.
static const char *const dropped_pairs[] = {"-o", "-MF", "-MT", "-MQ", "-MJ", "-arch", "-Xclang", "-mllvm", "-x",
	"-target", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-L", "-l", "-aux-info", "--param"};

static const char *text_of(CXString string, struct hd_str *into)
{
	const char *text = hd_clang.getCString(string);
	hd_str_clear(into);
	hd_str_add(into, text ? text : "");
	hd_clang.disposeString(string);
	return hd_str_text(into);
}

static char *absolute_in(const char *directory, const char *path)
{
	char *joined = hd_path_join(directory, path);
	char *absolute = hd_path_absolute(joined);
	free(joined);
	return absolute;
}

// How many words an option with a path takes, 0: it is none. Adds it, with an absolute path.
static size_t take_path(const char *directory, char *const *words, size_t left, struct hd_strv *flags)
{
	for (size_t i = 0; i < sizeof(path_options) / sizeof(*path_options); i++) {
		size_t length = strlen(path_options[i]);
		if (strncmp(words[0], path_options[i], length) != 0) {
			continue;
		}
		bool apart = !words[0][length];
		// `-include` is no `-I` with a path "nclude", nor `-isystem` one: the list has the longer ones.
		if (!apart && path_options[i][1] == 'i' && words[0][length] == '-') {
			continue;
		}
		if (apart && left < 2) {
			return 1;
		}
		const char *given = apart ? words[1] : words[0] + length;
		bool looked_up = strncmp(path_options[i], "-i", 2) == 0 &&
			(strcmp(path_options[i], "-include") == 0 || strcmp(path_options[i], "-imacros") == 0);
		char *path = absolute_in(directory, given);
		bool is_there = hd_path_exists(path); // -include is also looked for where headers are
		bool one_word = path_options[i][length - 1] == '=' || strcmp(path_options[i], "-I") == 0;
		const char *value = looked_up && !is_there ? given : path;
		if (one_word) {
			hd_strv_addf(flags, "%s%s", path_options[i], value);
		} else {
			hd_strv_add(flags, path_options[i]);
			hd_strv_add(flags, value);
		}
		free(path);
		return apart ? 2 : 1;
	}
	return 0;
}

static bool begins_with_one(const char *word, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strncmp(word, list[i], strlen(list[i])) == 0) {
			return true;
		}
	}
	return false;
}

static bool is_dropped_pair(const char *word)
{
	for (size_t i = 0; i < sizeof(dropped_pairs) / sizeof(*dropped_pairs); i++) {
		if (strcmp(word, dropped_pairs[i]) == 0) {
			return true;
		}
	}
	return false;
}

static size_t take_word(const char *directory, char *const *words, size_t left, struct hd_strv *flags)
{
	size_t used = take_path(directory, words, left, flags);
	if (used > 0) {
		return used;
	}
	if (is_dropped_pair(words[0])) {
		return left < 2 ? 1 : 2;
	}
	bool macro_apart = strcmp(words[0], "-D") == 0 || strcmp(words[0], "-U") == 0;
	if (macro_apart && left >= 2) {
		hd_strv_addf(flags, "%s%s", words[0], words[1]);
		return 2;
	}
	if (begins_with_one(words[0], kept, sizeof(kept) / sizeof(*kept))) {
		hd_strv_add(flags, words[0]);
	}
	return 1;
}

// words[0] is the compiler.
static void take_flags(const char *directory, const struct hd_strv *words, struct hd_strv *flags)
{
	for (size_t i = 1; i < words->count;) {
		i += take_word(directory, words->items + i, words->count - i, flags);
	}
}

static bool is_code(const char *file)
{
	static const char *const extensions[] = {".c", ".cc", ".cpp", ".cxx", ".C", ".c++"};
	for (size_t i = 0; i < sizeof(extensions) / sizeof(*extensions); i++) {
		if (strcmp(hd_path_extension(file), extensions[i]) == 0) {
			return true;
		}
	}
	return false;
}

// A file that is compiled more than once counts as it is compiled first.
static void take_command(struct hd_compile_db *db, CXCompileCommand command)
{
	struct hd_str directory = {0}, name = {0}, word = {0};
	text_of(hd_clang.CompileCommand_getDirectory(command), &directory);
	char *file = absolute_in(hd_str_text(&directory), text_of(hd_clang.CompileCommand_getFilename(command), &name));
	if (!is_code(file) || hd_compile_db_find(db, file)) {
		free(file);
	} else {
		struct hd_strv words = {0};
		for (unsigned i = 0; i < hd_clang.CompileCommand_getNumArgs(command); i++) {
			hd_strv_add(&words, text_of(hd_clang.CompileCommand_getArg(command, i), &word));
		}
		db->commands = realloc(db->commands, (db->count + 1) * sizeof(*db->commands));
		hd_check(db->commands != NULL);
		struct hd_compile_command *new = &db->commands[db->count++];
		*new = (struct hd_compile_command){.file = file};
		take_flags(hd_str_text(&directory), &words, &new->flags);
		hd_strv_finish(&words);
	}
	hd_str_finish(&word);
	hd_str_finish(&name);
	hd_str_finish(&directory);
}

static enum hd_status no_database(const char *given, struct hd_error *error)
{
	return hd_fail(error, HD_BAD_INPUT,
		"no " DATABASE " in '%s': Meson writes it, CMake does with "
		"-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and for other builds 'bear -- make' does",
		given);
}

static enum hd_status read_from(struct hd_compile_db *db, const char *directory, struct hd_error *error)
{
	CXCompilationDatabase_Error problem;
	CXCompilationDatabase database = hd_clang.CompilationDatabase_fromDirectory(directory, &problem);
	if (problem != CXCompilationDatabase_NoError) {
		return hd_fail(error, HD_BAD_INPUT, "'%s/" DATABASE "' is damaged", directory);
	}
	CXCompileCommands commands = hd_clang.CompilationDatabase_getAllCompileCommands(database);
	for (unsigned i = 0; i < hd_clang.CompileCommands_getSize(commands); i++) {
		take_command(db, hd_clang.CompileCommands_getCommand(commands, i));
	}
	hd_clang.CompileCommands_dispose(commands);
	hd_clang.CompilationDatabase_dispose(database);
	return db->count > 0 ? HD_OK : hd_fail(error, HD_BAD_INPUT, "'%s/" DATABASE "' names no C sources", directory);
}

enum hd_status hd_compile_db_read(struct hd_compile_db *db, const char *given, struct hd_error *error)
{
	*db = (struct hd_compile_db){0};
	enum hd_status status = hd_libclang_load(error);
	if (status != HD_OK) {
		return status;
	}
	bool is_file = strcmp(hd_path_name(given), DATABASE) == 0 && hd_path_is_file(given);
	char *directory = is_file ? hd_path_directory(given) : hd_copy(given);
	char *path = hd_format("%s/" DATABASE, directory);
	status = hd_path_is_file(path) ? read_from(db, directory, error) : no_database(given, error);
	free(path);
	free(directory);
	return status;
}

void hd_compile_db_finish(struct hd_compile_db *db)
{
	for (size_t i = 0; i < db->count; i++) {
		free(db->commands[i].file);
		hd_strv_finish(&db->commands[i].flags);
	}
	free(db->commands);
	*db = (struct hd_compile_db){0};
}

const struct hd_compile_command *hd_compile_db_find(const struct hd_compile_db *db, const char *file)
{
	for (size_t i = 0; i < db->count; i++) {
		if (strcmp(db->commands[i].file, file) == 0) {
			return &db->commands[i];
		}
	}
	return NULL;
}

static bool same_stem(const char *a, const char *b)
{
	size_t length = strlen(hd_path_name(a)) - strlen(hd_path_extension(a));
	return length == strlen(hd_path_name(b)) - strlen(hd_path_extension(b)) &&
		strncmp(hd_path_name(a), hd_path_name(b), length) == 0;
}

static size_t common(const char *a, const char *b)
{
	size_t length = 0, i = 0;
	for (; a[i] && a[i] == b[i]; i++) {
		length = a[i] == '/' ? i : length;
	}
	return length;
}

const struct hd_compile_command *hd_compile_db_nearest(const struct hd_compile_db *db, const char *header)
{
	const struct hd_compile_command *best = NULL;
	size_t most = 0;
	char *path = hd_path_absolute(header);
	for (size_t i = 0; i < db->count; i++) {
		const struct hd_compile_command *command = &db->commands[i];
		size_t score = 1 + common(command->file, path);
		score += hd_includes_header(command->file, path) ? 1 << 20 : 0;
		score += same_stem(command->file, path) ? 2 << 20 : 0;
		if (score > most) {
			most = score;
			best = command;
		}
	}
	free(path);
	return best;
}
