// SPDX-License-Identifier: Apache-2.0
// What callbacks are for, by the names of parameters and fields and by their signatures: an
// allocator that returns nothing makes no object, and with keys that are all equal a table has one.
#include "api/lexicon.h"
#include "api/model.h"

static struct hd_raw_signature *signature_of(const struct hd_raw_type *raw)
{
	const struct hd_raw_type *function = raw->kind == HD_RAW_POINTER ? raw->to : raw;
	return function->kind == HD_RAW_FUNCTION ? function->signature : NULL;
}

struct shape {
	size_t pointers, numbers, others;
	bool gives_pointer, gives_number, gives_nothing;
};

static bool is_number(const struct hd_raw_type *type)
{
	return type->kind == HD_RAW_INT || type->kind == HD_RAW_BOOL;
}

static struct shape shape_of(const struct hd_raw_signature *signature)
{
	struct shape shape = {
		.gives_pointer = signature->result->kind == HD_RAW_POINTER,
		.gives_number = is_number(signature->result),
		.gives_nothing = signature->result->kind == HD_RAW_VOID,
	};
	for (size_t i = 0; i < signature->count; i++) {
		bool pointer = signature->params[i]->kind == HD_RAW_POINTER;
		bool number = signature->params[i]->kind == HD_RAW_INT;
		shape.pointers += pointer;
		shape.numbers += number;
		shape.others += !pointer && !number;
	}
	return shape;
}

static bool allows(const struct shape *shape, enum hd_api_use use)
{
	if (shape->others > 0) {
		return false;
	}
	switch (use) {
	case HD_USE_ALLOCATE:
		return shape->gives_pointer && shape->numbers >= 1 && shape->numbers <= 2 && shape->pointers <= 1;
	case HD_USE_RESIZE:
		return shape->gives_pointer && shape->numbers >= 1 && shape->pointers >= 1 && shape->pointers <= 2;
	case HD_USE_RELEASE:
		return shape->gives_nothing && shape->pointers >= 1 && shape->pointers <= 2;
	case HD_USE_COMPARE:
	case HD_USE_EQUAL:
		return shape->gives_number && shape->pointers == 2 && shape->numbers == 0;
	case HD_USE_HASH:
		return shape->gives_number && shape->pointers == 1;
	case HD_USE_MAKE_LOCK:
		return shape->gives_pointer && shape->pointers <= 1 && shape->numbers == 0;
	case HD_USE_END_LOCK:
		return shape->gives_nothing && shape->pointers == 1 && shape->numbers == 0;
	case HD_USE_LOCK:
	case HD_USE_UNLOCK:
		return !shape->gives_pointer && shape->pointers <= 1 && shape->numbers == 0;
	default:
		return false;
	}
}

static const char *const *const words_of[HD_USE_COUNT] = {
	[HD_USE_ALLOCATE] = hd_lex_allocate,
	[HD_USE_RESIZE] = hd_lex_resize,
	[HD_USE_RELEASE] = hd_lex_release,
	[HD_USE_COMPARE] = hd_lex_compare,
	[HD_USE_EQUAL] = hd_lex_equal,
	[HD_USE_HASH] = hd_lex_hash,
	[HD_USE_MAKE_LOCK] = hd_lex_make,
	[HD_USE_END_LOCK] = hd_lex_destroy,
	[HD_USE_LOCK] = hd_lex_lock,
	[HD_USE_UNLOCK] = hd_lex_unlock,
};

// mutex_create, lock_free; lock, mutex_unlock, unlock_fn.
static bool is_named_for(const struct hd_words *words, enum hd_api_use use)
{
	static const char *const functions[] = {"fn", "func", "function", "cb", "callback", NULL};
	if (use < HD_USE_MAKE_LOCK) {
		return hd_words_any(words, words_of[use]);
	}
	size_t last = words->count > 1 && hd_word_in(words->items[words->count - 1], functions) ? words->count - 1
												: words->count;
	return last > 0 && hd_word_in(words->items[last - 1], words_of[use]) &&
		(use >= HD_USE_LOCK || hd_words_any(words, hd_lex_mutex));
}

static enum hd_api_use use_of(const struct hd_api_type *type, const struct hd_raw_type *raw)
{
	const struct hd_raw_signature *signature = signature_of(raw);
	if (type->kind != HD_API_CALLBACK || !signature || signature->variadic || !type->name) {
		return HD_USE_ANY;
	}
	struct shape shape = shape_of(signature);
	struct hd_words words;
	hd_words_split(&words, type->name);
	for (enum hd_api_use use = HD_USE_ANY + 1; use < HD_USE_COUNT; use++) {
		if (allows(&shape, use) && is_named_for(&words, use)) {
			return use;
		}
	}
	return HD_USE_ANY;
}

// void *alloc(size_t, void *context)
static bool has_context_last(const struct hd_raw_signature *signature)
{
	return signature->count > 1 && signature->params[0]->kind == HD_RAW_INT &&
		signature->params[signature->count - 1]->kind == HD_RAW_POINTER;
}

// A lock that nothing unlocks is none; and what tries to lock has no result that all agree on.
static void drop_locks(struct hd_api_type *types, size_t count)
{
	bool locks = false, unlocks = false, tries = false;
	for (size_t i = 0; i < count; i++) {
		struct hd_words words;
		hd_words_split(&words, types[i].name ? types[i].name : "");
		tries |= types[i].kind == HD_API_CALLBACK && hd_words_any(&words, hd_lex_try_lock);
		locks |= types[i].use == HD_USE_LOCK;
		unlocks |= types[i].use == HD_USE_UNLOCK;
	}
	for (size_t i = 0; i < count && (!locks || !unlocks || tries); i++) {
		types[i].use = types[i].use >= HD_USE_MAKE_LOCK ? HD_USE_ANY : types[i].use;
	}
}

// What ends a block is free() only beside what gives one: else it may end anything.
void hd_kinds_use(struct hd_api_type *types, const struct hd_raw_type *const *raw, size_t count)
{
	bool allocates = false, context_last = false;
	for (size_t i = 0; i < count; i++) {
		types[i].use = (uint8_t)use_of(&types[i], raw[i]);
		allocates |= types[i].use == HD_USE_ALLOCATE || types[i].use == HD_USE_RESIZE;
		context_last |= types[i].use == HD_USE_ALLOCATE && has_context_last(signature_of(raw[i]));
	}
	for (size_t i = 0; i < count; i++) {
		if (types[i].use == HD_USE_RELEASE && !allocates) {
			types[i].use = HD_USE_ANY;
		}
	}
	drop_locks(types, count);
	for (size_t i = 0; i < count; i++) {
		if (types[i].use != HD_USE_ANY) {
			signature_of(raw[i])->uses |= (uint16_t)(1u << types[i].use);
			signature_of(raw[i])->context_last |= context_last;
		}
	}
}
