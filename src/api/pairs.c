// SPDX-License-Identifier: Apache-2.0
// Neighbours that belong together: `const T *items, size_t n`, and
// `void (*f)(void *), void *data`. For parameters and for fields.
#include <string.h>

#include "api/lexicon.h"
#include "api/model.h"

static bool is_length_type(const struct hd_api_type *type, const struct hd_raw_type *raw)
{
	return type->kind == HD_API_INT && raw->kind == HD_RAW_INT && raw->size >= 2;
}

// size_t *: the length goes in and comes out.
static bool is_length_pointer(const struct hd_api_type *type, const struct hd_raw_type *raw)
{
	return type->kind == HD_API_OUT && raw->kind == HD_RAW_POINTER && raw->to->kind == HD_RAW_INT &&
		raw->to->size >= 4 && !raw->to->is_signed;
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);
	return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool is_size_t(const struct hd_raw_type *raw)
{
	return raw->alias && (strcmp(raw->alias, "size_t") == 0 || strcmp(raw->alias, "ssize_t") == 0);
}

// By its name; a parameter without one by its type.
static bool sounds_like_length(const struct hd_api_type *type, const struct hd_raw_type *raw)
{
	struct hd_words words;
	if (!type->name || !*type->name) {
		return is_size_t(raw) || (raw->kind == HD_RAW_POINTER && is_size_t(raw->to));
	}
	hd_words_split(&words, type->name);
	return hd_words_end(&words, hd_lex_length) || ends_with(type->name, "len") || ends_with(type->name, "size");
}

// Could it be a buffer whose length is given?
static bool may_be_buffer(const struct hd_api_type *type, const struct hd_raw_type *raw)
{
	if (type->related != HD_NO_PARAM || raw->kind != HD_RAW_POINTER) {
		return raw->kind == HD_RAW_ARRAY && type->kind == HD_API_BUFFER && type->count == 0 &&
			type->related == HD_NO_PARAM;
	}
	switch (type->kind) {
	case HD_API_STRING:
	case HD_API_BUFFER:
	case HD_API_OUT:
	case HD_API_PAYLOAD:
		return true;
	case HD_API_STRUCT_POINTER:
		return raw->to->size <= UINT8_MAX;
	default:
		return false;
	}
}

// A buffer's own length beats that of a neighbour: `key, klen, value, vlen`.
static bool prefers(const struct hd_api_type *length, const struct hd_api_type *buffer)
{
	return length->name && buffer->name && *length->name && *buffer->name &&
		strncmp(length->name, buffer->name, 1) == 0;
}

static void pair(struct hd_api_type *types, size_t buffer, size_t length)
{
	types[buffer].kind = HD_API_BUFFER;
	types[buffer].related = (uint8_t)length;
	types[length].related = (uint8_t)buffer;
	if (types[length].kind == HD_API_INT) {
		types[length].kind = HD_API_LENGTH;
	}
}

static void pair_lengths(struct hd_api_type *types, const struct hd_raw_type *const *raw, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		bool plain = is_length_type(&types[i], raw[i]);
		if (!(plain || is_length_pointer(&types[i], raw[i])) || !sounds_like_length(&types[i], raw[i])) {
			continue;
		}
		bool before = i > 0 && may_be_buffer(&types[i - 1], raw[i - 1]);
		bool after = plain && i + 1 < count && may_be_buffer(&types[i + 1], raw[i + 1]);
		// A pointer for the length needs a buffer in front; so does a string need
		// a length behind it: `int level, const char *text` is no pair.
		after = after && types[i + 1].kind != HD_API_STRING;
		if (before && !(after && prefers(&types[i], &types[i + 1]) && !prefers(&types[i], &types[i - 1]))) {
			pair(types, i - 1, i);
		} else if (after) {
			pair(types, i + 1, i);
		}
	}
}

// A second array of the same length: `const int *keys, const int *values, size_t n`.
static void share_lengths(struct hd_api_type *types, const struct hd_raw_type *const *raw, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (types[i].kind == HD_API_BUFFER && types[i].related == i + 1 && types[i].size > 1 &&
			may_be_buffer(&types[i - 1], raw[i - 1]) && types[i - 1].kind != HD_API_STRING &&
			types[i - 1].is_const == types[i].is_const) {
			types[i - 1].kind = HD_API_BUFFER;
			types[i - 1].related = types[i].related;
		}
	}
}

static bool sounds_like_userdata(const struct hd_api_type *type)
{
	struct hd_words words;
	if (!type->name || !*type->name) {
		return true;
	}
	hd_words_split(&words, type->name);
	return hd_words_any(&words, hd_lex_userdata);
}

// The void * for a callback: behind it, else in front of it, else by its name.
static void pair_callbacks(struct hd_api_type *types, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (types[i].kind != HD_API_CALLBACK) {
			continue;
		}
		size_t found = count;
		for (size_t k = 0; k < count; k++) {
			size_t distance = k > i ? k - i : i - k;
			size_t best = found > i ? found - i : i - found;
			if (types[k].kind == HD_API_PAYLOAD && types[k].related == HD_NO_PARAM &&
				sounds_like_userdata(&types[k]) && (found == count || distance <= best)) {
				found = k;
			}
		}
		if (found < count) {
			types[found].kind = HD_API_USERDATA;
			types[found].related = (uint8_t)i;
		}
	}
}

void hd_kinds_pair(struct hd_api_type *types, const struct hd_raw_type *const *raw, size_t count)
{
	pair_lengths(types, raw, count);
	share_lengths(types, raw, count);
	pair_callbacks(types, count);
}
