// SPDX-License-Identifier: Apache-2.0
#include "cli/session.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/path.h"
#include "base/scratch.h"
#include "cli/ranking.h"
#include "cli/ranks.h"
#include "cli/reproduction.h"
#include "cli/resume.h"
#include "cli/summary.h"
#include "cli/test_source.h"
#include "cli/values.h"
#include "harness/build.h"
#include "harness/prune.h"
#include "report/finding.h"
#include "report/symbols.h"
#include "store/finding_dir.h"
#include "store/store.h"

// While the harness runs.
struct running {
	struct hd_session *session;
	struct hd_store *store;
	struct hd_symbols *symbols;
	int64_t id; // of the campaign in the store
	struct hd_resume resume;
	bool stop; // another rank has found what the campaign is for
};

void hd_session_init(struct hd_session *session, const struct hd_options *options)
{
	*session = (struct hd_session){
		.options = options,
		.style = {.colour = hd_diag_colours(STDOUT_FILENO), .width = 100},
		.outcome = {.done = {.reason = ""}},
	};
}

void hd_session_finish(struct hd_session *session)
{
	for (size_t i = 0; i < session->finding_count; i++) {
		hd_finding_destroy(session->findings[i]);
	}
	free(session->findings);
	free(session->heads);
	hd_harness_outcome_finish(&session->outcome);
	hd_baseline_finish(&session->baseline);
}

const char *hd_session_strategy(const struct hd_session *session)
{
	return session->class_name ? session->options->strategy : session->options->schedule;
}

uint64_t hd_session_tests(const struct hd_session *session)
{
	return session->class_name ? (uint64_t)session->outcome.done.tests : 1;
}

bool hd_session_is_bounded(const struct hd_session *session)
{
	return hd_value_is_bounded(session->config.schedule) && session->config.bound != UINT32_MAX;
}

bool hd_session_lost_any(const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	return done->deaths > 0 || done->unconfirmed > 0 || done->leaked > 0 || done->hung > 0 || done->ignored > 0 ||
		session->lost_ranks > 0;
}

bool hd_session_is_complete(const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	return strcmp(done->reason, "exhausted") == 0 && done->cut_off == 0 && !hd_session_lost_any(session) &&
		!hd_session_is_bounded(session) && session->earlier == 0;
}

enum hd_sandbox_level hd_session_sandbox(const struct hd_session *session)
{
	const struct hd_options *options = session->options;
	if (!session->class_name && !options->sandbox) {
		return HD_SANDBOX_NONE;
	}
	return options->allow_files ? HD_SANDBOX_BUT_FILES : HD_SANDBOX_ALL;
}

// Those that this process may use.
static uint32_t processors(void)
{
	cpu_set_t set;
	return sched_getaffinity(0, sizeof(set), &set) == 0 ? (uint32_t)CPU_COUNT(&set) : 1;
}

void hd_session_configure(struct hd_session *session)
{
	const struct hd_options *options = session->options;
	struct hd_config *config = &session->config;
	// If a number of executions, or all of them, was requested, there is no time limit.
	bool unlimited = !options->time_set && (options->executions_set || hd_value_is_exhaustive(options->schedule));
	*config = (struct hd_config){
		.mode = HD_MODE_RUN,
		.oracles = options->oracles,
		.keep_going = options->keep_going || options->baseline,
		.show_output = options->show_output,
		.jobs = options->jobs ? (uint32_t)options->jobs : processors(),
		.depth = (uint32_t)options->depth,
		.bound = options->bound < UINT32_MAX ? (uint32_t)options->bound : UINT32_MAX,
		.spurious = options->spurious,
		.seed = options->seed,
		.executions = options->executions,
		.time_ms = unlimited ? 0 : options->time_ms,
		.max_steps = options->steps,
		.max_heap = options->heap,
		.reuse = options->reuse,
		.hang_ms = options->hang_ms,
		.message_fd = -1,
		.estimate = options->estimate,
		.window = options->time_set || options->executions_set ? 0 : (uint32_t)options->window,
		.patience = options->patience < UINT32_MAX ? (uint32_t)options->patience : UINT32_MAX,
		.goals = options->goals < UINT32_MAX ? (uint32_t)options->goals : UINT32_MAX,
		.points = (uint32_t)options->points,
		.variables = (uint32_t)options->variables,
		.probability = (uint32_t)options->probability,
		.measure = options->measure,
	};
	snprintf(config->schedule, sizeof(config->schedule), "%s", options->schedule);
	if (options->replay) {
		config->mode = HD_MODE_REPLAY;
		config->replay_times = 1;
		char *path = hd_path_absolute(options->replay); // workers may be in another directory
		snprintf(config->replay_file, sizeof(config->replay_file), "%s", path);
		free(path);
	}
	if (session->class_name) {
		config->mode = HD_MODE_TEST;
		config->threads = (uint32_t)options->threads;
		config->prefix_max = (uint32_t)options->prefix_calls;
		config->suffix_max = (uint32_t)options->suffix_calls;
		config->repeat = (uint32_t)options->repeat;
		config->contract = options->contract;
		snprintf(config->strategy, sizeof(config->strategy), "%s", options->strategy);
		if (strcmp(options->schedule, "auto") == 0) {
			snprintf(config->schedule, sizeof(config->schedule), "%s",
				hd_value_scheduler_of(config->strategy));
		}
		snprintf(config->class_name, sizeof(config->class_name), "%s",
			options->class_name ? session->class_name : "");
	}
}

