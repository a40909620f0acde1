// SPDX-License-Identifier: Apache-2.0
#include "report/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/path.h"
#include "base/strv.h"
#include "report/style.h"

struct file {
	char *name;
	struct hd_strv lines; // empty: could not be read
	struct file *next;
};

struct hd_sources {
	struct hd_symbols *symbols;
	const char *harness;
	struct file *files;
};

struct hd_sources *hd_sources_create(struct hd_symbols *symbols, const char *harness)
{
	struct hd_sources *sources = calloc(1, sizeof(*sources));
	hd_check(sources != NULL);
	sources->symbols = symbols;
	sources->harness = harness;
	return sources;
}

void hd_sources_destroy(struct hd_sources *sources)
{
	while (sources && sources->files) {
		struct file *file = sources->files;
		sources->files = file->next;
		hd_strv_finish(&file->lines);
		free(file->name);
		free(file);
	}
	free(sources);
}

static void split_lines(struct hd_strv *lines, const char *text)
{
	while (*text) {
		const char *end = strchrnul(text, '\n');
		char *line = hd_copy_bytes(text, (size_t)(end - text));
		hd_strv_give(lines, hd_text_squeeze(line));
		free(line);
		text = *end ? end + 1 : end;
	}
}

static char *locate(struct hd_sources *sources, const char *name)
{
	if (hd_path_exists(name)) {
		return hd_copy(name);
	}
	return hd_symbols_source(sources->symbols, sources->harness, name);
}

static struct file *load(struct hd_sources *sources, const char *name)
{
	struct file *file = calloc(1, sizeof(*file));
	hd_check(file != NULL);
	file->name = hd_copy(name);
	file->next = sources->files;
	sources->files = file;
	char *path = locate(sources, name);
	struct hd_str text = {0};
	struct hd_error ignored = {0};
	if (path && hd_path_read(path, &text, &ignored) == HD_OK) {
		split_lines(&file->lines, hd_str_text(&text));
	}
	hd_error_finish(&ignored);
	hd_str_finish(&text);
	free(path);
	return file;
}

const char *hd_sources_line(struct hd_sources *sources, const char *name, int line)
{
	struct file *file = sources->files;
	while (file && strcmp(file->name, name) != 0) {
		file = file->next;
	}
	if (!file) {
		file = load(sources, name);
	}
	return line >= 1 && (size_t)line <= file->lines.count ? file->lines.items[line - 1] : NULL;
}
