// SPDX-License-Identifier: Apache-2.0
// Which types are classes. Every candidate becomes a class first; those that
// turn out to be plain data are dropped again:
//   opaque structs stay if a function takes or returns a pointer to one;
//   complete structs and typedefs of integers, void * or void need a maker.
#include <string.h>

#include "api/lexicon.h"
#include "api/maker.h"
#include "api/model.h"

struct hd_model_class *hd_api_add_class(struct hd_api_model *model, enum hd_class_form form, const char *name)
{
	model->classes = hd_arena_grow(&model->arena, model->classes, model->nclasses, sizeof(*model->classes));
	struct hd_model_class *class = &model->classes[model->nclasses++];
	*class = (struct hd_model_class){
		.is = {.name = name, .destructor = HD_API_NONE},
		.form = form,
		.hint = {.role = -1},
	};
	hd_words_split_type(&class->words, name);
	return class;
}

// The type whose typedef is the handle's: that of the value, or `queue` of `queue *` with `typedef void queue;`.
static const struct hd_raw_type *named_handle(const struct hd_raw_type *type)
{
	return type->kind == HD_RAW_POINTER && !type->alias && type->to->kind == HD_RAW_VOID ? type->to : type;
}

static uint16_t find_alias(const struct hd_api_model *model, const struct hd_raw_type *type)
{
	type = named_handle(type);
	for (size_t i = 0; type->alias && type->alias_is_ours && i < model->nclasses; i++) {
		if (model->classes[i].form == HD_FORM_ALIAS && strcmp(model->classes[i].alias, type->alias) == 0) {
			return (uint16_t)i;
		}
	}
	return HD_API_NONE;
}

// The class that a value of this type is a handle of.
static uint16_t object_class(const struct hd_api_model *model, const struct hd_raw_type *type)
{
	if (type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_RECORD) {
		return type->to->record->class;
	}
	return find_alias(model, type);
}

enum hd_reference hd_class_reference(const struct hd_api_model *model, const struct hd_raw_type *type, uint16_t *class)
{
	if ((*class = object_class(model, type)) != HD_API_NONE) {
		return HD_REF_OBJECT;
	}
	if (type->kind == HD_RAW_POINTER && (*class = object_class(model, type->to)) != HD_API_NONE) {
		return HD_REF_ADDRESS;
	}
	if (type->kind == HD_RAW_RECORD && (*class = type->record->class) != HD_API_NONE) {
		return HD_REF_VALUE;
	}
	return HD_REF_NONE;
}

// Is the typedef for pointers used in the functions, rather than the struct?
static bool uses_handle(const struct hd_api_model *model, const char *handle)
{
	for (size_t i = 0; handle && i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		for (size_t k = 0; k <= function->nparams; k++) {
			const struct hd_raw_type *type = k ? function->params[k - 1].type : function->result;
			type = type->kind == HD_RAW_POINTER && !type->alias && type->to->alias ? type->to : type;
			if (type->alias && strcmp(type->alias, handle) == 0) {
				return true;
			}
		}
	}
	return false;
}

static void add_record(struct hd_api_model *model, struct hd_raw_record *record)
{
	bool named = record->alias || record->tag || record->handle;
	if (record->class != HD_API_NONE || record->is_system || !named) {
		return;
	}
	bool handle = uses_handle(model, record->handle);
	const char *plain = record->alias ? record->alias : record->tag ? record->tag : record->handle;
	const char *name = handle ? record->handle : plain;
	struct hd_model_class *class = hd_api_add_class(model, HD_FORM_RECORD, name);
	record->class = (uint16_t)(model->nclasses - 1);
	class->record = record;
	class->is.size = record->size;
	class->is.shape = HD_API_OPAQUE;
	class->is.text = handle ? name : hd_arena_format(&model->arena, "%s *", plain);
}

