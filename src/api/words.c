// SPDX-License-Identifier: Apache-2.0
#include "api/words.h"

#include <ctype.h>
#include <string.h>

// Does a word begin at p, in the middle of letters?
static bool begins_word(const char *p)
{
	unsigned char before = (unsigned char)p[-1], here = (unsigned char)*p, after = (unsigned char)p[1];
	return isupper(here) && (!isupper(before) || islower(after));
}

// gzopen is "gz open". end: of the only word.
static void split_verb(struct hd_words *words, char *end)
{
	static const char *const verbs[] = {
		"open",
		"close",
		"new",
		"free",
		"create",
		"destroy",
		"delete",
		"alloc",
		"init",
		NULL,
	};
	for (const char *const *verb = verbs; *verb; verb++) {
		size_t length = strlen(*verb), all = strlen(words->text);
		if (all >= length + 2 && strcmp(end - length, *verb) == 0) {
			memmove(end - length + 1, end - length, length + 1);
			end[-(ptrdiff_t)length] = '\0';
			words->items[words->count++] = end - length + 1;
			return;
		}
	}
}

void hd_words_split(struct hd_words *words, const char *name)
{
	char *out = words->text;
	char *end = words->text + sizeof(words->text) - 2;
	bool inside = false;
	words->count = 0;
	for (const char *p = name; *p && out < end; p++) {
		if (!isalnum((unsigned char)*p)) {
			inside = false;
			continue;
		}
		if ((!inside || begins_word(p)) && words->count < HD_MAX_WORDS) {
			if (words->count > 0) {
				*out++ = '\0';
			}
			words->items[words->count++] = out;
		}
		inside = true;
		*out++ = (char)tolower((unsigned char)*p);
	}
	*out = '\0';
	if (words->count == 1) {
		split_verb(words, out);
	}
}

void hd_words_split_type(struct hd_words *words, const char *name)
{
	static const char *const endings[] = {
		"t",
		"s",
		"st",
		"handle",
		"ptr",
		"ref",
		"type",
		"tag",
		"impl",
		"id",
		"struct",
		NULL,
	};
	for (const char *space; (space = strchr(name, ' '));) {
		name = space + 1; // "struct stack"
	}
	hd_words_split(words, name);
	while (words->count > 1 && hd_word_in(words->items[words->count - 1], endings)) {
		words->count--;
	}
}

void hd_words_copy(struct hd_words *to, const struct hd_words *from)
{
	char *out = to->text;
	to->count = from->count;
	for (size_t i = 0; i < from->count; i++) {
		to->items[i] = out;
		out = stpcpy(out, from->items[i]) + 1;
	}
}

static void join(const struct hd_words *words, char *out)
{
	*out = '\0';
	for (size_t i = 0; i < words->count; i++) {
		out = stpcpy(out, words->items[i]);
	}
}

// How many words from `first` on, written together, are `joined`; 0: none.
static size_t match_at(const struct hd_words *words, size_t first, const char *joined)
{
	for (size_t i = first; i < words->count; i++) {
		size_t length = strlen(words->items[i]);
		if (strncmp(joined, words->items[i], length) != 0) {
			return 0;
		}
		joined += length;
		if (!*joined) {
			return i + 1 - first;
		}
	}
	return 0;
}

static void cut(struct hd_words *words, size_t first, size_t count)
{
	words->count -= count;
	memmove(words->items + first, words->items + first + count, (words->count - first) * sizeof(words->items[0]));
}

// lib_init_ring of lib_ring: the verb stands behind the prefix that all names of a library have.
static bool remove_around(struct hd_words *words, const struct hd_words *part)
{
	for (size_t front = part->count; front-- > 1;) {
		struct hd_words prefix = {.count = front}, rest = {.count = part->count - front};
		char joined[sizeof(part->text)];
		memcpy(prefix.items, part->items, front * sizeof(part->items[0]));
		memcpy(rest.items, part->items + front, rest.count * sizeof(part->items[0]));
		join(&prefix, joined);
		size_t before = match_at(words, 0, joined);
		join(&rest, joined);
		for (size_t first = before + 1; before > 0 && first < words->count; first++) {
			size_t matched = match_at(words, first, joined);
			if (matched > 0) {
				cut(words, first, matched);
				cut(words, 0, before);
				return true;
			}
		}
	}
	return false;
}

bool hd_words_remove(struct hd_words *words, const struct hd_words *part)
{
	char joined[sizeof(part->text)];
	join(part, joined);
	for (size_t first = 0; *joined && first < words->count; first++) {
		size_t matched = match_at(words, first, joined);
		if (matched > 0) {
			cut(words, first, matched);
			return true;
		}
	}
	return remove_around(words, part);
}

bool hd_words_begin(const struct hd_words *words, const struct hd_words *part)
{
	char joined[sizeof(part->text)];
	join(part, joined);
	return *joined && match_at(words, 0, joined) > 0;
}

void hd_words_drop_first(struct hd_words *words)
{
	if (words->count > 0) {
		words->count--;
		memmove(words->items, words->items + 1, words->count * sizeof(words->items[0]));
	}
}

bool hd_word_in(const char *word, const char *const *list)
{
	for (; *list; list++) {
		if (strcmp(word, *list) == 0) {
			return true;
		}
	}
	return false;
}

bool hd_words_any(const struct hd_words *words, const char *const *list)
{
	for (size_t i = 0; i < words->count; i++) {
		if (hd_word_in(words->items[i], list)) {
			return true;
		}
	}
	return false;
}

bool hd_words_end(const struct hd_words *words, const char *const *list)
{
	return words->count > 0 &&
		(hd_word_in(words->items[0], list) || hd_word_in(words->items[words->count - 1], list));
}
