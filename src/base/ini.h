// SPDX-License-Identifier: Apache-2.0
// INI files (hints, heddle.ini): sections of `key = value`, each handed out with its place. A line
// that begins with a blank goes on with the value above it; a semicolon after a blank begins a comment.
#ifndef HD_BASE_INI_H
#define HD_BASE_INI_H

#include "base/error.h"

struct hd_ini_entry {
	const char *section; // "": before the first one
	const char *key, *value; // value: lines are separated by line feeds
	const char *place; // "path:line" of the key, for messages
};

typedef enum hd_status hd_ini_taker(void *context, const struct hd_ini_entry *entry, struct hd_error *error);

// Calls `take` for each entry, up to the first that it refuses. HD_BAD_INPUT, with path and line, for
// what is no INI file.
enum hd_status hd_ini_read(const char *path, hd_ini_taker *take, void *context, struct hd_error *error);

#endif
