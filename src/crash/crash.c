// SPDX-License-Identifier: Apache-2.0
#include "crash/crash.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"
#include "crash/assertion.h"
#include "crash/blame.h"
#include "crash/resolve.h"
#include "crash/stacks.h"

// A stack of this size is a log.
enum { LARGEST_FILE = 8 * 1024 * 1024 };
#define TOO_LARGE "it is larger than %d MiB: give only the part with the stack"

#define READER(name) extern const struct hd_crash_reader hd_crash_##name;
#include "crash/readers.def"
#undef READER

const struct hd_crash_reader *const hd_crash_readers[] = {
#define READER(name) &hd_crash_##name,
#include "crash/readers.def"
#undef READER
	NULL,
};

const char *hd_crash_reader_name(const struct hd_crash_reader *reader)
{
	return reader->name;
}

const char *hd_crash_reader_summary(const struct hd_crash_reader *reader)
{
	return reader->summary;
}

const char *hd_crash_kind_name(enum hd_crash_kind kind)
{
	static const char *const names[] = {
#define HD_CRASH_KIND(name, text) text,
#include "abi/crash_kinds.def"
#undef HD_CRASH_KIND
	};
	return names[kind];
}

void hd_crash_finish(struct hd_crash *crash)
{
	hd_arena_finish(&crash->arena);
	*crash = (struct hd_crash){0};
}

static void add_names(struct hd_str *text)
{
	for (size_t i = 0; hd_crash_readers[i]; i++) {
		hd_str_addf(text, "%s%s", i ? ", " : "", hd_crash_readers[i]->name);
	}
}

static const struct hd_crash_reader *find_reader(const char *name)
{
	for (size_t i = 0; hd_crash_readers[i]; i++) {
		if (strcmp(hd_crash_readers[i]->name, name) == 0) {
			return hd_crash_readers[i];
		}
	}
	return NULL;
}

static enum hd_status fail_with_names(struct hd_error *error, const char *text)
{
	struct hd_str names = {0};
	add_names(&names);
	enum hd_status status = hd_fail(error, HD_BAD_INPUT, "%s (formats: %s)", text, hd_str_text(&names));
	hd_str_finish(&names);
	return status;
}

static void run_reader(const struct hd_crash_reader *reader, struct hd_crash_stacks *stacks,
	const struct hd_crash_lines *lines)
{
	*stacks = (struct hd_crash_stacks){.crash.format = reader->name};
	reader->read(stacks, lines);
}

static bool is_better(const struct hd_crash_stacks *a, const struct hd_crash_stacks *b)
{
	if (a->score == 0 || b->score == 0 || a->named == b->named) {
		return a->score > b->score;
	}
	return a->named;
}

// What the reader with the most to say has read; the earlier row if two have the same.
static void run_best(struct hd_crash_stacks *best, const struct hd_crash_lines *lines)
{
	for (size_t i = 0; hd_crash_readers[i]; i++) {
		struct hd_crash_stacks stacks;
		run_reader(hd_crash_readers[i], &stacks, lines);
		if (is_better(&stacks, best)) {
			struct hd_crash_stacks worse = *best;
			*best = stacks;
			stacks = worse;
		}
		hd_crash_stacks_finish(&stacks);
	}
}

static enum hd_status judge(struct hd_crash *crash, struct hd_crash_stacks *stacks, const char *format,
	struct hd_error *error)
{
	enum hd_status status = HD_OK;
	if (stacks->problem.length > 0) {
		status = hd_fail(error, HD_BAD_INPUT, "%s (read as %s)", hd_str_text(&stacks->problem),
			stacks->crash.format);
	} else if (stacks->crash.count == 0 && format) {
		status = hd_fail(error, HD_BAD_INPUT, "there is no stack of the format '%s' in it", format);
	} else if (stacks->crash.count == 0) {
		status = fail_with_names(error, "there is no stack in it that heddle can read");
	} else {
		*crash = stacks->crash;
		stacks->crash = (struct hd_crash){0};
	}
	return status;
}

