// SPDX-License-Identifier: Apache-2.0
#include "message/message.h"

#include <string.h>

#include "abi/messages.h"
#include "base/json.h"

bool hd_place_decode(struct hd_place *place, const json_t *site)
{
	*place = (struct hd_place){
		.file = hd_json_text(site, HD_TEXT(site, file), NULL),
		.line = (int)hd_json_int(site, HD_NUMBER(site, line), 0),
		.column = (int)hd_json_int(site, HD_NUMBER(site, column), 0),
		.function = hd_json_text(site, HD_TEXT(site, function), NULL),
		.variable = hd_json_text(site, HD_TEXT(site, variable), NULL),
		.callee = hd_json_text(site, HD_TEXT(site, callee), NULL),
	};
	return json_is_object(site);
}

struct hd_texts hd_texts_decode(struct hd_arena *arena, const json_t *array)
{
	struct hd_texts texts = {0};
	size_t index;
	json_t *value;
	json_array_foreach(array, index, value) {
		if (json_is_string(value)) {
			texts.items = hd_arena_grow(arena, texts.items, texts.count, sizeof(*texts.items));
			texts.items[texts.count++] = json_string_value(value);
		}
	}
	return texts;
}

struct hd_texts hd_texts_copy(struct hd_arena *arena, const char *const *items, size_t count)
{
	struct hd_texts texts = {.items = hd_arena_alloc(arena, count * sizeof(*items)), .count = count};
	for (size_t i = 0; i < count; i++) {
		texts.items[i] = hd_arena_copy(arena, items[i]);
	}
	return texts;
}

void hd_note_decode(struct hd_note *note, const json_t *message)
{
	*note = (struct hd_note){
		.error = strcmp(hd_json_text(message, HD_TEXT(note, level), ""), "error") == 0,
		.text = hd_json_text(message, HD_TEXT(note, text), ""),
	};
	note->has_site = hd_place_decode(&note->site, json_object_get(message, HD_OBJECT_AT(note, site)));
}

void hd_replayed_decode(struct hd_replayed *replayed, const json_t *message)
{
	*replayed = (struct hd_replayed){
		.same = !json_is_false(json_object_get(message, HD_FLAG(replay, same))),
		.kind = hd_json_text(message, HD_TEXT(replay, kind), "none"),
		.hash = hd_json_text(message, HD_TEXT(replay, hash), ""),
	};
}

void *hd_list_decode(struct hd_arena *arena, const json_t *array, size_t size, size_t *count,
	void (*decode)(struct hd_arena *arena, void *item, const json_t *object))
{
	*count = json_array_size(array);
	char *items = *count > 0 ? hd_arena_alloc(arena, *count * size) : NULL;
	for (size_t i = 0; i < *count; i++) {
		decode(arena, items + i * size, json_array_get(array, i));
	}
	return items;
}
