// SPDX-License-Identifier: Apache-2.0
// Fuzz targets: one program holds several, HEDDLE_FUZZ says which one runs.
#ifndef HD_TESTS_FUZZ_H
#define HD_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

// Takes the input as a text, zero-terminated at `size` (it may hold other zeros).
typedef void fuzz_target(char *text, size_t size);

struct fuzz_entry {
	const char *name;
	fuzz_target *run;
};

// Of this program, {0} at the end.
extern const struct fuzz_entry fuzz_targets[];

// A directory of this process's own, in memory where possible; removed at its end.
const char *fuzz_directory(void);
// Writes the input to a file there; its path, valid until the next call.
const char *fuzz_file(const char *name, const void *bytes, size_t size);

#endif
