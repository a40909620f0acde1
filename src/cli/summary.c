// SPDX-License-Identifier: Apache-2.0
#include "cli/summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/path.h"
#include "cli/reproduction.h"
#include "cli/session.h"
#include "harness/prune.h"
#include "report/finding.h"
#include "report/text.h"

void hd_summary_finding(struct hd_str *out, const struct hd_finding *finding, const struct hd_options *options,
	const struct hd_style *style)
{
	struct hd_finding *printable = hd_finding_printable(finding);
	// What is stored is for every machine.
	bool stored = style == &hd_style_plain;
	const char *out_directory = stored ? hd_path_display(options->out) : options->out;
	char *directory = hd_path_join(out_directory, printable->dir);
	hd_text_verdict(out, printable, style);
	if (!options->quiet || stored) {
		hd_text_finding(out, printable, style);
		if (printable->match) {
			hd_str_add(out, "\n  match    ");
			hd_reproduction_match(out, printable);
		}
		hd_str_add(out, "\n  finding  ");
		hd_str_add_printable(out, directory);
		hd_str_add(out, "\n  replay   ");
		bool own = hd_prune_is_name(finding->origin.harness);
		hd_finding_replay_command(out, stored ? "heddle" : options->program, out_directory, finding, !own);
		hd_str_add(out, "\n\n");
	}
	free(directory);
	hd_finding_destroy(printable);
}

