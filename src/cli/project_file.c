// SPDX-License-Identifier: Apache-2.0
#include "cli/project_file.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/ini.h"
#include "base/path.h"
#include "base/shell.h"
#include "base/typo.h"

#define NAME "heddle.ini"

struct reading {
	struct hd_options *options;
	unsigned command;
	const char *directory; // paths in the file are relative to it
};

typedef enum hd_status setter(const struct reading *reading, const char *word, struct hd_error *error);

// A path as seen from where heddle was started.
static char *locate(const struct reading *reading, const char *path)
{
	return *path == '/' || strcmp(reading->directory, ".") == 0 ? hd_copy(path)
								    : hd_path_join(reading->directory, path);
}

static enum hd_status add_files(const struct reading *reading, const char *word, struct hd_error *error)
{
	char *pattern = locate(reading, word);
	glob_t found;
	int result = glob(pattern, 0, NULL, &found);
	for (size_t i = 0; result == 0 && i < found.gl_pathc; i++) {
		hd_strv_add(&reading->options->files, found.gl_pathv[i]);
	}
	if (result == 0) {
		globfree(&found);
	}
	free(pattern);
	return result == 0 ? HD_OK : hd_fail(error, HD_BAD_INPUT, "no file '%s'", word);
}

// A program has none.
static enum hd_status add_headers(const struct reading *reading, const char *word, struct hd_error *error)
{
	return reading->command & HD_FOR_RUN ? HD_OK : add_files(reading, word, error);
}

static bool is_path_flag(const char *word)
{
	return strncmp(word, "-I", 2) == 0 || strncmp(word, "-L", 2) == 0;
}

// -I and -L take a directory, which may be the next word.
static void add_flag(const struct reading *reading, struct hd_strv *list, const char *word)
{
	const char *last = list->count > 0 ? list->items[list->count - 1] : "";
	bool is_path = is_path_flag(last) && !last[2], has_path = !is_path && is_path_flag(word) && word[2];
	char *path = is_path || has_path ? locate(reading, word + (has_path ? 2 : 0)) : NULL;
	if (path) {
		hd_strv_addf(list, "%.*s%s", has_path ? 2 : 0, word, path);
	} else {
		hd_strv_add(list, word);
	}
	free(path);
}

static enum hd_status add_cflag(const struct reading *reading, const char *word, struct hd_error *error)
{
	(void)error;
	add_flag(reading, &reading->options->cflags, word);
	return HD_OK;
}

static enum hd_status add_library(const struct reading *reading, const char *word, struct hd_error *error)
{
	if (*word == '-') {
		add_flag(reading, &reading->options->libs, word);
		return HD_OK;
	}
	if (strchr(word, '/') || strchr(word, '.')) { // an archive or shared object
		return add_files(reading, word, error);
	}
	hd_strv_addf(&reading->options->libs, "-l%s", word);
	return HD_OK;
}

static enum hd_status add_package(const struct reading *reading, const char *word, struct hd_error *error)
{
	(void)error;
	hd_strv_add(&reading->options->packages, word);
	return HD_OK;
}

static enum hd_status add_hints(const struct reading *reading, const char *word, struct hd_error *error)
{
	(void)error;
	hd_strv_give(&reading->options->hints, locate(reading, word));
	return HD_OK;
}

static enum hd_status set_path(char **to, const struct reading *reading, const char *word)
{
	free(*to);
	*to = locate(reading, word);
	return HD_OK;
}

static enum hd_status set_build(const struct reading *reading, const char *word, struct hd_error *error)
{
	(void)error;
	return set_path(&reading->options->build_directory, reading, word);
}

static enum hd_status set_baseline(const struct reading *reading, const char *word, struct hd_error *error)
{
	(void)error;
	return set_path(&reading->options->baseline, reading, word);
}

static enum hd_status set_out(const struct reading *reading, const char *word, struct hd_error *error)
{
	(void)error;
	return set_path(&reading->options->out, reading, word);
}

// What is more than the value of an option: words, of which some are paths. All other keys are options.
static const struct {
	const char *name;
	setter *set; // once for each word
	bool one;    // there is only one
} keys[] = {
	{"headers", add_headers, false},
	{"sources", add_files, false},
	{"libraries", add_library, false},
	{"cflags", add_cflag, false},
	{"pkg", add_package, false},
	{"hints", add_hints, false},
	{"build", set_build, true},
	{"baseline", set_baseline, true},
	{"out", set_out, true},
};

enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

