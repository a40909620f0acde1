// SPDX-License-Identifier: Apache-2.0
// Small steps through a line of text, for the readers. Each of the skip functions moves *at and
// returns true, or leaves it where it is and returns false.
#ifndef HD_CRASH_SCAN_H
#define HD_CRASH_SCAN_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Part of a line. length 0: none.
struct hd_piece {
	const char *at;
	size_t length;
};

static inline struct hd_piece hd_piece(const char *from, const char *to)
{
	return (struct hd_piece){from, (size_t)(to - from)};
}

static inline bool hd_piece_is(struct hd_piece piece, const char *text)
{
	return piece.length == strlen(text) && memcmp(piece.at, text, piece.length) == 0;
}

static inline bool hd_is_space(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool hd_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool hd_skip_spaces(const char **at)
{
	const char *from = *at;
	while (hd_is_space(**at)) {
		++*at;
	}
	return *at > from;
}

static inline bool hd_skip_text(const char **at, const char *text)
{
	size_t length = strlen(text);
	if (strncmp(*at, text, length) != 0) {
		return false;
	}
	*at += length;
	return true;
}

// A decimal number; larger ones than fit are the largest.
static inline bool hd_skip_number(const char **at, uint64_t *number)
{
	if (!hd_is_digit(**at)) {
		return false;
	}
	uint64_t value = 0;
	for (; hd_is_digit(**at); ++*at) {
		uint64_t digit = (uint64_t)(**at - '0');
		value = value > (UINT64_MAX - digit) / 10 ? UINT64_MAX : 10 * value + digit;
	}
	*number = value;
	return true;
}

// 0x and hexadecimal digits.
static inline bool hd_skip_address(const char **at, uint64_t *address)
{
	if ((*at)[0] != '0' || (*at)[1] != 'x' || !isxdigit((unsigned char)(*at)[2])) {
		return false;
	}
	uint64_t value = 0;
	for (*at += 2; isxdigit((unsigned char)**at); ++*at) {
		int digit = **at <= '9' ? **at - '0' : (**at | 0x20) - 'a' + 10;
		value = value << 4 | (uint64_t)digit;
	}
	*address = value;
	return true;
}

// "#12 " at the start of a line, indented or not.
static inline bool hd_skip_frame_number(const char **at, uint64_t *number)
{
	const char *p = *at;
	hd_skip_spaces(&p);
	if (!hd_skip_text(&p, "#") || !hd_skip_number(&p, number) || !hd_skip_spaces(&p)) {
		return false;
	}
	*at = p;
	return true;
}

// Without spaces at both ends.
static inline struct hd_piece hd_piece_trim(struct hd_piece piece)
{
	while (piece.length > 0 && hd_is_space(piece.at[0])) {
		piece.at++, piece.length--;
	}
	while (piece.length > 0 && hd_is_space(piece.at[piece.length - 1])) {
		piece.length--;
	}
	return piece;
}

// FILE:LINE or FILE:LINE:COLUMN, all of it. False: there is no line in it.
bool hd_split_place(struct hd_piece text, struct hd_piece *file, unsigned *line);
// The closing parenthesis of the opening one at `at`; quoted ones do not count. NULL: there is none.
const char *hd_find_closing(const char *at);

#endif
