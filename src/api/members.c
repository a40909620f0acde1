// SPDX-License-Identifier: Apache-2.0
// Which class each function belongs to, and which parameter is its object.
#include <string.h>

#include "api/lexicon.h"
#include "api/maker.h"
#include "api/model.h"
#include "base/typo.h"

static void set_constructor(struct hd_api_model *model, struct hd_raw_function *function, struct hd_maker maker)
{
	const char *class = model->classes[maker.class].is.name;
	const char *whys[] = {
		[HD_MAKES_RESULT] = "returns a new %s",
		[HD_MAKES_RESULT_MAYBE] = "returns a new %s, with or without a parent",
		[HD_MAKES_VALUE] = "returns a %s by value",
		[HD_MAKES_OUT] = "stores a new %s",
		[HD_MAKES_IN_PLACE] = "initialises a %s in the caller's memory",
		[HD_MAKES_IN_PLACE_MAYBE] = "initialises a %s in the caller's memory",
	};
	struct hd_str why = {0};
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
	hd_str_addf(&why, whys[maker.how], class);
#pragma clang diagnostic pop
	function->makes = true;
	function->is.class = maker.class;
	function->is.role = HD_API_CONSTRUCTOR;
	function->is.self = maker.param;
	function->is.why = hd_arena_copy(&model->arena, hd_str_text(&why));
	hd_str_finish(&why);
}

// A second way to make objects of a class that has a better one.
static bool is_superfluous(const struct hd_model_class *class, enum hd_maker_how how)
{
	return (how == HD_MAKES_IN_PLACE && class->has_maker) ||
		((how == HD_MAKES_IN_PLACE_MAYBE || how == HD_MAKES_RESULT_MAYBE) &&
			(class->has_maker || class->has_init));
}

// The object among the parameters: of the class the function is named after,
// else the first.
static void find_object(struct hd_api_model *model, struct hd_raw_function *function)
{
	bool by_name = false;
	for (size_t i = 0; i < function->nparams && i < HD_NO_PARAM; i++) {
		uint16_t class;
		enum hd_reference reference = hd_param_reference(model, function, i, &class);
		bool ends = reference == HD_REF_ADDRESS && hd_destroy_word(&function->words);
		if (reference != HD_REF_OBJECT && !ends) {
			continue;
		}
		bool named = hd_words_begin(&function->words, &model->classes[class].words);
		if (function->is.class == HD_API_NONE || (named && !by_name)) {
			function->is.class = class;
			function->is.self = (uint8_t)i;
			by_name = named;
		}
	}
}

static enum hd_status take_hinted_class(struct hd_api_model *model, struct hd_raw_function *function,
	struct hd_error *error)
{
	const char *name = function->hint.class;
	struct hd_model_class *class = hd_class_by_name(model, name);
	if (!class) {
		struct hd_typo typo;
		hd_typo_init(&typo, name);
		for (size_t i = 0; i < model->nclasses; i++) {
			hd_typo_offer(&typo, model->classes[i].is.name);
		}
		if (typo.nearest) {
			return hd_fail(error, HD_BAD_INPUT, "hint for %s: unknown class '%s'; did you mean '%s'?",
				function->name, name, typo.nearest);
		}
		class = hd_api_add_class(model, HD_FORM_MODULE, name);
		class->is.shape = HD_API_MODULE;
		class->is.text = "";
		class->is.why = "named in a hint";
	}
	uint16_t index = (uint16_t)(class - model->classes);
	function->is.class = index;
	function->is.self = HD_NO_PARAM;
	for (size_t i = 0; i < function->nparams; i++) {
		uint16_t other;
		if (hd_param_reference(model, function, i, &other) == HD_REF_OBJECT && other == index) {
			function->is.self = (uint8_t)i;
			break;
		}
	}
	return HD_OK;
}

// The words that say what it does.
static void find_rest(const struct hd_api_model *model, struct hd_raw_function *function)
{
	hd_words_copy(&function->rest, &function->words);
	bool removed = function->is.class != HD_API_NONE &&
		hd_words_remove(&function->rest, &model->classes[function->is.class].words);
	if (!removed && function->rest.count > 1 && !hd_destroy_word(&function->rest)) {
		hd_words_drop_first(&function->rest); // a prefix of the library
	}
}

static enum hd_status find_member(struct hd_api_model *model, struct hd_raw_function *function, struct hd_error *error)
{
	struct hd_maker maker = hd_maker_of(model, function);
	function->is.class = HD_API_NONE;
	function->is.self = HD_NO_PARAM;
	enum hd_status status = HD_OK;
	if (function->hint.class) {
		status = take_hinted_class(model, function, error);
	} else if (maker.how == HD_MAKES_NOTHING || is_superfluous(&model->classes[maker.class], maker.how)) {
		find_object(model, function);
		if (maker.how == HD_MAKES_IN_PLACE) {
			function->is.role = HD_API_EXCLUDED;
			function->is.why = "initialises an object in place; other functions create new ones";
		}
	} else {
		set_constructor(model, function, maker);
	}
	find_rest(model, function);
	return status;
}

enum hd_status hd_api_find_members(struct hd_api_model *model, struct hd_error *error)
{
	enum hd_status status = HD_OK;
	for (size_t i = 0; i < model->nfunctions && status == HD_OK; i++) {
		status = find_member(model, &model->functions[i], error);
	}
	return status;
}
