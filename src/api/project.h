// SPDX-License-Identifier: Apache-2.0
// The sources of a build that define a set of symbols, with those that define what these need,
// and so on.
#ifndef HD_API_PROJECT_H
#define HD_API_PROJECT_H

#include "api/compile_db.h"

struct hd_project_request {
	const struct hd_compile_db *db;
	const struct hd_strv *symbols; // wanted
	const struct hd_strv *given;   // sources that are there already; their needs count, too
	const struct hd_strv *cflags;  // of those of them that the database does not have
	const char *near;              // of several sources that define a symbol, the nearest to this path
};

// Adds the paths of the sources, in the order of the database; those given are not among them.
// Symbols that no source defines are left to the linker: they may be of a library.
enum hd_status hd_project_find(const struct hd_project_request *request, struct hd_strv *files, struct hd_error *error);

#endif
