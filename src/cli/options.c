// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"
#include "api/api.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/control.h"
#include "base/shell.h"
#include "base/typo.h"
#include "cli/values.h"

struct row;
typedef enum hd_status setter(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error);

struct row {
	const char *name;     // after "--"; NULL: only the letter
	char letter;          // after "-"; 0: none
	const char *argument; // shown in --help; NULL: takes none
	const char *help;
	unsigned commands; // that have the option; 0: none, it is a heading
	setter *set;
	size_t field; // what the setter sets
};

static enum hd_status bad_value(const struct row *row, const char *value, struct hd_error *error)
{
	return hd_fail(error, HD_BAD_INPUT, "--%s expects %s, not '%s'", row->name, row->argument, value);
}

#define FIELD(type) (*(type *)((char *)options + row->field))

static enum hd_status set_flag(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	(void)value, (void)error;
	FIELD(bool) = true;
	return HD_OK;
}

// Numbers are stored in JSON and in the database, where they have a sign.
#define LARGEST ((uint64_t)INT64_MAX)
// Times become nanoseconds, which must fit, too; for a larger heap there are no addresses.
#define LONGEST_MS ((uint64_t)1000000 * 3600 * 1000)
#define LARGEST_SIZE ((uint64_t)1000000 << 30)

static enum hd_status set_from_to(struct hd_options *options, const struct row *row, const char *value, uint64_t lowest,
	uint64_t highest, struct hd_error *error)
{
	uint64_t *number = &FIELD(uint64_t);
	if (!hd_value_number(value, number) || *number < lowest || *number > highest) {
		return hd_fail(error, HD_BAD_INPUT, "--%s expects %s from %llu to %llu, not '%s'", row->name,
			row->argument, (unsigned long long)lowest, (unsigned long long)highest, value);
	}
	return HD_OK;
}

static enum hd_status set_number(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	return set_from_to(options, row, value, 0, LARGEST, error);
}

static enum hd_status set_required(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	options->require_set = true;
	return set_number(options, row, value, error);
}

static enum hd_status set_small(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	return set_from_to(options, row, value, 1, 1000, error);
}

static enum hd_status set_jobs(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	return set_from_to(options, row, value, 0, 1000, error);
}

static enum hd_status set_positive(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	return set_from_to(options, row, value, 1, LARGEST, error);
}

static enum hd_status set_time(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	uint64_t *ms = &FIELD(uint64_t);
	if (!hd_value_time(value, ms) || *ms == 0 || *ms > LONGEST_MS) {
		return hd_fail(error, HD_BAD_INPUT, "--%s expects %s from 1ms to 1000000h, not '%s'", row->name,
			row->argument, value);
	}
	return HD_OK;
}

static enum hd_status set_heap(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	uint64_t *bytes = &FIELD(uint64_t);
	if (strcmp(value, "reuse") == 0 || strcmp(value, "fresh") == 0) {
		options->reuse = *value == 'r' ? HD_HEAP_REUSE : HD_HEAP_FRESH;
		return HD_OK;
	}
	if (!hd_value_size(value, bytes) || *bytes == 0 || *bytes > LARGEST_SIZE) {
		return hd_fail(error, HD_BAD_INPUT, "--heap expects SIZE from 1 to 1000000G, reuse or fresh, not '%s'",
			value);
	}
	return HD_OK;
}

static enum hd_status set_budget_time(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	options->time_set = true;
	return set_time(options, row, value, error);
}

static enum hd_status set_executions(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	options->executions_set = true;
	return set_positive(options, row, value, error);
}

static enum hd_status set_text(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	(void)error;
	free(FIELD(char *));
	FIELD(char *) = hd_copy(value);
	return HD_OK;
}

static enum hd_status add_text(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	(void)error;
	hd_strv_add(&FIELD(struct hd_strv), value);
	return HD_OK;
}

static enum hd_status set_schedule(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	enum hd_status status = hd_value_schedule(value, error);
	return status == HD_OK ? set_text(options, row, value, error) : status;
}

