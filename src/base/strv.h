// SPDX-License-Identifier: Apache-2.0
// Lists of strings that own their strings. A zeroed struct is an empty list.
// Once anything has been added, items[count] is NULL: `items` can be used as an argv.
#ifndef HD_BASE_STRV_H
#define HD_BASE_STRV_H

#include <stdbool.h>
#include <stddef.h>

struct hd_strv {
	char **items;
	size_t count;
	size_t capacity;
};

void hd_strv_finish(struct hd_strv *list);
// Adds a copy of text.
void hd_strv_add(struct hd_strv *list, const char *text);
void hd_strv_addf(struct hd_strv *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Adds copies of the strings up to a NULL: for literal lists.
void hd_strv_add_array(struct hd_strv *list, const char *const *texts);
void hd_strv_add_all(struct hd_strv *list, const struct hd_strv *other);
// Transfers an allocated string to the list.
void hd_strv_give(struct hd_strv *list, char *text);
bool hd_strv_contains(const struct hd_strv *list, const char *text);

#endif
