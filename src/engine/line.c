// SPDX-License-Identifier: Apache-2.0
// Writing one line of JSON, without the heap of the code under test.
#include "engine/line.h"

#include "engine/engine.h"

#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ROOM (1u << 30) // of addresses: memory is taken as lines need it

static char *line;
static size_t used;
static bool first; // the next key or value has no comma before it

static void put(const char *text, size_t n)
{
	if (!line) {
		line = hd_private_alloc(ROOM);
	}
	if (used + n < ROOM) {
		memcpy(line + used, text, n);
		used += n;
	}
}

static void put_char(char c)
{
	put(&c, 1);
}

__attribute__((format(printf, 1, 0))) static void put_formatted(const char *format, va_list args)
{
	char text[256];

	vsnprintf(text, sizeof(text), format, args);
	put(text, strlen(text));
}

__attribute__((format(printf, 1, 2))) static void put_format(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_formatted(format, args);
	va_end(args);
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
	bool bad = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) ||
	           (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90);
	return bad ? 0 : n;
}

// Bytes that are no UTF-8 are taken for Latin-1: the line must be JSON whatever the
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

void hd_line_open_text(const char *name)
{
	hd_line_key(name);
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

void hd_line_key(const char *name)
{
	hd_line_string(name);
	put_char(':');
	first = true;
}

void hd_line_key_open(const char *name, char bracket)
{
	hd_line_key(name);
	hd_line_open(bracket);
}

void hd_line_key_string(const char *name, const char *value)
{
	hd_line_key(name);
	hd_line_string(value);
}

void hd_line_key_number(const char *name, uint64_t value)
{
	hd_line_key(name);
	hd_line_number(value);
}

void hd_line_key_flag(const char *name, bool value)
{
	hd_line_key_format(name, "%s", value ? "true" : "false");
}

void hd_line_key_format(const char *name, const char *format, ...)
{
	va_list args;

	hd_line_key(name);
	separate();
	va_start(args, format);
	put_formatted(format, args);
	va_end(args);
}

// ---- the line ------------------------------------------------------------------------

void hd_line_begin(const char *type)
{
	used = 0;
	first = true;
	hd_line_open('{');
	hd_line_key_string("type", type);
}

void hd_line_send(void)
{
	const char *p = line;

	put("}\n", 2);
	while (atomic_exchange(&hd_campaign->speaking, true)) {
		sched_yield(); // another worker's message is on its way
	}
	while (used > 0) {
		ssize_t n = write(hd_campaign->control->config.message_fd, p, used);
		if (n < 0 && errno != EINTR) {
			break;
		}
		if (n > 0) {
			p += n;
			used -= (size_t)n;
		}
	}
	atomic_store(&hd_campaign->speaking, false);
}
