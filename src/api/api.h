// SPDX-License-Identifier: Apache-2.0
// From headers to a model of the API: classes, roles of functions, kinds of
// parameters. The model is listed for people
// and written as the tables and thunks of a test harness (abi/api.h).
#ifndef HD_API_API_H
#define HD_API_API_H

#include <jansson.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"
#include "base/strv.h"

struct hd_api_request {
	const struct hd_strv *headers; // the API is what these themselves declare
	const struct hd_strv *sources; // files that define it; of .c files comments are read. NULL: none
	const struct hd_strv *cflags;  // the user's
	const struct hd_strv *hints;   // hints files; later ones override earlier ones
	// Sources that may include the headers: a header that does not compile on its own is tried after
	// what one of them includes before it. NULL: none.
	const struct hd_strv *users;
};

struct hd_api_model;

// HD_BAD_INPUT, with clang's messages, if a header does not parse; also for mistakes in hints.
enum hd_status hd_api_create(struct hd_api_model **model, const struct hd_api_request *request, struct hd_error *error);
void hd_api_destroy(struct hd_api_model *model);

// Chooses what is tested: one class by name, or (NULL) every class that can be.
// HD_BAD_INPUT if that leaves nothing; the text says what is missing.
enum hd_status hd_api_select(struct hd_api_model *model, const char *class_name, struct hd_error *error);
// Warns about classes that are not tested, and says why.
void hd_api_warn_untested(const struct hd_api_model *model);
// Names of the chosen classes, separated by ", "; the C name if there is only one.
void hd_api_selected(const struct hd_api_model *model, struct hd_str *names);
bool hd_api_has_function(const struct hd_api_model *model, const char *name);
// Is there a function that exists only in the header?
bool hd_api_has_inline(const struct hd_api_model *model);
// Adds the names of all functions that the harness calls and that have symbols.
void hd_api_symbols(const struct hd_api_model *model, struct hd_strv *names);

// Names of enum hd_api_contract; -1 for an unknown one, with the nearest in *nearest (or NULL).
const char *hd_contract_name(int contract);
int hd_contract_by_name(const char *name, const char **nearest);

// What was inferred, and why.
// The contract of a class as the harness knows it, which knows more.
void hd_api_set_contract(struct hd_api_model *model, const char *class_name, const char *contract, const char *why);
void hd_api_list_text(const struct hd_api_model *model, struct hd_str *out);
json_t *hd_api_list_json(const struct hd_api_model *model);

// The harness's generated C code: `thunks` must not be instrumented; `inlines`
// is empty or must be instrumented.
void hd_api_write_thunks(struct hd_api_model *model, struct hd_str *thunks, struct hd_str *inlines);

#endif
