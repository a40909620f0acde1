// SPDX-License-Identifier: Apache-2.0
// --list-api: what was inferred, and why, as text and as JSON.
#include <stdio.h>
#include <string.h>

#include "api/model.h"
#include "base/json.h"
#include "base/path.h"

// In the order of a listing.
static const enum hd_api_role roles[] = {
	HD_API_SETUP,
	HD_API_CONSTRUCTOR,
	HD_API_DESTRUCTOR,
	HD_API_METHOD,
	HD_API_OBSERVER,
	HD_API_REF,
	HD_API_UNREF,
	HD_API_STATIC,
};

enum { ROLES = sizeof(roles) / sizeof(roles[0]), SHOWN_ENUMERATORS = 8 };

static void add_prototype(struct hd_str *out, const struct hd_raw_function *function)
{
	struct hd_str head = {0};
	hd_str_addf(&head, "%s(", function->name);
	for (size_t i = 0; i < function->nparams; i++) {
		hd_str_add(&head, i ? ", " : "");
		if (*function->params[i].name) {
			hd_declare(&head, function->params[i].type->text, function->params[i].name);
		} else {
			hd_str_add(&head, function->params[i].type->text);
		}
	}
	hd_str_add(&head, function->nparams == 0 ? "void" : function->variadic ? ", ..." : "");
	hd_str_add_char(&head, ')');
	hd_declare(out, function->result->text, hd_str_text(&head));
	hd_str_finish(&head);
}

static void add_enumerators(struct hd_str *out, const struct hd_api_type *type)
{
	if (type->nenumerators == 0) {
		return; // bits that have no names
	}
	hd_str_add(out, type->kind == HD_API_FLAGS ? " of any of " : " of ");
	for (size_t i = 0; i < type->nenumerators && i < SHOWN_ENUMERATORS; i++) {
		hd_str_addf(out, "%s%s", i ? ", " : "", type->enumerators[i].name);
	}
	if (type->nenumerators > SHOWN_ENUMERATORS) {
		hd_str_addf(out, ", ... (%u)", type->nenumerators);
	}
}

// Another parameter of the same function, or field of the same struct.
static const char *related_name(const struct hd_api_type *types, size_t stride, uint8_t index, char buffer[24])
{
	const struct hd_api_type *type = (const void *)((const char *)types + index * stride);
	if (type->name && *type->name) {
		return type->name;
	}
	snprintf(buffer, 24, "parameter %u", index + 1u);
	return buffer;
}

static const char *element(const struct hd_api_type *type)
{
	return type->is_pointer ? "pointer" : type->is_float ? "float" : "integer";
}

static void add_kind(struct hd_str *out, const struct hd_api_model *model, const struct hd_api_type *types,
	size_t stride, const struct hd_api_type *type);

static void add_struct(struct hd_str *out, const struct hd_api_model *model, uint16_t index)
{
	const struct hd_api_struct *structure = &model->structs[index];
	hd_str_addf(out, "%s {", structure->name);
	for (size_t i = 0; i < structure->nfields; i++) {
		hd_str_addf(out, "%s%s: ", i ? "; " : "", structure->fields[i].type.name);
		add_kind(out, model, &structure->fields[0].type, sizeof(structure->fields[0]),
			&structure->fields[i].type);
	}
	hd_str_add_char(out, '}');
}

static void add_range(struct hd_str *out, const struct hd_api_type *type)
{
	if (type->low <= type->high) {
		hd_str_addf(out, " from %lld to %lld", (long long)type->low, (long long)type->high);
	}
}

static void add_buffer(struct hd_str *out, const struct hd_api_type *type, const char *length)
{
	hd_str_add(out, " of ");
	if (type->count > 0) {
		hd_str_addf(out, "%u ", type->count);
	}
	hd_str_addf(out, "%ss of %u byte%s", element(type), type->size, type->size == 1 ? "" : "s");
	if (length) {
		hd_str_addf(out, ", length in %s", length);
	}
}

static bool is_by_address(const struct hd_api_type *type)
{
	return type->by_address || (type->in_out && type->kind == HD_API_OBJECT);
}

