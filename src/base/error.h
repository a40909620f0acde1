// SPDX-License-Identifier: Apache-2.0
// How the host side reports failure: a function returns a status and leaves the
// text for users in a struct hd_error. Only main() turns a status into an exit
// code; only the command line prints the text.
#ifndef HD_BASE_ERROR_H
#define HD_BASE_ERROR_H

#include "base/str.h"

// The values up to HD_INTERNAL are the exit codes of the command line.
enum hd_status {
	HD_OK = 0,        // done; nothing found
	HD_FOUND = 1,     // done; a violation was found
	HD_BAD_INPUT = 2, // usage or input is wrong; the text says how
	HD_INTERNAL = 3,  // heddle or its harness failed, or a replay differed
	HD_UNTESTED = 4,  // done, with results; but too little of the input can be tested: exit code HD_BAD_INPUT
};

struct hd_error {
	struct hd_str text; // one line, or a line followed by another program's output
};

void hd_error_finish(struct hd_error *error);

// Sets the text (replacing an earlier one) and returns status, so that a caller
// can write: return hd_fail(error, HD_BAD_INPUT, "...").
enum hd_status hd_fail(struct hd_error *error, enum hd_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
