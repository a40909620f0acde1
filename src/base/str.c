// SPDX-License-Identifier: Apache-2.0
#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

static void reserve(struct hd_str *str, size_t extra)
{
	size_t need = str->length + extra + 1;
	if (need <= str->capacity) {
		return;
	}
	size_t capacity = str->capacity ? str->capacity : 32;
	while (capacity < need) {
		capacity *= 2;
	}
	str->data = realloc(str->data, capacity);
	hd_check(str->data != NULL);
	str->capacity = capacity;
}

void hd_str_finish(struct hd_str *str)
{
	free(str->data);
	*str = (struct hd_str){0};
}

void hd_str_clear(struct hd_str *str)
{
	hd_str_truncate(str, 0);
}

void hd_str_truncate(struct hd_str *str, size_t length)
{
	if (length < str->length) {
		str->length = length;
		str->data[length] = '\0';
	}
}

void hd_str_add(struct hd_str *str, const char *text)
{
	hd_str_add_bytes(str, text, strlen(text));
}

void hd_str_add_bytes(struct hd_str *str, const void *bytes, size_t count)
{
	reserve(str, count);
	if (count > 0) {
		memcpy(str->data + str->length, bytes, count);
	}
	str->length += count;
	str->data[str->length] = '\0';
}

void hd_str_add_char(struct hd_str *str, char c)
{
	hd_str_add_bytes(str, &c, 1);
}

void hd_str_add_repeated(struct hd_str *str, const char *text, size_t times)
{
	for (size_t i = 0; i < times; i++) {
		hd_str_add(str, text);
	}
}

void hd_str_addf(struct hd_str *str, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	hd_str_vaddf(str, format, args);
	va_end(args);
}

void hd_str_vaddf(struct hd_str *str, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	int count = vsnprintf(NULL, 0, format, args);
	hd_check(count >= 0);
	reserve(str, (size_t)count);
	vsnprintf(str->data + str->length, (size_t)count + 1, format, again);
	str->length += (size_t)count;
	va_end(again);
}

// Bytes of the control character at p; 0: it is none. Those from 0x80 on have two bytes in
// UTF-8, and one where that is not spoken.
static size_t control_length(const unsigned char *p, bool in_character)
{
	if ((*p < 0x20 && *p != '\n' && *p != '\t') || *p == 0x7f) {
		return 1;
	}
	if (*p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) {
		return 2;
	}
	return *p >= 0x80 && *p < 0xa0 && !in_character ? 1 : 0;
}

void hd_str_add_printable(struct hd_str *str, const char *text)
{
	const unsigned char *p = (const unsigned char *)text;
	size_t rest = 0; // bytes of the character that p is in
	while (*p) {
		size_t control = control_length(p, rest > 0);
		if (control > 0) {
			hd_str_add_char(str, '?');
			p += control;
			rest = 0;
			continue;
		}
		bool continues = (*p & 0xc0) == 0x80;
		rest = continues ? rest - (rest > 0) : *p < 0xc0 ? 0 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
		hd_str_add_char(str, (char)*p++);
	}
}

const char *hd_str_text(const struct hd_str *str)
{
	return str->data ? str->data : "";
}

char *hd_str_take(struct hd_str *str)
{
	reserve(str, 0);
	str->data[str->length] = '\0';
	char *text = str->data;
	*str = (struct hd_str){0};
	return text;
}

char *hd_copy(const char *text)
{
	return hd_copy_bytes(text, strlen(text));
}

char *hd_copy_bytes(const char *text, size_t count)
{
	struct hd_str str = {0};
	hd_str_add_bytes(&str, text, count);
	return hd_str_take(&str);
}

char *hd_format(const char *format, ...)
{
	struct hd_str str = {0};
	va_list args;
	va_start(args, format);
	hd_str_vaddf(&str, format, args);
	va_end(args);
	return hd_str_take(&str);
}
