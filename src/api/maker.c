// SPDX-License-Identifier: Apache-2.0
// Does a function create an object, and how? A maker takes no object of the
// class it creates, except memory to initialise or a parent.
#include "api/maker.h"

#include <string.h>

#include "api/lexicon.h"

static bool is_void_pointer(const struct hd_raw_type *type)
{
	return type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_VOID && !(type->alias && type->alias_is_ours) &&
		!(type->to->alias && type->to->alias_is_ours);
}

static bool is_char_pointer(const struct hd_raw_type *type)
{
	return type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_INT && !type->to->alias && !type->alias &&
		(strcmp(type->to->text, "char") == 0 || strcmp(type->to->text, "const char") == 0);
}

// May a value of this type be a handle of the class?
static bool fits_plain(const struct hd_model_class *class, const struct hd_raw_type *type)
{
	if (class->form != HD_FORM_PLAIN || class->type->kind != type->kind) {
		return false;
	}
	if (type->kind == HD_RAW_INT) {
		return class->type->size == type->size;
	}
	return is_void_pointer(class->type) ? is_void_pointer(type) : is_char_pointer(type);
}

bool hd_is_plain_handle(const struct hd_raw_type *type)
{
	bool is_int = type->kind == HD_RAW_INT && type->size == 4 && !(type->alias && type->alias_is_ours);
	return is_int || is_void_pointer(type) || (is_char_pointer(type) && !type->to->is_const);
}

// The class of blocks of which the function lends or takes back one.
static bool find_block(const struct hd_api_model *model, const struct hd_raw_function *function,
	const struct hd_raw_type *type, const char *const *how, uint16_t *class)
{
	for (size_t i = 0; is_void_pointer(type) && !type->to->is_const && i < model->nclasses; i++) {
		if (model->classes[i].form == HD_FORM_BLOCK &&
			hd_words_begin(&function->words, &model->classes[i].words) &&
			hd_words_any(&function->words, how)) {
			*class = (uint16_t)i;
			return true;
		}
	}
	return false;
}

enum hd_reference hd_param_reference(const struct hd_api_model *model, const struct hd_raw_function *function,
	size_t index, uint16_t *class)
{
	enum hd_reference reference = hd_class_reference(model, function->params[index].type, class);
	if (reference == HD_REF_NONE && index > 0 &&
		find_block(model, function, function->params[index].type, hd_lex_take_back, class)) {
		return HD_REF_OBJECT;
	}
	if (reference != HD_REF_NONE || index > 0) {
		return reference;
	}
	const struct hd_raw_type *type = function->params[0].type;
	for (size_t i = 0; i < model->nclasses; i++) {
		const struct hd_model_class *candidate = &model->classes[i];
		if (fits_plain(candidate, type) && hd_words_begin(&function->words, &candidate->words) &&
			!hd_words_any(&function->words, hd_lex_open)) {
			*class = (uint16_t)i;
			return HD_REF_OBJECT;
		}
	}
	return HD_REF_NONE;
}

bool hd_takes_object(const struct hd_api_model *model, const struct hd_raw_function *function, uint16_t class)
{
	for (size_t i = 0; i < function->nparams; i++) {
		uint16_t other;
		if (hd_param_reference(model, function, i, &other) == HD_REF_OBJECT && other == class) {
			return true;
		}
	}
	return false;
}

// Does it take an object of a class other than `class`?
static bool takes_other(const struct hd_api_model *model, const struct hd_raw_function *function, uint16_t class)
{
	for (size_t i = 0; i < function->nparams; i++) {
		uint16_t other;
		if (hd_param_reference(model, function, i, &other) == HD_REF_OBJECT && other != class &&
			model->classes[other].is.shape != HD_API_CALLER_MEMORY) {
			return true;
		}
	}
	return false;
}

static bool is_hinted(const struct hd_raw_function *function)
{
	return function->hint.role == HD_API_CONSTRUCTOR;
}

bool hd_is_named_maker(const struct hd_api_model *model, const struct hd_raw_function *function)
{
	struct hd_words rest;
	hd_words_copy(&rest, &function->words);
	for (size_t i = 0; i < function->nparams; i++) {
		uint16_t class;
		if (hd_param_reference(model, function, i, &class) == HD_REF_OBJECT) {
			hd_words_remove(&rest, &model->classes[class].words);
		}
	}
	return hd_words_any(&rest, hd_lex_make) ||
		(rest.count > 0 && hd_word_in(rest.items[rest.count - 1], hd_lex_walk));
}

// Do the names allow the function to create one?
static bool sounds_like_maker(const struct hd_api_model *model, const struct hd_raw_function *function, uint16_t class)
{
	const struct hd_model_class *made = &model->classes[class];
	if (is_hinted(function)) {
		return true;
	}
	bool named = hd_is_named_maker(model, function);
	bool known = made->form == HD_FORM_RECORD && (made->record->size == 0 || made->has_maker);
	if (!known || takes_other(model, function, class)) {
		return named;
	}
	struct hd_words rest;
	hd_words_copy(&rest, &function->words);
	hd_words_remove(&rest, &made->words);
	return named || !hd_words_end(&rest, hd_lex_lookup);
}