void hd_session_tell_interrupted(const struct hd_options *options)
{
	struct hd_session session;
	if (options->json && hd_interrupt_count() > 0) {
		hd_session_init(&session, options);
		hd_session_configure(&session);
		session.outcome.done.reason = "interrupted";
		hd_summary_print(&session);
		hd_session_finish(&session);
	}
}

static struct hd_texts copy_list(struct hd_arena *arena, const struct hd_strv *list)
{
	return hd_texts_copy(arena, (const char *const *)list->items, list->count);
}

// Paths below the current directory without it: a finding is to be of use elsewhere, too.
static struct hd_texts copy_paths(struct hd_arena *arena, const struct hd_strv *list)
{
	struct hd_strv shortened = {0};
	for (size_t i = 0; i < list->count; i++) {
		const char *word = list->items[i];
		size_t option = word[0] == '-' && word[1] && strchr("IL", word[1]) ? 2 : 0;
		hd_strv_addf(&shortened, "%.*s%s", (int)option, word, hd_path_display(word + option));
	}
	struct hd_texts texts = copy_list(arena, &shortened);
	hd_strv_finish(&shortened);
	return texts;
}

// The current directory, as seen from the finding's; as it is if the two have nothing in common.
static const char *way_back(struct hd_arena *arena, const char *out, const char *finding_dir)
{
	char *here = getcwd(NULL, 0), *place = hd_path_join(out, finding_dir);
	char *from = *place == '/' ? hd_copy(place) : hd_path_join(here ? here : ".", place);
	char *way = here && hd_path_is_below(from, here) ? hd_path_relative(from, here) : hd_copy(here ? here : ".");
	const char *copy = hd_arena_copy(arena, way);
	free(way);
	free(from);
	free(place);
	free(here);
	return copy;
}

// By its name if it is where heddle puts harnesses: that moves with the output directory.
static const char *harness_name(struct hd_arena *arena, const char *harness)
{
	bool own = hd_prune_is_own(harness);
	return hd_arena_copy(arena, own ? hd_path_name(harness) : hd_path_display(harness));
}

// Everything that a replay needs besides the schedule.
static void set_origin(struct hd_finding *finding, const struct hd_session *session)
{
	const struct hd_options *options = session->options;
	struct hd_arena *arena = &finding->arena;
	const char *build = options->build_directory;
	struct hd_strv oracles = {0};
	hd_value_oracle_names(session->config.oracles, &oracles);
	char *code = hd_build_identity(session->harness);
	finding->origin = (struct hd_origin){
		.command = session->class_name ? "test" : "run",
		.hints = copy_paths(arena, &options->hints),
		.harness = harness_name(arena, session->harness),
		.code = hd_arena_copy(arena, code),
		.directory = way_back(arena, options->out, finding->dir),
		.sources = copy_paths(arena, &options->files),
		.cflags = copy_paths(arena, &options->cflags),
		.libs = copy_paths(arena, &options->libs),
		.packages = copy_list(arena, &options->packages),
		.build_directory = build ? hd_arena_copy(arena, hd_path_display(build)) : NULL,
		.args = copy_list(arena, &options->args),
		.oracles = copy_list(arena, &oracles),
		.spurious = session->config.spurious,
		.steps = (int64_t)session->config.max_steps,
		.heap = (int64_t)session->config.max_heap,
		.hang_ms = (int64_t)session->config.hang_ms,
		.sandbox = hd_sandbox_level_name(hd_session_sandbox(session)),
	};
	free(code);
	hd_strv_finish(&oracles);
}

