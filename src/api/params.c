// SPDX-License-Identifier: Apache-2.0
// What each parameter and result is. First every one by its type, then
// neighbours together: buffers with lengths, callbacks with their data. Hints
// have the last word.
#include <string.h>

#include "api/lexicon.h"
#include "api/maker.h"
#include "api/model.h"

static bool is_power_of_two(int64_t value)
{
	return value > 0 && (value & (value - 1)) == 0;
}

// Powers of two and their combinations; at least three of them, or named so. But
// 0, 1, 2, 3 and the like are a plain sequence.
bool hd_enum_is_flags(const struct hd_raw_enum *enumeration, const char *name)
{
	int64_t seen = 0, largest = 0;
	size_t powers = 0;
	for (size_t i = 0; i < enumeration->count; i++) {
		int64_t value = enumeration->enumerators[i].value;
		largest = value > largest ? value : largest;
		if (is_power_of_two(value)) {
			powers += !(seen & value);
			seen |= value;
		}
	}
	for (size_t i = 0; i < enumeration->count; i++) {
		int64_t value = enumeration->enumerators[i].value;
		if (value < 0 || (value & ~seen)) {
			return false;
		}
	}
	struct hd_words words;
	hd_words_split(&words, enumeration->name);
	bool named = hd_words_any(&words, hd_lex_flags);
	hd_words_split(&words, name);
	named = named || hd_words_any(&words, hd_lex_flags);
	bool sequence = largest >= 3 && (uint64_t)largest <= enumeration->count;
	return !sequence && (powers >= 3 || (named && powers >= 1));
}

static void set_enum(struct hd_api_type *type, const struct hd_raw_enum *enumeration, const char *name)
{
	type->kind = hd_enum_is_flags(enumeration, name) ? HD_API_FLAGS : HD_API_ENUM;
	type->nenumerators = (uint16_t)enumeration->count;
	type->enumerators = enumeration->enumerators;
	if (enumeration->count == 0) {
		type->kind = HD_API_INT;
	}
}

// Bits whose names are macros, to judge by its name.
static bool is_bits(const char *name)
{
	struct hd_words words;
	hd_words_split(&words, name ? name : "");
	return hd_words_end(&words, hd_lex_flags);
}

static void set_element(struct hd_api_type *type, const struct hd_raw_type *element)
{
	bool known = element->size > 0 && element->size <= UINT8_MAX;
	type->size = known ? (uint8_t)element->size : 1;
	type->is_signed = element->is_signed;
	type->is_const = element->is_const;
	type->is_float = element->kind == HD_RAW_FLOAT;
	type->is_pointer = element->kind == HD_RAW_POINTER;
}

static bool is_file(const struct hd_raw_type *type)
{
	return type->kind == HD_RAW_RECORD && type->record->is_system && type->record->tag &&
		(strcmp(type->record->tag, "struct _IO_FILE") == 0 || strcmp(type->record->tag, "struct __sFILE") == 0);
}

static bool is_char(const struct hd_raw_type *type)
{
	return type->kind == HD_RAW_INT && type->size == 1 && !type->alias &&
		(strcmp(type->text, "char") == 0 || strcmp(type->text, "const char") == 0);
}

static void set_struct_pointer(struct hd_api_model *model, struct hd_api_type *type, const struct hd_raw_type *to,
	unsigned depth)
{
	type->type = to->size > 0 ? hd_struct_index(model, to->record, depth) : HD_API_NONE;
	type->kind = type->type == HD_API_NONE ? HD_API_POINTER : HD_API_STRUCT_POINTER;
}

static void set_pointer(struct hd_api_model *model, struct hd_api_type *type, const struct hd_raw_type *to,
	unsigned depth)
{
	set_element(type, to);
	switch (to->kind) {
	case HD_RAW_VOID:
		type->kind = HD_API_PAYLOAD;
		break;
	case HD_RAW_FUNCTION:
		type->kind = HD_API_CALLBACK;
		type->type = hd_signature_index(model, to->signature);
		break;
	case HD_RAW_RECORD:
		if (is_file(to)) {
			type->kind = HD_API_FILE;
		} else {
			set_struct_pointer(model, type, to, depth);
		}
		break;
	case HD_RAW_INT:
		type->kind = is_char(to) ? to->is_const ? HD_API_STRING : HD_API_BUFFER
			: to->is_const   ? HD_API_BUFFER
					 : HD_API_OUT;
		break;
	case HD_RAW_BOOL:
	case HD_RAW_FLOAT:
	case HD_RAW_ENUM:
	case HD_RAW_POINTER:
		type->kind = to->is_const ? HD_API_BUFFER : HD_API_OUT;
		break;
	default:
		type->kind = HD_API_POINTER;
		break;
	}
}

