// SPDX-License-Identifier: Apache-2.0
// What each function of a class is for. Hints come first, then shapes, then
// names. What heddle cannot or must not call is excluded here or in params.c.
#include <string.h>

#include "api/lexicon.h"
#include "api/maker.h"
#include "api/model.h"

static void set_role(struct hd_raw_function *function, enum hd_api_role role, const char *why)
{
	function->is.role = role;
	function->is.why = why;
}

static bool takes_just_object(const struct hd_raw_function *function)
{
	return function->nparams == 1 && function->is.self == 0;
}

// "ref", "inc_ref": the words of what it does, joined.
static bool does(const struct hd_raw_function *function, const char *what)
{
	char joined[sizeof(function->rest.text)] = "";
	char *end = joined;
	for (size_t i = 0; i < function->rest.count; i++) {
		end = stpcpy(end, i ? "_" : "");
		end = stpcpy(end, function->rest.items[i]);
	}
	return strcmp(joined, what) == 0;
}

static struct hd_raw_function *find_just_object(struct hd_api_model *model, uint16_t class, const char *what)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		struct hd_raw_function *function = &model->functions[i];
		if (function->is.class == class && !function->makes && takes_just_object(function) &&
			function->is.role != HD_API_EXCLUDED && does(function, what)) {
			return function;
		}
	}
	return NULL;
}

static bool returns_object(const struct hd_api_model *model, const struct hd_raw_function *function)
{
	uint16_t class;
	return hd_result_reference(model, function, &class) == HD_REF_OBJECT && class == function->is.class;
}

// A reference is given back as the object or not at all: `int q_get(q)` takes none, and neither does an acquire
// or incr that does not return the object: locks are acquired, and counters incremented.
static bool takes_reference(const struct hd_api_model *model, const struct hd_raw_function *function, const char *name)
{
	if (strcmp(name, "acquire") == 0 || strcmp(name, "incr") == 0) {
		return returns_object(model, function);
	}
	return strcmp(name, "get") != 0 || function->result->kind == HD_RAW_VOID || returns_object(model, function);
}

static void find_refs(struct hd_api_model *model, uint16_t class)
{
	for (const struct hd_ref_pair *pair = hd_lex_refs; pair->ref; pair++) {
		struct hd_raw_function *ref = find_just_object(model, class, pair->ref);
		struct hd_raw_function *unref = find_just_object(model, class, pair->unref);
		if (!ref || !unref || !takes_reference(model, ref, pair->ref)) {
			continue;
		}
		set_role(ref, HD_API_REF, hd_arena_format(&model->arena, "paired with %s", unref->name));
		set_role(unref, HD_API_UNREF, hd_arena_format(&model->arena, "paired with %s", ref->name));
		return;
	}
}

// 3 surely ends an object, 2 by its kind, 1 if nothing else does, 0 not at all.
static int destroy_rank(const struct hd_raw_function *function)
{
	const struct hd_words *rest = &function->rest;
	if (rest->count == 0) {
		return 0;
	}
	const char *first = rest->items[0], *last = rest->items[rest->count - 1];
	const char *word = rest->count == 1 || !hd_word_in(last, hd_lex_destroy_how) ? last : first;
	if (hd_word_in(word, hd_lex_destroy)) {
		return 3;
	}
	return hd_word_in(word, hd_lex_finish) ? 2 : hd_word_in(word, hd_lex_close) ? 1 : 0;
}

// Besides the object: nothing, or what says how to end it.
static bool has_destroy_params(const struct hd_raw_function *function, int rank)
{
	for (size_t i = 1; i < function->nparams; i++) {
		const struct hd_raw_type *type = function->params[i].type;
		bool callback = type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_FUNCTION;
		bool data = type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_VOID && i > 1;
		bool option = (type->kind == HD_RAW_BOOL || type->kind == HD_RAW_INT || type->kind == HD_RAW_ENUM) &&
			rank != 1 &&
			!hd_words_end(&function->rest, (const char *const[]){"free", "delete", "del", NULL});
		if (!callback && !data && !option) {
			return false;
		}
	}
	return function->nparams > 0;
}

// A destructor that only reads its object would be no destructor.
static bool may_destroy(const struct hd_raw_function *function, int rank)
{
	return rank > 0 && function->is.self == 0 && !function->makes && has_destroy_params(function, rank) &&
		function->is.role != HD_API_EXCLUDED && function->is.role != HD_API_UNREF &&
		function->is.role != HD_API_REF && function->hint.role < 0;
}