static void add_alias(struct hd_api_model *model, const struct hd_raw_type *type)
{
	struct hd_words words;
	const struct hd_raw_type *named = named_handle(type);
	bool is_pointer = type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_VOID;
	if (!named->alias || !named->alias_is_ours || find_alias(model, type) != HD_API_NONE ||
		(type->kind != HD_RAW_INT && !is_pointer)) {
		return;
	}
	hd_words_split(&words, named->alias);
	if (hd_words_any(&words, hd_lex_no_handle)) {
		return;
	}
	struct hd_model_class *class = hd_api_add_class(model, HD_FORM_ALIAS, named->alias);
	class->alias = named->alias;
	class->type = type;
	class->is.text = named == type ? type->alias : hd_arena_format(&model->arena, "%s *", named->alias);
	class->is.shape = is_pointer ? HD_API_OPAQUE : HD_API_HANDLE;
	class->is.size = type->size;
}

static void add_candidates(struct hd_api_model *model, const struct hd_raw_type *type)
{
	if (type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_POINTER) {
		type = type->to;
	}
	if (type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_RECORD) {
		add_record(model, type->to->record);
	} else if (type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_INT) {
		add_alias(model, type->to);
	} else {
		add_alias(model, type);
	}
}

// Do functions take it first, and does one end it or do several use it?
static bool is_used_as_handle(const struct hd_api_model *model, uint16_t class)
{
	size_t uses = 0;
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		uint16_t other;
		if (function->nparams == 0 ||
			hd_class_reference(model, function->params[0].type, &other) != HD_REF_OBJECT) {
			continue;
		}
		if (other == class) {
			uses += hd_destroy_word(&function->words) ? 2 : 1;
		}
	}
	return uses >= 2;
}

static bool is_class(const struct hd_api_model *model, uint16_t index)
{
	const struct hd_model_class *class = &model->classes[index];
	if (class->form == HD_FORM_RECORD) {
		return class->record->size == 0 || class->has_maker || class->has_init || class->has_weak_init;
	}
	return class->has_maker && is_used_as_handle(model, index);
}

static void note_makers(struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		struct hd_maker maker = hd_maker_of(model, &model->functions[i]);
		if (maker.how == HD_MAKES_NOTHING) {
			continue;
		}
		struct hd_model_class *class = &model->classes[maker.class];
		class->has_maker |= maker.how == HD_MAKES_RESULT || maker.how == HD_MAKES_OUT;
		class->has_init |= maker.how == HD_MAKES_IN_PLACE || maker.how == HD_MAKES_VALUE;
		class->has_weak_init |= maker.how == HD_MAKES_IN_PLACE_MAYBE;
	}
}

// prepare(db, ..., stmt **out) and finalize(stmt *): whatever stores one makes it.
static void find_orphans(struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		uint16_t index;
		if (function->nparams != 1 || !hd_destroy_word(&function->words) ||
			hd_class_reference(model, function->params[0].type, &index) != HD_REF_OBJECT) {
			continue;
		}
		struct hd_model_class *class = &model->classes[index];
		class->is_orphan = class->form == HD_FORM_RECORD && !class->has_maker && !class->has_init;
	}
}

// Nothing in the headers that were given makes it, but functions there take it.
static bool lacks_maker(const struct hd_api_model *model, uint16_t index)
{
	const struct hd_model_class *class = &model->classes[index];
	return class->form == HD_FORM_RECORD && !class->has_maker && !class->has_init && !class->has_weak_init &&
		(class->record->size == 0 || is_used_as_handle(model, index));
}

static bool ends(const struct hd_api_model *model, const struct hd_raw_function *function, uint16_t class)
{
	uint16_t other;
	return function->nparams == 1 && hd_destroy_word(&function->words) &&
		hd_class_reference(model, function->params[0].type, &other) != HD_REF_NONE && other == class;
}

static void adopt(struct hd_api_model *model, size_t index)
{
	struct hd_raw_function offered = model->functions[index];
	size_t to = model->nfunctions++;
	model->noffered--;
	memmove(&model->functions[to + 1], &model->functions[to], (index - to) * sizeof(offered));
	model->functions[to] = offered;
	for (size_t i = to; i <= index; i++) { // words point into themselves
		hd_words_split(&model->functions[i].words, model->functions[i].name);
	}
}

static bool is_wanted(const struct hd_api_model *model, const struct hd_raw_function *function, const bool *lacks)
{
	struct hd_maker maker = hd_maker_of(model, function);
	bool wanted = function->is_hinted || (maker.how != HD_MAKES_NOTHING && lacks[maker.class]);
	for (size_t k = 0; k < model->nclasses && !wanted; k++) {
		wanted = lacks[k] && ends(model, function, (uint16_t)k);
	}
	return wanted;
}

