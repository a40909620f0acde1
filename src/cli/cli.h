// SPDX-License-Identifier: Apache-2.0
// The command line: finds the command, parses its options, runs it, prints the
// error if there is one.
#ifndef HD_CLI_CLI_H
#define HD_CLI_CLI_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/options.h"

// One command. To add one: a file cmd_<name>.c with such a struct, a row in
// cli.c, its bit in options.h.
struct hd_command {
	const char *name;
	const char *alias;     // another name, or NULL
	const char *arguments; // for the usage line
	const char *summary;
	const char *description; // paragraphs for --help
	unsigned bit;          // HD_FOR_*: selects its rows of the option table
	enum hd_status (*run)(struct hd_options *options, struct hd_error *error);
	bool raw; // gets its arguments as they are, in options->files; only a lone --help is ours
};

extern const struct hd_command hd_command_cc, hd_command_check, hd_command_doctor, hd_command_merge, hd_command_replay,
	hd_command_report, hd_command_reproduce, hd_command_run, hd_command_test;

// The whole program; the value is the exit status.
enum hd_status hd_cli_main(int argc, char **argv);

#endif
