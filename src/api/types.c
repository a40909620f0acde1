// SPDX-License-Identifier: Apache-2.0
#include "api/types.h"

#include <string.h>

#include "base/str.h"

const char *hd_types_text(struct hd_types *types, CXString string)
{
	const char *text = hd_clang.getCString(string);
	const char *copy = hd_arena_copy(&types->model->arena, text ? text : "");
	hd_clang.disposeString(string);
	return copy;
}

static bool is_system(CXCursor cursor)
{
	return hd_clang.Location_isInSystemHeader(hd_clang.getCursorLocation(cursor));
}

static uint32_t size_of(CXType type)
{
	long long size = hd_clang.Type_getSizeOf(type);
	return size > 0 && size < UINT32_MAX ? (uint32_t)size : 0;
}

struct fields {
	struct hd_types *types;
	struct hd_raw_record *record;
};

static enum CXVisitorResult take_field(CXCursor cursor, CXClientData data)
{
	struct fields *fields = data;
	struct hd_raw_record *record = fields->record;
	record->fields = hd_arena_grow(&fields->types->model->arena, record->fields, record->nfields,
		sizeof(*record->fields));
	long long bits = hd_clang.Cursor_getOffsetOfField(cursor);
	record->fields[record->nfields++] = (struct hd_raw_field){
		.name = hd_types_text(fields->types, hd_clang.getCursorSpelling(cursor)),
		.type = hd_types_get(fields->types, hd_clang.getCursorType(cursor)),
		.offset = bits > 0 ? (uint32_t)(bits / 8) : 0,
		.is_bits = hd_clang.Cursor_isBitField(cursor) || bits < 0,
	};
	return CXVisit_Continue;
}

static struct hd_raw_record *get_record(struct hd_types *types, CXType type)
{
	struct hd_api_model *model = types->model;
	CXCursor cursor = hd_clang.getTypeDeclaration(type);
	const char *key = hd_types_text(types, hd_clang.getCursorUSR(cursor));
	for (size_t i = 0; i < model->nrecords; i++) {
		if (strcmp(model->records[i]->key, key) == 0) {
			return model->records[i];
		}
	}
	struct hd_raw_record *record = hd_arena_alloc(&model->arena, sizeof(*record));
	const char *tag = hd_types_text(types, hd_clang.getCursorSpelling(cursor));
	*record = (struct hd_raw_record){
		.key = key,
		.comment = "",
		.is_system = is_system(cursor),
		.is_union = hd_clang.getCursorKind(cursor) == CXCursor_UnionDecl,
		.size = size_of(type),
		.class = HD_API_NONE,
		.structure = HD_API_NONE,
	};
	if (*tag && !strchr(tag, '(') && !hd_clang.Cursor_isAnonymous(cursor)) {
		record->tag = hd_arena_format(&model->arena, "%s %s", record->is_union ? "union" : "struct", tag);
	}
	model->records = hd_arena_grow(&model->arena, model->records, model->nrecords, sizeof(*model->records));
	model->records[model->nrecords++] = record;
	struct fields fields = {.types = types, .record = record};
	hd_clang.Type_visitFields(type, take_field, &fields);
	return record;
}

struct enumerators {
	struct hd_types *types;
	struct hd_raw_enum *enumeration;
};

static enum CXChildVisitResult take_enumerator(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct enumerators *all = data;
	struct hd_raw_enum *enumeration = all->enumeration;
	(void)parent;
	if (hd_clang.getCursorKind(cursor) == CXCursor_EnumConstantDecl) {
		enumeration->enumerators = hd_arena_grow(&all->types->model->arena, enumeration->enumerators,
			enumeration->count, sizeof(*enumeration->enumerators));
		enumeration->enumerators[enumeration->count++] = (struct hd_api_enumerator){
			.name = hd_types_text(all->types, hd_clang.getCursorSpelling(cursor)),
			.value = hd_clang.getEnumConstantDeclValue(cursor),
		};
	}
	return CXChildVisit_Continue;
}

static struct hd_raw_enum *get_enum(struct hd_types *types, CXType type)
{
	struct hd_api_model *model = types->model;
	CXCursor cursor = hd_clang.getTypeDeclaration(type);
	const char *key = hd_types_text(types, hd_clang.getCursorUSR(cursor));
	for (size_t i = 0; i < model->nenums; i++) {
		if (strcmp(model->enums[i]->key, key) == 0) {
			return model->enums[i];
		}
	}
	struct hd_raw_enum *enumeration = hd_arena_alloc(&model->arena, sizeof(*enumeration));
	enumeration->key = key;
	enumeration->name = hd_types_text(types, hd_clang.getCursorSpelling(cursor));
	model->enums = hd_arena_grow(&model->arena, model->enums, model->nenums, sizeof(*model->enums));
	model->enums[model->nenums++] = enumeration;
	struct enumerators all = {.types = types, .enumeration = enumeration};
	hd_clang.visitChildren(cursor, take_enumerator, &all);
	return enumeration;
}

