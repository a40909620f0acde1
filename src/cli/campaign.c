// SPDX-License-Identifier: Apache-2.0
#include "cli/campaign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/path.h"
#include "cli/summary.h"
#include "cli/test_source.h"
#include "cli/values.h"
#include "harness/prune.h"
#include "report/finding.h"
#include "report/symbols.h"
#include "store/finding_dir.h"
#include "store/store.h"

// While the harness runs.
struct running {
	struct hd_campaign *campaign;
	struct hd_store *store;
	struct hd_symbols *symbols;
	int64_t id; // of the campaign in the store
};

void hd_campaign_init(struct hd_campaign *campaign, const struct hd_options *options)
{
	*campaign = (struct hd_campaign){
		.options = options,
		.style = {.colour = hd_diag_colours(STDOUT_FILENO), .width = 100},
		.findings = json_array(),
	};
}

void hd_campaign_finish(struct hd_campaign *campaign)
{
	json_decref(campaign->findings);
	hd_worker_outcome_finish(&campaign->outcome);
}

const char *hd_campaign_strategy(const struct hd_campaign *campaign)
{
	return campaign->class_name ? campaign->options->strategy : campaign->options->schedule;
}

bool hd_campaign_is_bounded(const struct hd_campaign *campaign)
{
	return strcmp(campaign->config.schedule, "dfs") == 0 && campaign->config.bound != UINT32_MAX;
}

bool hd_campaign_is_complete(const struct hd_campaign *campaign)
{
	const struct hd_worker_outcome *outcome = &campaign->outcome;
	return strcmp(outcome->reason, "exhausted") == 0 && outcome->cut_off == 0 &&
		!hd_campaign_is_bounded(campaign);
}

static bool is_exhaustive(const char *schedule)
{
	return strcmp(schedule, "dfs") == 0 || strcmp(schedule, "dpor") == 0;
}

// Strategies that say how to schedule, too, bring a schedule of their own.
static void choose_schedule(struct hd_config *config)
{
	static const char *const own[][2] = {
		{"tsa", "tsa"},
		{"maptest", "maptest"},
		{"maptest-random", "maptest"},
	};
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
		if (strcmp(config->strategy, own[i][0]) == 0) {
			snprintf(config->schedule, sizeof(config->schedule), "%s", own[i][1]);
		}
	}
}

void hd_campaign_configure(struct hd_campaign *campaign)
{
	const struct hd_options *options = campaign->options;
	struct hd_config *config = &campaign->config;
	// Whoever asks for a number of executions or for all of them gets them.
	bool unlimited = !options->time_set && (options->executions_set || is_exhaustive(options->schedule));
	*config = (struct hd_config){
		.mode = HD_MODE_RUN,
		.oracles = options->oracles,
		.keep_going = options->keep_going,
		.show_output = options->show_output,
		.jobs = (uint32_t)options->jobs,
		.depth = (uint32_t)options->depth,
		.bound = options->bound < UINT32_MAX ? (uint32_t)options->bound : UINT32_MAX,
		.spurious = options->spurious,
		.seed = options->seed,
		.executions = options->executions,
		.time_ms = unlimited ? 0 : options->time_ms,
		.max_steps = options->steps,
		.max_heap = options->heap,
		.hang_ms = options->hang_ms,
		.message_fd = -1,
		.estimate = options->estimate,
		.window = options->time_set || options->executions_set ? 0 : (uint32_t)options->window,
		.patience = options->patience < UINT32_MAX ? (uint32_t)options->patience : UINT32_MAX,
		.goals = options->goals < UINT32_MAX ? (uint32_t)options->goals : UINT32_MAX,
		.probability = (uint32_t)options->probability,
		.measure = options->measure,
	};
	snprintf(config->schedule, sizeof(config->schedule), "%s", options->schedule);
	if (options->replay) {
		config->mode = HD_MODE_REPLAY;
		config->replay_times = 1;
		snprintf(config->replay_file, sizeof(config->replay_file), "%s", options->replay);
	}
	if (campaign->class_name) {
		config->mode = HD_MODE_TEST;
		config->threads = (uint32_t)options->threads;
		config->prefix_max = (uint32_t)options->prefix_calls;
		config->suffix_max = (uint32_t)options->suffix_calls;
		config->repeat = (uint32_t)options->repeat;
		snprintf(config->strategy, sizeof(config->strategy), "%s", options->strategy);
		if (strcmp(options->schedule, "auto") == 0) {
			choose_schedule(config);
		}
		snprintf(config->class_name, sizeof(config->class_name), "%s",
			options->class_name ? campaign->class_name : "");
	}
}

