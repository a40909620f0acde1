// SPDX-License-Identifier: Apache-2.0
#include "api/tables.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/model.h"

static void add_text(struct hd_str *out, const char *text)
{
	if (!text) {
		hd_str_add(out, "0");
		return;
	}
	hd_str_add_char(out, '"');
	for (; *text; text++) {
		if (*text == '\n') {
			hd_str_add(out, "\\n");
		} else if (*text == '"' || *text == '\\') {
			hd_str_addf(out, "\\%c", *text);
		} else if (*text == '?') {
			hd_str_add(out, "\\?"); // no trigraphs
		} else if ((unsigned char)*text < ' ') {
			hd_str_addf(out, "\\%03o", (unsigned char)*text);
		} else {
			hd_str_add_char(out, *text);
		}
	}
	hd_str_add_char(out, '"');
}

// The name of the table of enumerators: each enumeration is written once, hinted
// values per use.
static void add_enumerator_table(struct hd_str *out, const struct hd_api_type *type, const char *name)
{
	hd_str_addf(out, "static const struct hd_api_enumerator %s[] = {", name);
	for (size_t i = 0; i < type->nenumerators; i++) {
		hd_str_add(out, "{");
		add_text(out, type->enumerators[i].name);
		// INT64_MIN has no literal of its own.
		hd_str_addf(out, ", (int64_t)%" PRIu64 "u}, ", (uint64_t)type->enumerators[i].value);
	}
	hd_str_add(out, "};\n");
}

// What is zero is left out: large tables compile faster.
static void add_number(struct hd_str *out, const char *name, uint64_t number)
{
	if (number != 0) {
		hd_str_addf(out, ".%s = %" PRIu64 ", ", name, number);
	}
}

static void add_type(struct hd_str *out, const struct hd_api_type *type, const char *enumerators)
{
	hd_str_add_char(out, '{');
	add_number(out, "kind", type->kind);
	add_number(out, "size", type->size);
	add_number(out, "is_signed", type->is_signed);
	add_number(out, "is_format", type->is_format);
	add_number(out, "is_const", type->is_const);
	add_number(out, "is_float", type->is_float);
	add_number(out, "is_pointer", type->is_pointer);
	add_number(out, "in_place", type->in_place);
	add_number(out, "use", type->use);
	add_number(out, "by_address", type->by_address);
	add_number(out, "in_out", type->in_out);
	add_number(out, "related", type->related);
	add_number(out, "count", type->count);
	add_number(out, "type", type->type);
	add_number(out, "nenumerators", type->nenumerators);
	hd_str_addf(out, ".low = (int64_t)%" PRIu64 "u, ", (uint64_t)type->low);
	if (type->high != 0) {
		hd_str_addf(out, ".high = (int64_t)%" PRIu64 "u, ", (uint64_t)type->high);
	}
	if (type->nenumerators > 0) {
		hd_str_addf(out, ".enumerators = %s, ", enumerators);
	}
	hd_str_add(out, ".name = ");
	add_text(out, type->name ? type->name : "");
	hd_str_add(out, ", .text = ");
	add_text(out, type->text);
	hd_str_add_char(out, '}');
}

static void add_structs(struct hd_str *out, const struct hd_api_model *model)
{
	char name[48];
	for (size_t i = 0; i < model->nstructs; i++) {
		const struct hd_api_struct *structure = &model->structs[i];
		for (size_t k = 0; k < structure->nfields; k++) {
			if (structure->fields[k].type.nenumerators > 0) {
				snprintf(name, sizeof(name), "field_enumerators%zu_%zu", i, k);
				add_enumerator_table(out, &structure->fields[k].type, name);
			}
		}
		hd_str_addf(out, "static const struct hd_api_field fields%zu[] = {", i);
		for (size_t k = 0; k < structure->nfields; k++) {
			snprintf(name, sizeof(name), "field_enumerators%zu_%zu", i, k);
			hd_str_add(out, "\n\t{.type = ");
			add_type(out, &structure->fields[k].type, name);
			hd_str_addf(out, ", .offset = %u},", structure->fields[k].offset);
		}
		hd_str_add(out, structure->nfields ? "\n};\n" : "{.offset = 0}};\n");
	}
	hd_str_add(out, "static const struct hd_api_struct structs[] = {\n");
	for (size_t i = 0; i < model->nstructs; i++) {
		hd_str_add(out, "\t{.name = ");
		add_text(out, model->structs[i].name);
		hd_str_addf(out, ", .size = %u, .nfields = %u, .fields = fields%zu},\n", model->structs[i].size,
			model->structs[i].nfields, i);
	}
	hd_str_add(out, "\t{0},\n};\n");
}

