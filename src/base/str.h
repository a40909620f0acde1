// SPDX-License-Identifier: Apache-2.0
// Growable strings. A zeroed struct is an empty string.
// Running out of memory aborts the program (hd_check): callers need not check.
#ifndef HD_BASE_STR_H
#define HD_BASE_STR_H

#include <stdarg.h>
#include <stddef.h>

struct hd_str {
	char *data;      // NULL, or zero-terminated
	size_t length;   // without the terminator
	size_t capacity; // bytes allocated
};

void hd_str_finish(struct hd_str *str);
// Makes the string empty and keeps its memory.
void hd_str_clear(struct hd_str *str);
// Shortens the string; no effect if it is already shorter.
void hd_str_truncate(struct hd_str *str, size_t length);

void hd_str_add(struct hd_str *str, const char *text);
void hd_str_add_bytes(struct hd_str *str, const void *bytes, size_t count);
void hd_str_add_char(struct hd_str *str, char c);
void hd_str_add_repeated(struct hd_str *str, const char *text, size_t times);
void hd_str_addf(struct hd_str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
void hd_str_vaddf(struct hd_str *str, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

// Adds untrusted text so that it is safe to show on a terminal: control
// characters other than line feeds and tabs become question marks.
void hd_str_add_printable(struct hd_str *str, const char *text);

// The text, never NULL; valid until the string changes.
const char *hd_str_text(const struct hd_str *str);
// Transfers the text to the caller, who frees it; the string is empty afterwards.
char *hd_str_take(struct hd_str *str);

// Allocated copies; the caller frees them.
char *hd_copy(const char *text);
char *hd_copy_bytes(const char *text, size_t count);
char *hd_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