// All that a replay needs besides the schedule.
static json_t *make_replay(const struct hd_campaign *campaign)
{
	const struct hd_options *options = campaign->options;
	struct hd_strv oracles = {0};
	hd_value_oracle_names(campaign->config.oracles, &oracles);
	char *here = getcwd(NULL, 0);
	json_t *replay = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:I, s:I, s:I}",
		"command", campaign->class_name ? "test" : "run", "hints",
		options->hints ? hd_json_string(options->hints) : json_null(), "harness",
		hd_json_string(campaign->harness), "directory", hd_json_string(here ? here : "."), "sources",
		hd_json_strings(&options->files), "cflags", hd_json_strings(&options->cflags), "libs",
		hd_json_strings(&options->libs), "args", hd_json_strings(&options->args), "oracles",
		hd_json_strings(&oracles), "spurious", (int)campaign->config.spurious, "steps",
		(json_int_t)campaign->config.max_steps, "heap", (json_int_t)campaign->config.max_heap,
		"hang_ms", (json_int_t)campaign->config.hang_ms);
	free(here);
	hd_strv_finish(&oracles);
	return replay;
}

static enum hd_status store_files(struct running *run, const json_t *finding, struct hd_error *error)
{
	json_t *stored = json_copy((json_t *)finding);
	char *directory = hd_path_join(run->campaign->options->out, hd_json_text(finding, "dir", ""));
	struct hd_str report = {0}, test = {0};
	hd_test_source(&test, finding, run->campaign->options, directory);
	if (test.length > 0) {
		json_object_set_new(stored, "test_c", hd_json_string(hd_str_text(&test)));
	}
	hd_summary_finding(&report, finding, run->campaign->options, &hd_style_plain);
	enum hd_status status = hd_finding_dir_write(directory, stored,
		hd_json_text(finding, "schedule", ""), hd_str_text(&report), error);
	if (hd_prune_would_take(run->campaign->harness)) {
		hd_finding_dir_hold(directory, run->campaign->harness);
	}
	hd_str_finish(&test);
	hd_str_finish(&report);
	json_decref(stored);
	free(directory);
	return status;
}

// A finding that cannot be stored is shown all the same.
static void store_finding(struct running *run, const json_t *finding)
{
	struct hd_error error = {0};
	if (store_files(run, finding, &error) != HD_OK ||
		hd_store_add_finding(run->store, run->id, finding, &error) != HD_OK) {
		hd_error("the finding could not be stored: %s", hd_str_text(&error.text));
	}
	hd_error_finish(&error);
}

static bool is_known(const json_t *findings, const char *id)
{
	size_t index;
	json_t *finding;
	json_array_foreach(findings, index, finding) {
		if (strcmp(hd_json_text(finding, "id", ""), id) == 0) {
			return true;
		}
	}
	return false;
}

static void show_finding(struct running *run, const json_t *finding)
{
	const struct hd_options *options = run->campaign->options;
	if (options->json) {
		return;
	}
	struct hd_str text = {0};
	hd_status_clear();
	hd_summary_finding(&text, finding, options, &run->campaign->style);
	fputs(hd_str_text(&text), stdout);
	fflush(stdout);
	hd_str_finish(&text);
}