// A constructor may be declared in a header that the given one includes: it is taken, with what ends the object.
// So is what hints are about. The other functions of such a header are not of this API. How many were taken.
static size_t adopt_makers(struct hd_api_model *model)
{
	size_t before = model->nfunctions, all = model->nfunctions + model->noffered;
	bool lacks[model->nclasses + 1];
	for (size_t i = 0; i < model->nclasses; i++) {
		lacks[i] = lacks_maker(model, (uint16_t)i);
	}
	for (size_t i = before; i < all; i++) {
		if (is_wanted(model, &model->functions[i], lacks)) {
			adopt(model, i);
		}
	}
	return model->nfunctions - before;
}

static void drop_plain_data(struct hd_api_model *model)
{
	size_t kept = 0;
	bool keep[model->nclasses + 1];
	for (size_t i = 0; i < model->nclasses; i++) {
		keep[i] = is_class(model, (uint16_t)i);
	}
	for (size_t i = 0; i < model->nclasses; i++) {
		if (model->classes[i].record) {
			model->classes[i].record->class = keep[i] ? (uint16_t)kept : HD_API_NONE;
		}
		if (keep[i]) {
			struct hd_model_class *class = &model->classes[kept++];
			*class = model->classes[i];
			hd_words_split_type(&class->words, class->is.name); // they point into themselves
		}
	}
	model->nclasses = kept;
}

// How many words two names have in common in front.
static size_t common_words(const struct hd_words *a, const struct hd_words *b)
{
	size_t count = 0;
	while (count < a->count && count < b->count && strcmp(a->items[count], b->items[count]) == 0) {
		count++;
	}
	return count;
}

static bool is_open(const struct hd_api_model *model, const struct hd_raw_function *function)
{
	return hd_is_plain_handle(function->result) && hd_words_any(&function->words, hd_lex_open) &&
		hd_maker_of(model, function).how == HD_MAKES_NOTHING;
}

// Does it take an integer that is called a handle, or `pool` in pool_put?
static bool takes_named_handle(const struct hd_raw_function *function)
{
	static const char *const names[] = {"handle", "h", "id", "fd", "hnd", "desc", "descriptor", "", NULL};
	if (function->params[0].type->kind != HD_RAW_INT) {
		return false; // any pointer may be called so
	}
	struct hd_words words;
	const char *name = function->params[0].name;
	hd_words_split(&words, name);
	return hd_word_in(name, names) || hd_words_any(&words, names) ||
		(function->words.count > 1 && hd_words_begin(&function->words, &words));
}

// How many words the functions of a set of handles have in common with its open
// function; 0: it is not the open function of one. There is a close function, or
// at least two functions that call their first parameter a handle.
static size_t handle_prefix(const struct hd_api_model *model, const struct hd_raw_function *open)
{
	size_t users = 0, prefix = 0;
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		size_t common = common_words(&open->words, &function->words);
		if (function == open || common == 0 || function->nparams == 0 ||
			!hd_is_plain_handle(function->params[0].type) ||
			function->params[0].type->kind != open->result->kind ||
			(open->result->kind == HD_RAW_POINTER &&
				function->params[0].type->to->kind != open->result->to->kind)) {
			continue;
		}
		if (function->nparams == 1 && hd_destroy_word(&function->words)) {
			return common;
		}
		if (takes_named_handle(function)) {
			users++;
			prefix = prefix == 0 || common < prefix ? common : prefix;
		}
	}
	return users >= 2 ? prefix : 0;
}

// int pool_open(...); int pool_use(int, ...); void pool_close(int); or the same with void * or char *.
static void add_plain(struct hd_api_model *model, const struct hd_raw_function *open, size_t prefix)
{
	struct hd_str name = {0};
	for (size_t i = 0; i < prefix; i++) {
		hd_str_addf(&name, "%s%s", i ? "_" : "", open->words.items[i]);
	}
	bool known = false;
	for (size_t i = 0; i < model->nclasses; i++) {
		known = known || strcmp(model->classes[i].is.name, hd_str_text(&name)) == 0;
	}
	if (!known) {
		struct hd_model_class *class = hd_api_add_class(model, HD_FORM_PLAIN,
			hd_arena_copy(&model->arena, hd_str_text(&name)));
		class->type = open->result;
		class->is.text = open->result->text;
		class->is.shape = open->result->kind == HD_RAW_INT ? HD_API_HANDLE : HD_API_OPAQUE;
		class->is.size = open->result->size;
		class->has_maker = true;
	}
	hd_str_finish(&name);
}

