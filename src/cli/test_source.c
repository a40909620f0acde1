// SPDX-License-Identifier: Apache-2.0
#include "cli/test_source.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "base/shell.h"
#include "cli/test_harness.h"
#include "report/interleaving.h"
#include "store/finding_dir.h"

// The lines of `text` as line comments.
static void add_comment(struct hd_str *out, const char *text)
{
	while (*text) {
		const char *end = strchrnul(text, '\n');
		hd_str_add(out, "//");
		hd_str_add_bytes(out, text, (size_t)(end - text));
		hd_str_add(out, "\n");
		text = *end ? end + 1 : end;
	}
}

static void add_word(struct hd_str *out, const char *word)
{
	hd_str_add_char(out, ' ');
	hd_shell_quote(out, word);
}

static void add_path(struct hd_str *out, const char *directory, const char *name)
{
	char *path = hd_path_join(directory, name);
	add_word(out, path);
	free(path);
}

static void add_files(struct hd_str *out, const struct hd_options *options)
{
	for (size_t i = 0; i < options->files.count; i++) {
		if (!hd_test_is_header(options->files.items[i])) {
			add_word(out, options->files.items[i]);
		}
	}
	for (size_t i = 0; i < options->found_files.count; i++) {
		add_word(out, options->found_files.items[i]);
	}
	for (size_t i = 0; i < options->libs.count; i++) {
		add_word(out, options->libs.items[i]);
	}
}

// A flag of the build, with its path as seen from the current directory.
static void add_flag(struct hd_str *out, const char *flag)
{
	char *here = getcwd(NULL, 0);
	const char *path = strncmp(flag, "-I", 2) == 0 ? flag + 2 : flag;
	if (here && *path == '/' && hd_path_is_below(path, here)) {
		char *way = hd_path_relative(here, path);
		char *word = hd_format("%.*s%s", (int)(path - flag), flag, way);
		add_word(out, word);
		free(word);
		free(way);
	} else {
		add_word(out, flag);
	}
	free(here);
}

static void add_compile_command(struct hd_str *out, const struct hd_options *options, const char *directory)
{
	hd_str_add(out, "cc -pthread");
	for (size_t i = 0; i < options->cflags.count; i++) {
		add_word(out, options->cflags.items[i]);
	}
	for (size_t i = 0; i < options->found_cflags.count; i++) {
		add_flag(out, options->found_cflags.items[i]);
	}
	add_path(out, directory, HD_FINDING_TEST);
	add_files(out, options);
}

// Words that heddle does not take itself go to the compiler through --cflags.
static void add_cflag(struct hd_str *out, const char *word)
{
	struct hd_str quoted = {0};
	if (word[0] == '-' && word[1] && strchr("IDU", word[1]) && word[2]) {
		add_word(out, word);
		return;
	}
	hd_shell_quote(&quoted, word);
	hd_str_add(out, " --cflags");
	add_word(out, hd_str_text(&quoted));
	hd_str_finish(&quoted);
}

static void add_replay_command(struct hd_str *out, const struct hd_options *options, const char *directory)
{
	hd_str_add(out, "heddle run --replay");
	add_path(out, directory, HD_FINDING_TEST_SCHEDULE);
	if (options->spurious) {
		hd_str_add(out, " --spurious");
	}
	for (size_t i = 0; i < options->cflags.count; i++) {
		add_cflag(out, options->cflags.items[i]);
	}
	if (options->build_directory) {
		hd_str_add(out, " -p");
		add_word(out, options->build_directory);
	}
	for (size_t i = 0; i < options->packages.count; i++) {
		hd_str_add(out, " --pkg");
		add_word(out, options->packages.items[i]);
	}
	add_path(out, directory, HD_FINDING_TEST);
	add_files(out, options);
}

static void add_interleaving(struct hd_str *out, const struct hd_finding *finding)
{
	struct hd_interleaving table;
	struct hd_str columns = {0};
	hd_interleaving_init(&table, finding);
	hd_interleaving_print(&table, &hd_style_plain, &columns);
	hd_str_add(out, "\n// The failing interleaving:\n//\n");
	add_comment(out, hd_str_text(&columns));
	hd_str_finish(&columns);
	hd_interleaving_finish(&table);
}

// The text with `#include "/path"` as seen from the finding's directory, if both are below the
// current one.
static void add_test(struct hd_str *out, const char *text, const char *directory)
{
	static const char include[] = "#include \"/";
	char *here = getcwd(NULL, 0),
	     *from = *directory == '/' ? hd_copy(directory) : hd_path_join(here ? here : ".", directory);
	while (*text) {
		const char *end = strchrnul(text, '\n');
		const char *path = text + sizeof(include) - 2,
			   *quote = memchr(path, '"', (size_t)(end > path ? end - path : 0));
		char *header = quote && strncmp(text, include, sizeof(include) - 1) == 0
			? hd_copy_bytes(path, (size_t)(quote - path))
			: NULL;
		if (header && here && hd_path_is_below(header, here) && hd_path_is_below(from, here)) {
			char *way = hd_path_relative(from, header);
			hd_str_addf(out, "#include \"%s\"", way);
			free(way);
		} else {
			hd_str_add_bytes(out, text, (size_t)(end - text));
		}
		free(header);
		hd_str_add(out, *end ? "\n" : "");
		text = *end ? end + 1 : end;
	}
	free(from);
	free(here);
}

void hd_test_source(struct hd_str *out, const struct hd_finding *finding, const struct hd_options *options,
	const char *directory)
{
	if (!finding->test_c) {
		return;
	}
	hd_str_addf(out, "// %s: %s\n//\n// As it stands, a stress test:\n//   ", finding->kind, finding->message);
	add_compile_command(out, options, directory);
	hd_str_add(out, "\n// Under heddle, the interleaving at the end of this file:\n//   ");
	add_replay_command(out, options, directory);
	hd_str_add(out, "\n");
	add_test(out, finding->test_c, directory);
	add_interleaving(out, finding);
}
