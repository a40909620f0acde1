// SPDX-License-Identifier: Apache-2.0
// Keeps the build directory small: harnesses that no finding needs are removed,
// least recently used first.
#ifndef HD_HARNESS_PRUNE_H
#define HD_HARNESS_PRUNE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strv.h"

#define HD_HARNESS_PREFIX "harness-"

// The name of a harness, for the caller to free; and the linker flag that marks it as one:
// a build id that no other program has.
char *hd_prune_name(uint64_t hash);
void hd_prune_add_mark(uint64_t hash, struct hd_strv *argv);

// Marks a harness as recently used.
void hd_prune_touch(const char *harness);

// Is it one of heddle's own harnesses, by name and mark, rather than an
// executable given by the user?
bool hd_prune_is_own(const char *harness);

// Is it the bare name of such a harness?
bool hd_prune_is_name(const char *name);

// Removes excess harnesses from the directory. Findings keep their harness
// alive through a second link to it (store/finding_dir.h). Failures do no harm
// and are not reported.
void hd_prune(const char *directory);

#endif