static void set_class(const struct hd_api_model *model, struct hd_api_type *type, enum hd_reference reference,
	uint16_t class, const struct hd_raw_type *raw)
{
	bool pointer = raw->kind == HD_RAW_POINTER;
	type->kind = reference == HD_REF_ADDRESS ? HD_API_OUT_OBJECT : HD_API_OBJECT;
	type->type = class;
	type->size = reference == HD_REF_ADDRESS ? (uint8_t)raw->to->size
		: raw->size <= UINT8_MAX         ? (uint8_t)raw->size
						 : 0;
	type->is_const = pointer && raw->to->is_const && model->classes[class].form == HD_FORM_RECORD;
	type->is_signed = raw->is_signed;
}

void hd_kind_of(struct hd_api_model *model, struct hd_api_type *type, const struct hd_raw_type *raw, const char *name,
	unsigned depth)
{
	uint16_t class;
	*type = (struct hd_api_type){
		.kind = HD_API_POINTER,
		.size = raw->size <= UINT8_MAX ? (uint8_t)raw->size : 0,
		.is_signed = raw->is_signed,
		.related = HD_NO_PARAM,
		.type = HD_API_NONE,
		.low = 1,
		.name = name,
		.text = raw->text,
	};
	enum hd_reference reference = hd_class_reference(model, raw, &class);
	if (reference == HD_REF_OBJECT || reference == HD_REF_ADDRESS) {
		set_class(model, type, reference, class, raw);
		return;
	}
	switch (raw->kind) {
	case HD_RAW_VOID:
		type->kind = HD_API_VOID;
		break;
	case HD_RAW_BOOL:
		type->kind = HD_API_BOOL;
		break;
	case HD_RAW_INT:
		type->kind = is_bits(name) ? HD_API_FLAGS : HD_API_INT;
		break;
	case HD_RAW_FLOAT:
		type->kind = HD_API_FLOAT;
		break;
	case HD_RAW_ENUM:
		set_enum(type, raw->enumeration, name);
		break;
	case HD_RAW_RECORD:
		type->kind = HD_API_STRUCT;
		type->type = hd_struct_index(model, raw->record, depth);
		break;
	case HD_RAW_ARRAY:
		set_pointer(model, type, raw->to, depth);
		type->kind = raw->to->kind == HD_RAW_FUNCTION ? HD_API_POINTER : HD_API_BUFFER;
		type->count = raw->count;
		break;
	case HD_RAW_FUNCTION: // a parameter `int f(int)` is a pointer
		type->kind = HD_API_CALLBACK;
		type->type = hd_signature_index(model, raw->signature);
		break;
	case HD_RAW_POINTER:
		set_pointer(model, type, raw->to, depth);
		break;
	case HD_RAW_OTHER:
		break;
	}
}

// Why no value of this type can be created; NULL: it can.
static const char *unsupported(const struct hd_raw_type *type)
{
	if (type->kind == HD_RAW_OTHER) {
		return "is of a type that heddle cannot create values of";
	}
	if (type->kind == HD_RAW_ARRAY &&
		(type->to->kind == HD_RAW_FUNCTION ||
			(type->to->kind == HD_RAW_POINTER && type->to->to->kind == HD_RAW_FUNCTION))) {
		return "is an array of callbacks";
	}
	if (type->kind == HD_RAW_RECORD && type->size == 0) {
		return "is incomplete";
	}
	return NULL;
}

static void exclude(struct hd_api_model *model, struct hd_raw_function *function, const char *name, const char *why)
{
	function->is.role = HD_API_EXCLUDED;
	function->is.why = hd_arena_format(&model->arena, "%s %s", name, why);
}

static void exclude_unsupported(struct hd_api_model *model, struct hd_raw_function *function)
{
	if (function->is.role == HD_API_EXCLUDED) {
		return;
	}
	if (function->nparams > HD_API_MAX_PARAMS) {
		exclude(model, function, "it",
			hd_arena_format(&model->arena, "has more than %d parameters", HD_API_MAX_PARAMS));
	}
	for (size_t i = 0; i < function->nparams; i++) {
		const char *why = unsupported(function->params[i].type);
		if (why) {
			const char *name = function->params[i].name;
			exclude(model, function,
				*name ? hd_arena_format(&model->arena, "parameter %s", name)
				      : hd_arena_format(&model->arena, "parameter %zu", i + 1),
				why);
		}
	}
	if (unsupported(function->result)) {
		exclude(model, function, "its result", unsupported(function->result));
	}
}