static void take_finding(void *context, const json_t *message)
{
	struct running *run = context;
	json_t *finding = hd_finding_create(message, run->campaign->harness, run->symbols);
	const char *id = hd_json_text(finding, "id", "");
	if (!is_known(run->campaign->findings, id)) {
		char *directory = hd_finding_dir_name(id);
		json_object_set_new(finding, "dir", hd_json_string(directory));
		free(directory);
		json_object_set_new(finding, "strategy", hd_json_string(hd_campaign_strategy(run->campaign)));
		json_object_set_new(finding, "replay", make_replay(run->campaign));
		store_finding(run, finding);
		show_finding(run, finding);
		json_array_append(run->campaign->findings, finding);
	}
	json_decref(finding);
}

void hd_campaign_show_note(const json_t *note, const char *harness)
{
	struct hd_str place = {0};
	const json_t *where = hd_json_object(note, "where");
	if (where) {
		struct hd_symbols *symbols = hd_symbols_create();
		const char *module = hd_json_text(where, "module", "");
		json_int_t offset = hd_json_int(where, "offset", 0);
		struct hd_symbol symbol;
		if (hd_symbols_lookup(symbols, *module ? module : harness, (uint64_t)offset, &symbol, 1) == 1) {
			hd_str_addf(&place, " (%s", symbol.function ? symbol.function : "?");
			if (symbol.file) {
				hd_str_addf(&place, " at %s:%d", hd_path_display(symbol.file), symbol.line);
			}
			hd_str_add_char(&place, ')');
		}
		hd_symbols_destroy(symbols);
	}
	const char *text = hd_json_text(note, "text", "");
	if (strcmp(hd_json_text(note, "level", ""), "error") == 0) {
		hd_error("%s%s", text, hd_str_text(&place));
	} else {
		hd_warning("%s%s", text, hd_str_text(&place));
	}
	hd_str_finish(&place);
}

static void take_note(void *context, const json_t *note)
{
	struct running *run = context;
	hd_campaign_show_note(note, run->campaign->harness);
}

static void take_tick(void *context, const volatile struct hd_progress *progress, double seconds)
{
	struct running *run = context;
	hd_summary_status(progress, seconds, run->campaign);
}

static enum hd_status begin(struct running *run, struct hd_error *error)
{
	const struct hd_options *options = run->campaign->options;
	enum hd_status status = hd_store_open(&run->store, options->out, true, error);
	if (status != HD_OK) {
		return status;
	}
	json_t *arguments = hd_json_strings(&options->command_line);
	struct hd_store_campaign row = {
		.command = options->name,
		.version = HEDDLE_VERSION,
		.class = run->campaign->class_name,
		.strategy = hd_campaign_strategy(run->campaign),
		.arguments = arguments,
		.seed = options->seed,
	};
	status = hd_store_begin(run->store, &row, &run->id, error);
	json_decref(arguments);
	return status;
}

// Coverage as it grew.
static enum hd_status store_growth(struct running *run, struct hd_error *error)
{
	size_t index;
	json_t *row;
	enum hd_status status = HD_OK;
	json_array_foreach(hd_json_array(run->campaign->outcome.done, "growth"), index, row) {
		struct hd_store_coverage coverage = {
			.metric = hd_json_text(row, "metric", ""),
			.executions = (uint64_t)hd_json_int(row, "executions", 0),
			.seconds = hd_json_real(row, "seconds", 0),
			.covered = (uint64_t)hd_json_int(row, "covered", 0),
			.total = -1,
		};
		status = status == HD_OK ? hd_store_add_coverage(run->store, run->id, &coverage, error) : status;
	}
	return status;
}