// "int (const void *)" as a pointer: "int (*)(const void *)".
static char *pointer_text(struct hd_api_model *model, const char *key)
{
	const char *open = strstr(key, " (");
	if (!open) {
		return hd_arena_copy(&model->arena, key);
	}
	return hd_arena_format(&model->arena, "%.*s (*)%s", (int)(open - key), key, open + 1);
}

static void add_callbacks(struct hd_str *out, struct hd_api_model *model, size_t index)
{
	struct hd_callback_text texts[HD_MAX_CALLBACKS];
	size_t count = hd_callbacks_write(model, model->used[index], texts);
	for (size_t i = 0; i < count; i++) {
		hd_str_add(out, texts[i].source);
	}
	hd_str_addf(out, "static const struct hd_api_callback callbacks%zu[] = {\n", index);
	for (size_t i = 0; i < count; i++) {
		hd_str_add(out, "\t{.name = ");
		add_text(out, texts[i].name);
		hd_str_add(out, ", .summary = ");
		add_text(out, texts[i].summary);
		hd_str_add(out, ",\n\t\t.source = ");
		add_text(out, texts[i].source);
		hd_str_addf(out, ",\n\t\t.function = (void (*)(void))%s, .reenters = %d, .use = %u},\n", texts[i].name,
			texts[i].reenters, texts[i].use);
	}
	hd_str_add(out, "};\n");
}

static size_t count_callbacks(struct hd_api_model *model, size_t index)
{
	struct hd_callback_text texts[HD_MAX_CALLBACKS];
	return hd_callbacks_write(model, model->used[index], texts);
}

static void add_signatures(struct hd_str *out, struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nused; i++) {
		add_callbacks(out, model, i);
	}
	hd_str_add(out, "static const struct hd_api_signature signatures[] = {\n");
	for (size_t i = 0; i < model->nused; i++) {
		hd_str_add(out, "\t{.text = ");
		add_text(out, pointer_text(model, model->used[i]->key));
		hd_str_addf(out, ", .ncallbacks = %zu, .callbacks = callbacks%zu},\n", count_callbacks(model, i), i);
	}
	hd_str_add(out, "\t{0},\n};\n");
}

static void add_classes(struct hd_str *out, const struct hd_api_model *model)
{
	hd_str_add(out, "static const struct hd_api_class classes[] = {\n");
	for (size_t i = 0; i < model->nclasses; i++) {
		const struct hd_api_class *class = &model->classes[i].is;
		hd_str_add(out, "\t{.name = ");
		add_text(out, class->name);
		hd_str_add(out, ", .text = ");
		add_text(out, class->text);
		hd_str_add(out, ", .why = ");
		add_text(out, class->why);
		hd_str_addf(out,
			", .shape = %u, .size = %u, .nfunctions = %u, .destructor = %u, .given = %d, "
			".usable = %d, .selected = %d, .contract = %u, .promised = %d, .promise = ",
			class->shape, class->size, class->nfunctions, class->destructor, class->given, class->usable,
			class->selected, class->contract, class->promised);
		add_text(out, class->promise);
		hd_str_add(out, ", .missing = ");
		add_text(out, class->missing);
		hd_str_add(out, "},\n");
	}
	hd_str_add(out, "\t{0},\n};\n");
}

static void add_function_enumerators(struct hd_str *out, const struct hd_raw_function *function, size_t index)
{
	char name[48];
	for (size_t i = 0; i < function->is.nparams; i++) {
		if (function->is.params[i].nenumerators > 0) {
			snprintf(name, sizeof(name), "enumerators%zu_%zu", index, i);
			add_enumerator_table(out, &function->is.params[i], name);
		}
	}
	if (function->is.result.nenumerators > 0) {
		snprintf(name, sizeof(name), "enumerators%zu_result", index);
		add_enumerator_table(out, &function->is.result, name);
	}
}

