// SPDX-License-Identifier: Apache-2.0
#include "crash/scan.h"

#include <limits.h>

// Takes ":NUMBER" from the end.
static bool take_number(struct hd_piece *text, unsigned *number)
{
	size_t start = text->length;
	while (start > 0 && hd_is_digit(text->at[start - 1])) {
		start--;
	}
	if (start == text->length || start < 2 || text->at[start - 1] != ':') {
		return false;
	}
	uint64_t value = 0;
	const char *digits = text->at + start;
	hd_skip_number(&digits, &value);
	*number = value > INT_MAX ? 0 : (unsigned)value;
	text->length = start - 1;
	return true;
}

bool hd_split_place(struct hd_piece text, struct hd_piece *file, unsigned *line)
{
	unsigned number;
	if (!take_number(&text, line)) {
		return false;
	}
	if (take_number(&text, &number)) {
		*line = number; // what was read first is the column
	}
	*file = text;
	return true;
}

// The end of a string or character as C writes it, behind its closing quote. Strings that were cut
// off end with the line: there is no closing parenthesis then either.
static const char *skip_quoted(const char *at)
{
	char quote = *at++;
	while (*at && *at != quote) {
		at += at[0] == '\\' && at[1] ? 2 : 1;
	}
	return *at ? at + 1 : at;
}

const char *hd_find_closing(const char *at)
{
	size_t depth = 0;
	while (*at) {
		if (*at == '"' || *at == '\'') {
			at = skip_quoted(at);
			continue;
		}
		depth += *at == '(';
		if (*at == ')' && --depth == 0) {
			return at;
		}
		at++;
	}
	return NULL;
}
