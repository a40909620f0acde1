// SPDX-License-Identifier: Apache-2.0
// heddle.ini beside the sources: what heddle test, run and reproduce need to know of a project, so
// that they run without arguments. Its section [heddle] is read here, all others are hints (api/hints.c).
#ifndef HD_CLI_PROJECT_FILE_H
#define HD_CLI_PROJECT_FILE_H

#include "cli/options.h"

// If no files are given, or just a directory: heddle.ini in the current directory or in that one, then
// the command line once more, which overrides it. Does nothing if files are given.
enum hd_status hd_project_file_use(struct hd_options *options, unsigned command, struct hd_error *error);

#endif
