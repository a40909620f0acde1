// SPDX-License-Identifier: Apache-2.0
#include "api/includes.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"

// The operand of an #include line, allocated; NULL: it is another line.
static char *operand_of(const char *line, const char *end)
{
	line += strspn(line, " \t");
	if (*line != '#') {
		return NULL;
	}
	line++;
	line += strspn(line, " \t");
	if (strncmp(line, "include", 7) != 0) {
		return NULL;
	}
	line += 7;
	line += strspn(line, " \t");
	char close = *line == '<' ? '>' : '"';
	const char *last = line < end && (*line == '<' || *line == '"')
		? memchr(line + 1, close, (size_t)(end - line - 1))
		: NULL;
	return last ? hd_copy_bytes(line, (size_t)(last + 1 - line)) : NULL;
}

static bool names(const char *operand, const char *header)
{
	char *inside = hd_copy_bytes(operand + 1, strlen(operand) - 2);
	bool same = strcmp(hd_path_name(inside), hd_path_name(header)) == 0;
	free(inside);
	return same;
}

static void add_operand(struct hd_strv *operands, const char *source, const char *operand)
{
	char *directory = hd_path_directory(source);
	char *inside = hd_copy_bytes(operand + 1, strlen(operand) - 2);
	char *beside = hd_path_join(directory, inside);
	if (*operand == '"' && hd_path_is_file(beside)) {
		char *path = hd_path_absolute(beside);
		hd_strv_addf(operands, "\"%s\"", path);
		free(path);
	} else {
		hd_strv_add(operands, operand);
	}
	free(beside);
	free(inside);
	free(directory);
}

bool hd_includes_before(const char *source, const char *header, struct hd_strv *operands)
{
	struct hd_str text = {0};
	struct hd_error ignored = {0};
	bool found = false;
	hd_path_read(source, &text, &ignored);
	for (const char *line = hd_str_text(&text); *line && !found;) {
		const char *end = strchrnul(line, '\n');
		char *operand = operand_of(line, end);
		if (operand && names(operand, header)) {
			found = true;
		} else if (operand && operands) {
			add_operand(operands, source, operand);
		}
		free(operand);
		line = *end ? end + 1 : end;
	}
	hd_error_finish(&ignored);
	hd_str_finish(&text);
	return found;
}

bool hd_includes_header(const char *source, const char *header)
{
	return hd_includes_before(source, header, NULL);
}
