// SPDX-License-Identifier: Apache-2.0
// Which classes can be tested: objects can be made (with the objects that takes
// in turn) and there is something to call on them. And which were asked for.
#include <string.h>

#include "api/model.h"
#include "base/diag.h"
#include "base/path.h"
#include "base/typo.h"

static bool is_called(const struct hd_raw_function *function)
{
	return function->is.role != HD_API_EXCLUDED;
}

// Can all objects it takes be created? The parent of what it creates may be NULL.
static bool can_call(const struct hd_raw_function *function, const bool *can_make)
{
	for (size_t i = 0; i < function->is.nparams; i++) {
		const struct hd_api_type *type = &function->is.params[i];
		bool parent = function->makes && type->type == function->is.class;
		if (type->kind == HD_API_OBJECT && i != function->is.self && !parent && !can_make[type->type]) {
			return false;
		}
	}
	return true;
}

static void find_makeable(const struct hd_api_model *model, bool *can_make)
{
	bool changed = true;
	for (size_t i = 0; i < model->nclasses; i++) {
		can_make[i] = model->classes[i].form == HD_FORM_MODULE;
	}
	while (changed) {
		changed = false;
		for (size_t i = 0; i < model->nfunctions; i++) {
			const struct hd_raw_function *function = &model->functions[i];
			if (function->is.role == HD_API_CONSTRUCTOR && !can_make[function->is.class] &&
				can_call(function, can_make)) {
				can_make[function->is.class] = changed = true;
			}
		}
	}
}

static size_t count_role(const struct hd_api_model *model, uint16_t class, enum hd_api_role role, const char **first)
{
	size_t count = 0;
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		if (function->is.class == class && function->is.role == role) {
			*first = count++ == 0 ? function->name : *first;
		}
	}
	return count;
}

// Functions that may be called concurrently on an object of the class.
static size_t count_methods(const struct hd_api_model *model, uint16_t class)
{
	size_t count = 0;
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		if (!is_called(function)) {
			continue;
		}
		if (function->is.class == class) {
			count += function->is.role != HD_API_CONSTRUCTOR && function->is.role != HD_API_DESTRUCTOR;
			continue;
		}
		for (size_t k = 0; k < function->is.nparams; k++) {
			const struct hd_api_type *type = &function->is.params[k];
			count += type->kind == HD_API_OBJECT && type->type == class &&
				model->classes[class].is.shape != HD_API_CALLER_MEMORY;
		}
	}
	return count;
}

static void describe(struct hd_api_model *model, uint16_t index)
{
	struct hd_model_class *class = &model->classes[index];
	const char *first = NULL;
	class->is.nfunctions = 0;
	for (size_t i = 0; i < model->nfunctions; i++) {
		class->is.nfunctions += model->functions[i].is.class == index && is_called(&model->functions[i]);
	}
	if (count_role(model, index, HD_API_CONSTRUCTOR, &first) > 0 && !class->is.why) {
		class->is.why = hd_arena_format(&model->arena, "created by %s", first);
	} else if (!class->is.why) {
		class->is.why = "taken by functions";
	}
}

// Is it a method of another class that returns or stores one?
static bool gives(const struct hd_raw_function *function, uint16_t class)
{
	if (!is_called(function) || function->is.class == class) {
		return false;
	}
	for (size_t k = 0; k <= function->is.nparams; k++) {
		const struct hd_api_type *type = k ? &function->is.params[k - 1] : &function->is.result;
		if (type->kind == (k ? HD_API_OUT_OBJECT : HD_API_OBJECT) && type->type == class && !type->is_const) {
			return true;
		}
	}
	return false;
}

static const char *find_giver(const struct hd_api_model *model, uint16_t class)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (gives(&model->functions[i], class)) {
			return model->functions[i].name;
		}
	}
	return NULL;
}

// Objects without a constructor come from the methods that return them.
static void find_makers(struct hd_api_model *model)
{
	const char *first;
	for (size_t k = 0; k < model->nclasses; k++) {
		struct hd_api_class *class = &model->classes[k].is;
		class->given = class->shape != HD_API_MODULE &&
			count_role(model, (uint16_t)k, HD_API_CONSTRUCTOR, &first) == 0;
	}
	for (size_t i = 0; i < model->nfunctions; i++) {
		struct hd_api_function *function = &model->functions[i].is;
		function->makes = function->role == HD_API_CONSTRUCTOR ? function->class : HD_API_NONE;
		for (size_t k = 0; k < model->nclasses && function->makes == HD_API_NONE; k++) {
			if (model->classes[k].is.given && gives(&model->functions[i], (uint16_t)k)) {
				function->makes = (uint16_t)k;
			}
		}
	}
}

