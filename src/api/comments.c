// SPDX-License-Identifier: Apache-2.0
// What comments say about functions: that they are not thread-safe, and hints
//   @heddle exclude | weak | blocking | not-thread-safe | role NAME | class NAME | contract NAME
//   @heddle range(n, 0, 10)   kind(p, payload)   values(n, 1, 2, 4)
//   @heddle length-of(buf)    the integer next to it; or length-of(n, buf)
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/model.h"
#include "base/path.h"

#define MARK "@heddle"

static const char *const unsafe_phrases[] = {
	"not thread-safe",
	"not thread safe",
	"not threadsafe",
	"not be thread-safe",
	"isn't thread-safe",
	"isn't thread safe",
	"not mt-safe",
	"main thread only",
	"only from the main thread",
	"only be called from the main thread",
	"not safe to call concurrently",
	"thread-unsafe",
	"thread unsafe",
	"single-threaded",
	"single threaded",
	"caller must hold",
	"caller must lock",
	"caller holds the lock",
	"must be called with the lock",
	"must hold the lock",
	"lock must be held",
	"used by one thread at a time",
	"called by one thread at a time",
	"not to be shared between threads",
	"not be shared between threads",
	"not be called concurrently",
	"be called from the thread that",
	"no concurrent operation",
	"no concurrent update",
	"no concurrent access",
	"no concurrent call",
	"not being read or written",
	"callers must serialize",
	"caller must serialize",
	"callers must synchronize",
	"caller must synchronize",
	NULL,
};

// One blank for any run of blanks and comment marks, so that phrases may be
// broken over lines.
char *hd_comment_squeeze(const char *comment)
{
	struct hd_str text = {0};
	bool blank = true;
	for (; *comment; comment++) {
		if (isspace((unsigned char)*comment) || *comment == '*' || *comment == '/') {
			if (!blank) {
				hd_str_add_char(&text, ' ');
			}
			blank = true;
		} else {
			hd_str_add_char(&text, *comment);
			blank = false;
		}
	}
	return hd_str_take(&text);
}

static const char *find_unsafe(const char *comment)
{
	char *text = hd_comment_squeeze(comment);
	const char *found = NULL;
	for (const char *const *phrase = unsafe_phrases; *phrase && !found; phrase++) {
		found = strcasestr(text, *phrase) ? *phrase : NULL;
	}
	free(text);
	return found;
}

bool hd_comment_says_unsafe(const char *comment)
{
	return find_unsafe(comment) != NULL;
}

static bool is_integer(const struct hd_raw_function *function, size_t index)
{
	return index < function->nparams && function->params[index].type->kind == HD_RAW_INT;
}

// Splits "n, 0, 10" at its first comma; *rest is what follows, NULL if nothing.
static void split_comma(char *text, char **rest)
{
	char *comma = strchr(text, ',');
	*rest = NULL;
	if (comma) {
		*comma = '\0';
		*rest = comma + 1 + strspn(comma + 1, " \t");
	}
	text[strcspn(text, " \t")] = '\0';
}

// range(n, 0, 10), kind(p, payload), ... as the key param.n.range of hints files.
static enum hd_status take_call(struct hd_api_model *model, struct hd_raw_function *function, const char *name,
	char *args, const char *place, struct hd_error *error)
{
	char *rest;
	split_comma(args, &rest);
	const char *param = args;
	char number[24];
	if (strcmp(name, "length-of") == 0 && !rest) {
		size_t buffer = hd_param_by_name(function, args);
		size_t length = is_integer(function, buffer + 1) ? buffer + 1 : buffer - 1;
		if (!is_integer(function, length)) {
			return hd_fail(error, HD_BAD_INPUT, "%s: no integer parameter next to '%s'", place, args);
		}
		snprintf(number, sizeof(number), "%zu", length + 1);
		param = number;
		rest = args;
	}
	if (!rest) {
		return hd_fail(error, HD_BAD_INPUT, "%s: @heddle %s needs (PARAMETER, VALUE)", place, name);
	}
	if (strcmp(name, "range") == 0 && !strstr(rest, "..") && strchr(rest, ',')) {
		char *comma = strchr(rest, ',');
		*comma = '\0';
		rest = hd_arena_format(&model->arena, "%s..%s", rest, comma + 1 + strspn(comma + 1, " \t"));
	}
	const char *key = hd_arena_format(&model->arena, "param.%s.%s", param, name);
	return hd_hint_set(model, &function->hint, function, key, rest, place, error);
}

// One line after the mark.
static enum hd_status take_line(struct hd_api_model *model, struct hd_raw_function *function, char *line,
	const char *place, struct hd_error *error)
{
	char *end = strstr(line, "*/");
	if (end) {
		*end = '\0';
	}
	for (size_t length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]); length--) {
		line[length - 1] = '\0';
	}
	line += strspn(line, " \t:");
	size_t length = strcspn(line, " \t(");
	char *args = line + length;
	bool call = args[strspn(args, " \t")] == '(';
	char *name = hd_arena_copy_bytes(&model->arena, line, length);
	if (call) {
		args = strchr(args, '(') + 1;
		args[strcspn(args, ")")] = '\0';
		return take_call(model, function, name, args, place, error);
	}
	args += strspn(args, " \t");
	return hd_hint_set(model, &function->hint, function, name, *args ? args : "yes", place, error);
}

static enum hd_status read_comment(struct hd_api_model *model, struct hd_raw_function *function, struct hd_error *error)
{
	const char *phrase = find_unsafe(function->comment);
	if (phrase) {
		function->hint.unsafe = hd_arena_format(&model->arena, "documented: \"%s\"", phrase);
	}
	enum hd_status status = HD_OK;
	const char *mark = function->comment;
	const char *place = hd_arena_format(&model->arena, "%s:%u", hd_path_display(function->file), function->line);
	while (status == HD_OK && (mark = strstr(mark, MARK))) {
		mark += strlen(MARK);
		char *line = hd_copy_bytes(mark, strcspn(mark, "\n"));
		status = take_line(model, function, line, place, error);
		free(line);
	}
	return status;
}

enum hd_status hd_api_read_comments(struct hd_api_model *model, struct hd_error *error)
{
	enum hd_status status = HD_OK;
	for (size_t i = 0; i < model->nfunctions && status == HD_OK; i++) {
		status = read_comment(model, &model->functions[i], error);
	}
	return status;
}
