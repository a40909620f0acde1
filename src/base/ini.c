// SPDX-License-Identifier: Apache-2.0
#include "base/ini.h"

#include <ini.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"

struct reader {
	const char *path;
	const char *rest; // of the text
	unsigned number;  // of the line just read
	bool continues;   // that line begins with a blank
	char *section, *key, *place; // of the entry that may still go on; NULL: there is none
	struct hd_str value;
	hd_ini_taker *take;
	void *context;
	enum hd_status status;
	struct hd_error *error;
};

// The entry is complete.
static void hand_out(struct reader *reader)
{
	if (reader->key && reader->status == HD_OK) {
		const struct hd_ini_entry entry = {
			.section = reader->section,
			.key = reader->key,
			.value = hd_str_text(&reader->value),
			.place = reader->place,
		};
		reader->status = reader->take(reader->context, &entry, reader->error);
	}
	free(reader->section);
	free(reader->key);
	free(reader->place);
	reader->section = reader->key = reader->place = NULL;
	hd_str_clear(&reader->value);
}

static int take_line(void *user, const char *section, const char *key, const char *value)
{
	struct reader *reader = user;
	if (reader->continues && reader->key) {
		hd_str_add_char(&reader->value, '\n');
		hd_str_add(&reader->value, value);
		return 1;
	}
	hand_out(reader);
	reader->section = hd_copy(section);
	reader->key = hd_copy(key);
	reader->place = hd_format("%s:%u", reader->path, reader->number);
	hd_str_add(&reader->value, value);
	return 1;
}

// Feeds inih line by line and counts.
static char *read_line(char *buffer, int size, void *stream)
{
	struct reader *reader = stream;
	size_t length = strcspn(reader->rest, "\n"), most = (size_t)size - 2;
	if (!*reader->rest || reader->status != HD_OK) {
		return NULL;
	}
	reader->number++;
	if (length > most) {
		reader->status = hd_fail(reader->error, HD_BAD_INPUT, "%s:%u: the line is longer than %zu characters",
			reader->path, reader->number, most);
		return NULL;
	}
	if (*reader->rest == '[') {
		hand_out(reader); // nothing goes on across sections, however the next line begins
	}
	memcpy(buffer, reader->rest, length);
	buffer[length] = '\n';
	buffer[length + 1] = '\0';
	reader->continues = *reader->rest == ' ' || *reader->rest == '\t';
	reader->rest += length + (reader->rest[length] == '\n');
	return buffer;
}

enum hd_status hd_ini_read(const char *path, hd_ini_taker *take, void *context, struct hd_error *error)
{
	struct hd_str text = {0};
	struct reader reader = {.path = path, .take = take, .context = context, .error = error};
	reader.status = hd_path_read(path, &text, error);
	if (reader.status == HD_OK) {
		reader.rest = hd_str_text(&text);
		int line = ini_parse_stream(read_line, &reader, take_line, &reader);
		hand_out(&reader);
		if (reader.status == HD_OK && line > 0) {
			reader.status = hd_fail(error, HD_BAD_INPUT, "%s:%d: expected [section] or key = value", path,
				line);
		}
	}
	hd_str_finish(&reader.value);
	hd_str_finish(&text);
	return reader.status;
}