static struct hd_raw_signature *get_signature(struct hd_types *types, CXType type)
{
	struct hd_api_model *model = types->model;
	CXType pointed = hd_clang.getCanonicalType(type);
	const char *key = hd_types_text(types, hd_clang.getTypeSpelling(pointed));
	for (size_t i = 0; i < model->nsignatures; i++) {
		if (strcmp(model->signatures[i]->key, key) == 0) {
			return model->signatures[i];
		}
	}
	struct hd_raw_signature *signature = hd_arena_alloc(&model->arena, sizeof(*signature));
	int count = hd_clang.getNumArgTypes(pointed);
	*signature = (struct hd_raw_signature){
		.key = key,
		.result = hd_types_get(types, hd_clang.getResultType(type)),
		.count = count > 0 ? (size_t)count : 0,
		.variadic = hd_clang.isFunctionTypeVariadic(pointed),
		.index = HD_API_NONE,
	};
	signature->params = hd_arena_alloc(&model->arena, signature->count * sizeof(*signature->params));
	for (size_t i = 0; i < signature->count; i++) {
		signature->params[i] = hd_types_get(types, hd_clang.getArgType(type, (unsigned)i));
	}
	model->signatures = hd_arena_grow(&model->arena, model->signatures, model->nsignatures,
		sizeof(*model->signatures));
	model->signatures[model->nsignatures++] = signature;
	return signature;
}

// Through typedefs and parentheses to the function type as it was written.
static CXType written_function(CXType type)
{
	while (type.kind == CXType_Typedef || type.kind == CXType_Elaborated || type.kind == CXType_Unexposed) {
		CXType next = type.kind == CXType_Typedef
			? hd_clang.getTypedefDeclUnderlyingType(hd_clang.getTypeDeclaration(type))
			: type.kind == CXType_Elaborated ? hd_clang.Type_getNamedType(type)
							 : hd_clang.getCanonicalType(type);
		if (next.kind == CXType_Invalid || hd_clang.equalTypes(next, type)) {
			break;
		}
		type = next;
	}
	return type;
}

// Through typedefs to the pointer as it was written, for what it points to.
static CXType written_pointee(CXType type)
{
	CXType pointer = written_function(type);
	CXType pointee = hd_clang.getPointeeType(pointer);
	return pointee.kind == CXType_Invalid ? hd_clang.getPointeeType(hd_clang.getCanonicalType(type)) : pointee;
}

static void fill_number(struct hd_raw_type *raw, CXType canonical)
{
	enum CXTypeKind kind = canonical.kind;
	if (kind == CXType_Bool) {
		raw->kind = HD_RAW_BOOL;
	} else if (kind == CXType_Float || kind == CXType_Double || kind == CXType_LongDouble) {
		raw->kind = HD_RAW_FLOAT;
		raw->is_signed = true;
	} else if (kind >= CXType_Char_U && kind <= CXType_ULongLong) {
		raw->kind = HD_RAW_INT;
	} else if (kind >= CXType_Char_S && kind <= CXType_LongLong) {
		raw->kind = HD_RAW_INT;
		raw->is_signed = true;
	}
}

static void fill_array(struct hd_types *types, struct hd_raw_type *raw, CXType type, CXType canonical)
{
	long long count = hd_clang.getArraySize(canonical);
	CXType element = hd_clang.getArrayElementType(written_function(type));
	if (element.kind == CXType_Invalid) {
		element = hd_clang.getArrayElementType(canonical);
	}
	raw->kind = HD_RAW_ARRAY;
	raw->count = count > 0 ? (uint32_t)count : 0;
	raw->to = hd_types_get(types, element);
}

static void fill(struct hd_types *types, struct hd_raw_type *raw, CXType type, CXType canonical)
{
	switch (canonical.kind) {
	case CXType_Void:
		raw->kind = HD_RAW_VOID;
		break;
	case CXType_Pointer:
		raw->kind = HD_RAW_POINTER;
		raw->to = hd_types_get(types, written_pointee(type));
		break;
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		raw->kind = HD_RAW_FUNCTION;
		raw->signature = get_signature(types, written_function(type));
		break;
	case CXType_Record:
		raw->kind = HD_RAW_RECORD;
		raw->record = get_record(types, canonical);
		break;
	case CXType_Enum:
		raw->kind = HD_RAW_ENUM;
		raw->is_signed = true;
		raw->enumeration = get_enum(types, canonical);
		break;
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
		fill_array(types, raw, type, canonical);
		break;
	default:
		fill_number(raw, canonical);
		break;
	}
}

static bool is_va_list(const struct hd_raw_type *raw)
{
	const struct hd_raw_type *to = raw->to;
	return to && to->kind == HD_RAW_RECORD && to->record->tag &&
		strcmp(to->record->tag, "struct __va_list_tag") == 0;
}

// Without the const of the value itself, and with bool as people write it.
static const char *plain_text(struct hd_types *types, CXType type)
{
	const char *text = hd_types_text(types, hd_clang.getTypeSpelling(hd_clang.getUnqualifiedType(type)));
	const char *old = strstr(text, "_Bool");
	if (!old) {
		return text;
	}
	return hd_arena_format(&types->model->arena, "%.*sbool%s", (int)(old - text), text, old + 5);
}

const struct hd_raw_type *hd_types_get(struct hd_types *types, CXType type)
{
	struct hd_raw_type *raw = hd_arena_alloc(&types->model->arena, sizeof(*raw));
	CXType canonical = hd_clang.getCanonicalType(type);
	CXType named = type.kind == CXType_Elaborated ? hd_clang.Type_getNamedType(type) : type;
	*raw = (struct hd_raw_type){
		.kind = HD_RAW_OTHER,
		.is_const = hd_clang.isConstQualifiedType(canonical),
		.size = size_of(canonical),
		.text = plain_text(types, type),
	};
	if (named.kind == CXType_Typedef) {
		CXCursor declaration = hd_clang.getTypeDeclaration(named);
		raw->alias = hd_types_text(types, hd_clang.getCursorSpelling(declaration));
		raw->alias_is_ours = !is_system(declaration);
	}
	fill(types, raw, type, canonical);
	if (is_va_list(raw)) {
		raw->kind = HD_RAW_OTHER;
	}
	return raw;
}
