// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/str.h"

const char *hd_json_text(const json_t *object, const char *key, const char *fallback)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : fallback;
}

json_int_t hd_json_int(const json_t *object, const char *key, json_int_t fallback)
{
	const json_t *value = json_object_get(object, key);
	return json_is_integer(value) ? json_integer_value(value) : fallback;
}

double hd_json_real(const json_t *object, const char *key, double fallback)
{
	const json_t *value = json_object_get(object, key);
	return json_is_number(value) ? json_number_value(value) : fallback;
}

json_t *hd_json_array(const json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);
	return json_is_array(value) ? value : NULL;
}

json_t *hd_json_object(const json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);
	return json_is_object(value) ? value : NULL;
}

json_t *hd_json_string(const char *text)
{
	json_t *value = json_string(text);
	if (value) {
		return value;
	}
	struct hd_str plain = {0};
	for (; *text; text++) {
		hd_str_add_char(&plain, (unsigned char)*text < 0x80 ? *text : '?');
	}
	value = json_string(hd_str_text(&plain));
	hd_check(value != NULL);
	hd_str_finish(&plain);
	return value;
}

json_t *hd_json_strings(const struct hd_strv *list)
{
	json_t *array = json_array();
	for (size_t i = 0; i < list->count; i++) {
		json_array_append_new(array, hd_json_string(list->items[i]));
	}
	return array;
}

static json_t *printable_text(const char *text)
{
	struct hd_str str = {0};
	hd_str_add_printable(&str, text);
	json_t *value = hd_json_string(hd_str_text(&str));
	hd_str_finish(&str);
	return value;
}

static json_t *printable_object(const json_t *object)
{
	json_t *copy = json_object();
	const char *key;
	json_t *value;
	json_object_foreach((json_t *)object, key, value) {
		json_t *name = printable_text(key);
		json_object_set_new(copy, json_string_value(name), hd_json_printable(value));
		json_decref(name);
	}
	return copy;
}

json_t *hd_json_printable(const json_t *value)
{
	if (json_is_string(value)) {
		return printable_text(json_string_value(value));
	}
	if (json_is_object(value)) {
		return printable_object(value);
	}
	if (!json_is_array(value)) {
		return json_incref((json_t *)value);
	}
	json_t *copy = json_array();
	size_t index;
	json_t *item;
	json_array_foreach(value, index, item) {
		json_array_append_new(copy, hd_json_printable(item));
	}
	return copy;
}

char *hd_json_dump(const json_t *value, size_t flags)
{
	char *text = json_dumps(value, flags | JSON_ENCODE_ANY);
	hd_check(text != NULL);
	char *line = hd_format("%s\n", text);
	free(text);
	return line;
}
