// SPDX-License-Identifier: Apache-2.0
// The compilation database of a build directory (compile_commands.json, as CMake, Meson and Bear
// write it): which sources a project has, and with which flags each is compiled.
#ifndef HD_API_COMPILE_DB_H
#define HD_API_COMPILE_DB_H

#include <stddef.h>

#include "base/error.h"
#include "base/strv.h"

struct hd_compile_command {
	char *file;           // absolute
	struct hd_strv flags; // those that decide what the code means, with absolute paths
};

struct hd_compile_db {
	struct hd_compile_command *commands; // each file once, in the order of the database
	size_t count;
};

// directory: the build directory, or the path of the database itself. HD_BAD_INPUT if there is none.
enum hd_status hd_compile_db_read(struct hd_compile_db *db, const char *directory, struct hd_error *error);
void hd_compile_db_finish(struct hd_compile_db *db);

// The command of this file (an absolute path); NULL: the database has none.
const struct hd_compile_command *hd_compile_db_find(const struct hd_compile_db *db, const char *file);
// The command whose flags fit a header best: of the source of the same name, or of one that
// includes it, or of the one that lies nearest. NULL: the database is empty.
const struct hd_compile_command *hd_compile_db_nearest(const struct hd_compile_db *db, const char *header);

#endif