static void add_details(struct hd_str *out, const struct hd_api_model *model, const struct hd_api_type *type,
	const char *related)
{
	switch (type->kind) {
	case HD_API_INT:
		add_range(out, type);
		break;
	case HD_API_ENUM:
	case HD_API_FLAGS:
		add_enumerators(out, type);
		break;
	case HD_API_STRING:
		hd_str_add(out, type->is_format ? ", a format string: never NULL, no conversions" : "");
		break;
	case HD_API_BUFFER:
		add_buffer(out, type, related);
		break;
	case HD_API_LENGTH:
		hd_str_addf(out, " of %s", related);
		break;
	case HD_API_OUT:
		hd_str_addf(out, " %s of %u byte%s", element(type), type->size, type->size == 1 ? "" : "s");
		if (related) {
			hd_str_addf(out, ", the length of %s", related);
		}
		break;
	case HD_API_OBJECT:
	case HD_API_OUT_OBJECT:
		hd_str_addf(out, " %s%s", model->classes[type->type].is.name,
			is_by_address(type) ? ", by address" : "");
		break;
	case HD_API_CALLBACK:
		hd_str_addf(out, " %s", model->used[type->type]->key);
		break;
	case HD_API_USERDATA:
		hd_str_addf(out, " of %s", related);
		break;
	case HD_API_STRUCT:
	case HD_API_STRUCT_POINTER:
		if (type->type != HD_API_NONE) {
			hd_str_add(out, ": ");
			add_struct(out, model, type->type);
		}
		break;
	default:
		break;
	}
}

static void add_kind(struct hd_str *out, const struct hd_api_model *model, const struct hd_api_type *types,
	size_t stride, const struct hd_api_type *type)
{
	char buffer[24];
	const char *related = type->related == HD_NO_PARAM ? NULL : related_name(types, stride, type->related, buffer);
	hd_str_add(out, hd_kind_name(type->kind));
	add_details(out, model, type, related);
}

static void add_params(struct hd_str *out, const struct hd_api_model *model, const struct hd_raw_function *function)
{
	for (size_t i = 0; i < function->is.nparams; i++) {
		const struct hd_api_type *type = &function->is.params[i];
		if (i == function->is.self && !is_by_address(type)) {
			continue;
		}
		if (*function->params[i].name) {
			hd_str_addf(out, "        %s: ", function->params[i].name);
		} else {
			hd_str_addf(out, "        parameter %zu: ", i + 1);
		}
		add_kind(out, model, function->is.params, sizeof(function->is.params[0]), type);
		hd_str_add_char(out, '\n');
	}
}

static void add_function(struct hd_str *out, const struct hd_api_model *model, const struct hd_raw_function *function)
{
	hd_str_addf(out, "  %-11s ", hd_role_name(function->is.role));
	add_prototype(out, function);
	hd_str_addf(out, "\n        %s%s%s%s%s\n", function->is.why, function->is.blocking ? "; may block" : "",
		function->is.weak ? "; weak" : "", function->variadic ? "; called without variable arguments" : "",
		function->is_inline ? "; inline" : "");
	if (function->is.role != HD_API_EXCLUDED) {
		add_params(out, model, function);
	}
}

static void add_class(struct hd_str *out, const struct hd_api_model *model, uint16_t index)
{
	const struct hd_model_class *class = &model->classes[index];
	hd_str_addf(out, "class %s (%s%s%s): %s\n", class->is.name, hd_shape_name(class->is.shape),
		*class->is.text ? ", " : "", class->is.text, class->is.why);
	hd_str_addf(out, "  contract %s: %s\n", hd_contract_name(class->is.contract),
		class->is.promise           ? class->is.promise
			: class->is.missing ? "documentation says nothing, and no test of it can be made"
					    : "documentation says nothing, and without sources nothing else is known");
	if (class->is.missing) {
		hd_str_addf(out, "  cannot be tested: %s\n", class->is.missing);
	}
	for (size_t r = 0; r < ROLES; r++) {
		for (size_t i = 0; i < model->nfunctions; i++) {
			const struct hd_raw_function *function = &model->functions[i];
			if (function->is.class == index && function->is.role == roles[r]) {
				add_function(out, model, function);
			}
		}
	}
}

void hd_api_list_text(const struct hd_api_model *model, struct hd_str *out)
{
	for (size_t i = 0; i < model->nclasses; i++) {
		hd_str_add(out, i ? "\n" : "");
		add_class(out, model, (uint16_t)i);
	}
	bool any = false;
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (model->functions[i].is.role == HD_API_EXCLUDED) {
			hd_str_add(out, any ? "" : model->nclasses ? "\nnot called\n" : "not called\n");
			any = true;
			add_function(out, model, &model->functions[i]);
		}
	}
}

static json_t *type_json(const struct hd_api_model *model, const struct hd_api_type *types, size_t stride,
	const struct hd_api_type *type);

static json_t *fields_json(const struct hd_api_model *model, uint16_t index)
{
	const struct hd_api_struct *structure = &model->structs[index];
	json_t *fields = json_array();
	for (size_t i = 0; i < structure->nfields; i++) {
		json_array_append_new(fields,
			type_json(model, &structure->fields[0].type, sizeof(structure->fields[0]),
				&structure->fields[i].type));
	}
	return fields;
}

