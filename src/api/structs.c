// SPDX-License-Identifier: Apache-2.0
// Plain structs that parameters consist of or point to, field by field.
#include "api/lexicon.h"
#include "api/model.h"

// Structs in structs in structs are left all zero. That also ends what refers to
// itself: a struct is not described inside its own description.
enum { MAX_DEPTH = 2, MAX_FIELDS = 64 };

static const char *record_name(const struct hd_raw_record *record)
{
	return record->alias ? record->alias : record->tag;
}

static bool is_number(const struct hd_raw_type *type)
{
	return type->kind == HD_RAW_INT || type->kind == HD_RAW_FLOAT;
}

static bool is_reserved(const char *name)
{
	struct hd_words words;
	hd_words_split(&words, name ? name : "");
	return hd_words_any(&words, hd_lex_reserved);
}

// A field that stays zero: what its values would mean is not known.
static bool is_skipped(const struct hd_raw_field *field)
{
	enum hd_raw_kind kind = field->type->kind;
	bool array = kind == HD_RAW_ARRAY &&
		(field->type->count == 0 || !is_number(field->type->to) || is_reserved(field->name));
	return field->is_bits || array || kind == HD_RAW_OTHER || kind == HD_RAW_VOID;
}

// Levels of structs below the field.
static unsigned height_of(const struct hd_raw_type *raw, const struct hd_api_type *type)
{
	bool is_struct = type->kind == HD_API_STRUCT || type->kind == HD_API_STRUCT_POINTER;
	const struct hd_raw_record *record = raw->kind == HD_RAW_POINTER ? raw->to->record : raw->record;
	return is_struct && type->type != HD_API_NONE ? record->height : 0;
}

static void add_fields(struct hd_api_model *model, uint16_t index, struct hd_raw_record *record, unsigned depth)
{
	struct hd_api_type types[MAX_FIELDS];
	const struct hd_raw_type *raw[MAX_FIELDS];
	uint32_t offsets[MAX_FIELDS];
	uint16_t count = 0;
	size_t all = record->is_union && record->nfields > 1 ? 1 : record->nfields;
	for (size_t i = 0; i < all && count < MAX_FIELDS; i++) {
		const struct hd_raw_field *field = &record->fields[i];
		if (is_skipped(field)) {
			continue;
		}
		raw[count] = field->type;
		offsets[count] = field->offset;
		hd_kind_of(model, &types[count], field->type, field->name, depth + 1);
		if (types[count].kind == HD_API_STRUCT && types[count].type == HD_API_NONE) {
			continue;
		}
		types[count].in_place = field->type->kind == HD_RAW_ARRAY;
		unsigned height = height_of(field->type, &types[count]) + 1;
		record->height = height > record->height ? height : record->height;
		count++;
	}
	hd_kinds_pair(types, raw, count);
	hd_kinds_use(types, raw, count);
	struct hd_api_field *fields = hd_arena_alloc(&model->arena, (count + 1u) * sizeof(*fields));
	for (uint16_t i = 0; i < count; i++) {
		fields[i] = (struct hd_api_field){.type = types[i], .offset = offsets[i]};
	}
	model->structs[index].nfields = count;
	model->structs[index].fields = fields;
}

uint16_t hd_struct_index(struct hd_api_model *model, struct hd_raw_record *record, unsigned depth)
{
	if (record->structure != HD_API_NONE) {
		return !record->is_open && depth + record->height <= MAX_DEPTH ? record->structure : HD_API_NONE;
	}
	if (depth >= MAX_DEPTH || record->size == 0 || !record_name(record)) {
		return HD_API_NONE;
	}
	model->structs = hd_arena_grow(&model->arena, model->structs, model->nstructs, sizeof(*model->structs));
	uint16_t index = (uint16_t)model->nstructs++;
	record->structure = index;
	record->height = 1;
	model->structs[index] = (struct hd_api_struct){.name = record_name(record), .size = record->size};
	record->is_open = true;
	add_fields(model, index, record, depth);
	record->is_open = false;
	return index;
}
