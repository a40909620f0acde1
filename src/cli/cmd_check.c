// SPDX-License-Identifier: Apache-2.0
// heddle check: stored findings as a regression suite. Each is judged by the sources as they are
// now: its harness is built, its schedule replayed, and if that shows nothing, its test is run
// under new schedules, and tests next to it.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/path.h"
#include "cli/cli.h"
#include "cli/replay.h"
#include "cli/session.h"
#include "report/finding.h"
#include "report/style.h"
#include "report/symbols.h"
#include "report/text.h"
#include "store/finding_dir.h"

enum verdict { PRESENT, FIXED, CHANGED, UNKNOWN };

static const char *const verdict_names[] = {"still there", "fixed", "other violation", "not checked"};

struct check {
	const struct hd_options *options;
	struct hd_strv directories; // of all findings, absolute
	char *build; // where harnesses go, absolute
	json_t *results;
	size_t counts[4];
};

// One finding while it is checked.
struct case_ {
	struct check *check;
	struct hd_replay replay;
	struct hd_symbols *symbols;
	struct hd_finding *same, *other; // what the search found: the first of each
	uint64_t executions;
	bool failed; // the harness said why
};

// ---- which findings ------------------------------------------------------------------

static bool holds_finding(const char *directory)
{
	char *path = hd_path_join(directory, HD_FINDING_JSON);
	bool holds = hd_path_is_file(path);
	free(path);
	return holds;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

// The finding at a path, or those in it, or those of an output directory.
static size_t add_findings(struct check *check, const char *path)
{
	char *findings = hd_path_join(path, HD_FINDINGS);
	size_t count = 0;
	if (holds_finding(path)) {
		hd_strv_give(&check->directories, hd_path_absolute(path));
		count = 1;
	} else if (hd_path_is_directory(findings)) {
		count = add_findings(check, findings);
	} else {
		struct dirent **entries;
		int n = scandir(path, &entries, NULL, by_name);
		for (int i = 0; i < n; i++) {
			char *below = hd_path_join(path, entries[i]->d_name);
			if (entries[i]->d_name[0] != '.' && holds_finding(below)) {
				hd_strv_give(&check->directories, hd_path_absolute(below));
				count++;
			}
			free(below);
			free(entries[i]);
		}
		if (n >= 0) {
			free(entries);
		}
	}
	free(findings);
	return count;
}

static enum hd_status list_findings(struct check *check, struct hd_error *error)
{
	const struct hd_options *options = check->options;
	for (size_t i = 0; i < options->files.count; i++) {
		if (!hd_path_is_directory(options->files.items[i])) {
			return hd_fail(error, HD_BAD_INPUT, "'%s' is not a directory", options->files.items[i]);
		}
		add_findings(check, options->files.items[i]);
	}
	if (options->files.count == 0) {
		add_findings(check, options->out);
	}
	return HD_OK;
}

// ---- what the search finds ---------------------------------------------------------------

static bool same_texts(const struct hd_texts *a, const struct hd_texts *b)
{
	bool same = a->count == b->count;
	for (size_t i = 0; i < a->count && same; i++) {
		bool found = false;
		for (size_t k = 0; k < b->count; k++) {
			found |= strcmp(a->items[i], b->items[k]) == 0;
		}
		same = found;
	}
	return same;
}

// Lines move; kind and function, or the functions whose results are wrong, do not.
static bool is_same_bug(const struct hd_finding *a, const struct hd_finding *b)
{
	const char *in_a = a->location.function, *in_b = b->location.function;
	if (strcmp(a->kind, b->kind) != 0) {
		return false;
	}
	return in_a && in_b ? strcmp(in_a, in_b) == 0 : !in_a && !in_b && same_texts(&a->functions, &b->functions);
}

// Is it one of the other findings that are checked? They are judged on their own.
static bool is_known(const struct check *check, const struct hd_finding *finding)
{
	bool known = false;
	for (size_t i = 0; i < check->directories.count && !known; i++) {
		struct hd_finding *stored = NULL;
		struct hd_error ignored = {0};
		if (hd_finding_dir_read(check->directories.items[i], &stored, &ignored) == HD_OK) {
			known = is_same_bug(stored, finding);
		}
		hd_finding_destroy(stored);
		hd_error_finish(&ignored);
	}
	return known;
}

static void take_finding(void *context, const json_t *message)
{
	struct case_ *c = context;
	struct hd_finding *finding = hd_finding_create(message, c->replay.harness, c->symbols);
	if (!c->same && is_same_bug(finding, c->replay.finding)) {
		c->same = finding;
	} else if (!c->other && !is_same_bug(finding, c->replay.finding) && !is_known(c->check, finding)) {
		c->other = finding;
	} else {
		hd_finding_destroy(finding);
	}
}

static void take_note(void *context, const struct hd_note *note)
{
	struct case_ *c = context;
	c->failed |= note->error;
	hd_session_show_note(note);
}

// The stored test, or the program, under new schedules.
static enum hd_status search(struct case_ *c, struct hd_error *error)
{
	const struct hd_finding *finding = c->replay.finding;
	struct hd_strv args = {0};
	struct hd_harness_outcome outcome = {0};
	struct hd_harness_request request = {
		.harness = c->replay.harness,
		.args = &args,
		.sandbox = hd_replay_sandbox(&c->replay),
	};
	const struct hd_harness_events events = {.context = c, .note = take_note, .finding = take_finding};
	hd_replay_add_args(&c->replay, &args);
	enum hd_status status = hd_replay_configure(&c->replay, &request.config, error);
	struct hd_config *config = &request.config;
	config->mode = finding->class ? HD_MODE_TEST : HD_MODE_RUN;
	config->keep_going = true;
	config->depth = 3;
	config->threads = 2;
	config->goals = 16;
	config->patience = 10;
	config->executions = c->check->options->executions_set ? c->check->options->executions : 10000;
	config->trace_hash[0] = '\0';
	snprintf(config->schedule, sizeof(config->schedule), "auto");
	snprintf(config->strategy, sizeof(config->strategy), "around");
	snprintf(config->class_name, sizeof(config->class_name), "%s", finding->class ? finding->class : "");
	if (!finding->class) {
		config->replay_file[0] = '\0';
	}
	if (status == HD_OK) {
		status = hd_harness_run(&request, &events, &outcome, error);
	}
	c->executions = outcome.done.executions;
	hd_harness_outcome_finish(&outcome);
	hd_strv_finish(&args);
	return status;
}

// ---- one finding ---------------------------------------------------------------------------

// Replaces the stored finding by the one that was found now, which shows the same bug.
static void update(const struct case_ *c)
{
	struct hd_finding new = *c->same;
	struct hd_error error = {0};
	struct hd_str report = {0};
	new.id = c->replay.finding->id;
	new.dir = c->replay.finding->dir;
	new.strategy = "around";
	new.origin = c->replay.finding->origin;
	new.origin.code = "";
	new.origin.harness = "";
	hd_text_verdict(&report, &new, &hd_style_plain);
	hd_text_finding(&report, &new, &hd_style_plain);
	const struct hd_finding_files files = {.finding = &new, .report = hd_str_text(&report)};
	if (hd_finding_dir_write(c->replay.directory, &files, &error) != HD_OK) {
		hd_warning("%s", hd_str_text(&error.text));
	}
	hd_str_finish(&report);
	hd_error_finish(&error);
}

// why: how it is known, in a few words.
static enum verdict judge_search(const struct case_ *c, struct hd_str *why)
{
	if (c->same) {
		hd_str_addf(why, "under another schedule, found after %lld executions: the code has changed%s",
			(long long)c->same->executions_to_find + 1,
			c->check->options->update ? "; the finding is updated" : "");
		return PRESENT;
	}
	if (c->other) {
		hd_str_add(why, "instead of it, the same calls show ");
		hd_finding_headline(why, c->other);
		return CHANGED;
	}
	hd_str_addf(why, "neither its schedule nor %llu executions around it show anything",
		(unsigned long long)c->executions);
	return FIXED;
}

static enum verdict judge_replay(const struct case_ *c, struct hd_str *why)
{
	const struct hd_replay *replay = &c->replay;
	bool same_place = hd_replay_same_place(replay);
	if (replay->same > 0) {
		hd_str_add(why, replay->finding->exact ? "with the stored trace" : "with the stored schedule");
		return PRESENT;
	}
	if (replay->verdicts > 0 && same_place) {
		hd_str_add(why, "with the stored schedule; the code has changed");
		return PRESENT;
	}
	return UNKNOWN;
}

static enum verdict judge(struct case_ *c, struct hd_str *why, struct hd_error *error)
{
	struct hd_harness_outcome outcome = {0};
	enum verdict verdict = UNKNOWN;
	enum hd_status status = hd_replay_rebuild(&c->replay, c->check->build, error);
	if (status != HD_OK) {
		return UNKNOWN;
	}
	c->replay.times = 1;
	status = hd_replay_execute(&c->replay, &outcome, error);
	if (status == HD_OK && outcome.error_note) {
		hd_fail(error, HD_BAD_INPUT,
			"its test does not fit the API any more: a function it calls is gone or takes "
			"other parameters; remove the finding, or test again");
	} else if (status == HD_OK) {
		verdict = judge_replay(c, why);
	}
	if (status == HD_OK && !outcome.error_note && verdict == UNKNOWN && !hd_interrupt_count() &&
		search(c, error) == HD_OK && !c->failed && !hd_interrupt_count()) {
		verdict = judge_search(c, why);
		if (c->same && c->check->options->update) {
			update(c);
		}
	}
	hd_harness_outcome_finish(&outcome);
	return verdict;
}

// What it is, as it is now if it is still there.
static void add_headline(const struct case_ *c, enum verdict verdict, struct hd_str *out)
{
	struct hd_str text = {0};
	if (verdict == PRESENT && !c->same && c->replay.headline) {
		hd_str_add(&text, c->replay.headline);
	} else if (c->replay.finding) {
		hd_finding_headline(&text, c->same ? c->same : c->replay.finding);
	}
	hd_str_add_printable(out, hd_str_text(&text));
	hd_str_finish(&text);
}

static void tell(const struct check *check, const char *name, const struct case_ *c, enum verdict verdict,
	const char *why)
{
	const struct hd_style style = {.colour = hd_diag_colours(STDOUT_FILENO), .width = 100};
	struct hd_str line = {0}, headline = {0}, text = {0};
	add_headline(c, verdict, &headline);
	hd_style_add(&style, &line, verdict == FIXED ? HD_INK_BOLD : HD_INK_RED, verdict_names[verdict]);
	hd_str_addf(&line, ": %s", hd_path_name(name));
	hd_str_addf(&line, "\n  %s\n", hd_str_text(&headline));
	hd_str_addf(&text, "  %s\n", why);
	hd_str_add_printable(&line, hd_str_text(&text));
	if (!check->options->json) {
		fputs(hd_str_text(&line), stdout);
		fflush(stdout);
	}
	hd_str_finish(&text);
	hd_str_finish(&headline);
	hd_str_finish(&line);
}

static void check_one(struct check *check, const char *name)
{
	struct case_ c = {.check = check, .symbols = hd_symbols_create()};
	struct hd_str why = {0};
	struct hd_error error = {0};
	enum verdict verdict = UNKNOWN;
	if (hd_replay_open(&c.replay, check->options, name, &error) == HD_OK) {
		verdict = judge(&c, &why, &error);
	}
	const char *reason = verdict == UNKNOWN && error.text.length > 0 ? hd_str_text(&error.text) : hd_str_text(&why);
	reason = *reason ? reason : hd_interrupt_count() ? "interrupted" : "the harness could not be run";
	tell(check, name, &c, verdict, reason);
	json_t *result = json_object();
	json_object_set_new(result, "id", hd_json_string(hd_path_name(name)));
	json_object_set_new(result, "verdict", json_string(verdict_names[verdict]));
	json_object_set_new(result, "why", hd_json_string(reason));
	json_object_set_new(result, "executions", json_integer((json_int_t)c.executions));
	json_array_append_new(check->results, result);
	check->counts[verdict]++;
	hd_finding_destroy(c.same);
	hd_finding_destroy(c.other);
	hd_replay_close(&c.replay);
	hd_symbols_destroy(c.symbols);
	hd_error_finish(&error);
	hd_str_finish(&why);
}

// ---- all of them -----------------------------------------------------------------------------

static void conclude(const struct check *check)
{
	if (check->options->json) {
		json_t *object = json_pack("{s:s, s:s, s:O}", "tool", "heddle", "version", HEDDLE_VERSION, "findings",
			check->results);
		char *text = hd_json_dump(object, JSON_INDENT(2));
		fputs(text, stdout);
		free(text);
		json_decref(object);
		return;
	}
	printf("heddle: %zu finding%s", check->directories.count, check->directories.count == 1 ? "" : "s");
	for (size_t i = 0; i < sizeof(verdict_names) / sizeof(*verdict_names); i++) {
		if (check->counts[i] > 0) {
			printf(", %zu %s", check->counts[i], verdict_names[i]);
		}
	}
	putchar('\n');
}

static enum hd_status run_check(struct hd_options *options, struct hd_error *error)
{
	struct check check = {.options = options, .results = json_array()};
	enum hd_status status = list_findings(&check, error);
	char *build = hd_path_join(options->out, "build");
	hd_interrupt_watch();
	if (status == HD_OK && check.directories.count > 0) {
		status = hd_path_make(build, error);
	}
	check.build = hd_path_absolute(build);
	for (size_t i = 0; status == HD_OK && i < check.directories.count && !hd_interrupt_count(); i++) {
		check_one(&check, check.directories.items[i]);
	}
	if (status == HD_OK) {
		conclude(&check);
		status = check.counts[UNKNOWN] > 0 || hd_interrupt_count()  ? HD_BAD_INPUT
			: check.counts[PRESENT] + check.counts[CHANGED] > 0 ? HD_FOUND
									    : HD_OK;
	}
	free(build);
	free(check.build);
	json_decref(check.results);
	hd_strv_finish(&check.directories);
	return status;
}

const struct hd_command hd_command_check = {
	.name = "check",
	.arguments = "[OPTIONS] [DIR...]",
	.summary = "check whether stored findings are fixed, as a regression suite",
	.description = "DIR: a finding, a directory of findings, or an output directory (default heddle-out).\n"
		       "The harness of each finding is built from the sources as they are now. Its schedule is\n"
		       "replayed; if that shows nothing, its test and tests next to it are run under new schedules.\n"
		       "Exit status: 0 if all are fixed, 1 if one is still there, 2 if one could not be checked.",
	.bit = HD_FOR_CHECK,
	.run = run_check,
};
