// SPDX-License-Identifier: Apache-2.0
#include "cli/summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/path.h"
#include "base/shell.h"
#include "cli/campaign.h"
#include "report/finding.h"
#include "report/text.h"

void hd_summary_finding(struct hd_str *out, const json_t *finding, const struct hd_options *options,
	const struct hd_style *style)
{
	char *directory = hd_path_join(options->out, hd_json_text(finding, "dir", ""));
	hd_text_verdict(out, finding, style);
	if (!options->quiet || style == &hd_style_plain) {
		hd_text_finding(out, finding, style);
		hd_str_add(out, "\n  finding  ");
		hd_str_add(out, directory);
		hd_str_add(out, "\n  replay   ");
		hd_shell_quote(out, options->program);
		hd_str_add(out, " replay ");
		hd_shell_quote(out, directory);
		hd_str_add(out, "\n\n");
	}
	free(directory);
}

void hd_summary_status(const volatile struct hd_progress *progress, double seconds,
	const struct hd_campaign *campaign)
{
	struct hd_str text = {0};
	uint64_t executions = progress->executions, findings = progress->findings;
	uint64_t limit_ms = campaign->config.time_ms;
	if (campaign->class_name) {
		hd_str_addf(&text, "%llu tests, %llu of %llu pairs, ", (unsigned long long)progress->tests,
			(unsigned long long)progress->pairs_covered, (unsigned long long)progress->pairs_total);
	}
	hd_str_addf(&text, "%llu executions, ", (unsigned long long)executions);
	hd_text_rate(&text, seconds > 0 ? (double)executions / seconds : 0);
	hd_str_addf(&text, "/s, %llu finding%s, ", (unsigned long long)findings, findings == 1 ? "" : "s");
	hd_text_seconds(&text, seconds);
	if (limit_ms > 0) {
		hd_str_add(&text, " of ");
		hd_text_seconds(&text, (double)limit_ms / 1000);
	}
	hd_status_line("heddle: %s", hd_str_text(&text));
	hd_str_finish(&text);
}

static double rate(const struct hd_worker_outcome *outcome)
{
	return outcome->seconds > 0 ? (double)outcome->executions / outcome->seconds : 0;
}

static bool is_exhausted(const struct hd_worker_outcome *outcome)
{
	return strcmp(outcome->reason, "exhausted") == 0;
}

static void add_speed(struct hd_str *out, const struct hd_worker_outcome *outcome)
{
	hd_str_add(out, " (");
	hd_text_rate(out, rate(outcome));
	hd_str_add(out, "/s, ");
	hd_text_seconds(out, outcome->seconds);
	hd_str_add(out, ")");
}

static void add_exhausted(struct hd_str *out, const struct hd_campaign *campaign)
{
	const struct hd_worker_outcome *outcome = &campaign->outcome;
	const struct hd_config *config = &campaign->config;
	if (outcome->cut_off > 0) {
		hd_str_add(out, " in the schedules explored"); // not in all of them: some were cut off
	} else if (hd_campaign_is_bounded(campaign)) {
		hd_str_addf(out, " in any schedule with at most %u preemption%s", config->bound,
			config->bound == 1 ? "" : "s");
	} else {
		hd_str_add(out, " in any schedule");
	}
	hd_str_addf(out, ": %llu execution%s explored (%llu blocked)",
		(unsigned long long)outcome->executions, outcome->executions == 1 ? "" : "s",
		(unsigned long long)outcome->blocked);
}

// What was tested: "heddle: stack, strategy auto: 120 tests, 6 of 6 method pairs covered",
// and how many tests were searched through.
static void add_tests(struct hd_str *out, const struct hd_campaign *campaign)
{
	const json_t *done = campaign->outcome.done;
	const json_t *pairs = hd_json_object(hd_json_object(done, "coverage"), "method_pairs");
	hd_str_addf(out, "heddle: %s, strategy %s: %lld test%s", campaign->class_name,
		hd_campaign_strategy(campaign), (long long)hd_json_int(done, "tests", 0),
		hd_json_int(done, "tests", 0) == 1 ? "" : "s");
	if (hd_json_int(done, "searched", 0) > 0) {
		hd_str_addf(out, " (%lld under all schedules)", (long long)hd_json_int(done, "searched", 0));
	}
	if (pairs) {
		hd_str_addf(out, ", %lld of %lld method pairs covered", (long long)hd_json_int(pairs, "covered", 0),
			(long long)hd_json_int(pairs, "total", 0));
	}
	hd_str_add_char(out, '\n');
}

