// SPDX-License-Identifier: Apache-2.0
#include "base/strv.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/str.h"

void hd_strv_finish(struct hd_strv *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->items[i]);
	}
	free(list->items);
	*list = (struct hd_strv){0};
}

void hd_strv_give(struct hd_strv *list, char *text)
{
	if (list->count + 2 > list->capacity) {
		list->capacity = list->capacity ? 2 * list->capacity : 8;
		list->items = realloc(list->items, list->capacity * sizeof(*list->items));
		hd_check(list->items != NULL);
	}
	list->items[list->count++] = text;
	list->items[list->count] = NULL;
}

void hd_strv_add(struct hd_strv *list, const char *text)
{
	hd_strv_give(list, hd_copy(text));
}

void hd_strv_addf(struct hd_strv *list, const char *format, ...)
{
	struct hd_str str = {0};
	va_list args;
	va_start(args, format);
	hd_str_vaddf(&str, format, args);
	va_end(args);
	hd_strv_give(list, hd_str_take(&str));
}

void hd_strv_add_array(struct hd_strv *list, const char *const *texts)
{
	for (; *texts; texts++) {
		hd_strv_add(list, *texts);
	}
}

void hd_strv_add_all(struct hd_strv *list, const struct hd_strv *other)
{
	for (size_t i = 0; i < other->count; i++) {
		hd_strv_add(list, other->items[i]);
	}
}

bool hd_strv_contains(const struct hd_strv *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->items[i], text) == 0) {
			return true;
		}
	}
	return false;
}
