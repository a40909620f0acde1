// SPDX-License-Identifier: Apache-2.0
#include "cli/cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/typo.h"
#include "cli/completion.h"
#include "cli/project_file.h"
#include "cli/ranks.h"

static const struct hd_command *const commands[] = {
	&hd_command_test,
	&hd_command_run,
	&hd_command_reproduce,
	&hd_command_replay,
	&hd_command_check,
	&hd_command_report,
	&hd_command_merge,
	&hd_command_doctor,
	&hd_command_cc,
	NULL,
};

static void print_overview(void)
{
	printf("heddle %s: finds thread-safety bugs in C by controlling the scheduler\n\n", HEDDLE_VERSION);
	printf("usage: heddle COMMAND [ARGUMENTS]\n\ncommands:\n");
	for (const struct hd_command *const *command = commands; *command; command++) {
		printf("  %-9s %s\n", (*command)->name, (*command)->summary);
	}
	printf("\nrun 'heddle COMMAND --help' for the options of a command\n"
	       "exit status: 0 nothing found, 1 violation found, 2 bad usage or input, 3 internal error\n");
}

static void print_help(const struct hd_command *command)
{
	printf("usage: heddle %s %s\n\n%s\n", command->name, command->arguments, command->description);
	if (!command->raw) {
		hd_options_print_help(command->bit);
	}
}

static const struct hd_command *find_command(const char *name)
{
	for (const struct hd_command *const *command = commands; *command; command++) {
		const char *alias = (*command)->alias;
		if (strcmp(name, (*command)->name) == 0 || (alias && strcmp(name, alias) == 0)) {
			return *command;
		}
	}
	return NULL;
}

static enum hd_status unknown_command(const char *name, struct hd_error *error)
{
	struct hd_typo typo;
	hd_typo_init(&typo, name);
	for (const struct hd_command *const *command = commands; *command; command++) {
		hd_typo_offer(&typo, (*command)->name);
	}
	if (typo.nearest) {
		return hd_fail(error, HD_BAD_INPUT, "unknown command '%s'; did you mean '%s'?", name, typo.nearest);
	}
	return hd_fail(error, HD_BAD_INPUT, "unknown command '%s'; see heddle --help", name);
}

static enum hd_status run_command(const struct hd_command *command, int argc, char **argv, struct hd_error *error)
{
	struct hd_options options;
	hd_options_init(&options, argv[0], argv[1]);
	for (int i = 1; i < argc; i++) {
		hd_strv_add(&options.command_line, argv[i]);
	}
	enum hd_status status = HD_OK;
	if (command->raw) {
		options.help = argc == 3 && strcmp(argv[2], "--help") == 0;
		for (int i = 2; i < argc; i++) {
			hd_strv_add(&options.files, argv[i]);
		}
	} else {
		status = hd_options_parse(&options, command->bit, argc - 2, argv + 2, error);
	}
	if (status == HD_OK && (command->bit & HD_WITH_PROJECT) && !options.help && !options.list_strategies) {
		status = hd_project_file_use(&options, command->bit, error);
	}
	if (status == HD_OK && options.help) {
		print_help(command);
	} else if (status == HD_OK) {
		hd_diag_quiet(options.quiet);
		hd_diag_verbose(options.verbose);
		bool campaign = command->bit & (HD_FOR_RUN | HD_FOR_TEST);
		status = campaign ? hd_ranks_begin(error) : HD_OK;
		status = status == HD_OK ? command->run(&options, error) : status;
	}
	hd_options_finish(&options);
	return status;
}

static enum hd_status dispatch(int argc, char **argv, struct hd_error *error)
{
	if (argc < 2) {
		print_overview();
		return hd_fail(error, HD_BAD_INPUT, "no command given");
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("heddle %s (LLVM %s)\n", HEDDLE_VERSION, HEDDLE_LLVM_VERSION);
		return HD_OK;
	}
	if (strcmp(argv[1], "--completion") == 0 && argc == 3) {
		return hd_completion_print(argv[2], commands, error);
	}
	bool help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0;
	if (help && argc < 3) {
		print_overview();
		return HD_OK;
	}
	const struct hd_command *command = find_command(argv[help ? 2 : 1]);
	if (!command) {
		return unknown_command(argv[help ? 2 : 1], error);
	}
	if (help) {
		print_help(command);
		return HD_OK;
	}
	return run_command(command, argc, argv, error);
}

// Whoever starts heddle may have closed some of the standard descriptors. Their numbers
// must not go to pipes and files: those are handed to the harness, which has its own use
// for 0 to 2, and output would end up in them.
static void open_standard_descriptors(void)
{
	int fd;
	do {
		fd = open("/dev/null", O_RDWR);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0) {
		close(fd);
	}
}

enum hd_status hd_cli_main(int argc, char **argv)
{
	struct hd_error error = {0};
	open_standard_descriptors();
	enum hd_status status = dispatch(argc, argv, &error);
	// What is longer than the buffer has failed before, and findings are flushed one by one.
	bool written = fflush(stdout) == 0 && !ferror(stdout);
	if (!written && status < HD_BAD_INPUT) {
		status = hd_fail(&error, HD_INTERNAL, "cannot write the result to standard output");
	}
	if (status == HD_UNTESTED) {
		status = HD_BAD_INPUT;
	}
	if (error.text.length > 0) {
		hd_error("%s", hd_str_text(&error.text));
	}
	hd_diag_end();
	hd_error_finish(&error);
	hd_ranks_end((int)status);
	return status;
}