static void find_destructors(struct hd_api_model *model, uint16_t class)
{
	int best = 0;
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		int rank = destroy_rank(function);
		if (function->is.class == class && may_destroy(function, rank) && rank > best) {
			best = rank;
		}
		if (function->is.class == class && function->is.role == HD_API_UNREF) {
			best = best > 1 ? best : 2; // references end it: close() is a method
		}
	}
	for (size_t i = 0; i < model->nfunctions; i++) {
		struct hd_raw_function *function = &model->functions[i];
		int rank = destroy_rank(function);
		// fini() is never a method; close() is one when there is a destroy().
		if (function->is.class == class && may_destroy(function, rank) && (rank == best || rank == 2)) {
			set_role(function, HD_API_DESTRUCTOR,
				function->nparams == 1 ? "named like a destructor, takes only the object"
						       : "named like a destructor, takes the object first");
		}
	}
}

static void find_module_ends(struct hd_raw_function *function)
{
	if (hd_words_end(&function->rest, hd_lex_init)) {
		set_role(function, HD_API_CONSTRUCTOR, "named like the initialisation of a module");
	} else if (function->nparams == 0 && hd_words_end(&function->rest, hd_lex_module_end)) {
		set_role(function, HD_API_DESTRUCTOR, "named like the shutdown of a module");
	}
}

// Does the class have a function that prepares the library?
static bool has_setup(const struct hd_api_model *model, uint16_t class)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		if (function->is.class == class && function->is.role == HD_API_SETUP) {
			return true;
		}
	}
	return false;
}

// library_init() beside objects, and the library_exit() that goes with it.
static void find_setup(struct hd_api_model *model, uint16_t class)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		struct hd_raw_function *function = &model->functions[i];
		if (function->is.class == class && function->is.role == HD_API_STATIC && function->hint.role < 0 &&
			hd_words_end(&function->rest, hd_lex_init)) {
			set_role(function, HD_API_SETUP,
				"named like the initialisation of the library, takes no object");
		}
	}
	for (size_t i = 0; has_setup(model, class) && i < model->nfunctions; i++) {
		struct hd_raw_function *function = &model->functions[i];
		if (function->is.class == class && function->is.role == HD_API_STATIC && function->nparams == 0 &&
			hd_words_end(&function->rest, hd_lex_module_end)) {
			set_role(function, HD_API_EXCLUDED, "shuts the library down: not called while others use it");
		}
	}
}

static bool has_const_object(const struct hd_raw_function *function)
{
	if (function->is.self == HD_NO_PARAM) {
		return false;
	}
	const struct hd_raw_type *type = function->params[function->is.self].type;
	return type->kind == HD_RAW_POINTER && type->to->is_const;
}

static bool sounds_like_observer(const struct hd_raw_function *function)
{
	const struct hd_words *rest = &function->rest;
	if (rest->count == 0 || hd_words_any(rest, hd_lex_change)) {
		return false;
	}
	return hd_word_in(rest->items[0], hd_lex_observe) || hd_word_in(rest->items[rest->count - 1], hd_lex_property);
}

// Making a copy does not change the object, but it is not an observation of it either.
static bool makes_copy(const struct hd_api_model *model, const struct hd_raw_function *function)
{
	uint16_t class;
	return hd_result_reference(model, function, &class) == HD_REF_OBJECT && class == function->is.class &&
		hd_words_any(&function->rest, hd_lex_copy);
}

// get() paired with put() removes something, unless it is told what to look for.
static bool takes_out(struct hd_api_model *model, const struct hd_raw_function *function)
{
	if (!does(function, "get")) {
		return false;
	}
	for (size_t i = 1; i < function->nparams; i++) {
		const struct hd_raw_type *type = function->params[i].type;
		if (type->kind != HD_RAW_POINTER || type->to->is_const) {
			return false;
		}
	}
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *other = &model->functions[i];
		if (other->is.class == function->is.class && does(other, "put")) {
			return true;
		}
	}
	return false;
}

static void find_observer(struct hd_api_model *model, struct hd_raw_function *function)
{
	if (makes_copy(model, function)) {
		function->is.why = "takes the object, returns a copy";
	} else if (takes_out(model, function)) {
		function->is.why = "takes the object; a get that pairs with a put";
	} else if (has_const_object(function)) {
		set_role(function, HD_API_OBSERVER, "takes a const object");
	} else if (function->result->kind != HD_RAW_VOID && sounds_like_observer(function)) {
		set_role(function, HD_API_OBSERVER, "named like an observer");
	}
}

