// SPDX-License-Identifier: Apache-2.0
// What a compiler command line asks for: interpreted as clang would, as far as
// needed to know whether anything is compiled and whether anything is linked.
#ifndef HD_HARNESS_CCARGS_H
#define HD_HARNESS_CCARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strv.h"

struct hd_ccargs {
	size_t inputs;       // files to work on, of any kind
	bool compiles;       // C-like code is turned into object code or assembler
	bool links;          // the linker runs
	bool with_engine;    // ... and its result should contain the engine
	bool placed;         // it already says where the program is loaded: a shared object, or -pie
	bool language_open;  // an -x is in force at the end of the line
	size_t end_options;  // index of a "--" among the arguments, or their number
};

// args: the arguments after the compiler's name. Response files (@FILE) are
// read for this purpose only.
void hd_ccargs_classify(struct hd_ccargs *result, char *const *args, size_t count);

#endif