static void find_plain_handles(struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *open = &model->functions[i];
		size_t prefix = is_open(model, open) ? handle_prefix(model, open) : 0;
		if (prefix > 0) {
			add_plain(model, open, prefix);
		}
	}
}

static bool takes_first(const struct hd_api_model *model, const struct hd_raw_function *function, uint16_t *class)
{
	return function->nparams > 0 && hd_class_reference(model, function->params[0].type, class) == HD_REF_OBJECT;
}

static bool is_void_pointer(const struct hd_raw_type *type)
{
	return type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_VOID && hd_is_plain_handle(type) &&
		!type->to->is_const;
}

static bool has_blocks(const struct hd_api_model *model, const struct hd_raw_function *lends)
{
	for (size_t i = 0; i < model->nclasses; i++) {
		if (model->classes[i].form == HD_FORM_BLOCK &&
			hd_words_begin(&lends->words, &model->classes[i].words)) {
			return true;
		}
	}
	return false;
}

// Is there a function that takes back what this one lends? How many words their names have in common.
static size_t block_prefix(const struct hd_api_model *model, const struct hd_raw_function *lends)
{
	uint16_t class, other;
	for (size_t i = 0; takes_first(model, lends, &class) && i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		if (takes_first(model, function, &other) && other == class && function->nparams == 2 &&
			is_void_pointer(function->params[1].type) && hd_words_any(&function->words, hd_lex_take_back)) {
			return common_words(&lends->words, &function->words);
		}
	}
	return 0;
}

// void *pool_take(pool *), pool_release(pool *, void *): blocks are objects that are given out.
static void find_blocks(struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_raw_function *lends = &model->functions[i];
		bool named = is_void_pointer(lends->result) && hd_words_any(&lends->words, hd_lex_lend);
		size_t prefix = named ? block_prefix(model, lends) : 0;
		if (prefix == 0 || has_blocks(model, lends)) {
			continue;
		}
		struct hd_str name = {0};
		for (size_t k = 0; k < prefix; k++) {
			hd_str_addf(&name, "%s%s", k ? "_" : "", lends->words.items[k]);
		}
		struct hd_model_class *class = hd_api_add_class(model, HD_FORM_BLOCK,
			hd_arena_copy(&model->arena, hd_str_text(&name)));
		hd_str_finish(&name);
		class->is.name = hd_arena_format(&model->arena, "block of %s", class->is.name);
		class->type = lends->result;
		class->is.text = lends->result->text;
		class->is.shape = HD_API_OPAQUE;
		class->is.size = lends->result->size;
	}
}

static void find_candidates(struct hd_api_model *model, size_t first)
{
	for (size_t i = first; i < model->nfunctions; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		add_candidates(model, function->result);
		for (size_t k = 0; k < function->nparams; k++) {
			add_candidates(model, function->params[k].type);
		}
	}
	note_makers(model);
}

void hd_api_find_classes(struct hd_api_model *model)
{
	size_t adopted;
	model->nfunctions -= model->noffered;
	find_candidates(model, 0);
	while ((adopted = adopt_makers(model)) > 0) { // which may take objects in turn
		find_candidates(model, model->nfunctions - adopted);
	}
	find_orphans(model);
	note_makers(model);
	drop_plain_data(model);
	find_plain_handles(model);
	find_blocks(model);
	for (size_t i = 0; i < model->nclasses; i++) {
		struct hd_model_class *class = &model->classes[i];
		if (!class->has_maker && (class->has_init || class->has_weak_init)) {
			class->is.shape = HD_API_CALLER_MEMORY;
			class->is.text = class->record->alias ? class->record->alias
				: class->record->tag          ? class->record->tag
							      : class->is.name;
		}
	}
}
