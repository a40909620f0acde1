// SPDX-License-Identifier: Apache-2.0
// Shorthands over Jansson for objects that may lack the requested member.
#ifndef HD_BASE_JSON_H
#define HD_BASE_JSON_H

#include <jansson.h>

#include "base/strv.h"

// The member as text, number or array; the fallback when it is missing or of another type.
const char *hd_json_text(const json_t *object, const char *key, const char *fallback);
json_int_t hd_json_int(const json_t *object, const char *key, json_int_t fallback);
double hd_json_real(const json_t *object, const char *key, double fallback);
// Borrowed; NULL when it is not an array or object (json_array_foreach accepts NULL).
json_t *hd_json_array(const json_t *object, const char *key);
json_t *hd_json_object(const json_t *object, const char *key);

// A new string value; bytes that are not valid UTF-8 become question marks.
json_t *hd_json_string(const char *text);
json_t *hd_json_strings(const struct hd_strv *list);
// The whole value as text (compact or indented) with a final newline; the caller frees it.
// A copy in which every text, including member names, is safe to print (base/str.h).
json_t *hd_json_printable(const json_t *value);
char *hd_json_dump(const json_t *value, size_t flags);

#endif