static enum hd_status store_files(struct running *run, const struct hd_finding *finding, struct hd_error *error)
{
	struct hd_finding stored = *finding;
	char *directory = hd_path_join(run->session->options->out, finding->dir);
	struct hd_str report = {0}, test = {0};
	hd_test_source(&test, finding, run->session->options, directory);
	if (test.length > 0) {
		stored.test_c = hd_str_text(&test);
	}
	hd_summary_finding(&report, finding, run->session->options, &hd_style_plain);
	const struct hd_finding_files files = {
		.finding = &stored,
		.report = hd_str_text(&report),
		.harness = hd_prune_is_own(run->session->harness) ? run->session->harness : NULL,
	};
	enum hd_status status = hd_finding_dir_write(directory, &files, error);
	hd_str_finish(&test);
	hd_str_finish(&report);
	free(directory);
	return status;
}

// A finding that cannot be stored is shown all the same.
static void store_finding(struct running *run, const struct hd_finding *finding)
{
	struct hd_error error = {0};
	if (store_files(run, finding, &error) != HD_OK ||
		hd_store_add_finding(run->store, run->id, finding, &error) != HD_OK) {
		hd_error("cannot store the finding: %s", hd_str_text(&error.text));
	}
	hd_error_finish(&error);
}

static bool is_known(const struct hd_session *session, const char *id)
{
	for (size_t i = 0; i < session->finding_count; i++) {
		if (strcmp(session->findings[i]->id, id) == 0) {
			return true;
		}
	}
	return false;
}

static void show_finding(struct running *run, const struct hd_finding *finding)
{
	const struct hd_options *options = run->session->options;
	if (options->json || options->keep_going) {
		return; // all of them in the end, the best first
	}
	struct hd_str text = {0};
	hd_status_clear();
	hd_summary_finding(&text, finding, options, &run->session->style);
	fputs(hd_str_text(&text), stdout);
	fflush(stdout);
	hd_str_finish(&text);
}

// The campaign owns the finding from now on.
static void keep_finding(struct hd_session *session, struct hd_finding *finding)
{
	session->findings = realloc(session->findings, (session->finding_count + 1) * sizeof(*session->findings));
	hd_check(session->findings != NULL);
	session->findings[session->finding_count++] = finding;
}

static void take_finding(void *context, const json_t *message)
{
	struct running *run = context;
	struct hd_session *session = run->session;
	struct hd_finding *finding = hd_finding_create(message, session->harness, run->symbols);
	// The crash that was looked for may have the name of another violation that was met on the way.
	if (is_known(session, finding->id) && !hd_reproduction_is_crash(finding)) {
		hd_finding_destroy(finding);
		return;
	}
	if (hd_baseline_has(&session->baseline, finding)) {
		struct hd_str headline = {0};
		hd_finding_headline(&headline, finding);
		hd_info("known: %s (in the baseline)", hd_str_text(&headline));
		hd_str_finish(&headline);
		session->known_count++;
		hd_finding_destroy(finding);
		return;
	}
	char *directory = hd_finding_dir_name(finding->id);
	finding->dir = hd_arena_copy(&finding->arena, directory);
	free(directory);
	finding->strategy = hd_arena_copy(&finding->arena, hd_session_strategy(session));
	set_origin(finding, session);
	store_finding(run, finding);
	show_finding(run, finding);
	keep_finding(session, finding);
}

void hd_session_show_note(const struct hd_note *note)
{
	struct hd_str place = {0};
	if (note->has_site) {
		const char *function = note->site.function;
		hd_str_addf(&place, " (in %s", function && *function ? function : "?");
		if (note->site.file && *note->site.file) {
			hd_str_addf(&place, " at %s:%d", hd_path_display(note->site.file), note->site.line);
		}
		hd_str_add_char(&place, ')');
	}
	(note->error ? hd_error : hd_warning)("%s%s", note->text, hd_str_text(&place));
	hd_str_finish(&place);
}

static void take_note(void *context, const struct hd_note *note)
{
	(void)context;
	hd_session_show_note(note);
}

static void warn_of_loss(struct hd_error *error)
{
	hd_warning("cannot store what --resume goes on with: %s", hd_str_text(&error->text));
	hd_error_finish(error);
}

static void take_state(void *context, const json_t *message)
{
	struct running *run = context;
	struct hd_error error = {0};
	if (hd_resume_take_state(&run->resume, message, &error) != HD_OK) {
		warn_of_loss(&error);
	}
}

static void take_goals(void *context, const json_t *message)
{
	struct running *run = context;
	struct hd_error error = {0};
	hd_ranks_unite(message);
	if (hd_resume_take_goals(&run->resume, message, &error) != HD_OK) {
		warn_of_loss(&error);
	}
}