static enum hd_status set_strategy(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	enum hd_status status = hd_value_strategy(value, error);
	return status == HD_OK ? set_text(options, row, value, error) : status;
}

// One schedule instead of a strategy.
static enum hd_status set_replay(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	free(options->schedule);
	options->schedule = hd_copy("replay");
	return set_text(options, row, value, error);
}

static enum hd_status set_threads(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	return set_from_to(options, row, value, 2, 8, error);
}

static enum hd_status set_points(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	return set_from_to(options, row, value, 2, 4, error);
}

static enum hd_status set_variables(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	return set_from_to(options, row, value, 1, 4, error);
}

static enum hd_status set_estimate(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	bool lockset = strcmp(value, "lockset") == 0;
	if (!lockset && strcmp(value, "happens-before") != 0) {
		return bad_value(row, value, error);
	}
	FIELD(uint32_t) = lockset ? HD_ESTIMATE_LOCKSET : HD_ESTIMATE_HAPPENS_BEFORE;
	return HD_OK;
}

static enum hd_status set_measure(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	return hd_value_metric(value, row->commands & HD_FOR_RUN, &FIELD(uint32_t), error);
}

static enum hd_status set_probability(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	char *end;
	double probability = strtod(value, &end);
	if (end == value || *end || !(probability >= 0.001 && probability <= 1)) {
		return hd_fail(error, HD_BAD_INPUT, "--%s expects %s from 0.001 to 1, not '%s'", row->name,
			row->argument, value);
	}
	FIELD(uint64_t) = (uint64_t)(probability * 1000 + 0.5);
	return HD_OK;
}

static enum hd_status set_prune(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	return hd_value_prunings(value, &FIELD(uint32_t), error);
}