// Code without hooks is one step to the scheduler: people should not take that for "tested".
static void add_uninstrumented(struct hd_str *out, const json_t *done)
{
	json_int_t functions = hd_json_int(done, "functions", 0), without = hd_json_int(done, "uninstrumented", 0);
	if (without == 0) {
		return;
	}
	hd_str_add(out, "heddle: ");
	if (without == functions) {
		hd_str_addf(out, "none of the %lld functions is instrumented", (long long)functions);
	} else {
		hd_str_addf(out, "%lld of the %lld functions %s not instrumented", (long long)without,
			(long long)functions, without == 1 ? "is" : "are");
	}
	hd_str_add(out, ": threads do not change inside them, so no bug that\n"
		"        needs that can be found, and what they leave in global variables stays for later tests;\n"
		"        give their sources, or objects and libraries built by heddle cc\n");
}

#define NAMED 3 // functions that are left out, with the reason

// What was not tested is not known to be right.
static void add_left_out(struct hd_str *out, const json_t *done)
{
	size_t index, left_out = 0;
	json_t *row;
	json_array_foreach(hd_json_array(done, "learned"), index, row) {
		if (!json_is_false(json_object_get(row, "used"))) {
			continue;
		}
		if (left_out++ < NAMED) {
			hd_str_addf(out, "%s%s (%s)", left_out == 1 ? "heddle: not called by tests: " : ", ",
				hd_json_text(row, "function", "?"), hd_json_text(row, "text", "?"));
		}
	}
	if (left_out > NAMED) {
		hd_str_addf(out, " and %zu more, see --list-api", left_out - NAMED);
	}
	hd_str_add(out, left_out > 0 ? "\n" : "");
}

static bool is_true(const json_t *object, const char *name)
{
	return json_is_true(json_object_get(object, name));
}

static void add_place(struct hd_str *out, const json_t *site)
{
	hd_str_addf(out, "%s:%lld", hd_path_display(hd_json_text(site, "file", "?")),
		(long long)hd_json_int(site, "line", 0));
	const char *function = hd_json_text(site, "function", "");
	if (*function) {
		hd_str_addf(out, " (%s)", function);
	}
}

// One line each, the first few: pairs not covered, or those covered but not expected.
static void add_odd_pairs(struct hd_str *out, const json_t *pairs, bool covered)
{
	enum { MOST = 10 };
	const char *title = covered ? "not expected" : "not covered";
	size_t index, count = 0;
	json_t *pair;
	json_array_foreach(pairs, index, pair) {
		if (is_true(pair, "covered") != covered || (covered && is_true(pair, "estimated")) || ++count > MOST) {
			continue;
		}
		hd_str_addf(out, "  %s: ", title);
		add_place(out, hd_json_object(pair, "first"));
		hd_str_add(out, ", then ");
		add_place(out, hd_json_object(pair, "second"));
		hd_str_add_char(out, '\n');
	}
	if (count > MOST) {
		hd_str_addf(out, "  and %zu more %s (--json lists all)\n", count - MOST, title);
	}
}

static void add_sync_pairs(struct hd_str *out, const struct hd_campaign *campaign)
{
	const json_t *done = campaign->outcome.done;
	const json_t *pairs = hd_json_object(hd_json_object(done, "coverage"), "sync_pairs");
	if (!pairs) {
		return;
	}
	hd_str_addf(out, "heddle: %lld of %lld synchronization pairs covered (%lld estimated, %lld not covered,"
		" %lld not expected)%s\n",
		(long long)hd_json_int(pairs, "covered", 0), (long long)hd_json_int(pairs, "total", 0),
		(long long)hd_json_int(pairs, "estimated", 0), (long long)hd_json_int(pairs, "false_positives", 0),
		(long long)hd_json_int(pairs, "false_negatives", 0),
		strcmp(campaign->outcome.reason, "saturated") == 0 ? "; coverage is saturated" : "");
	if (!campaign->options->quiet) {
		add_odd_pairs(out, hd_json_array(done, "sync_pairs"), false);
		add_odd_pairs(out, hd_json_array(done, "sync_pairs"), true);
	}
}

static void add_access_patterns(struct hd_str *out, const struct hd_campaign *campaign)
{
	const json_t *done = campaign->outcome.done;
	const json_t *patterns = hd_json_object(hd_json_object(done, "coverage"), "access_patterns");
	if (patterns) {
		hd_str_addf(out, "heddle: %lld of %lld memory-access patterns covered (%lld of these are possible for"
			" concurrent calls)\n", (long long)hd_json_int(patterns, "covered", 0),
			(long long)hd_json_int(patterns, "total", 0), (long long)hd_json_int(patterns, "feasible", 0));
	}
}

