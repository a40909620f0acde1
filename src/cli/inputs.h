// SPDX-License-Identifier: Apache-2.0
// What a harness is built from: what the user gave, and what follows from it (-p, --pkg).
#ifndef HD_CLI_INPUTS_H
#define HD_CLI_INPUTS_H

#include "api/compile_db.h"
#include "base/error.h"
#include "base/strv.h"
#include "cli/options.h"
#include "harness/build.h"

// As given, on the command line or with a finding.
struct hd_given {
	const struct hd_strv *files, *cflags, *libs;
	const struct hd_strv *packages;    // --pkg
	const char *build_directory;       // -p; NULL: none
};

// Resolved.
struct hd_inputs {
	struct hd_strv files;       // sources, objects, archives
	struct hd_strv *file_flags; // of each file; NULL: all have cflags
	struct hd_strv cflags;      // for what has no flags of its own
	struct hd_strv libs;
	struct hd_compile_db db;    // empty without -p
	const struct hd_given *given;
};

// near: a header or source whose flags are taken for what the build does not know; NULL: the first file.
enum hd_status hd_inputs_init(struct hd_inputs *inputs, const struct hd_given *given, const char *near,
	struct hd_error *error);
void hd_inputs_finish(struct hd_inputs *inputs);
void hd_inputs_add_file(struct hd_inputs *inputs, const char *path);

// With -p: adds the sources that define these symbols, and all that these and the files need.
enum hd_status hd_inputs_complete(struct hd_inputs *inputs, const struct hd_strv *symbols, const char *near,
	struct hd_error *error);

// What a command line gives.
struct hd_given hd_inputs_given(const struct hd_options *options);
// A program with main(), for heddle run.
enum hd_status hd_program_build(const struct hd_given *given, const char *directory, char **harness,
	struct hd_error *error);

// Builds; if symbols are missing, the error says where they are defined.
// rest: everything but files and flags.
enum hd_status hd_inputs_build(struct hd_inputs *inputs, const struct hd_build_request *rest, char **harness,
	struct hd_error *error);

#endif
