// SPDX-License-Identifier: Apache-2.0
// libclang's types as raw types; for parse.c only.
#ifndef HD_API_TYPES_H
#define HD_API_TYPES_H

#include "api/libclang.h"
#include "api/model.h"

struct hd_types {
	struct hd_api_model *model;
	CXTranslationUnit unit;
	CXFile *files; // of the model's headers
	CXFile main;   // what includes them
	bool takes_offered; // functions of headers that these include, not their own
};

const struct hd_raw_type *hd_types_get(struct hd_types *types, CXType type);
// The text, kept in the model; disposes of the string.
const char *hd_types_text(struct hd_types *types, CXString string);

#endif
