// SPDX-License-Identifier: Apache-2.0
// Directories for work in progress that never outlive their use for long. Each
// contains a mark that its owner keeps locked, so that later processes can tell
// directories left behind by a dead process from those in use and from those
// that are not heddle's at all.
#ifndef HD_BASE_SCRATCH_H
#define HD_BASE_SCRATCH_H

#include "base/error.h"

struct hd_scratch {
	char *path; // NULL: there is none
	int mark;   // descriptor of the locked mark
};

// A new, empty directory in `parent` (created if it is missing).
enum hd_status hd_scratch_create(struct hd_scratch *scratch, const char *parent, struct hd_error *error);
// Removes it with everything in it.
void hd_scratch_remove(struct hd_scratch *scratch);
// Removes those in `parent` that are no longer in use.
void hd_scratch_sweep(const char *parent);

#endif
