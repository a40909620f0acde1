// SPDX-License-Identifier: Apache-2.0
// Functions that take no object. Those named after a class are its static
// functions. The others are grouped by the first word of their names: a group
// of two or more is a module class. Without any other class all functions
// together are at least one module.
#include <string.h>

#include "api/model.h"
#include "base/path.h"
#include "base/str.h"

static bool is_free(const struct hd_raw_function *function)
{
	return function->is.class == HD_API_NONE;
}

// Gives a function to the class it is named after, if there is just one.
static void join_class(struct hd_api_model *model, struct hd_raw_function *function)
{
	uint16_t found = HD_API_NONE;
	for (size_t i = 0; i < model->nclasses; i++) {
		struct hd_model_class *class = &model->classes[i];
		if (class->form == HD_FORM_MODULE || !hd_words_begin(&function->words, &class->words)) {
			continue;
		}
		// The longer name is the better match: list_node_... is of list_node.
		if (found == HD_API_NONE || class->words.count > model->classes[found].words.count) {
			found = (uint16_t)i;
		}
	}
	if (found != HD_API_NONE) {
		function->is.class = found;
		function->is.role = HD_API_STATIC;
		function->is.why = hd_arena_format(&model->arena, "named after %s, but takes none",
			model->classes[found].is.name);
		hd_words_copy(&function->rest, &function->words);
		hd_words_remove(&function->rest, &model->classes[found].words);
	}
}

static size_t group_size(const struct hd_api_model *model, const char *word)
{
	size_t count = 0;
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		count += is_free(function) && function->words.count > 1 && strcmp(function->words.items[0], word) == 0;
	}
	return count;
}

static uint16_t add_module(struct hd_api_model *model, const char *name, const char *why)
{
	struct hd_model_class *class = hd_api_add_class(model, HD_FORM_MODULE, name);
	class->is.shape = HD_API_MODULE;
	class->is.text = "";
	class->is.why = why;
	return (uint16_t)(model->nclasses - 1);
}

// All free functions that begin with the word (NULL: all) become the module's.
static void fill_module(struct hd_api_model *model, uint16_t module, const char *word)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		struct hd_raw_function *function = &model->functions[i];
		if (!is_free(function) || (word && strcmp(function->words.items[0], word) != 0)) {
			continue;
		}
		function->is.class = module;
		hd_words_copy(&function->rest, &function->words);
		if (word && function->rest.count > 1) {
			hd_words_drop_first(&function->rest);
		}
	}
}

// The name as the header writes it: with its capitals.
static char *prefix_of(struct hd_api_model *model, const struct hd_raw_function *function)
{
	return hd_arena_copy_bytes(&model->arena, function->name, strlen(function->words.items[0]));
}

static bool add_groups(struct hd_api_model *model)
{
	bool complete = true;
	for (size_t i = 0; i < model->nfunctions; i++) {
		struct hd_raw_function *function = &model->functions[i];
		if (!is_free(function)) {
			continue;
		}
		if (function->words.count < 2 || group_size(model, function->words.items[0]) < 2) {
			complete = false;
			continue;
		}
		uint16_t module = add_module(model, prefix_of(model, function),
			"functions with this prefix that take no object");
		fill_module(model, module, function->words.items[0]);
	}
	return complete;
}

// Do all free functions fall into groups?
static bool all_grouped(const struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		if (is_free(function) &&
			(function->words.count < 2 || group_size(model, function->words.items[0]) < 2)) {
			return false;
		}
	}
	return true;
}

static void add_one_for_all(struct hd_api_model *model)
{
	const char *name = hd_path_name(model->headers[0]);
	uint16_t module = add_module(model, hd_arena_copy_bytes(&model->arena, name, strcspn(name, ".")),
		"all functions of the header");
	fill_module(model, module, NULL);
}

void hd_api_find_modules(struct hd_api_model *model)
{
	size_t objects = model->nclasses, left = 0;
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (is_free(&model->functions[i])) {
			join_class(model, &model->functions[i]);
			left += is_free(&model->functions[i]);
		}
	}
	if (left == 0) {
		return;
	}
	if (objects == 0 && !all_grouped(model)) {
		add_one_for_all(model);
	} else {
		add_groups(model);
	}
}
