// SPDX-License-Identifier: Apache-2.0
// Some loggers write #012 for the end of a line, and put many on one.
//
// A prefix is what stands in front of the first frame's number (#0) if it is more than spaces. It
// is taken from each line that begins in the same way: digits stand for any digits, and everything
// else for itself.
#include "crash/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "crash/scan.h"

enum { LONGEST_PREFIX = 200 };

// Skips an escape sequence: ESC [ ... letter.
static const char *skip_escape(const char *at, const char *end)
{
	if (at + 1 < end && at[0] == '\033' && at[1] == '[') {
		for (at += 2; at < end && *at >= 0x20 && *at < 0x40; at++) {
		}
		return at < end && *at != '\n' ? at + 1 : at;
	}
	return at;
}

// Copies the text without escape sequences and carriage returns; returns how many lines it has.
static size_t copy_plain(char *out, const char *text, size_t length)
{
	const char *end = text + length;
	size_t count = 1;
	while (text < end) {
		const char *next = skip_escape(text, end);
		if (next > text) {
			text = next;
			continue;
		}
		bool end_of_line = *text == '\n' || (end - text >= 4 && memcmp(text, "#012", 4) == 0);
		count += end_of_line;
		if (end_of_line || *text != '\r') {
			*out++ = end_of_line ? '\n' : *text ? *text : '?';
		}
		text += end_of_line && *text == '#' ? 4 : 1;
	}
	*out = '\0';
	return count;
}

static void split(struct hd_crash_lines *lines)
{
	for (char *at = lines->memory; *at;) {
		char *end = strchrnul(at, '\n');
		size_t length = (size_t)(end - at);
		lines->width = length > lines->width ? length : lines->width;
		lines->items[lines->count++] = at;
		at = *end ? end + 1 : end;
		*end = '\0';
	}
}

// Where "#0 " is in a line, if a log could have put what is in front of it there: it ends with a
// space and is no frame of lldb. NULL: nowhere.
static const char *find_first_frame(const char *line)
{
	const char *at = strstr(line, "#0 ");
	if (!at || at == line || !hd_is_space(at[-1]) || at - line > LONGEST_PREFIX) {
		return NULL;
	}
	const char *start = at;
	while (start > line && hd_is_space(start[-1])) {
		start--;
	}
	bool lldb = start - line >= 5 && strncmp(start - 5, "frame", 5) == 0;
	return start == line || lldb ? NULL : start;
}

// Skips what has the same form as the prefix; NULL: the line begins differently.
static char *skip_like(char *line, const char *prefix, const char *prefix_end)
{
	while (prefix < prefix_end) {
		if (hd_is_digit(*prefix) && hd_is_digit(*line)) {
			for (; prefix < prefix_end && hd_is_digit(*prefix); prefix++) {
			}
			for (; hd_is_digit(*line); line++) {
			}
		} else if (*prefix++ != *line++) {
			return NULL;
		}
	}
	return line;
}

static void remove_prefix(struct hd_crash_lines *lines)
{
	char prefix[LONGEST_PREFIX + 1];
	const char *first = NULL;
	size_t i;
	for (i = 0; i < lines->count && !first; i++) {
		const char *number = lines->items[i];
		uint64_t unused;
		if (hd_skip_frame_number(&number, &unused)) {
			return; // a stack without prefixes
		}
		first = find_first_frame(lines->items[i]);
	}
	if (!first) {
		return;
	}
	size_t length = (size_t)(first - lines->items[i - 1]);
	memcpy(prefix, lines->items[i - 1], length);
	for (i = 0; i < lines->count; i++) {
		char *rest = skip_like(lines->items[i], prefix, prefix + length);
		if (rest) {
			lines->items[i] = rest + hd_is_space(*rest);
		}
	}
}

void hd_crash_lines_init(struct hd_crash_lines *lines, const char *text, size_t length)
{
	*lines = (struct hd_crash_lines){.memory = malloc(length + 1)};
	hd_check(lines->memory != NULL);
	size_t count = copy_plain(lines->memory, text, length);
	lines->items = calloc(count, sizeof(*lines->items));
	hd_check(lines->items != NULL);
	split(lines);
	remove_prefix(lines);
}

void hd_crash_lines_finish(struct hd_crash_lines *lines)
{
	free(lines->items);
	free(lines->memory);
	*lines = (struct hd_crash_lines){0};
}
