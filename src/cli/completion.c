// SPDX-License-Identifier: Apache-2.0
#include "cli/completion.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Names that an argument may have, instead of files.
static const struct {
	const char *option, *words;
} values[] = {
	{"format", "html sarif junit json md text"},
	{"estimate", "happens-before lockset"},
	{"oracle", "all "
#define HD_ORACLE(name, text, on, summary) text " "
#include "abi/oracles.def"
#undef HD_ORACLE
	},
	{"schedule", ""
#define HD_SCHEDULER(id, name, ...) name " "
#include "abi/schedulers.def"
#undef HD_SCHEDULER
	},
	{"strategy", ""
#define HD_STRATEGY(id, name, scheduler, hooks, summary) name " "
#include "abi/strategies.def"
#undef HD_STRATEGY
	},
	{"measure", ""
#define HD_METRIC(id, programs, summary) #id " "
#include "abi/metrics.def"
#undef HD_METRIC
	},
};

static const char *words_of(const char *option)
{
	for (size_t i = 0; option && i < sizeof(values) / sizeof(*values); i++) {
		if (strcmp(values[i].option, option) == 0) {
			return values[i].words;
		}
	}
	return NULL;
}

// Does the argument name a file or directory?
static bool is_path(const struct hd_option_view *option)
{
	return option->argument && (strcmp(option->argument, "FILE") == 0 || strcmp(option->argument, "DIR") == 0);
}

// ---- bash ------------------------------------------------------------------------------

static void bash_option(void *context, const struct hd_option_view *option)
{
	(void)context;
	if (option->name) {
		printf(" --%s", option->name);
	} else {
		printf(" -%c", option->letter);
	}
}

static void bash_value(void *context, const struct hd_option_view *option)
{
	(void)context;
	const char *words = words_of(option->name);
	if (!option->argument || is_path(option)) {
		return; // files are the default
	}
	if (option->name) {
		printf("\t--%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", option->name,
			words ? words : "");
	}
}

static void print_bash(const struct hd_command *const *commands)
{
	printf("# bash completion for heddle\n"
	       "_heddle() {\n"
	       "\tlocal cur prev command\n"
	       "\tcur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}\n"
	       "\tCOMPREPLY=()\n"
	       "\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n"
	       "\t\tCOMPREPLY=($(compgen -W '--help --version");
	for (const struct hd_command *const *command = commands; *command; command++) {
		printf(" %s", (*command)->name);
	}
	printf("' -- \"$cur\"))\n\t\treturn\n\tfi\n\tcase $prev in\n");
	hd_options_each(HD_FOR_TEST, bash_value, NULL);
	hd_options_each(HD_FOR_REPORT, bash_value, NULL);
	hd_options_each(HD_FOR_RUN, bash_value, NULL);
	printf("\tesac\n\tcase $cur in\n\t-*)\n\t\tcase $command in\n");
	for (const struct hd_command *const *command = commands; *command; command++) {
		printf("\t\t%s) COMPREPLY=($(compgen -W '", (*command)->name);
		if ((*command)->raw) {
			printf("--help");
		} else {
			hd_options_each((*command)->bit, bash_option, NULL);
		}
		printf("' -- \"$cur\")) ;;\n");
	}
	printf("\t\tesac\n\t\treturn ;;\n\tesac\n\tCOMPREPLY=($(compgen -f -- \"$cur\"))\n}\n"
	       "complete -o filenames -F _heddle heddle\n");
}

// ---- zsh and fish -------------------------------------------------------------------------

// The first line of the help, without what the quotes of a shell would not take.
static void print_help(const char *help, const char *not_these)
{
	for (size_t i = 0; help[i] && help[i] != '\n'; i++) {
		if (!strchr(not_these, help[i])) {
			putchar(help[i]);
		}
	}
}

static void zsh_option(void *context, const struct hd_option_view *option)
{
	(void)context;
	const char *words = words_of(option->name);
	printf(" \\\n\t\t\t'*%s%.*s%s[", option->name ? "--" : "-", option->name ? (int)strlen(option->name) : 1,
		option->name ? option->name : &option->letter, option->argument ? option->name ? "=" : "+" : "");
	print_help(option->help, "'[]:\\");
	putchar(']');
	if (option->argument) {
		printf(":%s:", option->argument);
		if (words) {
			printf("(%s)", words);
		} else if (is_path(option)) {
			printf("_files");
		}
	}
	putchar('\'');
}

static void print_zsh(const struct hd_command *const *commands)
{
	printf("#compdef heddle\n# zsh completion for heddle\n_heddle() {\n\tlocal -a commands\n\tcommands=(\n");
	for (const struct hd_command *const *command = commands; *command; command++) {
		printf("\t\t'%s:", (*command)->name);
		print_help((*command)->summary, "':\\");
		printf("'\n");
	}
	printf("\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n"
	       "\tlocal command=$words[2]\n\tshift words\n\t(( CURRENT-- ))\n\tcase $command in\n");
	for (const struct hd_command *const *command = commands; *command; command++) {
		printf("\t%s)\n\t\t_arguments -s", (*command)->name);
		if (!(*command)->raw) {
			hd_options_each((*command)->bit, zsh_option, NULL);
		}
		printf(" \\\n\t\t\t'*:file:_files' ;;\n");
	}
	printf("\tesac\n}\n_heddle \"$@\"\n");
}

static void fish_option(void *context, const struct hd_option_view *option)
{
	const char *command = context, *words = words_of(option->name);
	printf("complete -c heddle -n '__fish_seen_subcommand_from %s'", command);
	if (option->name) {
		printf(" -l %s", option->name);
	}
	if (option->letter) {
		printf(" -s %c", option->letter);
	}
	if (option->argument) {
		printf(" %s", is_path(option) ? "-r" : "-x");
	}
	if (words) {
		printf(" -a '%s'", words);
	}
	printf(" -d '");
	print_help(option->help, "'\\");
	printf("'\n");
}

static void print_fish(const struct hd_command *const *commands)
{
	printf("# fish completion for heddle\n");
	for (const struct hd_command *const *command = commands; *command; command++) {
		printf("complete -c heddle -n __fish_use_subcommand -f -a %s -d '", (*command)->name);
		print_help((*command)->summary, "'\\");
		printf("'\n");
	}
	for (const struct hd_command *const *command = commands; *command; command++) {
		if (!(*command)->raw) {
			hd_options_each((*command)->bit, fish_option, (void *)(*command)->name);
		}
	}
}

enum hd_status hd_completion_print(const char *shell, const struct hd_command *const *commands, struct hd_error *error)
{
	static const struct {
		const char *name;
		void (*print)(const struct hd_command *const *commands);
	} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
	for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++) {
		if (strcmp(shells[i].name, shell) == 0) {
			shells[i].print(commands);
			return HD_OK;
		}
	}
	return hd_fail(error, HD_BAD_INPUT, "--completion expects bash, zsh or fish, not '%s'", shell);
}
