// SPDX-License-Identifier: Apache-2.0
#include "report/style.h"

#include <ctype.h>

const struct hd_style hd_style_plain = {.colour = false, .width = 100};

static const char *code_of(int ink)
{
	static const char *const threads[] = {
		"\033[36m",
		"\033[33m",
		"\033[35m",
		"\033[32m",
		"\033[34m",
		"\033[91m",
	};
	switch (ink) {
	case HD_INK_PLAIN:
		return NULL;
	case HD_INK_BOLD:
		return "\033[1m";
	case HD_INK_DIM:
		return "\033[2m";
	case HD_INK_RED:
		return "\033[1;31m";
	default:
		return threads[(size_t)(ink - HD_INK_THREAD) % (sizeof(threads) / sizeof(threads[0]))];
	}
}

void hd_style_add(const struct hd_style *style, struct hd_str *str, int ink, const char *text)
{
	const char *code = style->colour ? code_of(ink) : NULL;
	if (code) {
		hd_str_add(str, code);
	}
	hd_str_add(str, text);
	if (code) {
		hd_str_add(str, "\033[0m");
	}
}

static bool continues(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

size_t hd_text_width(const char *text)
{
	size_t width = 0;
	for (; *text; text++) {
		width += !continues(*text);
	}
	return width;
}

char *hd_text_fit(const char *text, size_t width)
{
	struct hd_str str = {0};
	bool cut = hd_text_width(text) > width;
	size_t room = cut && width > 0 ? width - 1 : width;
	for (; *text; text++) {
		if (!continues(*text)) {
			if (room == 0) {
				break;
			}
			room--;
		}
		hd_str_add_char(&str, (unsigned char)*text < 0x20 || *text == 0x7f ? ' ' : *text);
	}
	if (cut && width > 0) {
		hd_str_add(&str, "…");
	}
	return hd_str_take(&str);
}

char *hd_text_squeeze(const char *text)
{
	struct hd_str str = {0};
	bool blank = false;
	for (; *text; text++) {
		if (isspace((unsigned char)*text)) {
			blank = str.length > 0;
			continue;
		}
		if (blank) {
			hd_str_add_char(&str, ' ');
			blank = false;
		}
		hd_str_add_char(&str, *text);
	}
	return hd_str_take(&str);
}
