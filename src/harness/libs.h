// SPDX-License-Identifier: Apache-2.0
// Where the linker and the loader find the libraries of a link.
#ifndef HD_HARNESS_LIBS_H
#define HD_HARNESS_LIBS_H

#include "base/strv.h"

// Adds the archives that -l options name, as far as they are in -L directories.
void hd_libs_archives(const struct hd_strv *libs, struct hd_strv *archives);

// Adds the directories, absolute, in which the loader should look: those of the
// shared objects among the files, and those of -L options.
void hd_libs_run_paths(const struct hd_strv *files, const struct hd_strv *libs, struct hd_strv *paths);

#endif
