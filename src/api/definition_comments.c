// SPDX-License-Identifier: Apache-2.0
// Comments where functions are defined, and at the beginning of files: "caller holds the
// lock" mostly stands in the .c file. The text is scanned, not parsed: outside of braces, a
// name of the API in front of "(" is its definition or declaration, and the comment that
// ends directly before it is about it.
#include <ctype.h>
#include <string.h>

#include "api/model.h"
#include "base/path.h"

struct scan {
	struct hd_api_model *model;
	const char *at, *end;
	const char *comment; // the last one that belongs to what follows; NULL: none
	size_t length;
	int depth; // of braces
};

static struct hd_raw_function *find_function(struct hd_api_model *model, const char *name, size_t length)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		const char *known = model->functions[i].name;
		if (strncmp(known, name, length) == 0 && !known[length]) {
			return &model->functions[i];
		}
	}
	return NULL;
}

static bool starts(const struct scan *scan, const char *text)
{
	size_t length = strlen(text);
	return (size_t)(scan->end - scan->at) >= length && memcmp(scan->at, text, length) == 0;
}

static const char *line_end(const char *at, const char *end)
{
	const char *newline = memchr(at, '\n', (size_t)(end - at));
	return newline ? newline : end;
}

// A comment, or several line comments below each other.
static void pass_comment(struct scan *scan)
{
	const char *begin = scan->at;
	if (starts(scan, "/*")) {
		const char *close = memmem(scan->at + 2, (size_t)(scan->end - scan->at - 2), "*/", 2);
		scan->at = close ? close + 2 : scan->end;
	} else {
		scan->at = line_end(scan->at, scan->end);
		bool joined = scan->comment && scan->comment + scan->length <= begin &&
			strspn(scan->comment + scan->length, " \t\n") ==
				(size_t)(begin - scan->comment - scan->length) &&
			memchr(begin - 2 > scan->comment ? begin - 2 : begin, '\n', 2) != NULL &&
			scan->comment[1] == '/';
		begin = joined ? scan->comment : begin;
	}
	scan->comment = begin;
	scan->length = (size_t)(scan->at - begin);
}

static void pass_quoted(struct scan *scan)
{
	char quote = *scan->at++;
	while (scan->at < scan->end && *scan->at != quote && *scan->at != '\n') {
		scan->at += *scan->at == '\\' ? 2 : 1;
	}
	scan->at = scan->at < scan->end ? scan->at + 1 : scan->end;
}

// Preprocessor lines, with those that they continue on.
static void pass_directive(struct scan *scan)
{
	const char *end = line_end(scan->at, scan->end);
	while (end < scan->end && end > scan->at && end[-1] == '\\') {
		end = line_end(end + 1, scan->end);
	}
	scan->at = end;
	scan->comment = NULL;
}

static void pass_name(struct scan *scan)
{
	const char *begin = scan->at;
	while (scan->at < scan->end && (isalnum((unsigned char)*scan->at) || *scan->at == '_')) {
		scan->at++;
	}
	size_t length = (size_t)(scan->at - begin), blanks = strspn(scan->at, " \t\n");
	if (scan->depth > 0 || !scan->comment || scan->at[blanks] != '(') {
		return;
	}
	struct hd_raw_function *function = find_function(scan->model, begin, length);
	if (function) {
		struct hd_arena *arena = &scan->model->arena;
		function->comment = hd_arena_format(arena, "%s\n%s", function->comment,
			hd_arena_copy_bytes(arena, scan->comment, scan->length));
	}
}

static void pass_one(struct scan *scan)
{
	char c = *scan->at;
	if (starts(scan, "/*") || starts(scan, "//")) {
		pass_comment(scan);
	} else if (c == '"' || c == '\'') {
		pass_quoted(scan);
	} else if (c == '#') {
		pass_directive(scan);
	} else if (isalpha((unsigned char)c) || c == '_') {
		pass_name(scan);
	} else {
		scan->depth += c == '{' ? 1 : c == '}' && scan->depth > 0 ? -1 : 0;
		if (c == ';' || c == '{' || c == '}') {
			scan->comment = NULL;
		}
		scan->at++;
	}
}

// Comments before anything else in a file are about all of it. An include guard is nothing.
static const char *top_comment(struct hd_arena *arena, const char *text)
{
	struct hd_str top = {0};
	const char *at = text, *end = text + strlen(text);
	for (;;) {
		at += strspn(at, " \t\r\n");
		const char *from = at;
		if (strncmp(at, "/*", 2) == 0) {
			const char *close = strstr(at, "*/");
			at = close ? close + 2 : end;
		} else if (strncmp(at, "//", 2) == 0) {
			at = line_end(at, end);
		} else if (strncmp(at, "#ifndef", 7) == 0 || strncmp(at, "#define", 7) == 0 ||
			strncmp(at, "#pragma", 7) == 0) {
			at = line_end(at, end);
			continue;
		} else {
			break;
		}
		// A comment directly in front of a declaration is about that one.
		size_t gap = strspn(at, " \t\r");
		bool apart = !at[gap] ||
			(at[gap] == '\n' && (at[gap + 1] == '\n' || at[gap + 1] == '#' || at[gap + 1] == '/'));
		if (apart) {
			hd_str_add_bytes(&top, from, (size_t)(at - from));
			hd_str_add_char(&top, '\n');
		}
	}
	const char *copy = hd_arena_copy(arena, hd_str_text(&top));
	hd_str_finish(&top);
	return copy;
}

static bool is_source(const char *path)
{
	size_t length = strlen(path);
	return length > 2 && strcmp(path + length - 2, ".c") == 0;
}

static void read_file(struct hd_api_model *model, const char *path, bool scanned)
{
	struct hd_str text = {0};
	struct hd_error ignored = {0};
	if (hd_path_read(path, &text, &ignored) == HD_OK) {
		const char *begin = hd_str_text(&text);
		struct scan scan = {.model = model, .at = begin, .end = begin + strlen(begin)};
		model->about = hd_arena_format(&model->arena, "%s\n%s", model->about,
			top_comment(&model->arena, begin));
		while (scanned && scan.at < scan.end) {
			pass_one(&scan);
		}
	}
	hd_error_finish(&ignored);
	hd_str_finish(&text);
}

void hd_api_read_definitions(struct hd_api_model *model, const struct hd_strv *sources)
{
	model->about = "";
	for (size_t i = 0; i < model->nheaders; i++) {
		read_file(model, model->headers[i], false);
	}
	for (size_t i = 0; sources && i < sources->count; i++) {
		if (is_source(sources->items[i])) {
			read_file(model, sources->items[i], true);
		}
	}
}
