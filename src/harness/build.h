// SPDX-License-Identifier: Apache-2.0
// From the files that the user names to an executable harness.
#ifndef HD_HARNESS_BUILD_H
#define HD_HARNESS_BUILD_H

#include <stdbool.h>

#include "base/error.h"
#include "base/strv.h"

// A C file that heddle wrote.
struct hd_build_source {
	const char *name; // of the file, with ".c"
	const char *text;
	bool instrumented; // like code under test
};

struct hd_build_request {
	const struct hd_strv *files;  // sources, objects, archives; or one executable of `heddle cc`
	const struct hd_strv *cflags; // the user's, for every compilation
	const struct hd_strv *file_flags; // of each file, instead; NULL: all have cflags
	const struct hd_strv *libs;   // the user's -L and -l, for the link
	const char *directory;        // where the harness goes (created)
	bool flow; // sources have hooks that follow the flow of control
	// For test harnesses, which need no main():
	const struct hd_build_source *generated;
	size_t generated_count;
	const struct hd_strv *symbols; // archives are searched for these; NULL: none
	struct hd_strv *undefined; // gets the symbols that the linker did not find; NULL: nobody asks
};

// Compiles and links. *harness is the path of the executable, for the caller to
// free. The name contains a hash of all inputs: an unchanged program keeps its
// harness, and a changed one never overwrites a harness that a finding refers
// to.
enum hd_status hd_build_harness(const struct hd_build_request *request, char **harness, struct hd_error *error);
// Identifies the contents of the file: it changes when the code changes. The caller frees it.
char *hd_build_identity(const char *harness);

#endif