static enum hd_status read_lines(struct hd_crash *crash, const struct hd_crash_lines *lines, const char *format,
	const char *exe, struct hd_error *error)
{
	struct hd_crash_stacks stacks = {0};
	if (format) {
		run_reader(find_reader(format), &stacks, lines);
	} else {
		run_best(&stacks, lines);
	}
	hd_crash_blame(&stacks.crash, lines);
	hd_crash_add_asserting(&stacks, lines);
	enum hd_status status = judge(crash, &stacks, format, error);
	if (status == HD_OK) {
		if (exe) {
			hd_crash_resolve(crash, exe);
		}
		hd_crash_join_parts(crash);
		status = hd_crash_check_functions(crash, exe, error);
	}
	hd_crash_stacks_finish(&stacks);
	return status;
}

// Text is what has no zero bytes and hardly any control characters.
static bool is_binary(const char *text, size_t length)
{
	size_t control = 0;
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c == 0) {
			return true;
		}
		control += (c < 0x20 && !strchr("\t\n\v\f\r\b\a\033", c)) || c == 0x7f;
	}
	return control > length / 16;
}

enum hd_status hd_crash_read_text(struct hd_crash *crash, const char *text, size_t length, const char *format,
	const char *exe, struct hd_error *error)
{
	*crash = (struct hd_crash){0};
	if (format && !find_reader(format)) {
		struct hd_str message = {0};
		hd_str_addf(&message, "unknown format of a stack '%s'", format);
		enum hd_status status = fail_with_names(error, hd_str_text(&message));
		hd_str_finish(&message);
		return status;
	}
	if (length == 0) {
		return hd_fail(error, HD_BAD_INPUT, "it is empty");
	}
	if (length > LARGEST_FILE) {
		return hd_fail(error, HD_BAD_INPUT, TOO_LARGE, LARGEST_FILE >> 20);
	}
	if (is_binary(text, length)) {
		return hd_fail(error, HD_BAD_INPUT, "it is neither text nor a core file");
	}
	struct hd_crash_lines lines;
	hd_crash_lines_init(&lines, text, length);
	enum hd_status status = read_lines(crash, &lines, format, exe, error);
	hd_crash_lines_finish(&lines);
	if (status != HD_OK) {
		hd_crash_finish(crash);
	}
	return status;
}

static bool is_core(const char *path)
{
	char magic[18] = "";
	FILE *file = fopen(path, "re");
	size_t count = file ? fread(magic, 1, sizeof(magic), file) : 0;
	if (file) {
		fclose(file);
	}
	// e_type follows the identification; both orders of its bytes.
	return count == sizeof(magic) && memcmp(magic, ELFMAG, SELFMAG) == 0 && magic[16] + magic[17] == ET_CORE;
}

static enum hd_status check_size(const char *path, struct hd_error *error)
{
	struct stat info;
	if (stat(path, &info) != 0 || info.st_size <= LARGEST_FILE) {
		return HD_OK;
	}
	struct hd_str reason = {0};
	hd_str_addf(&reason, TOO_LARGE, LARGEST_FILE >> 20);
	hd_fail(error, HD_BAD_INPUT, "cannot read a stack from '%s': %s", path, hd_str_text(&reason));
	hd_str_finish(&reason);
	return HD_BAD_INPUT;
}

enum hd_status hd_crash_read_file(struct hd_crash *crash, const char *path, const char *format, const char *exe,
	struct hd_error *error)
{
	struct hd_str text = {0};
	*crash = (struct hd_crash){0};
	enum hd_status status = hd_path_check_readable(path, error);
	if (status == HD_OK && !format && is_core(path)) {
		return hd_crash_read_core(crash, path, exe, error);
	}
	if (status == HD_OK && exe) {
		status = hd_path_check_readable(exe, error);
	}
	if (status == HD_OK) {
		status = check_size(path, error);
	}
	if (status == HD_OK) {
		status = hd_path_read(path, &text, error);
	}
	if (status == HD_OK) {
		struct hd_error reason = {0};
		status = hd_crash_read_text(crash, hd_str_text(&text), text.length, format, exe, &reason);
		if (status != HD_OK) {
			hd_fail(error, status, "cannot read a stack from '%s': %s", path, hd_str_text(&reason.text));
		}
		hd_error_finish(&reason);
	}
	hd_str_finish(&text);
	return status;
}