void hd_summary_status(const volatile struct hd_progress *progress, double seconds, const struct hd_session *session)
{
	struct hd_str text = {0};
	uint64_t executions = progress->executions, findings = progress->findings;
	uint64_t limit_ms = session->config.time_ms;
	if (session->class_name) {
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

static double rate(const struct hd_done *done)
{
	return done->seconds > 0 ? (double)done->executions / done->seconds : 0;
}

static bool is_exhausted(const struct hd_done *done)
{
	return strcmp(done->reason, "exhausted") == 0;
}

static void add_speed(struct hd_str *out, const struct hd_done *done)
{
	hd_str_add(out, " (");
	hd_text_rate(out, rate(done));
	hd_str_add(out, "/s, ");
	hd_text_seconds(out, done->seconds);
	hd_str_add(out, ")");
}

static void add_exhausted(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	const struct hd_config *config = &session->config;
	if (done->cut_off > 0 || hd_session_lost_any(session)) {
		hd_str_add(out, " in the schedules explored"); // not in all of them
	} else if (hd_session_is_bounded(session)) {
		hd_str_addf(out, " in any schedule with at most %u preemption%s", config->bound,
			config->bound == 1 ? "" : "s");
	} else {
		hd_str_add(out, " in any schedule");
	}
	hd_str_addf(out, ": %llu execution%s explored (%llu blocked)", (unsigned long long)done->executions,
		done->executions == 1 ? "" : "s", (unsigned long long)done->blocked);
}

// Those that could be tested, of those that were to be.
static void add_classes(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	size_t count = 0;
	for (size_t i = 0; i < done->contract_count; i++) {
		if (done->contracts[i].tested) {
			hd_str_addf(out, "%s%s", count++ > 0 ? ", " : "", done->contracts[i].class);
		}
	}
	hd_str_add(out, count == 0 ? session->class_name : "");
}

// What was tested: "heddle: stack, strategy auto: 120 tests, 6 of 6 method pairs covered",
// and how many tests were searched through.
static void add_tests(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	const struct hd_done_metric *pairs = hd_done_metric(done, "method_pairs");
	hd_str_add(out, "heddle: ");
	add_classes(out, session);
	hd_str_addf(out, ", strategy %s: %lld test%s", hd_session_strategy(session), (long long)done->tests,
		done->tests == 1 ? "" : "s");
	if (done->searched > 0) {
		hd_str_addf(out, " (%lld under all schedules)", (long long)done->searched);
	}
	if (pairs) {
		hd_str_addf(out, ", %lld of %lld method pairs covered", (long long)pairs->covered,
			(long long)pairs->total);
	}
	hd_str_add_char(out, '\n');
}

// To the scheduler, code without hooks is a single step: users should not
// mistake that for "tested".
static void add_uninstrumented(struct hd_str *out, const struct hd_done *done)
{
	int64_t functions = done->functions, without = done->uninstrumented;
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
	hd_str_add(out,
		": no context switch happens inside them, so bugs that\n"
		"        need one cannot be found, and their global variables are not reset between tests;\n"
		"        give their sources, or objects and libraries built with heddle cc\n");
}

#define NAMED 3 // functions that are left out, with the reason

// What was not tested is not known to be correct.
static void add_left_out(struct hd_str *out, const struct hd_done *done)
{
	size_t left_out = 0;
	for (size_t i = 0; i < done->learned_count; i++) {
		const struct hd_done_learned *learned = &done->learned[i];
		if (!learned->used && left_out++ < NAMED) {
			hd_str_addf(out, "%s%s (%s)", left_out == 1 ? "heddle: not called by tests: " : ", ",
				learned->function, learned->text);
		}
	}
	if (left_out > NAMED) {
		hd_str_addf(out, " and %zu more, see --list-api", left_out - NAMED);
	}
	hd_str_add(out, left_out > 0 ? "\n" : "");
}

// What nobody promises is not tested, and said in one line.
static void add_contracts(struct hd_str *out, const struct hd_done *done)
{
	for (size_t i = 0; i < done->contract_count; i++) {
		const struct hd_done_contract *contract = &done->contracts[i];
		if (strcmp(contract->contract, "nothing") != 0) {
			continue;
		}
		long long variables = contract->unprotected;
		hd_str_addf(out,
			"heddle: %s is not tested: %s; if one object were shared, its calls would race on %lld variable%s"
			" (--contract shared tests that; a comment that says \"thread-safe\" is a promise, too)\n",
			contract->class, contract->why, variables, variables == 1 ? "" : "s");
	}
}

static void add_place(struct hd_str *out, const struct hd_place *site)
{
	hd_str_addf(out, "%s:%d", hd_path_display(site->file ? site->file : "?"), site->line);
	if (site->function && *site->function) {
		hd_str_addf(out, " (%s)", site->function);
	}
}

// One line each, the first few: pairs not covered, or those covered but not expected.
static void add_odd_pairs(struct hd_str *out, const struct hd_done *done, bool covered)
{
	enum { MOST = 10 };
	const char *title = covered ? "not expected" : "not covered";
	size_t count = 0;
	for (size_t i = 0; i < done->sync_pair_count; i++) {
		const struct hd_done_sync_pair *pair = &done->sync_pairs[i];
		if (pair->covered != covered || (covered && pair->estimated) || ++count > MOST) {
			continue;
		}
		hd_str_addf(out, "  %s: ", title);
		add_place(out, &pair->first);
		hd_str_add(out, ", then ");
		add_place(out, &pair->second);
		hd_str_add_char(out, '\n');
	}
	if (count > MOST) {
		hd_str_addf(out, "  and %zu more %s (--json lists all)\n", count - MOST, title);
	}
}

static void add_sync_pairs(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	const struct hd_done_metric *pairs = hd_done_metric(done, "sync_pairs");
	if (!pairs) {
		return;
	}
	hd_str_addf(out,
		"heddle: %lld of %lld synchronization pairs covered (%lld estimated, %lld not covered,"
		" %lld not expected)%s\n",
		(long long)pairs->covered, (long long)pairs->total, (long long)pairs->estimated,
		(long long)pairs->false_positives, (long long)pairs->false_negatives,
		strcmp(done->reason, "saturated") == 0 ? "; coverage is saturated" : "");
	if (!session->options->quiet) {
		add_odd_pairs(out, done, false);
		add_odd_pairs(out, done, true);
	}
}

static void add_access_patterns(struct hd_str *out, const struct hd_done *done)
{
	const struct hd_done_metric *patterns = hd_done_metric(done, "access_patterns");
	if (patterns) {
		hd_str_addf(out,
			"heddle: %lld of %lld memory-access patterns covered (%lld of the %lld are"
			" feasible in concurrent calls)\n",
			(long long)patterns->covered, (long long)patterns->total, (long long)patterns->feasible,
			(long long)patterns->total);
	}
}

static void add_schedules(struct hd_str *out, const struct hd_done *done)
{
	const struct hd_done_metric *m = hd_done_metric(done, "schedules");
	if (m) {
		hd_str_addf(out,
			"heddle: %lld of %lld schedules covered (%lld of them forbidden by locks), of %lld of %lld goal pairs"
			" and %lld of %lld partial goals\n"
			"heddle: threads had to wait at %lld of %lld lock sites\n",
			(long long)m->covered, (long long)m->total, (long long)m->forbidden,
			(long long)m->goal_pairs_covered, (long long)m->goal_pairs, (long long)m->partial_goals_covered,
			(long long)m->partial_goals, (long long)m->lock_sites_blocked, (long long)m->lock_sites);
	}
	const struct hd_done_metric *races = hd_done_metric(done, "race_pairs");
	if (races && races->covered > 0) {
		hd_str_addf(out, "heddle: %lld pair%s of places raced (--json lists them)\n", (long long)races->covered,
			races->covered == 1 ? "" : "s");
	}
}

static void add_lost_violation(struct hd_str *out, const struct hd_done_lost *lost)
{
	hd_str_addf(out, "  %s", lost->kind);
	if (lost->has_site) {
		hd_str_addf(out, " in %s (%s:%d)", lost->site.function ? lost->site.function : "?",
			hd_path_display(lost->site.file ? lost->site.file : "?"), lost->site.line);
	}
	hd_str_addf(out, ": %s\n    %s", lost->message, lost->why);
	if (lost->times > 1) {
		hd_str_addf(out, " (%lld times)", (long long)lost->times);
	}
	hd_str_add_char(out, '\n');
}

// The execution after which this metric did not grow any more.
static int64_t last_growth(const struct hd_done *done, const char *metric)
{
	int64_t most = -1, at = 0;
	for (size_t i = 0; i < done->growth_count; i++) {
		if (strcmp(done->growth[i].metric, metric) == 0 && done->growth[i].covered > most) {
			most = done->growth[i].covered;
			at = done->growth[i].executions;
		}
	}
	return at;
}

// When more time is unlikely to bring anything: no metric grew in the later three quarters. Pairs of
// methods alone say little: they are covered long before what happens inside of them is.
static void add_saturation(struct hd_str *out, const struct hd_done *done)
{
	enum { LEAST = 2000 }; // executions, to say anything at all
	int64_t executions = (int64_t)done->executions, last = 0;
	size_t metrics = 0;
	for (size_t i = 0; i < done->growth_count; i++) {
		int64_t at = last_growth(done, done->growth[i].metric);
		metrics += strcmp(done->growth[i].metric, "method_pairs") != 0;
		last = at > last ? at : last;
	}
	if (metrics > 0 && executions >= LEAST && last <= executions / 4 && strcmp(done->reason, "budget") == 0) {
		hd_str_addf(out,
			"heddle: coverage has not grown since execution %lld: more time is unlikely to find more; another\n"
			"        --strategy, --schedule or --threads may\n",
			(long long)last);
	}
}

// Violations that are not findings: users should know that they were seen.
static void add_unconfirmed(struct hd_str *out, const struct hd_done *done)
{
	if (done->unconfirmed > 0) {
		hd_str_addf(out, "heddle: %lld violation%s could not be confirmed and %s not reported:\n",
			(long long)done->unconfirmed, done->unconfirmed == 1 ? "" : "s",
			done->unconfirmed == 1 ? "is" : "are");
		for (size_t i = 0; i < done->lost_count; i++) {
			add_lost_violation(out, &done->lost[i]);
		}
	}
	if (done->leaked > 0) {
		hd_str_addf(out,
			"heddle: %lld violation%s depended on state left behind by an earlier"
			" execution (such as uninitialised memory) and %s not reported%s\n",
			(long long)done->leaked, done->leaked == 1 ? "" : "s", done->leaked == 1 ? "is" : "are",
			done->isolated ? "; from then on, every execution ran in a process of its own" : "");
	}
}

// One line: what it is and where its report is.
static void add_brief(struct hd_str *out, const struct hd_finding *finding, const struct hd_options *options,
	const char *indent)
{
	struct hd_finding *printable = hd_finding_printable(finding);
	char *directory = hd_path_join(options->out, printable->dir);
	hd_str_add(out, indent);
	hd_finding_headline(out, printable);
	for (size_t i = 0; i < printable->functions.count; i++) {
		hd_str_addf(out, "%s%s", i ? ", " : ": ", printable->functions.items[i]);
	}
	if (printable->cause.site_count > 0 && *printable->cause.variable) {
		hd_str_addf(out, " (data race on %s)", printable->cause.variable);
	}
	hd_str_addf(out, "  %s\n", directory);
	free(directory);
	hd_finding_destroy(printable);
}

#define LISTED 8 // findings under one that shows the same bug

// The best in full, the others as one line each, under the one whose bug they show.
static void add_ranked(struct hd_str *out, const struct hd_session *session)
{
	size_t listed = 0;
	for (size_t i = 0; i < session->finding_count; i++) {
		const struct hd_finding *finding = session->findings[i];
		if (i == 0) {
			hd_summary_finding(out, finding, session->options, &session->style);
		} else if (session->heads[i]) {
			hd_str_add(out, "heddle: also ");
			add_brief(out, finding, session->options, "");
		} else if (listed < LISTED) {
			hd_str_add(out, listed == 0 ? "  shows the same bug, it seems:\n" : "");
			add_brief(out, finding, session->options, "    ");
		}
		listed = session->heads[i] ? 0 : listed + 1;
		bool last = i + 1 == session->finding_count || session->heads[i + 1];
		if (last && listed > LISTED) {
			hd_str_addf(out, "    and %zu more, see heddle report\n", listed - LISTED);
		}
	}
}

// "12 of 16 functions tested: " "no violation" is said of no others.
static void add_tested(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	if (done->declared > 0) {
		hd_str_addf(out, "%lld of %lld function%s tested: ", (long long)done->tested, (long long)done->declared,
			done->declared == 1 ? "" : "s");
	}
}

// "no violation in 20000 executions", with what makes it more or less than that.
static void add_result(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	size_t count = session->finding_count;
	hd_str_add(out, "heddle: ");
	add_tested(out, session);
	if (strcmp(done->reason, "interrupted") == 0) {
		hd_str_add(out, "interrupted: ");
	} else if (strcmp(done->reason, "died") == 0) {
		hd_str_add(out, "not finished: ");
	}
	if (count == 0) {
		hd_str_add(out, session->earlier > 0 ? "no new violation" : "no violation");
	} else {
		hd_str_addf(out, "%zu violation%s", session->bug_count, session->bug_count == 1 ? "" : "s");
		if (count > session->bug_count) {
			hd_str_addf(out, " (seen in %zu ways)", count);
		}
	}
	if (session->options->baseline) {
		hd_str_addf(out, " besides %zu that %s known", session->known_count,
			session->known_count == 1 ? "is" : "are");
	}
	if (is_exhausted(done) && count == 0) {
		add_exhausted(out, session);
	} else {
		hd_str_addf(out, " in %llu execution%s", (unsigned long long)done->executions,
			done->executions == 1 ? "" : "s");
		add_speed(out, done);
	}
	hd_str_add_char(out, '\n');
}

// Executions that say less than others, and whether there could be more.
static void add_lost(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	if (done->deaths > 0) {
		hd_str_addf(out, "heddle: %lld execution%s lost because the worker died\n", (long long)done->deaths,
			done->deaths == 1 ? " was" : "s were");
	}
	if (hd_session_is_complete(session) && session->finding_count > 0) {
		hd_str_addf(out, "heddle: every schedule was explored (%llu blocked)\n",
			(unsigned long long)done->blocked);
	}
	if (done->hung > 0) {
		hd_str_addf(out, "heddle: %llu execution%s hung in uninstrumented code and %s given up (--hang)\n",
			(unsigned long long)done->hung, done->hung == 1 ? "" : "s", done->hung == 1 ? "was" : "were");
	}
	if (done->ignored > 0) {
		hd_str_addf(out, "heddle: %llu execution%s ended by a fault that is not looked for (--oracle)\n",
			(unsigned long long)done->ignored, done->ignored == 1 ? " was" : "s were");
	}
	if (done->cut_off > 0) {
		hd_str_addf(out, "heddle: %llu execution%s cut off after %llu step%s (--steps)%s\n",
			(unsigned long long)done->cut_off, done->cut_off == 1 ? " was" : "s were",
			(unsigned long long)session->config.max_steps, session->config.max_steps == 1 ? "" : "s",
			session->class_name ? " or at 253 threads" : "");
	}
}

void hd_summary_end(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	if (session->finding_count > 0 && !session->config.keep_going) {
		return; // the finding has said it all
	}
	if (strcmp(done->reason, "untested") == 0) {
		hd_str_add(out, "heddle: nothing was tested\n");
		add_contracts(out, done);
		return;
	}
	if (session->class_name) {
		add_contracts(out, done); // before anything sounds good
	}
	add_result(out, session);
	if (session->class_name) {
		add_tests(out, session);
		add_left_out(out, done);
		add_uninstrumented(out, done);
	}
	add_saturation(out, done);
	add_sync_pairs(out, session);
	add_access_patterns(out, done);
	add_schedules(out, done);
	add_unconfirmed(out, done);
	add_lost(out, session);
}

static json_t *make_coverage(const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	json_t *total = hd_session_is_complete(session) ? json_integer((json_int_t)done->executions) : json_null();
	json_t *coverage = json_pack("{s:{s:I, s:o}, s:I, s:I, s:I, s:I, s:s}", "schedules", "covered",
		(json_int_t)done->executions, "total", total, "traces", (json_int_t)done->traces, "blocked",
		(json_int_t)done->blocked, "cut_off", (json_int_t)done->cut_off, "steps", (json_int_t)done->steps,
		"reason", done->reason);
	hd_done_pass_on_metrics(done, coverage);
	return coverage;
}

json_t *hd_summary_json(const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	json_t *findings = json_array();
	json_t *others = NULL;
	for (size_t i = 0; i < session->finding_count; i++) {
		json_t *finding = hd_finding_public(session->findings[i], session->options->out);
		if (!session->heads || session->heads[i] || !others) {
			others = json_array();
			json_object_set_new(finding, "others", others);
			json_array_append_new(findings, finding);
		} else {
			json_array_append_new(others, finding);
		}
	}
	json_t *class = session->class_name ? hd_json_string(session->class_name) : json_null();
	json_t *object = json_pack("{s:s, s:s, s:o, s:s, s:s, s:I, s:f, s:I, s:I, s:f, s:o, s:o}", "tool", "heddle",
		"version", HEDDLE_VERSION, "class", class, "strategy", hd_session_strategy(session), "schedule",
		session->config.schedule, "seed", (json_int_t)session->options->seed, "seconds", done->seconds, "tests",
		(json_int_t)hd_session_tests(session), "executions", (json_int_t)done->executions,
		"executions_per_second", rate(done), "coverage", make_coverage(session), "findings", findings);
	hd_done_pass_on(done, object);
	return object;
}

void hd_summary_print(const struct hd_session *session)
{
	if (session->options->json) {
		json_t *object = hd_summary_json(session);
		char *text = hd_json_dump(object, JSON_INDENT(2));
		fputs(text, stdout);
		free(text);
		json_decref(object);
		return;
	}
	struct hd_str text = {0};
	struct hd_str printable = {0};
	struct hd_str ranked = {0};
	if (session->config.keep_going) {
		add_ranked(&ranked, session);
		fputs(hd_str_text(&ranked), stdout);
	}
	hd_str_finish(&ranked);
	hd_summary_end(&text, session);
	hd_str_add_printable(&printable, hd_str_text(&text));
	fputs(hd_str_text(&printable), stdout);
	hd_str_finish(&printable);
	hd_str_finish(&text);
}