void hd_summary_end(struct hd_str *out, const struct hd_campaign *campaign)
{
	const struct hd_worker_outcome *outcome = &campaign->outcome;
	size_t count = json_array_size(campaign->findings);
	if (count > 0 && !campaign->config.keep_going) {
		return; // the finding has said it all
	}
	hd_str_add(out, "heddle: ");
	if (strcmp(outcome->reason, "interrupted") == 0) {
		hd_str_add(out, "interrupted: ");
	} else if (strcmp(outcome->reason, "died") == 0) {
		hd_str_add(out, "not finished: ");
	}
	if (count == 0) {
		hd_str_add(out, "no violation");
	} else {
		hd_str_addf(out, "%zu violation%s", count, count == 1 ? "" : "s");
	}
	if (is_exhausted(outcome) && count == 0) {
		add_exhausted(out, campaign);
	} else {
		hd_str_addf(out, " in %llu execution%s", (unsigned long long)outcome->executions,
			outcome->executions == 1 ? "" : "s");
		add_speed(out, outcome);
	}
	hd_str_add_char(out, '\n');
	if (campaign->class_name) {
		add_tests(out, campaign);
		add_left_out(out, outcome->done);
		add_uninstrumented(out, outcome->done);
	}
	add_sync_pairs(out, campaign);
	add_access_patterns(out, campaign);
	json_int_t deaths = hd_json_int(outcome->done, "deaths", 0);
	if (deaths > 0) {
		hd_str_addf(out, "heddle: %lld execution%s lost because the worker died\n", (long long)deaths,
			deaths == 1 ? " was" : "s were");
	}
	if (hd_campaign_is_complete(campaign) && count > 0) {
		hd_str_addf(out, "heddle: every schedule was explored (%llu blocked)\n",
			(unsigned long long)outcome->blocked);
	}
	if (outcome->cut_off > 0) {
		hd_str_addf(out, "heddle: %llu execution%s cut off after %llu step%s (--steps)\n",
			(unsigned long long)outcome->cut_off, outcome->cut_off == 1 ? " was" : "s were",
			(unsigned long long)campaign->config.max_steps, campaign->config.max_steps == 1 ? "" : "s");
	}
}

static json_t *make_coverage(const struct hd_campaign *campaign)
{
	const struct hd_worker_outcome *outcome = &campaign->outcome;
	const char *metric;
	json_t *value;
	json_t *total = hd_campaign_is_complete(campaign) ? json_integer((json_int_t)outcome->executions)
							 : json_null();
	json_t *coverage = json_pack("{s:{s:I, s:o}, s:I, s:I, s:I, s:I, s:s}", "schedules", "covered",
		(json_int_t)outcome->executions, "total", total, "traces", (json_int_t)outcome->traces,
		"blocked", (json_int_t)outcome->blocked, "cut_off", (json_int_t)outcome->cut_off, "steps",
		(json_int_t)outcome->steps, "reason", outcome->reason);
	json_object_foreach(hd_json_object(outcome->done, "coverage"), metric, value) {
		json_object_set(coverage, metric, value);
	}
	return coverage;
}

json_t *hd_summary_json(const struct hd_campaign *campaign)
{
	const struct hd_worker_outcome *outcome = &campaign->outcome;
	json_t *findings = json_array();
	size_t index;
	json_t *finding;
	json_array_foreach(campaign->findings, index, finding) {
		json_array_append_new(findings, hd_finding_public(finding, campaign->options->out));
	}
	json_t *class = campaign->class_name ? hd_json_string(campaign->class_name) : json_null();
	json_t *object = json_pack("{s:s, s:s, s:o, s:s, s:s, s:I, s:f, s:I, s:I, s:f, s:o, s:o}", "tool",
		"heddle", "version", HEDDLE_VERSION, "class", class, "strategy", hd_campaign_strategy(campaign), "schedule",
		campaign->config.schedule, "seed", (json_int_t)campaign->options->seed, "seconds",
		outcome->seconds, "tests", hd_json_int(outcome->done, "tests", campaign->class_name ? 0 : 1),
		"executions", (json_int_t)outcome->executions, "executions_per_second", rate(outcome),
		"coverage", make_coverage(campaign), "findings", findings);
	static const char *const further[] = {"functions", "uninstrumented", "pairs", "learned", "searched", "illegal",
		"linearizations", "sync_pairs", "sync_rules", "growth", NULL};
	for (const char *const *name = further; *name; name++) {
		json_t *value = json_object_get(outcome->done, *name);
		if (value) {
			json_object_set(object, *name, value);
		}
	}
	return object;
}

void hd_summary_print(const struct hd_campaign *campaign)
{
	if (campaign->options->json) {
		json_t *object = hd_summary_json(campaign);
		char *text = hd_json_dump(object, JSON_INDENT(2));
		fputs(text, stdout);
		free(text);
		json_decref(object);
		return;
	}
	struct hd_str text = {0};
	hd_summary_end(&text, campaign);
	fputs(hd_str_text(&text), stdout);
	hd_str_finish(&text);
}
