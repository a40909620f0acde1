// SPDX-License-Identifier: Apache-2.0
// Completions for shells, made from the tables of commands and options.
#ifndef HD_CLI_COMPLETION_H
#define HD_CLI_COMPLETION_H

#include "base/error.h"
#include "cli/cli.h"

// Prints the script for bash, zsh or fish. commands: NULL at the end.
enum hd_status hd_completion_print(const char *shell, const struct hd_command *const *commands, struct hd_error *error);

#endif
