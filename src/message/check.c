// SPDX-License-Identifier: Apache-2.0
#include "message/check.h"

#include <string.h>

#include "abi/messages.h"
#include "base/json.h"

// What a value can be made of: plain values, then the objects of the list.
enum shape {
	SHAPE_none,
	SHAPE_text,
	SHAPE_number,
	SHAPE_texts,
#define HD_MESSAGE(name) SHAPE_##name,
#define HD_OBJECT(name) SHAPE_##name,
#define HD_MAP(name, of) SHAPE_##name,
#include "abi/messages.def"
};

static const char *const shape_names[] = {
	"",
	"text",
	"number",
	"texts",
#define HD_MESSAGE(name) #name,
#define HD_OBJECT(name) #name,
#define HD_MAP(name, of) #name,
#include "abi/messages.def"
};

enum type { TYPE_text, TYPE_number, TYPE_real, TYPE_flag, TYPE_list, TYPE_object };
enum presence { PRESENCE_maybe, PRESENCE_always };

struct field {
	enum shape object;
	const char *key;
	enum type type;
	enum shape of;
	enum presence presence;
};

static const struct field fields[] = {
#define HD_FIELD(object, key, type, of, presence) \
	{SHAPE_##object, #key, TYPE_##type, SHAPE_##of, PRESENCE_##presence},
#include "abi/messages.def"
};

enum { FIELDS = sizeof(fields) / sizeof(fields[0]) };

// The shape of a map's values; SHAPE_none: this is no map.
static enum shape values_of_map(enum shape shape)
{
	switch (shape) {
#define HD_MAP(name, of) case SHAPE_##name: return SHAPE_##of;
#include "abi/messages.def"
	default:
		return SHAPE_none;
	}
}

static bool check_value(const json_t *value, enum shape shape, struct hd_str *problem);

static bool check_list(const json_t *list, enum shape of, struct hd_str *problem)
{
	size_t index;
	json_t *item;
	json_array_foreach(list, index, item) {
		if (!check_value(item, of, problem)) {
			return false;
		}
	}
	return json_is_array(list);
}

static bool has_type(const json_t *value, enum type type)
{
	switch (type) {
	case TYPE_text:
		return json_is_string(value);
	case TYPE_number:
		return json_is_integer(value);
	case TYPE_real:
		return json_is_number(value);
	case TYPE_flag:
		return json_is_boolean(value);
	case TYPE_list:
		return json_is_array(value);
	case TYPE_object:
		return json_is_object(value);
	}
	return false;
}

static const struct field *find_field(enum shape object, const char *key)
{
	for (size_t i = 0; i < FIELDS; i++) {
		if (fields[i].object == object && strcmp(fields[i].key, key) == 0) {
			return &fields[i];
		}
	}
	return NULL;
}

static bool check_member(const json_t *value, enum shape object, const char *key, struct hd_str *problem)
{
	const struct field *field = find_field(object, key);
	if (!field) {
		hd_str_addf(problem, "'%s' has no '%s'", shape_names[object], key);
		return false;
	}
	if (!has_type(value, field->type)) {
		hd_str_addf(problem, "'%s' of '%s' has another type", key, shape_names[object]);
		return false;
	}
	return field->type == TYPE_list      ? check_list(value, field->of, problem)
		: field->type == TYPE_object ? check_value(value, field->of, problem)
					     : true;
}

static bool has_all(const json_t *object, enum shape shape, struct hd_str *problem)
{
	for (size_t i = 0; i < FIELDS; i++) {
		if (fields[i].object == shape && fields[i].presence == PRESENCE_always &&
			!json_object_get(object, fields[i].key)) {
			hd_str_addf(problem, "'%s' lacks '%s'", shape_names[shape], fields[i].key);
			return false;
		}
	}
	return true;
}

static bool check_object(const json_t *object, enum shape shape, bool message, struct hd_str *problem)
{
	enum shape values = values_of_map(shape);
	const char *key;
	json_t *value;
	json_object_foreach((json_t *)object, key, value) {
		if (message && strcmp(key, HD_MESSAGE_TYPE) == 0) {
			continue;
		}
		if (values ? !check_value(value, values, problem) : !check_member(value, shape, key, problem)) {
			return false;
		}
	}
	return has_all(object, shape, problem);
}

static bool check_value(const json_t *value, enum shape shape, struct hd_str *problem)
{
	bool good;
	switch (shape) {
	case SHAPE_text:
		good = json_is_string(value);
		break;
	case SHAPE_number:
		good = json_is_integer(value);
		break;
	case SHAPE_texts:
		good = json_is_array(value) && check_list(value, SHAPE_text, problem);
		break;
	default:
		good = json_is_object(value) && check_object(value, shape, false, problem);
		break;
	}
	if (!good && problem->length == 0) {
		hd_str_addf(problem, "something is not a '%s'", shape_names[shape]);
	}
	return good;
}

bool hd_message_check(const json_t *message, struct hd_str *problem)
{
	static const enum shape messages[] = {
#define HD_MESSAGE(name) SHAPE_##name,
#include "abi/messages.def"
	};
	const char *type = hd_json_text(message, HD_MESSAGE_TYPE, "");
	for (size_t i = 0; i < HD_MESSAGE_COUNT; i++) {
		if (strcmp(type, hd_message_name((enum hd_message)i)) == 0) {
			return check_object(message, messages[i], true, problem);
		}
	}
	hd_str_addf(problem, "unknown message '%s'", type);
	return false;
}