static void take_hinted_role(struct hd_raw_function *function)
{
	if (function->hint.role >= 0) {
		set_role(function, (enum hd_api_role)function->hint.role, "according to a hint");
	}
}

static bool is_concurrent(const struct hd_raw_function *function)
{
	return function->is.role != HD_API_CONSTRUCTOR && function->is.role != HD_API_DESTRUCTOR &&
		function->is.role != HD_API_SETUP;
}

// Reasons of the class and of the function itself, in order of weight.
static const char *exclusion(struct hd_api_model *model, const struct hd_raw_function *function)
{
	const struct hd_model_class *class = function->is.class == HD_API_NONE ? NULL
									       : &model->classes[function->is.class];
	if (function->hint.exclude) {
		return function->hint.exclude;
	}
	if (!class) {
		return "belongs to no class";
	}
	if (class->hint.exclude) {
		return class->hint.exclude;
	}
	const char *code = function->is_code ? NULL : hd_code_place(model, function->is.class);
	if (code && function->is.role == HD_API_CONSTRUCTOR) {
		return hd_arena_format(&model->arena, "objects are made by the constructor of %s", code);
	}
	if (!is_concurrent(function)) {
		return NULL;
	}
	if (function->hint.unsafe || class->hint.unsafe) {
		return function->hint.unsafe ? function->hint.unsafe : class->hint.unsafe;
	}
	if (function->name[0] == '_' && function->hint.role < 0) {
		return "its name begins with an underscore: internal";
	}
	return hd_words_any(&function->words, hd_lex_unlocked) && function->hint.role < 0
		? "named as if callers must already hold the lock"
		: NULL;
}

static bool sounds_blocking(const struct hd_raw_function *function)
{
	static const char *const tries[] = {"try", "poll", NULL};
	return hd_words_any(&function->rest, hd_lex_wait) && !hd_words_any(&function->rest, tries) &&
		!hd_words_any(&function->rest, hd_lex_unlocked) && strncmp(function->name, "try", 3) != 0;
}

static void finish_role(struct hd_api_model *model, struct hd_raw_function *function)
{
	const struct hd_model_class *class = function->is.class == HD_API_NONE ? NULL
									       : &model->classes[function->is.class];
	const char *reason = exclusion(model, function);
	if (reason) {
		set_role(function, HD_API_EXCLUDED, reason);
	}
	function->is.weak = function->hint.weak || (class && class->hint.weak) ||
		hd_words_any(&function->rest, hd_lex_waiters);
	function->is.blocking = function->hint.blocking || (class && class->hint.blocking) ||
		(is_concurrent(function) && sounds_blocking(function));
}

// Roles that depend only on the function itself.
static void find_role(struct hd_api_model *model, struct hd_raw_function *function)
{
	bool module = function->is.class != HD_API_NONE && model->classes[function->is.class].form == HD_FORM_MODULE;
	if (function->is.role == HD_API_METHOD && !function->makes) {
		function->is.why = module ? "belongs to the module" : "takes the object";
		if (module) {
			find_module_ends(function);
		}
		if (function->is.role == HD_API_METHOD) {
			find_observer(model, function);
		}
	}
	take_hinted_role(function);
}

// The one destructor to use: that with the strongest name and the fewest
// parameters, else what gives a reference back.
static void choose_destructor(struct hd_api_model *model, uint16_t class)
{
	uint16_t chosen = HD_API_NONE;
	int best = -1;
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		bool ends = function->is.role == HD_API_DESTRUCTOR;
		if (function->is.class != class || (!ends && function->is.role != HD_API_UNREF)) {
			continue;
		}
		int value = ends ? 100 + 20 * destroy_rank(function) - (int)function->nparams : 0;
		if (value > best) {
			best = value;
			chosen = (uint16_t)i;
		}
	}
	model->classes[class].is.destructor = chosen;
}

void hd_api_find_roles(struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nclasses; i++) {
		if (model->classes[i].form != HD_FORM_MODULE) {
			find_refs(model, (uint16_t)i);
			find_destructors(model, (uint16_t)i);
			find_setup(model, (uint16_t)i);
		}
	}
	for (size_t i = 0; i < model->nfunctions; i++) {
		find_role(model, &model->functions[i]);
		finish_role(model, &model->functions[i]);
	}
	for (size_t i = 0; i < model->nclasses; i++) {
		choose_destructor(model, (uint16_t)i);
	}
}