// Of a crash that is to be reproduced, only that: the search goes on after others.
static bool has_answer(const struct hd_session *session)
{
	bool reproduces = session->config.crash_file[0];
	bool found = reproduces ? hd_reproduction_found(session) != NULL : session->finding_count > 0;
	return found && !session->config.keep_going;
}

static void look_at_ranks(struct running *run)
{
	const struct hd_ranks_events events = {.context = run, .finding = take_finding, .goals = take_goals};
	hd_ranks_look(&events, run->stop);
	run->stop |= has_answer(run->session);
}

// What other ranks found and made, when our own share is done.
static void wait_for_ranks(struct running *run)
{
	const struct hd_ranks_events events = {.context = run, .finding = take_finding, .goals = take_goals};
	run->stop |= has_answer(run->session);
	hd_ranks_wait(&events, run->session, run->stop);
	if (has_answer(run->session)) {
		run->session->outcome.done.reason = "finding";
	}
}

static void exchange(void *context, struct hd_control *control)
{
	look_at_ranks(context);
	hd_ranks_exchange(context, control);
}

static void take_tick(void *context, const volatile struct hd_progress *progress, double seconds)
{
	struct running *run = context;
	hd_summary_status(progress, seconds, run->session);
}

static enum hd_status begin(struct running *run, struct hd_error *error)
{
	const struct hd_options *options = run->session->options;
	enum hd_status status = hd_store_open(&run->store, options->out, true, error);
	if (status != HD_OK) {
		return status;
	}
	char *findings = hd_path_join(options->out, HD_FINDINGS);
	hd_scratch_sweep(findings);
	free(findings);
	status = hd_resume_init(&run->resume, run->session, run->store, error);
	if (status != HD_OK) {
		return status;
	}
	json_t *arguments = hd_json_strings(&options->command_line);
	struct hd_store_campaign row = {
		.command = options->name,
		.code = run->resume.code,
		.version = HEDDLE_VERSION,
		.class = run->session->class_name,
		.strategy = hd_session_strategy(run->session),
		.arguments = arguments,
		.seed = options->seed,
	};
	status = hd_store_begin(run->store, &row, &run->id, error);
	json_decref(arguments);
	return status;
}

// Coverage in the end and as it grew.
static enum hd_status store_coverage(struct running *run, struct hd_error *error)
{
	const struct hd_done *done = &run->session->outcome.done;
	enum hd_status status = HD_OK;
	for (size_t i = 0; i < done->metric_count && status == HD_OK; i++) {
		const struct hd_store_coverage row = {
			.metric = done->metrics[i].name,
			.executions = done->executions,
			.seconds = done->seconds,
			.covered = (uint64_t)done->metrics[i].covered,
			.total = done->metrics[i].total,
		};
		status = hd_store_add_coverage(run->store, run->id, &row, error);
	}
	for (size_t i = 0; i < done->growth_count && status == HD_OK; i++) {
		const struct hd_store_coverage row = {
			.metric = done->growth[i].metric,
			.executions = (uint64_t)done->growth[i].executions,
			.seconds = done->growth[i].seconds,
			.covered = (uint64_t)done->growth[i].covered,
			.total = -1,
		};
		status = hd_store_add_coverage(run->store, run->id, &row, error);
	}
	return status;
}

// What a harness tells in the end: coverage, pairs of methods, what it learned.
static enum hd_status store_results(struct running *run, struct hd_error *error)
{
	const struct hd_done *done = &run->session->outcome.done;
	enum hd_status status = store_coverage(run, error);
	if (status == HD_OK) {
		status = hd_store_add_pairs(run->store, run->id, done->pairs, done->pair_count, error);
	}
	if (status == HD_OK) {
		status = hd_store_add_learned(run->store, run->id, done->learned, done->learned_count, error);
	}
	if (status == HD_OK) {
		status = hd_store_add_contracts(run->store, run->id, done->contracts, done->contract_count, error);
	}
	return status;
}

// Writes what is known at the end, even after a failure.
static void end(struct running *run)
{
	const struct hd_done *done = &run->session->outcome.done;
	struct hd_error error = {0};
	struct hd_store_result result = {
		.reason = done->reason,
		.seconds = done->seconds,
		.tests = hd_session_tests(run->session),
		.executions = done->executions,
		.blocked = done->blocked,
		.traces = done->traces,
		.cut_off = done->cut_off,
		.steps = done->steps,
	};
	struct hd_store_coverage coverage = {
		.metric = "schedules",
		.executions = done->executions,
		.seconds = done->seconds,
		.covered = done->executions,
		.total = hd_session_is_complete(run->session) ? (int64_t)done->executions : -1,
	};
	if (hd_store_end(run->store, run->id, &result, &error) != HD_OK ||
		hd_store_add_coverage(run->store, run->id, &coverage, &error) != HD_OK ||
		store_results(run, &error) != HD_OK || hd_resume_count(&run->resume, run->session, &error) != HD_OK) {
		hd_error("cannot store the campaign: %s", hd_str_text(&error.text));
	}
	hd_error_finish(&error);
}