static bool is_const_pointer(const struct hd_raw_type *type)
{
	return type->kind == HD_RAW_POINTER && type->to->is_const;
}

bool hd_destroy_word(const struct hd_words *words)
{
	return hd_words_end(words, hd_lex_destroy) || hd_words_end(words, hd_lex_finish) ||
		hd_words_end(words, hd_lex_close);
}

// T_new, of an opaque T: created with a parent, or without one.
static bool may_have_parent(const struct hd_api_model *model, const struct hd_raw_function *function, uint16_t class)
{
	const struct hd_model_class *made = &model->classes[class];
	struct hd_words rest;
	hd_words_copy(&rest, &function->words);
	hd_words_remove(&rest, &made->words);
	return made->form == HD_FORM_RECORD && made->record->size == 0 && rest.count == 1 &&
		hd_word_in(rest.items[0], hd_lex_open);
}

static bool makes_result(const struct hd_api_model *model, const struct hd_raw_function *function,
	struct hd_maker *maker)
{
	uint16_t class;
	enum hd_reference reference = hd_result_reference(model, function, &class);
	if ((reference != HD_REF_OBJECT && reference != HD_REF_VALUE) || is_const_pointer(function->result) ||
		model->classes[class].form == HD_FORM_BLOCK) {
		return false;
	}
	bool below = hd_takes_object(model, function, class);
	if (below ? !may_have_parent(model, function, class) : !sounds_like_maker(model, function, class)) {
		return false;
	}
	*maker = (struct hd_maker){
		.how = below                        ? HD_MAKES_RESULT_MAYBE
			: reference == HD_REF_VALUE ? HD_MAKES_VALUE
						    : HD_MAKES_RESULT,
		.class = class,
		.param = HD_NO_PARAM,
	};
	return true;
}

static bool makes_out(const struct hd_api_model *model, const struct hd_raw_function *function, struct hd_maker *maker)
{
	for (size_t i = 0; i < function->nparams; i++) {
		uint16_t class;
		const struct hd_raw_type *type = function->params[i].type;
		if (hd_param_reference(model, function, i, &class) == HD_REF_ADDRESS && !type->to->is_const &&
			!is_const_pointer(type->to) && !hd_takes_object(model, function, class) &&
			(sounds_like_maker(model, function, class) || model->classes[class].is_orphan) &&
			(is_hinted(function) || !hd_destroy_word(&function->words))) {
			*maker = (struct hd_maker){.how = HD_MAKES_OUT, .class = class, .param = (uint8_t)i};
			return true;
		}
	}
	return false;
}

static bool makes_in_place(const struct hd_api_model *model, const struct hd_raw_function *function,
	struct hd_maker *maker)
{
	uint16_t class;
	if (function->nparams == 0 || hd_param_reference(model, function, 0, &class) != HD_REF_OBJECT ||
		is_const_pointer(function->params[0].type)) {
		return false;
	}
	const struct hd_model_class *made = &model->classes[class];
	if (made->form != HD_FORM_RECORD || made->record->size == 0) {
		return false;
	}
	struct hd_words rest;
	hd_words_copy(&rest, &function->words);
	hd_words_remove(&rest, &made->words);
	bool strong = hd_words_end(&rest, hd_lex_init);
	bool weak = rest.count == 1 && hd_words_end(&rest, hd_lex_init_weak);
	if (!strong && !weak && !is_hinted(function)) {
		return false;
	}
	*maker = (struct hd_maker){
		.how = strong || is_hinted(function) ? HD_MAKES_IN_PLACE : HD_MAKES_IN_PLACE_MAYBE,
		.class = class,
		.param = 0,
	};
	return true;
}

struct hd_maker hd_maker_of(const struct hd_api_model *model, const struct hd_raw_function *function)
{
	struct hd_maker maker = {.how = HD_MAKES_NOTHING, .class = HD_API_NONE, .param = HD_NO_PARAM};
	if (function->hint.role >= 0 && !is_hinted(function)) {
		return maker;
	}
	if (!makes_out(model, function, &maker) && !makes_result(model, function, &maker)) {
		makes_in_place(model, function, &maker);
	}
	return maker;
}

enum hd_reference hd_result_reference(const struct hd_api_model *model, const struct hd_raw_function *function,
	uint16_t *class)
{
	enum hd_reference reference = hd_class_reference(model, function->result, class);
	if (reference != HD_REF_NONE) {
		return reference;
	}
	if (function->nparams > 0 && find_block(model, function, function->result, hd_lex_lend, class)) {
		return HD_REF_OBJECT;
	}
	for (size_t i = 0; i < model->nclasses; i++) {
		const struct hd_model_class *candidate = &model->classes[i];
		if (fits_plain(candidate, function->result) && hd_words_begin(&function->words, &candidate->words) &&
			hd_words_any(&function->words, hd_lex_open)) {
			*class = (uint16_t)i;
			return HD_REF_OBJECT;
		}
	}
	return HD_REF_NONE;
}