static enum hd_status set_words(const struct reading *reading, size_t key, const char *value, struct hd_error *error)
{
	struct hd_strv words = {0};
	enum hd_status status = HD_OK;
	if (!hd_shell_split(value, &words)) {
		status = hd_fail(error, HD_BAD_INPUT, "%s has an unterminated quote", keys[key].name);
	} else if (words.count == 0 || (keys[key].one && words.count > 1)) {
		status = hd_fail(error, HD_BAD_INPUT, "%s expects %s, not '%s'", keys[key].name,
			keys[key].one ? "one path" : "at least one word", value);
	}
	for (size_t i = 0; i < words.count && status == HD_OK; i++) {
		status = keys[key].set(reading, words.items[i], error);
	}
	hd_strv_finish(&words);
	return status;
}

static enum hd_status set_option(const struct reading *reading, const struct hd_ini_entry *entry,
	struct hd_error *error)
{
	struct hd_typo typo;
	if (hd_options_has(reading->command, entry->key)) {
		return hd_options_set(reading->options, reading->command, entry->key, entry->value, error);
	}
	if (hd_options_has(HD_WITH_PROJECT, entry->key)) {
		return HD_OK; // another command's
	}
	hd_typo_init(&typo, entry->key);
	for (size_t i = 0; i < KEYS; i++) {
		hd_typo_offer(&typo, keys[i].name);
	}
	hd_options_offer(HD_WITH_PROJECT, &typo);
	return hd_fail(error, HD_BAD_INPUT, "unknown key '%s'%s%s%s", entry->key,
		typo.nearest ? "; did you mean '" : "; see heddle-test(1)", typo.nearest ? typo.nearest : "",
		typo.nearest ? "'?" : "");
}

static enum hd_status set_key(const struct reading *reading, const struct hd_ini_entry *entry, struct hd_error *error)
{
	for (size_t i = 0; i < KEYS; i++) {
		if (strcmp(keys[i].name, entry->key) == 0) {
			return set_words(reading, i, entry->value, error);
		}
	}
	if (strcmp(entry->key, "setup") == 0) {
		return hd_fail(error, HD_BAD_INPUT, "setup is a hint: write it in the section [*]");
	}
	return set_option(reading, entry, error);
}

static enum hd_status take_entry(void *context, const struct hd_ini_entry *entry, struct hd_error *error)
{
	struct hd_error inner = {0};
	if (strcmp(entry->section, "heddle") != 0 && *entry->section) {
		return HD_OK; // a hint
	}
	enum hd_status status = *entry->section
		? set_key(context, entry, &inner)
		: hd_fail(&inner, HD_BAD_INPUT, "'%s' appears before the first [section]", entry->key);
	if (status != HD_OK) {
		const char *text = hd_str_text(&inner.text);
		hd_fail(error, status, "%s: %s", entry->place, strncmp(text, "--", 2) == 0 ? text + 2 : text);
	}
	hd_error_finish(&inner);
	return status;
}

// The command line again, on top of the file; what it gives as files is the directory at most.
static enum hd_status parse_again(struct hd_options *options, const struct hd_options *typed, unsigned command,
	struct hd_error *error)
{
	struct hd_strv files = options->files;
	options->files = (struct hd_strv){0};
	const struct hd_strv *line = &typed->command_line;
	enum hd_status status = hd_options_parse(options, command, (int)line->count - 1,
		line->items + (line->count > 0), error);
	hd_strv_finish(&options->files);
	options->files = files;
	return status;
}

static enum hd_status apply(struct hd_options *options, unsigned command, const char *directory, const char *path,
	struct hd_error *error)
{
	struct hd_options typed = *options;
	hd_options_init(options, typed.program, typed.name);
	hd_strv_add_all(&options->command_line, &typed.command_line);
	hd_strv_add(&options->hints, path);
	struct reading reading = {.options = options, .command = command, .directory = directory};
	enum hd_status status = hd_ini_read(path, take_entry, &reading, error);
	if (status == HD_OK) {
		status = parse_again(options, &typed, command, error);
	}
	if (status == HD_OK && options->files.count == 0) {
		status = hd_fail(error, HD_BAD_INPUT,
			"%s names no files: its section [heddle] needs 'headers' and 'sources'", path);
	}
	hd_options_finish(&typed);
	return status;
}

enum hd_status hd_project_file_use(struct hd_options *options, unsigned command, struct hd_error *error)
{
	const struct hd_strv *files = &options->files;
	bool has_directory = files->count == 1 && hd_path_is_directory(files->items[0]);
	if (files->count > 0 && !has_directory) {
		return HD_OK;
	}
	char *directory = hd_copy(has_directory ? files->items[0] : ".");
	char *path = has_directory ? hd_path_join(directory, NAME) : hd_copy(NAME);
	enum hd_status status;
	if (hd_path_exists(path)) {
		status = apply(options, command, directory, path, error);
	} else if (has_directory) {
		status = hd_fail(error, HD_BAD_INPUT, "'%s' is a directory without %s", directory, NAME);
	} else {
		status = hd_fail(error, HD_BAD_INPUT, "no files given, and there is no %s here; see heddle %s --help",
			NAME, options->name);
	}
	free(path);
	free(directory);
	return status;
}
