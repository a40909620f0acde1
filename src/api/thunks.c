// SPDX-License-Identifier: Apache-2.0
// The C text of the harness's part: includes, callbacks, one thunk per function
// and the tables (tables.c). Functions that exist only in the header get a
// wrapper in a second, instrumented file: else their accesses would be hidden.
#include "api/tables.h"

#include <stdio.h>

#include "api/model.h"

static const char declarations[] =
#include "api/api.h.h"
	;

static void add_includes(const struct hd_api_model *model, struct hd_str *out)
{
	for (size_t i = 0; i < model->nprelude; i++) {
		hd_str_addf(out, "#include %s\n", model->prelude[i]);
	}
	for (size_t i = 0; i < model->nheaders; i++) {
		hd_str_addf(out, "#include \"%s\"\n", model->headers[i]);
	}
	hd_str_add(out, "#include <stdbool.h>\n");
}

static void add_headers_and_code(const struct hd_api_model *model, struct hd_str *out, const char *name)
{
	add_includes(model, out);
	if (model->ncodes > 0) {
		hd_code_write(model, out, true);
		hd_str_addf(out, "#line 1 \"%s\"\n", name);
	}
}

static bool is_called(const struct hd_raw_function *function)
{
	return function->is.role != HD_API_EXCLUDED;
}

// The value of an argument as the function takes it.
static void add_argument(struct hd_str *out, const struct hd_raw_function *function, size_t index)
{
	const struct hd_api_type *type = &function->is.params[index];
	const struct hd_raw_type *raw = function->params[index].type;
	switch (raw->kind) {
	case HD_RAW_RECORD:
		hd_str_addf(out, "*(__typeof__(%s) *)a[%zu].p", raw->text, index);
		break;
	case HD_RAW_FLOAT:
		hd_str_addf(out, "a[%zu].d", index);
		break;
	case HD_RAW_BOOL:
	case HD_RAW_INT:
	case HD_RAW_ENUM:
		hd_str_addf(out, "a[%zu].%c", index, raw->is_signed ? 'i' : 'u');
		break;
	default:
		if (type->by_address && raw->to->kind == HD_RAW_INT) {
			hd_str_addf(out, "&(__typeof__(%s)){a[%zu].i}", raw->to->text, index);
		} else if (type->by_address) {
			hd_str_addf(out, "&(__typeof__(%s)){a[%zu].p}", raw->to->text, index);
		} else {
			hd_str_addf(out, "a[%zu].p", index);
		}
		break;
	}
}

static void add_result(struct hd_str *out, const struct hd_raw_type *raw)
{
	switch (raw->kind) {
	case HD_RAW_VOID:
		break;
	case HD_RAW_RECORD:
		hd_str_addf(out, "*(__typeof__(%s) *)r->p = ", raw->text);
		break;
	case HD_RAW_FLOAT:
		hd_str_add(out, "r->d = ");
		break;
	case HD_RAW_BOOL:
	case HD_RAW_INT:
	case HD_RAW_ENUM:
		hd_str_add(out, raw->is_signed ? "r->i = " : "r->u = ");
		break;
	default:
		hd_str_add(out, "r->p = (void *)");
		break;
	}
}

static void add_call_name(struct hd_str *out, size_t index, const struct hd_raw_function *function)
{
	if (function->is_inline) {
		hd_str_addf(out, "__heddle_inline%zu", index);
	} else {
		hd_str_addf(out, "(%s)", function->name); // no macro of that name
	}
}

static void add_thunk(struct hd_str *out, size_t index, const struct hd_raw_function *function)
{
	if (function->is_inline) {
		hd_str_addf(out, "extern __typeof__(%s) __heddle_inline%zu;\n", function->name, index);
	} else { // one that no file defines has the address NULL
		hd_str_addf(out, "extern __typeof__(%s) %s __attribute__((weak));\n", function->name, function->name);
	}
	hd_str_addf(out, "static void __heddle_thunk%zu(const union hd_value *a, union hd_value *r)\n{\n\t", index);
	add_result(out, function->result);
	add_call_name(out, index, function);
	hd_str_add_char(out, '(');
	for (size_t i = 0; i < function->nparams; i++) {
		hd_str_add(out, i ? ", " : "");
		add_argument(out, function, i);
	}
	hd_str_add(out, ");\n}\n");
}

// A function that the instrumented file exports in the place of an inline one.
static void add_wrapper(struct hd_str *out, size_t index, const struct hd_raw_function *function)
{
	hd_str_addf(out, "extern __typeof__(%s) __heddle_inline%zu;\n", function->name, index);
	hd_str_addf(out, "__typeof__(%s) __heddle_inline%zu(", function->result->text, index);
	for (size_t i = 0; i < function->nparams; i++) {
		char name[24];
		snprintf(name, sizeof(name), "a%zu", i);
		hd_str_add(out, i ? ", " : "");
		hd_declare(out, function->params[i].type->text, name);
	}
	hd_str_add(out, function->nparams == 0 ? "void" : function->variadic ? ", ..." : "");
	hd_str_addf(out, ")\n{\n\t%s(%s)(", function->result->kind == HD_RAW_VOID ? "" : "return ", function->name);
	for (size_t i = 0; i < function->nparams; i++) {
		hd_str_addf(out, "%sa%zu", i ? ", " : "", i);
	}
	hd_str_add(out, ");\n}\n");
}

static void write_inlines(const struct hd_api_model *model, struct hd_str *out)
{
	if (!hd_api_has_inline(model) && model->ncodes == 0) {
		return;
	}
	add_headers_and_code(model, out, "inlines.c");
	if (hd_code_has_setup(model)) {
		hd_str_add(out, "void __heddle_setup(void)\n{\n\theddle_setup();\n}\n");
	}
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		if (is_called(function) && function->is_inline) {
			add_wrapper(out, i, function);
		}
	}
}

void hd_api_write_thunks(struct hd_api_model *model, struct hd_str *thunks, struct hd_str *inlines)
{
	add_headers_and_code(model, thunks, "thunks.c");
	hd_str_add(thunks, declarations);
	hd_str_add(thunks, hd_code_has_setup(model) ? "void __heddle_setup(void);\n" : "");
	// Callbacks take memory as the code under test does.
	hd_str_add(thunks,
		"void *__heddle_malloc(__SIZE_TYPE__), *__heddle_calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
		"void *__heddle_realloc(void *, __SIZE_TYPE__);\nvoid __heddle_free(void *);\n"
		"#undef malloc\n#undef calloc\n#undef realloc\n#undef free\n"
		"#define malloc(n) __heddle_malloc(n)\n#define calloc(n, size) __heddle_calloc(n, size)\n"
		"#define realloc(p, n) __heddle_realloc(p, n)\n#define free(p) __heddle_free(p)\n"
		"#define lock_callbacks() __heddle_lock_callbacks()\n"
		"#define unlock_callbacks() __heddle_unlock_callbacks()\n");
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (is_called(&model->functions[i])) {
			add_thunk(thunks, i, &model->functions[i]);
		}
	}
	hd_tables_write(model, thunks);
	write_inlines(model, inlines);
}