static void add_function(struct hd_str *out, const struct hd_raw_function *function, size_t index)
{
	const struct hd_api_function *is = &function->is;
	char name[48];
	hd_str_add(out, "\t{.name = ");
	add_text(out, is->name);
	hd_str_add(out, ", .why = ");
	add_text(out, is->why);
	hd_str_add(out, ", ");
	add_number(out, "role", is->role);
	add_number(out, "nparams", is->nparams);
	add_number(out, "self", is->self);
	add_number(out, "blocking", is->blocking);
	add_number(out, "weak", is->weak);
	add_number(out, "variadic", is->variadic);
	add_number(out, "no_reentry", is->no_reentry);
	add_number(out, "comes_first", is->comes_first);
	add_number(out, "side", is->side);
	add_number(out, "mode", is->mode);
	add_number(out, "bracket", is->bracket);
	add_number(out, "class", is->class);
	add_number(out, "makes", is->makes);
	hd_str_add(out, ".file = ");
	add_text(out, is->file);
	hd_str_addf(out, ", .line = %u,\n\t\t.params = {", is->line);
	for (size_t i = 0; i < is->nparams; i++) {
		snprintf(name, sizeof(name), "enumerators%zu_%zu", index, i);
		hd_str_add(out, "\n\t\t\t");
		add_type(out, &is->params[i], name);
		hd_str_add_char(out, ',');
	}
	snprintf(name, sizeof(name), "enumerators%zu_result", index);
	hd_str_add(out, is->nparams ? "\n\t\t},\n\t\t.result = " : "},\n\t\t.result = ");
	add_type(out, &is->result, name);
	if (is->role != HD_API_EXCLUDED) {
		hd_str_addf(out, ",\n\t\t.call = __heddle_thunk%zu, .address = (const void *)", index);
		if (function->is_inline) {
			hd_str_addf(out, "__heddle_inline%zu", index);
		} else {
			hd_str_addf(out, "(%s)", function->name);
		}
	}
	hd_str_add(out, "},\n");
}

static void add_functions(struct hd_str *out, const struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		add_function_enumerators(out, &model->functions[i], i);
	}
	hd_str_add(out, "static const struct hd_api_function functions[] = {\n");
	for (size_t i = 0; i < model->nfunctions; i++) {
		add_function(out, &model->functions[i], i);
	}
	hd_str_add(out, "\t{0},\n};\n");
}

void hd_tables_write(struct hd_api_model *model, struct hd_str *out)
{
	add_structs(out, model);
	add_signatures(out, model);
	add_classes(out, model);
	add_functions(out, model);
	hd_str_add(out, "static const char *const includes[] = {");
	for (size_t i = 0; i < model->nprelude; i++) {
		add_text(out, model->prelude[i]);
		hd_str_add(out, ", ");
	}
	for (size_t i = 0; i < model->nheaders; i++) {
		char *include = hd_format("\"%s\"", model->headers[i]);
		add_text(out, include);
		hd_str_add(out, ", ");
		free(include);
	}
	struct hd_str code = {0};
	hd_code_write(model, &code, false);
	hd_str_add(out, "0};\nstatic const char code[] = ");
	add_text(out, hd_str_text(&code));
	hd_str_finish(&code);
	hd_str_addf(out,
		";\nconst struct hd_api __heddle_api = {\n"
		"\t.classes = classes, .functions = functions, .structs = structs, .signatures = signatures,\n"
		"\t.nclasses = %zu, .nfunctions = %zu, .nstructs = %zu, .nsignatures = %zu,\n"
		"\t.includes = includes, .prefix = \"%s\", .code = code, .setup = %s,\n};\n",
		model->nclasses, model->nfunctions, model->nstructs, model->nused, model->names_taken ? "my_" : "",
		hd_code_has_setup(model) ? "__heddle_setup" : "0");
}