// What a test harness tells in the end: coverage, pairs of methods, what it learned.
static enum hd_status store_test_results(struct running *run, struct hd_error *error)
{
	const struct hd_worker_outcome *outcome = &run->campaign->outcome;
	const char *metric;
	json_t *value;
	enum hd_status status = HD_OK;
	json_object_foreach(hd_json_object(outcome->done, "coverage"), metric, value) {
		struct hd_store_coverage coverage = {
			.metric = metric,
			.executions = outcome->executions,
			.seconds = outcome->seconds,
			.covered = (uint64_t)hd_json_int(value, "covered", 0),
			.total = hd_json_int(value, "total", -1),
		};
		status = status == HD_OK ? hd_store_add_coverage(run->store, run->id, &coverage, error) : status;
	}
	if (status == HD_OK) {
		status = store_growth(run, error);
	}
	if (status == HD_OK) {
		status = hd_store_add_pairs(run->store, run->id, hd_json_array(outcome->done, "pairs"), error);
	}
	if (status == HD_OK) {
		status = hd_store_add_learned(run->store, run->id, hd_json_array(outcome->done, "learned"), error);
	}
	return status;
}

// Writes what is known in the end, also after a failure.
static void end(struct running *run)
{
	const struct hd_worker_outcome *outcome = &run->campaign->outcome;
	struct hd_error error = {0};
	struct hd_store_result result = {
		.reason = outcome->reason,
		.seconds = outcome->seconds,
		.tests = (uint64_t)hd_json_int(outcome->done, "tests", run->campaign->class_name ? 0 : 1),
		.executions = outcome->executions,
		.blocked = outcome->blocked,
		.traces = outcome->traces,
		.cut_off = outcome->cut_off,
		.steps = outcome->steps,
	};
	struct hd_store_coverage coverage = {
		.metric = "schedules",
		.executions = outcome->executions,
		.seconds = outcome->seconds,
		.covered = outcome->executions,
		.total = hd_campaign_is_complete(run->campaign) ? (int64_t)outcome->executions : -1,
	};
	if (hd_store_end(run->store, run->id, &result, &error) != HD_OK ||
		hd_store_add_coverage(run->store, run->id, &coverage, &error) != HD_OK ||
		store_test_results(run, &error) != HD_OK) {
		hd_error("the campaign could not be stored: %s", hd_str_text(&error.text));
	}
	hd_error_finish(&error);
}

static enum hd_status judge(const struct hd_campaign *campaign, struct hd_error *error)
{
	const struct hd_worker_outcome *outcome = &campaign->outcome;
	json_int_t deaths = hd_json_int(outcome->done, "deaths", 0);
	if (strcmp(outcome->reason, "died") == 0 || (deaths > 0 && outcome->executions == 0)) {
		return hd_fail(error, HD_INTERNAL,
			"the worker process died again and again (%lld times, the last time: %s); giving up after %llu executions",
			(long long)deaths, hd_json_text(outcome->done, "death", "?"),
			(unsigned long long)outcome->executions);
	}
	if (strcmp(outcome->reason, "error") == 0) {
		// The note has told people already.
		return outcome->error_note ? HD_BAD_INPUT
			: hd_fail(error, HD_INTERNAL, "the harness gave up without saying why");
	}
	return json_array_size(campaign->findings) > 0 ? HD_FOUND : HD_OK;
}

enum hd_status hd_campaign_run(struct hd_campaign *campaign, struct hd_error *error)
{
	struct running run = {.campaign = campaign};
	enum hd_status status = begin(&run, error);
	if (status == HD_OK) {
		run.symbols = hd_symbols_create();
		const struct hd_worker_request request = {
			.harness = campaign->harness,
			.args = &campaign->options->args,
			.config = campaign->config,
			.stdout_is_ours = campaign->options->json,
		};
		const struct hd_worker_events events = {
			.context = &run,
			.note = take_note,
			.finding = take_finding,
			.tick = take_tick,
		};
		status = hd_worker_run(&request, &events, &campaign->outcome, error);
		end(&run);
		status = status == HD_OK ? judge(campaign, error) : status;
	}
	hd_symbols_destroy(run.symbols);
	hd_store_close(run.store);
	return status;
}
