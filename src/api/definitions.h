// SPDX-License-Identifier: Apache-2.0
// Which symbols a source file defines, and which it needs from others: read from its syntax tree,
// so nothing has to be compiled first.
#ifndef HD_API_DEFINITIONS_H
#define HD_API_DEFINITIONS_H

#include <stdbool.h>

#include "base/error.h"
#include "base/strv.h"

struct hd_definitions {
	struct hd_strv defines;
	struct hd_strv needs; // but for what system headers declare
};

// HD_BAD_INPUT, with clang's first message, if the file does not parse.
enum hd_status hd_definitions_read(struct hd_definitions *found, const char *file, const struct hd_strv *flags,
	struct hd_error *error);
void hd_definitions_finish(struct hd_definitions *found);

// Does the word stand somewhere in the file? Then the file may define it.
bool hd_definitions_mention(const char *text, const char *word);

#endif
