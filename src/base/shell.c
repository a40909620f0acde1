// SPDX-License-Identifier: Apache-2.0
#include "base/shell.h"

#include <ctype.h>
#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Adds the quoted text that begins at p (at the quote itself); returns the
// position after the closing quote, or NULL if there is none.
static const char *add_quoted(struct hd_str *word, const char *p)
{
	char quote = *p++;
	for (; *p && *p != quote; p++) {
		if (quote == '"' && *p == '\\' && p[1] && strchr("\"\\$`", p[1])) {
			p++;
		}
		hd_str_add_char(word, *p);
	}
	return *p ? p + 1 : NULL;
}

// Adds the word that begins at p; returns its end or NULL.
static const char *add_word(struct hd_str *word, const char *p)
{
	while (p && *p && !is_blank(*p)) {
		if (*p == '\'' || *p == '"') {
			p = add_quoted(word, p);
			continue;
		}
		if (*p == '\\' && p[1]) {
			p++;
		}
		hd_str_add_char(word, *p++);
	}
	return p;
}

bool hd_shell_split(const char *text, struct hd_strv *words)
{
	const char *p = text;
	for (;;) {
		while (is_blank(*p)) {
			p++;
		}
		if (!*p) {
			return true;
		}
		struct hd_str word = {0};
		p = add_word(&word, p);
		if (!p) {
			hd_str_finish(&word);
			return false;
		}
		hd_strv_give(words, hd_str_take(&word));
	}
}

static bool is_plain(const char *word)
{
	if (!*word) {
		return false;
	}
	for (; *word; word++) {
		if (!isalnum((unsigned char)*word) && !strchr("_-./=:,+@%", *word)) {
			return false;
		}
	}
	return true;
}

void hd_shell_quote(struct hd_str *str, const char *word)
{
	if (is_plain(word)) {
		hd_str_add(str, word);
		return;
	}
	hd_str_add_char(str, '\'');
	for (; *word; word++) {
		if (*word == '\'') {
			hd_str_add(str, "'\\''");
		} else {
			hd_str_add_char(str, *word);
		}
	}
	hd_str_add_char(str, '\'');
}