static enum hd_status set_contract(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	const char *nearest = NULL;
	int contract = hd_contract_by_name(value, &nearest);
	if (contract < 0) {
		return hd_fail(error, HD_BAD_INPUT, "--%s expects %s, not '%s'%s%s%s", row->name, row->argument, value,
			nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
	}
	FIELD(uint32_t) = (uint32_t)contract;
	return HD_OK;
}

static enum hd_status set_oracles(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	return hd_value_oracles(value, &FIELD(uint32_t), error);
}

// -Ipath and friends: kept as one word with their letter.
static enum hd_status add_word(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	(void)error;
	hd_strv_addf(&FIELD(struct hd_strv), "-%c%s", row->letter, value);
	return HD_OK;
}

static enum hd_status add_words(struct hd_options *options, const struct row *row, const char *value,
	struct hd_error *error)
{
	if (!hd_shell_split(value, &FIELD(struct hd_strv))) {
		return hd_fail(error, HD_BAD_INPUT, "--%s has an unterminated quote: %s", row->name, value);
	}
	return HD_OK;
}

#undef FIELD
#define IN(member) offsetof(struct hd_options, member)
#define RUN HD_FOR_RUN
#define TEST HD_FOR_TEST
#define BOTH (HD_FOR_RUN | HD_FOR_TEST)
#define REPLAY HD_FOR_REPLAY
#define CHECK HD_FOR_CHECK
#define REPRODUCE HD_FOR_REPRODUCE
#define ANY (BOTH | REPRODUCE)

// A row without a name and a letter is a heading of --help; every other row is an option.
#define HEADING(text) {.help = text}

// A metric's line of --help for --measure.
#define METRIC_LINE(id, summary) "\n  " #id ": " summary
#define METRIC_LINE_0(id, summary) // not of programs
#define METRIC_LINE_1(id, summary) METRIC_LINE(id, summary)

static const struct row table[] = {
	HEADING("how long to run"),
	{"time", 0, "TIME",
		"stop after this time: 500ms, 30s, 2m, 1h (default 30s;\n"
		"no limit with dfs, dpor or --executions)",
		ANY, set_budget_time, IN(time_ms)},
	{"executions", 0, "N", "stop after N executions", ANY, set_executions, IN(executions)},
	{"keep-going", 0, NULL, "collect all distinct violations instead of stopping at the first", BOTH, set_flag,
		IN(keep_going)},
	{"resume", 0, NULL,
		"go on with what earlier campaigns of the same code left in the output\n"
		"directory: coverage, known findings, unfinished searches",
		BOTH, set_flag, IN(resume)},
	{"jobs", 0, "N", "run N worker processes in parallel (default 1; 0: one for each processor)", BOTH, set_jobs,
		IN(jobs)},
	{"seed", 0, "N", "random seed; the same seed gives the same campaign (default 1)", ANY, set_number, IN(seed)},

	HEADING("the crash"),
	{"stack", 0, "FILE",
		"the stack of the crash: what gdb, lldb, a sanitizer, valgrind,\n"
		"coredumpctl, eu-stack, backtrace_symbols() or heddle printed",
		REPRODUCE, set_text, IN(stack)},
	{"core", 0, "FILE", "the core file of the crash", REPRODUCE, set_text, IN(core)},
	{"exe", 0, "FILE", "the executable that crashed, for frames that are only addresses or are missing", REPRODUCE,
		set_text, IN(exe)},
	{"format", 0, "NAME", "the format of the stack (default: found out)", REPRODUCE, set_text, IN(format)},
	{"prune", 0, "LIST",
		"what the search leaves out, separated by commas: all (default),\n"
		"none, or some of:"
#define HD_PRUNING(id, text, summary) "\n  " text ": " summary
#include "abi/prunings.def"
#undef HD_PRUNING
		,
		REPRODUCE, set_prune, IN(prune)},

	HEADING("what to test"),
	{"class", 0, "NAME", "test only this class (default: every class that can be tested)", TEST, set_text,
		IN(class_name)},
	{"list-api", 0, NULL, "show what was inferred from the headers and why, and exit", TEST, set_flag,
		IN(list_api)},
	{"hints", 0, "FILE",
		"facts about the API that heddle cannot infer, see heddle-test(1);\n"
		"may be given more than once",
		TEST | REPRODUCE, add_text, IN(hints)},
	{"contract", 0, "shared|read-shared|counted|owned|spsc|locked",
		"what may be concurrent on one object, for all classes\n"
		"(default: inferred for each class, see --list-api)",
		TEST, set_contract, IN(contract)},
	{"require-functions", 0, "N",
		"fail (status 2) if tests call fewer than N functions\n"
		"(default: a tenth of them, but at least one; 0: never fail)",
		TEST, set_required, IN(require_functions)},
	{"oracle", 0, "LIST",
		"which violations to report: crash memory deadlock livelock\n"
		"locks race linearizability resources leak, or all; -NAME leaves\n"
		"one out, as in all,-race (default: all but leak)",
		TEST, set_oracles, IN(oracles)},
	{"oracle", 0, "LIST",
		"which violations to report: crash memory deadlock livelock\n"
		"locks race leak, or all; -NAME leaves one out, as in all,-race\n"
		"(default: all but leak)",
		RUN, set_oracles, IN(oracles)},
	{"strategy", 0, "NAME", "which tests to generate; see --list-strategies (default auto)", TEST, set_strategy,
		IN(strategy)},
	{"schedule", 0, "NAME", "how to schedule threads; see --list-strategies (default auto)", BOTH, set_schedule,
		IN(schedule)},
	{"strategy", 0, "NAME", "same as --schedule", RUN, set_schedule, IN(schedule)},
	{"list-strategies", 0, NULL, "list the names for --strategy and --schedule, and exit", BOTH, set_flag,
		IN(list_strategies)},
	{"replay", 0, "FILE", "run once under a stored schedule (test.schedule, for test.c)", RUN, set_replay,
		IN(replay)},

	HEADING("findings"),
	{"times", 0, "N", "replay N times (default 1)", REPLAY, set_positive, IN(times)},
	{"gdb", 0, NULL, "replay in gdb and stop at the fault", REPLAY, set_flag, IN(gdb)},
	{"trust", 0, NULL,
		"run the program that the finding names even if it is not a harness\n"
		"of its session, and rebuild it with any compiler flags",
		REPLAY, set_flag, IN(trust)},
	{"executions", 0, "N",
		"if the stored schedule shows nothing, look for it in N executions of\n"
		"its test and tests next to it (default 10000)",
		CHECK, set_executions, IN(executions)},
	{"update", 0, NULL, "replace a finding that is there, but under another schedule, by what was found now", CHECK,
		set_flag, IN(update)},
	{"trust", 0, NULL, "build with any compiler flags that the findings name", CHECK, set_flag, IN(trust)},

	HEADING("compiling and linking"),
	{NULL, 'p', "DIR",
		"build directory with compile_commands.json (CMake, Meson, Bear):\n"
		"flags of each file, and the sources that are needed",
		ANY, set_text, IN(build_directory)},
	{"pkg", 0, "NAME", "compile and link with this pkg-config package; may be given more than once", ANY, add_text,
		IN(packages)},
	{NULL, 'I', "DIR", "passed to the compiler", ANY, add_word, IN(cflags)},
	{NULL, 'D', "MACRO", "passed to the compiler", ANY, add_word, IN(cflags)},
	{NULL, 'U', "MACRO", "passed to the compiler", ANY, add_word, IN(cflags)},
	{"cflags", 0, "FLAGS", "passed to the compiler, split into words as a shell would", ANY, add_words, IN(cflags)},
	{NULL, 'L', "DIR", "passed to the linker", ANY, add_word, IN(libs)},
	{NULL, 'l', "LIBRARY", "passed to the linker", ANY, add_word, IN(libs)},

	HEADING("output"),
	{"format", 0, "NAME", "html, sarif, junit, json, md or text (default text)", HD_FOR_REPORT, set_text,
		IN(format)},
	{"out", 0, "DIR", "output directory (default heddle-out)", HD_FOR_ALL, set_text, IN(out)},
	{"json", 0, NULL, "print the result as one JSON object", ANY | CHECK | HD_FOR_MERGE, set_flag, IN(json)},
	{"quiet", 'q', NULL, "no progress; one line per result", ANY | REPLAY | CHECK | HD_FOR_MERGE, set_flag,
		IN(quiet)},
	{"verbose", 'v', NULL, "show the compiler's warnings", ANY | REPLAY | CHECK, set_flag, IN(verbose)},
	{"show-output", 0, NULL, "show what the code under test prints", ANY | REPLAY, set_flag, IN(show_output)},
	{"baseline", 0, "FILE",
		"findings that are known (heddle report --format json): the campaign\n"
		"goes on after them, and only new ones are reported and count",
		BOTH, set_text, IN(baseline)},
	{"help", 'h', NULL, "print this help", HD_FOR_ALL | HD_FOR_DOCTOR | HD_FOR_MERGE, set_flag, IN(help)},

	HEADING("sandbox and limits"),
	{"sandbox", 0, NULL,
		"confine the program: it can write only to a scratch directory that\n"
		"is removed afterwards, and reaches no network or other process",
		RUN, set_flag, IN(sandbox)},
	{"allow-files", 0, NULL,
		"let the code under test write files anywhere; the rest of the\n"
		"sandbox stays in place",
		ANY, set_flag, IN(allow_files)},
	{"hang", 0, "TIME", "report a hang after this time without an event (default 5s)", ANY, set_time, IN(hang_ms)},
	{"heap", 0, "SIZE|reuse|fresh",
		"heap size of one execution: 64k, 512M, 1G (default 256M);\n"
		"reuse: freed blocks are handed out again at once, fresh: never\n"
		"(default: one execution in four, if the code has\n"
		"compare-and-swap and the strategy is auto)",
		ANY, set_heap, IN(heap)},
	{"steps", 0, "N", "cut an execution off after N events (default 1000000)", ANY, set_positive, IN(steps)},

	HEADING("tuning the generated tests"),
	{"threads", 0, "N", "concurrent threads of a test, 2 to 8 (default 2; auto: sometimes 3)", TEST, set_threads,
		IN(threads)},
	{"prefix-calls", 0, "N", "at most N calls before the threads start (default: set by strategy)", TEST, set_small,
		IN(prefix_calls)},
	{"suffix-calls", 0, "N", "at most N calls in each thread (default: set by strategy)", TEST, set_small,
		IN(suffix_calls)},
	{"repeat", 0, "N",
		"execute each test N times, each under its own schedule\n"
		"(default: set by strategy; 100 for random, as published)",
		TEST, set_small, IN(repeat)},
	{"list-model", 0, NULL,
		"show shared variables, the code that accesses them and the methods\n"
		"that reach it, and exit",
		TEST, set_flag, IN(list_model)},
	{"goals", 0, "N",
		"maptest: at most N executions of a test, each for one pattern\n"
		"(default 16; 0: one per pattern that it could cover, as published)",
		TEST, set_number, IN(goals)},
	{"points", 0, "N", "consuite: accesses and lock operations of a schedule, 2 to 4 (default 3)", TEST, set_points,
		IN(points)},
	{"variables", 0, "N", "consuite: at most N variables in a schedule, 1 to 4 (default 2)", TEST, set_variables,
		IN(variables)},

	HEADING("measuring coverage"),
	{"measure", 0, "METRIC",
		"measure what executions cover, whatever the strategy; may be\n"
		"given more than once:"
#define HD_METRIC(id, programs, summary) METRIC_LINE(id, summary)
#include "abi/metrics.def"
#undef HD_METRIC
		,
		TEST, set_measure, IN(measure)},
	{"measure", 0, "METRIC",
		"measure what executions cover, whatever the scheduler; may be\n"
		"given more than once:"
#define HD_METRIC(id, programs, summary) METRIC_LINE_##programs(id, summary)
#include "abi/metrics.def"
#undef HD_METRIC
		,
		RUN, set_measure, IN(measure)},

	HEADING("tuning the scheduler"),
	{"spurious", 0, NULL, "let condition variables wake up spuriously", BOTH, set_flag, IN(spurious)},
	{"depth", 0, "N", "pct: number of priority change points plus one (default 3)", BOTH, set_small, IN(depth)},
	{"bound", 0, "N", "dfs: at most N preemptions (default: unlimited)", BOTH, set_number, IN(bound)},
	{"estimate", 0, "happens-before|lockset",
		"tsa: estimate which pairs of lock sites are feasible from\n"
		"happens-before (most precise, the default), or from locks held and\n"
		"thread creation only, as published",
		BOTH, set_estimate, IN(estimate)},
	{"window", 0, "N",
		"tsa: without --time and --executions, stop when coverage is\n"
		"saturated over the last N executions (default 500)",
		RUN, set_small, IN(window)},
	{"patience", 0, "N",
		"tsa: after N executions without new coverage, depart from the\n"
		"published rules until there is some (default 10; 0: never)",
		BOTH, set_number, IN(patience)},
	{"probability", 0, "P",
		"rnd-*: probability of a yield or delay at each point, 0.001 to 1\n"
		"(default: 0.1 to 0.5 in turn)",
		BOTH, set_probability, IN(probability)},
};

#undef HEADING
#undef IN
#undef RUN
#undef TEST
#undef BOTH
#undef REPLAY
#undef CHECK
#undef REPRODUCE
#undef ANY

enum { ROWS = sizeof(table) / sizeof(table[0]), HELP_COLUMN = 24 };

void hd_options_init(struct hd_options *options, const char *program, const char *name)
{
	*options = (struct hd_options){
		.program = program,
		.name = name,
		.schedule = hd_copy("auto"),
		.strategy = hd_copy("auto"),
		.out = hd_copy("heddle-out"),
		.oracles = hd_value_default_oracles(),
		.time_ms = 30 * 1000,
		.hang_ms = 5 * 1000,
		.seed = 1,
		.jobs = 1,
		.depth = 3,
		.bound = UINT32_MAX,
		.steps = 1000 * 1000,
		.heap = (uint64_t)256 << 20,
		.times = 1,
		.window = 500,
		.patience = 10,
		.goals = 16,
		.points = 3,
		.variables = 2,
		.prune = UINT32_MAX,
	};
}

void hd_options_finish(struct hd_options *options)
{
	hd_strv_finish(&options->command_line);
	hd_strv_finish(&options->files);
	hd_strv_finish(&options->args);
	hd_strv_finish(&options->cflags);
	hd_strv_finish(&options->libs);
	free(options->schedule);
	free(options->strategy);
	free(options->class_name);
	hd_strv_finish(&options->hints);
	free(options->replay);
	free(options->out);
	free(options->format);
	free(options->build_directory);
	free(options->baseline);
	hd_strv_finish(&options->packages);
	hd_strv_finish(&options->found_files);
	hd_strv_finish(&options->found_cflags);
	free(options->stack);
	free(options->core);
	free(options->exe);
}

static const struct row *find_long(const char *name, size_t length, unsigned command)
{
	for (const struct row *row = table; row < table + ROWS; row++) {
		if (row->name && (row->commands & command) && strlen(row->name) == length &&
			strncmp(row->name, name, length) == 0) {
			return row;
		}
	}
	return NULL;
}

static const struct row *find_letter(char letter, unsigned command)
{
	for (const struct row *row = table; row < table + ROWS; row++) {
		if (row->letter == letter && (row->commands & command)) {
			return row;
		}
	}
	return NULL;
}

static enum hd_status unknown_option(const struct hd_options *options, unsigned command, const char *arg,
	struct hd_error *error)
{
	char *name = hd_copy_bytes(arg, strcspn(arg, "="));
	struct hd_typo typo;
	hd_typo_init(&typo, name + strspn(name, "-"));
	for (const struct row *row = table; row < table + ROWS; row++) {
		if (row->name && (row->commands & command)) {
			hd_typo_offer(&typo, row->name);
		}
	}
	if (typo.nearest) {
		hd_fail(error, HD_BAD_INPUT, "unknown option '%s'; did you mean '--%s'?", name, typo.nearest);
	} else {
		hd_fail(error, HD_BAD_INPUT, "unknown option '%s'; see heddle %s --help", name, options->name);
	}
	free(name);
	return HD_BAD_INPUT;
}

// Takes the option at args[0] and, if needed, its value at args[1]; *used is
// how many of them that were.
static enum hd_status parse_option(struct hd_options *options, unsigned command, int count, char *const *args,
	int *used, struct hd_error *error)
{
	const char *arg = args[0];
	const char *value = NULL;
	const struct row *row;
	if (arg[1] == '-') {
		size_t length = strcspn(arg + 2, "=");
		row = find_long(arg + 2, length, command);
		value = arg[2 + length] ? arg + 2 + length + 1 : NULL;
	} else {
		row = find_letter(arg[1], command);
		value = arg[1] && arg[2] ? arg + 2 : NULL;
	}
	if (!row || (!row->argument && value && arg[1] != '-')) {
		return unknown_option(options, command, arg, error);
	}
	if (!row->argument && value) {
		return hd_fail(error, HD_BAD_INPUT, "--%s takes no value", row->name);
	}
	*used = 1;
	if (row->argument && !value) {
		if (count < 2) {
			return hd_fail(error, HD_BAD_INPUT, "%s needs a value: %s", arg, row->argument);
		}
		value = args[1];
		*used = 2;
	}
	return row->set(options, row, value, error);
}

// Questions are asked on the command line, not in a file.
static bool is_setting(const struct row *row)
{
	return row->name && strncmp(row->name, "list-", 5) != 0 && strcmp(row->name, "help") != 0;
}

static const struct row *find_setting(unsigned command, const char *name)
{
	const struct row *row = find_long(name, strlen(name), command);
	return row && is_setting(row) ? row : NULL;
}

bool hd_options_has(unsigned command, const char *name)
{
	return find_setting(command, name) != NULL;
}

void hd_options_offer(unsigned command, struct hd_typo *typo)
{
	for (const struct row *row = table; row < table + ROWS; row++) {
		if ((row->commands & command) && is_setting(row)) {
			hd_typo_offer(typo, row->name);
		}
	}
}

enum hd_status hd_options_set(struct hd_options *options, unsigned command, const char *name, const char *value,
	struct hd_error *error)
{
	const struct row *row = find_setting(command, name);
	bool yes = strcmp(value, "yes") == 0, no = strcmp(value, "no") == 0;
	if (row->argument) {
		return row->set(options, row, value, error);
	}
	if (!yes && !no) {
		return hd_fail(error, HD_BAD_INPUT, "--%s expects yes or no, not '%s'", name, value);
	}
	return yes ? row->set(options, row, NULL, error) : HD_OK;
}

// Which thread allocates first decides which block it gets, and is no event that dpor would reorder.
static enum hd_status check_heap(const struct hd_options *options, struct hd_error *error)
{
	return options->reuse == HD_HEAP_REUSE && strcmp(options->schedule, "dpor") == 0
		? hd_fail(error, HD_BAD_INPUT, "--heap reuse cannot be used with --schedule dpor; use dfs")
		: HD_OK;
}

enum hd_status hd_options_parse(struct hd_options *options, unsigned command, int count, char *const *args,
	struct hd_error *error)
{
	int used;
	for (int i = 0; i < count; i += used) {
		used = 1;
		if (strcmp(args[i], "--") == 0) {
			for (i++; i < count; i++) {
				hd_strv_add(command & HD_FOR_RUN ? &options->args : &options->files, args[i]);
			}
			break;
		}
		if (args[i][0] != '-' || !args[i][1]) {
			hd_strv_add(&options->files, args[i]);
			continue;
		}
		enum hd_status status = parse_option(options, command, count - i, args + i, &used, error);
		if (status != HD_OK) {
			return status;
		}
	}
	return check_heap(options, error);
}

void hd_options_each(unsigned commands, void (*take)(void *context, const struct hd_option_view *option), void *context)
{
	for (const struct row *row = table; row < table + ROWS; row++) {
		if (row->commands & commands) {
			const struct hd_option_view view = {
				.name = row->name,
				.letter = row->letter,
				.argument = row->argument,
				.help = row->help,
			};
			take(context, &view);
		}
	}
}

static void print_row(const struct row *row)
{
	char left[64];
	if (!row->name) {
		snprintf(left, sizeof(left), "-%c%s", row->letter, row->argument);
	} else {
		snprintf(left, sizeof(left), "%s%c%s--%s%s%s", row->letter ? "-" : "", row->letter ? row->letter : ' ',
			row->letter ? ", " : "", row->name, row->argument ? " " : "",
			row->argument ? row->argument : "");
	}
	const char *text = left + strspn(left, " ");
	if (strlen(text) > HELP_COLUMN) {
		printf("  %s\n", text);
		text = "";
	}
	for (const char *help = row->help; *help;) {
		int length = (int)strcspn(help, "\n");
		printf("  %-*s %.*s\n", HELP_COLUMN, text, length, help);
		help += length + (help[length] == '\n');
		text = "";
	}
}

void hd_options_print_help(unsigned command)
{
	const char *heading = NULL; // to be printed before the first option below it
	for (const struct row *row = table; row < table + ROWS; row++) {
		if (row->commands == 0) {
			heading = row->help;
		} else if (row->commands & command) {
			if (heading) {
				printf("\n%s:\n", heading);
				heading = NULL;
			}
			print_row(row);
		}
	}
}
