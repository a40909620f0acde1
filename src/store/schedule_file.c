// SPDX-License-Identifier: Apache-2.0
#include "store/schedule_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/schedule_file.h"
#include "base/str.h"

static const struct {
	const char *word;
	int numbers;
	uint64_t limits[2]; // of the first, and of all others
} lines[] = {
#define HD_SCHEDULE_LINE(word, numbers, first, others) {word, numbers, {first, others}},
	HD_SCHEDULE_LINES
#undef HD_SCHEDULE_LINE
};

static enum hd_status check_header(const char *line, const char *name, struct hd_error *error)
{
	int version, end = 0;
	if (sscanf(line, HD_SCHEDULE_MAGIC " %d%n", &version, &end) != 1 || line[end]) {
		return hd_fail(error, HD_BAD_INPUT, "'%s' is not a heddle schedule", name);
	}
	if (version != HD_SCHEDULE_VERSION) {
		return hd_fail(error, HD_BAD_INPUT, "'%s' has schedule format %d, but this heddle reads format %d",
			name, version, HD_SCHEDULE_VERSION);
	}
	return HD_OK;
}

// Unsigned decimal numbers, each after blanks and less than its limit.
static bool has_numbers(const char *text, int numbers, const uint64_t limits[2])
{
	for (int i = 0; i < numbers; i++) {
		char *end;
		text += strspn(text, " ");
		errno = 0;
		unsigned long long value = strtoull(text, &end, 10);
		if (!isdigit((unsigned char)*text) || errno != 0 || value >= limits[i > 0]) {
			return false;
		}
		text = end;
	}
	return !*text;
}

static bool is_line(const char *line)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		size_t length = strlen(lines[i].word);
		bool ends = lines[i].numbers < 0 && !line[length];
		if (strncmp(line, lines[i].word, length) == 0 && (line[length] == ' ' || ends)) {
			return lines[i].numbers < 0 || has_numbers(line + length, lines[i].numbers, lines[i].limits);
		}
	}
	return !*line;
}

enum hd_status hd_schedule_file_check(const char *text, const char *name, struct hd_error *error)
{
	enum hd_status status = HD_OK;
	for (unsigned number = 1; status == HD_OK && (number == 1 || *text); number++) {
		const char *end = strchrnul(text, '\n');
		char *line = hd_copy_bytes(text, (size_t)(end - text));
		if (number == 1) {
			status = check_header(line, name, error);
		} else if (!is_line(line)) {
			status = hd_fail(error, HD_BAD_INPUT,
				"'%s', line %u: '%s' is malformed or has a number out of range", name, number, line);
		}
		free(line);
		text = *end ? end + 1 : end;
	}
	return status;
}