static json_t *enumerators_json(const struct hd_api_type *type)
{
	json_t *all = json_object();
	for (size_t i = 0; i < type->nenumerators; i++) {
		json_object_set_new(all, type->enumerators[i].name, json_integer(type->enumerators[i].value));
	}
	return all;
}

static json_t *type_json(const struct hd_api_model *model, const struct hd_api_type *types, size_t stride,
	const struct hd_api_type *type)
{
	char buffer[24];
	json_t *object = json_pack("{s:s, s:s, s:s}", "name", type->name ? type->name : "", "type", type->text, "kind",
		hd_kind_name(type->kind));
	if (type->related != HD_NO_PARAM) {
		json_object_set_new(object, "related",
			hd_json_string(related_name(types, stride, type->related, buffer)));
	}
	if (type->kind == HD_API_OBJECT || type->kind == HD_API_OUT_OBJECT) {
		json_object_set_new(object, "class", hd_json_string(model->classes[type->type].is.name));
	}
	if (type->is_format) {
		json_object_set_new(object, "format", json_true());
	}
	if (type->nenumerators > 0) {
		json_object_set_new(object, "enumerators", enumerators_json(type));
	}
	if (type->low <= type->high) {
		json_object_set_new(object, "range",
			json_pack("[I, I]", (json_int_t)type->low, (json_int_t)type->high));
	}
	bool structure = type->kind == HD_API_STRUCT || type->kind == HD_API_STRUCT_POINTER;
	if (structure && type->type != HD_API_NONE) {
		json_object_set_new(object, "fields", fields_json(model, type->type));
	}
	return object;
}

static json_t *function_json(const struct hd_api_model *model, const struct hd_raw_function *function)
{
	struct hd_str prototype = {0};
	json_t *params = json_array();
	add_prototype(&prototype, function);
	for (size_t i = 0; i < function->is.nparams; i++) {
		json_array_append_new(params,
			type_json(model, function->is.params, sizeof(function->is.params[0]), &function->is.params[i]));
	}
	bool has_class = function->is.class != HD_API_NONE;
	json_t *object = json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:i, s:b, s:b, s:b, s:b, s:o, s:o, s:o}", "name",
		function->name, "role", hd_role_name(function->is.role), "class",
		has_class ? hd_json_string(model->classes[function->is.class].is.name) : json_null(), "why",
		function->is.why, "prototype", hd_str_text(&prototype), "file", hd_path_display(function->file), "line",
		(int)function->line, "blocking", function->is.blocking, "weak", function->is.weak, "variadic",
		function->variadic, "inline", function->is_inline, "object",
		function->is.self == HD_NO_PARAM ? json_null() : json_integer(function->is.self), "parameters", params,
		"result", type_json(model, function->is.params, sizeof(function->is.params[0]), &function->is.result));
	hd_str_finish(&prototype);
	return object;
}

static json_t *class_json(const struct hd_api_model *model, const struct hd_model_class *class)
{
	uint16_t destructor = class->is.destructor;
	return json_pack("{s:s, s:s, s:s, s:s, s:b, s:o, s:o, s:s, s:o}", "name", class->is.name, "type",
		class->is.text, "shape", hd_shape_name(class->is.shape), "why", class->is.why, "usable",
		class->is.usable, "missing", class->is.missing ? hd_json_string(class->is.missing) : json_null(),
		"destructor",
		destructor == HD_API_NONE ? json_null() : hd_json_string(model->functions[destructor].name), "contract",
		hd_contract_name(class->is.contract), "contract_why",
		class->is.promise ? hd_json_string(class->is.promise) : json_null());
}

json_t *hd_api_list_json(const struct hd_api_model *model)
{
	json_t *classes = json_array(), *functions = json_array();
	for (size_t i = 0; i < model->nclasses; i++) {
		json_array_append_new(classes, class_json(model, &model->classes[i]));
	}
	for (size_t i = 0; i < model->nfunctions; i++) {
		json_array_append_new(functions, function_json(model, &model->functions[i]));
	}
	return json_pack("{s:s, s:s, s:o, s:o}", "tool", "heddle", "version", HEDDLE_VERSION, "classes", classes,
		"functions", functions);
}

void hd_api_set_contract(struct hd_api_model *model, const char *class_name, const char *contract, const char *why)
{
	const char *nearest;
	for (size_t i = 0; i < model->nclasses; i++) {
		struct hd_api_class *class = &model->classes[i].is;
		if (strcmp(class->name, class_name) == 0) {
			int known = hd_contract_by_name(contract, &nearest);
			class->contract = known < 0 ? HD_CONTRACT_NOTHING : (uint8_t)known;
			class->promise = hd_arena_copy(&model->arena, why);
		}
	}
}
