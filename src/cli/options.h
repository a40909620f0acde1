// SPDX-License-Identifier: Apache-2.0
// The options as typed. One table (options.c) drives parsing, --help and suggestions.
#ifndef HD_CLI_OPTIONS_H
#define HD_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strv.h"
#include "base/typo.h"

// Which commands an option belongs to.
enum {
	HD_FOR_RUN = 1 << 0,
	HD_FOR_REPLAY = 1 << 1,
	HD_FOR_REPORT = 1 << 2,
	HD_FOR_CC = 1 << 3,
	HD_FOR_TEST = 1 << 4,
	HD_FOR_CHECK = 1 << 5,
	HD_FOR_DOCTOR = 1 << 6,
	HD_FOR_REPRODUCE = 1 << 7,
	HD_FOR_MERGE = 1 << 8,
	HD_WITH_PROJECT = HD_FOR_RUN | HD_FOR_TEST | HD_FOR_REPRODUCE, // have heddle.ini
	HD_FOR_ALL = HD_FOR_RUN | HD_FOR_REPLAY | HD_FOR_REPORT | HD_FOR_TEST | HD_FOR_CHECK | HD_FOR_REPRODUCE,
};

struct hd_options {
	const char *program;         // argv[0]
	const char *name;            // of the command, as typed
	struct hd_strv command_line; // everything after the program's name
	struct hd_strv files;        // arguments that are not options
	struct hd_strv args;         // after "--"
	struct hd_strv cflags;       // -I -D -U --cflags
	struct hd_strv libs;         // -L -l
	struct hd_strv packages;     // --pkg
	char *build_directory;       // -p, or NULL
	char *baseline;              // --baseline, or NULL
	struct hd_strv found_files, found_cflags; // what these brought
	char *schedule;              // --schedule; --strategy of heddle run
	char *strategy;              // --strategy of heddle test
	char *class_name;            // --class, or NULL
	struct hd_strv hints;        // --hints, any number of them
	char *replay;                // --replay of heddle run, or NULL
	char *out;     // --out
	char *format;                // --format
	char *stack, *core, *exe;    // --stack, --core, --exe, or NULL
	uint32_t prune;              // --prune: mask of 1 << enum hd_prune
	uint32_t estimate;           // --estimate: enum hd_estimate
	uint64_t probability;        // --probability, in thousandths
	uint64_t window;             // --window
	uint64_t patience;           // --patience
	uint64_t goals;              // --goals
	uint64_t points, variables;  // --points, --variables
	uint32_t measure;            // --measure: mask of 1 << enum hd_metric_id
	bool resume;                 // --resume
	bool help, json, quiet, verbose, keep_going, show_output, spurious, gdb, trust, update, list_strategies,
		list_api, list_model;
	bool time_set, executions_set, require_set;
	bool sandbox;                // --sandbox of heddle run; heddle test always has one
	bool allow_files;            // --allow-files
	uint32_t oracles;            // mask of HD_ORACLE_*
	uint32_t contract;           // --contract: enum hd_api_contract; 0: inferred
	uint64_t time_ms, hang_ms;
	uint64_t executions, seed, jobs, depth, bound, steps, heap, times;
	uint32_t reuse; // enum hd_heap
	uint64_t require_functions;  // --require-functions
	uint64_t threads, prefix_calls, suffix_calls, repeat;
};

void hd_options_init(struct hd_options *options, const char *program, const char *name);
void hd_options_finish(struct hd_options *options);

// args: what follows the command's name.
enum hd_status hd_options_parse(struct hd_options *options, unsigned command, int count, char *const *args,
	struct hd_error *error);

// Options by their long names, as files set them: all that is not a question (--help, --list-*). A flag is yes or no.
bool hd_options_has(unsigned command, const char *name);
void hd_options_offer(unsigned command, struct hd_typo *typo);
enum hd_status hd_options_set(struct hd_options *options, unsigned command, const char *name, const char *value,
	struct hd_error *error);

// A row of the table, as others may see it.
struct hd_option_view {
	const char *name;     // NULL: it has only a letter
	char letter;          // 0: none
	const char *argument; // NULL: takes none
	const char *help;
};
// Calls `take` for each option of the commands.
void hd_options_each(unsigned commands, void (*take)(void *context, const struct hd_option_view *option),
	void *context);

// The options of a command, one or more lines each, on stdout.
void hd_options_print_help(unsigned command);

#endif
