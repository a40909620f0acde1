// SPDX-License-Identifier: Apache-2.0
// Which functions create objects, and how types refer to classes.
#ifndef HD_API_MAKER_H
#define HD_API_MAKER_H

#include "api/model.h"

enum hd_maker_how {
	HD_MAKES_NOTHING,
	HD_MAKES_RESULT,         // T *T_new(...)
	HD_MAKES_RESULT_MAYBE,   // T *T_new(T *parent, ...): only if nothing else creates one
	HD_MAKES_VALUE,          // T T_make(...)
	HD_MAKES_OUT,            // int T_create(T **, ...)
	HD_MAKES_IN_PLACE,       // T_init(T *, ...)
	HD_MAKES_IN_PLACE_MAYBE, // T_open(T *, ...): only if nothing else creates one
};

struct hd_maker {
	enum hd_maker_how how;
	uint16_t class;
	uint8_t param; // OUT, IN_PLACE
};

struct hd_maker hd_maker_of(const struct hd_api_model *model, const struct hd_raw_function *function);

bool hd_is_plain_handle(const struct hd_raw_type *type); // an int or void *: it may be a handle
// Like hd_class_reference, but also recognises plain integers and void * that are handles
// according to the function's name.
enum hd_reference hd_param_reference(const struct hd_api_model *model, const struct hd_raw_function *function,
	size_t index, uint16_t *class);
enum hd_reference hd_result_reference(const struct hd_api_model *model, const struct hd_raw_function *function,
	uint16_t *class);
bool hd_takes_object(const struct hd_api_model *model, const struct hd_raw_function *function, uint16_t class);
// Does its name, apart from the names of what it takes, say that it creates something?
bool hd_is_named_maker(const struct hd_api_model *model, const struct hd_raw_function *function);
// Does the first or last word mean the end of an object?
bool hd_destroy_word(const struct hd_words *words);

#endif