static void rank(struct hd_session *session)
{
	session->heads = calloc(session->finding_count + 1, sizeof(*session->heads));
	hd_check(session->heads != NULL);
	session->bug_count = hd_ranking_sort(session->findings, session->finding_count, session->heads);
}

// A campaign of fewer is a first look, not a verdict on how much can be tested.
#define FEW_EXECUTIONS 1000

// Functions that could be tested: those that are defined, but with --class at most those of the class.
static uint64_t possible(const struct hd_done *done)
{
	return (uint64_t)(done->declared > 0 && done->declared < done->functions ? done->declared : done->functions);
}

// How many functions must have been tested.
static uint64_t required(const struct hd_session *session)
{
	const struct hd_options *options = session->options;
	uint64_t share = possible(&session->outcome.done) / 10;
	if (options->require_set) {
		return options->require_functions;
	}
	if (options->executions_set && options->executions < FEW_EXECUTIONS) {
		return 0;
	}
	return share > 0 ? share : 1;
}

// A campaign that tested next to nothing must not look like one that found nothing.
static enum hd_status judge_extent(const struct hd_session *session, struct hd_error *error)
{
	const struct hd_done *done = &session->outcome.done;
	uint64_t tested = (uint64_t)done->tested;
	if (!session->class_name || session->config.crash_file[0] || strcmp(done->reason, "interrupted") == 0 ||
		tested >= required(session)) {
		return HD_OK;
	}
	return hd_fail(error, HD_UNTESTED,
		"too little was tested: tests call %llu of %llu functions (--require-functions %llu); see --list-api",
		(unsigned long long)tested, (unsigned long long)possible(done), (unsigned long long)required(session));
}

static enum hd_status judge(const struct hd_session *session, struct hd_error *error)
{
	const struct hd_done *done = &session->outcome.done;
	if (done->deaths > 0 && done->executions == 0 && strcmp(done->reason, "died") != 0) {
		return hd_fail(error, HD_INTERNAL, "no execution completed: the worker died (%s)", done->death);
	}
	if (strcmp(done->reason, "died") == 0) {
		return hd_fail(error, HD_INTERNAL,
			"the worker keeps dying (%lld times, most recently: %s); giving up after %llu executions",
			(long long)done->deaths, done->death, (unsigned long long)done->executions);
	}
	if (strcmp(done->reason, "error") == 0) {
		// The note has already been shown.
		return session->outcome.error_note
			? HD_BAD_INPUT
			: hd_fail(error, HD_INTERNAL, "the harness stopped without giving a reason");
	}
	if (session->finding_count > 0) {
		return HD_FOUND;
	}
	if (done->violations > 0 && session->known_count == 0) {
		return hd_fail(error, HD_INTERNAL, "a violation was found, but its details were lost");
	}
	if (done->unconfirmed > 0) {
		return hd_fail(error, HD_INTERNAL,
			"a violation was seen but could not be confirmed, and nothing else was found");
	}
	return judge_extent(session, error);
}

enum hd_status hd_session_run(struct hd_session *session, struct hd_error *error)
{
	struct running run = {.session = session};
	enum hd_status status = hd_baseline_read(&session->baseline, session->options->baseline, error);
	status = status == HD_OK ? begin(&run, error) : status;
	status = status == HD_OK ? hd_ranks_hand_out(session, error) : status;
	if (status == HD_OK) {
		run.symbols = hd_symbols_create();
		const struct hd_harness_request request = {
			.harness = session->harness,
			.args = &session->options->args,
			.config = session->config,
			.stdout_is_ours = session->options->json,
			.sandbox = hd_session_sandbox(session),
			.eager = hd_ranks_are_eager(&session->config),
			.stop = &run.stop,
		};
		const struct hd_harness_events events = {
			.context = &run,
			.note = take_note,
			.finding = take_finding,
			.state = take_state,
			.goals = take_goals,
			.exchange = exchange,
			.tick = take_tick,
		};
		status = hd_harness_run(&request, &events, &session->outcome, error);
		wait_for_ranks(&run);
		end(&run);
		rank(session);
		status = status == HD_OK ? judge(session, error) : status;
	}
	hd_resume_finish(&run.resume);
	hd_symbols_destroy(run.symbols);
	hd_store_close(run.store);
	return status;
}
