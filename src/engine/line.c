// SPDX-License-Identifier: Apache-2.0
// Writing one line of JSON, without the heap of the code under test.
#include "engine/line.h"

#include "engine/engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char *line;
static size_t used;
static bool first; // the next key or value has no comma before it

static void put(const char *text, size_t n)
{
	if (used + n < HD_MAIL_ROOM) {
		memcpy(line + used, text, n);
		used += n;
	}
}

static void put_char(char c)
{
	put(&c, 1);
}

__attribute__((format(printf, 1, 2))) static void put_format(const char *format, ...)
{
	char text[64];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	put(text, strlen(text));
}

static void separate(void)
{
	if (!first) {
		put_char(',');
	}
	first = false;
}

// ---- text --------------------------------------------------------------------------

// Length of the UTF-8 sequence of more than one byte that is here; 0: there is none.
static size_t utf8_length(const unsigned char *s)
{
	size_t n = s[0] < 0xc2 || s[0] > 0xf4 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80) {
			return 0;
		}
	}
	// Longer than needed, a surrogate, or beyond the last character.
	bool bad = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf0 && s[1] < 0x90) ||
		(s[0] == 0xf4 && s[1] >= 0x90);
	return bad ? 0 : n;
}

// Bytes that are not valid UTF-8 are treated as Latin-1: the line must be JSON whatever the
// names of files are.
void hd_line_text(const char *text)
{
	while (*text) {
		unsigned char c = (unsigned char)*text;
		size_t n = utf8_length((const unsigned char *)text);
		if (n > 0) {
			put(text, n);
		} else if (c == '\n') {
			put("\\n", 2);
		} else if (c < 0x20 || c >= 0x7f) {
			put_format("\\u%04x", c);
		} else {
			put("\\", c == '"' || c == '\\');
			put_char(*text);
		}
		text += n > 0 ? n : 1;
	}
}

void hd_line_text_format(const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	hd_line_text(text);
}

static void put_name(const char *name)
{
	hd_line_string(name);
	put_char(':');
	first = true;
}

void hd_line_open_text(struct hd_text_key key)
{
	put_name(key.name);
	hd_line_open('"');
}

void hd_line_close_text(void)
{
	hd_line_close('"');
}

// ---- values --------------------------------------------------------------------------

void hd_line_open(char bracket)
{
	separate();
	put_char(bracket);
	first = true;
}

void hd_line_close(char bracket)
{
	put_char(bracket);
	first = false;
}

void hd_line_string(const char *text)
{
	hd_line_open('"');
	hd_line_text(text);
	hd_line_close('"');
}

void hd_line_number(uint64_t value)
{
	separate();
	put_format("%lu", (unsigned long)value);
}

// ---- members -------------------------------------------------------------------------

void hd_line_key(struct hd_object_key key)
{
	put_name(key.name);
}

void hd_line_entry_object(const char *name)
{
	put_name(name);
	hd_line_open('{');
}

void hd_line_key_object(struct hd_object_key key)
{
	hd_line_entry_object(key.name);
}

void hd_line_key_list(struct hd_list_key key)
{
	put_name(key.name);
	hd_line_open('[');
}

void hd_line_key_string(struct hd_text_key key, const char *value)
{
	put_name(key.name);
	hd_line_string(value);
}

void hd_line_key_format(struct hd_text_key key, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	hd_line_key_string(key, text);
}

void hd_line_key_number(struct hd_number_key key, uint64_t value)
{
	put_name(key.name);
	hd_line_number(value);
}

void hd_line_key_seconds(struct hd_real_key key, uint64_t ns)
{
	put_name(key.name);
	separate();
	put_format("%.6f", (double)ns * 1e-9);
}

void hd_line_key_flag(struct hd_flag_key key, bool value)
{
	put_name(key.name);
	separate();
	put_format("%s", value ? "true" : "false");
}

// ---- the line ------------------------------------------------------------------------

// A debugger follows one process, which is worker and zygote.
static bool has_mail(void)
{
	return hd_worker && !hd_campaign->control->config.gdb;
}

static char *message_buffer(void)
{
	static char *own;

	if (has_mail()) {
		return hd_worker->mail.text;
	}
	own = own ? own : hd_private_alloc(HD_MAIL_ROOM);
	return own;
}

void hd_line_begin(enum hd_message message)
{
	line = message_buffer();
	used = 0;
	first = true;
	hd_line_open('{');
	put_name(HD_MESSAGE_TYPE);
	hd_line_string(hd_message_name(message));
}

void hd_line_send(void)
{
	put("}\n", 2);
	if (has_mail()) {
		hd_mail_post(&hd_worker->mail, used);
	} else {
		hd_mail_write(line, used);
	}
}