static void apply_param_hint(struct hd_raw_function *function, size_t index)
{
	const struct hd_param_hint *hint = hd_hint_param(function, index);
	struct hd_api_type *types = function->is.params;
	struct hd_api_type *type = &types[index];
	if (!hint) {
		return;
	}
	if (hint->kind >= 0) {
		type->kind = (uint8_t)hint->kind;
	}
	if (hint->length_of) {
		size_t buffer = hd_param_by_name(function, hint->length_of);
		type->kind = type->kind == HD_API_OUT ? HD_API_OUT : HD_API_LENGTH;
		type->related = (uint8_t)buffer;
		types[buffer].related = (uint8_t)index;
		types[buffer].kind = HD_API_BUFFER;
	}
	if (hint->has_range) {
		type->low = hint->low;
		type->high = hint->high;
		type->kind = type->kind == HD_API_LENGTH ? HD_API_INT : type->kind;
	}
	if (hint->nvalues > 0) {
		type->kind = HD_API_ENUM;
		type->nenumerators = (uint16_t)hint->nvalues;
		type->enumerators = hint->values;
	}
}

// list_push(T **head, ...): T ** may be for an object that is there already, not for a new one.
static bool may_be_in_out(const struct hd_api_model *model, const struct hd_raw_function *function)
{
	const struct hd_api_type *first = &function->is.params[0];
	return function->nparams > 0 && first->kind == HD_API_OUT_OBJECT &&
		model->classes[first->type].form == HD_FORM_RECORD && !function->params[0].type->to->is_const &&
		hd_words_begin(&function->words, &model->classes[first->type].words) &&
		!hd_destroy_word(&function->words) && !hd_is_named_maker(model, function);
}

static void find_kinds(struct hd_api_model *model, struct hd_raw_function *function)
{
	const struct hd_raw_type *raw[HD_API_MAX_PARAMS];
	struct hd_api_type *types = function->is.params;
	size_t count = function->nparams < HD_API_MAX_PARAMS ? function->nparams : HD_API_MAX_PARAMS;
	for (size_t i = 0; i < count; i++) {
		uint16_t class;
		raw[i] = function->params[i].type;
		hd_kind_of(model, &types[i], raw[i], function->params[i].name, 0);
		enum hd_reference reference = hd_param_reference(model, function, i, &class);
		bool plain = types[i].kind == HD_API_INT || types[i].kind == HD_API_PAYLOAD ||
			types[i].kind == HD_API_STRING || types[i].kind == HD_API_BUFFER;
		if (reference == HD_REF_OBJECT && plain) {
			set_class(model, &types[i], reference, class, raw[i]);
		}
	}
	if (function->is.self != HD_NO_PARAM && types[function->is.self].kind == HD_API_OUT_OBJECT &&
		!function->makes) {
		types[function->is.self].kind = HD_API_OBJECT;
		bool ends = function->is.role == HD_API_DESTRUCTOR || function->is.role == HD_API_UNREF;
		types[function->is.self].by_address = ends;
		types[function->is.self].in_out = !ends;
	}
	types[0].in_out |= may_be_in_out(model, function);
	hd_kinds_pair(types, raw, count);
	hd_kinds_use(types, raw, count);
	for (size_t i = 0; i < count; i++) {
		apply_param_hint(function, i);
		types[i].is_format = types[i].kind == HD_API_STRING && function->params[i].is_format;
	}
}

static void find_result(struct hd_api_model *model, struct hd_raw_function *function)
{
	struct hd_api_type *result = &function->is.result;
	uint16_t class;
	hd_kind_of(model, result, function->result, "", 0);
	if (hd_result_reference(model, function, &class) == HD_REF_OBJECT) {
		set_class(model, result, HD_REF_OBJECT, class, function->result);
	} else if (result->kind == HD_API_OUT_OBJECT || result->kind == HD_API_BUFFER || result->kind == HD_API_OUT ||
		result->kind == HD_API_CALLBACK) {
		result->kind = HD_API_POINTER;
	}
}

void hd_api_find_kinds(struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		struct hd_raw_function *function = &model->functions[i];
		function->is.name = function->name;
		function->is.file = function->file;
		function->is.line = function->line;
		function->is.variadic = function->variadic;
		function->is.nparams = (uint8_t)(function->nparams < HD_API_MAX_PARAMS ? function->nparams
										       : HD_API_MAX_PARAMS);
		find_kinds(model, function);
		find_result(model, function);
		exclude_unsupported(model, function);
	}
}