static const char *what_is_missing(struct hd_api_model *model, uint16_t index, const bool *can_make)
{
	const struct hd_model_class *class = &model->classes[index];
	const char *first = NULL;
	if (!can_make[index] && count_role(model, index, HD_API_CONSTRUCTOR, &first) > 0) {
		return hd_arena_format(&model->arena, "%s needs an object that no function creates", first);
	}
	if (!can_make[index] && (first = find_giver(model, index))) {
		return hd_arena_format(&model->arena, "only %s returns one", first);
	}
	if (!can_make[index]) {
		return hd_arena_format(&model->arena, "no function creates one: expected one that returns '%s'%s%s%s",
			class->is.text, class->is.shape == HD_API_HANDLE ? "" : ", or stores one through '",
			class->is.shape == HD_API_HANDLE ? "" : class->is.text,
			class->is.shape == HD_API_HANDLE                            ? ""
				: class->is.text[strlen(class->is.text) - 1] == '*' ? "*'"
										    : " *'");
	}
	if (count_methods(model, index) == 0) {
		return "no function may be called concurrently on one";
	}
	return NULL;
}

void hd_api_find_usable(struct hd_api_model *model)
{
	bool *can_make = hd_arena_alloc(&model->arena, model->nclasses * sizeof(*can_make));
	find_makeable(model, can_make);
	find_makers(model);
	for (size_t i = 0; i < model->nclasses; i++) {
		describe(model, (uint16_t)i);
		model->classes[i].is.missing = what_is_missing(model, (uint16_t)i, can_make);
		model->classes[i].is.usable = !model->classes[i].is.missing;
	}
}

static enum hd_status no_such_class(const struct hd_api_model *model, const char *name, struct hd_error *error)
{
	struct hd_typo typo;
	struct hd_str names = {0};
	hd_typo_init(&typo, name);
	for (size_t i = 0; i < model->nclasses; i++) {
		hd_typo_offer(&typo, model->classes[i].is.name);
		hd_str_addf(&names, "%s%s", i ? ", " : "", model->classes[i].is.name);
	}
	if (typo.nearest) {
		hd_fail(error, HD_BAD_INPUT, "unknown class '%s'; did you mean '%s'?", name, typo.nearest);
	} else {
		hd_fail(error, HD_BAD_INPUT, "unknown class '%s'; known classes: %s", name, hd_str_text(&names));
	}
	hd_str_finish(&names);
	return HD_BAD_INPUT;
}

static void add_header_names(const struct hd_api_model *model, struct hd_str *text)
{
	for (size_t i = 0; i < model->nheaders; i++) {
		hd_str_addf(text, "%s%s", i ? ", " : "", hd_path_display(model->headers[i]));
	}
}

static enum hd_status nothing_to_test(const struct hd_api_model *model, struct hd_error *error)
{
	struct hd_str text = {0};
	if (model->nfunctions == 0) {
		hd_str_add(&text, "no function is declared in ");
		add_header_names(model, &text);
		hd_str_add(&text, "; functions declared in headers it includes count only if those are given, too");
	} else {
		hd_str_add(&text, "no testable class in ");
		add_header_names(model, &text);
		hd_str_addf(&text, " (%zu function%s)", model->nfunctions, model->nfunctions == 1 ? "" : "s");
		for (size_t i = 0; i < model->nclasses; i++) {
			hd_str_addf(&text, "\n  %s: %s", model->classes[i].is.name, model->classes[i].is.missing);
		}
		hd_str_add(&text, "\n'heddle test --list-api' shows what was inferred; a hints file can correct it");
	}
	hd_fail(error, HD_BAD_INPUT, "%s", hd_str_text(&text));
	hd_str_finish(&text);
	return HD_BAD_INPUT;
}

enum hd_status hd_api_select(struct hd_api_model *model, const char *class_name, struct hd_error *error)
{
	if (class_name) {
		struct hd_model_class *class = hd_class_by_name(model, class_name);
		if (!class) {
			return no_such_class(model, class_name, error);
		}
		class->is.selected = class->is.usable;
		return class->is.usable ? HD_OK
					: hd_fail(error, HD_BAD_INPUT, "class '%s' cannot be tested: %s",
						  class->is.name, class->is.missing);
	}
	size_t count = 0;
	for (size_t i = 0; i < model->nclasses; i++) {
		model->classes[i].is.selected = model->classes[i].is.usable;
		count += model->classes[i].is.usable;
	}
	return count > 0 ? HD_OK : nothing_to_test(model, error);
}

void hd_api_warn_untested(const struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nclasses; i++) {
		const struct hd_model_class *class = &model->classes[i];
		if (class->is.missing && class->is.nfunctions > 0) {
			hd_warning("%s is not tested: %s", class->is.name, class->is.missing);
		}
	}
}

void hd_api_selected(const struct hd_api_model *model, struct hd_str *names)
{
	for (size_t i = 0; i < model->nclasses; i++) {
		if (model->classes[i].is.selected) {
			hd_str_addf(names, "%s%s", names->length ? ", " : "", model->classes[i].is.name);
		}
	}
}
