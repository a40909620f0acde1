// SPDX-License-Identifier: Apache-2.0
// The build directory stays small: harnesses that no finding needs are removed,
// the ones used longest ago first.
#ifndef HD_HARNESS_PRUNE_H
#define HD_HARNESS_PRUNE_H

#include <stdbool.h>

#define HD_HARNESS_PREFIX "harness-"

// A harness is used (again).
void hd_prune_touch(const char *harness);

// Is it one of heddle's own, no executable that was given?
bool hd_prune_would_take(const char *harness);

// Removes what is too much in the directory. Findings hold on to their harness by
// a second link to it (store/finding_dir.h). Failures do no harm and are not told.
void hd_prune(const char *directory);

#endif
