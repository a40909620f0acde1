// SPDX-License-Identifier: Apache-2.0
// heddle replay: one finding again, under its stored schedule. The verdict and
// the hash of the trace must be those of the finding.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/path.h"
#include "base/typo.h"
#include "cli/campaign.h"
#include "cli/cli.h"
#include "cli/test_harness.h"
#include "cli/values.h"
#include "harness/build.h"
#include "harness/worker.h"
#include "report/finding.h"
#include "report/text.h"
#include "store/finding_dir.h"

struct replay {
	const struct hd_options *options;
	char *directory; // of the finding, absolute
	json_t *finding;
	char *harness;
	uint64_t times, same;
	char *other; // the first verdict that was different
};

static bool holds_finding(const char *directory)
{
	char *path = hd_path_join(directory, HD_FINDING_JSON);
	bool holds = hd_path_exists(path);
	free(path);
	return holds;
}

static enum hd_status no_finding(const char *name, const char *out, struct hd_error *error)
{
	char *findings = hd_path_join(out, HD_FINDINGS);
	DIR *stream = opendir(findings);
	struct dirent *entry;
	struct hd_typo typo;
	char *nearest = NULL;
	hd_typo_init(&typo, name);
	while (stream && (entry = readdir(stream))) {
		hd_typo_offer(&typo, entry->d_name);
		if (typo.nearest == entry->d_name) {
			free(nearest); // the entry is gone with the next one
			typo.nearest = nearest = hd_copy(entry->d_name);
		}
	}
	if (nearest) {
		hd_fail(error, HD_BAD_INPUT, "no finding '%s'; did you mean '%s'?", name, nearest);
	} else {
		hd_fail(error, HD_BAD_INPUT, "no finding '%s', neither as a directory nor in '%s'", name,
			findings);
	}
	if (stream) {
		closedir(stream);
	}
	free(nearest);
	free(findings);
	return HD_BAD_INPUT;
}

// A directory, a finding.json, or an id in the output directory.
static enum hd_status locate(struct replay *replay, const char *name, struct hd_error *error)
{
	char *relative = hd_finding_dir_name(name);
	char *candidates[] = {
		hd_copy(name), hd_path_directory(name), hd_path_join(replay->options->out, relative),
	};
	bool is_json = strcmp(hd_path_name(name), HD_FINDING_JSON) == 0;
	for (size_t i = 0; i < 3; i++) {
		if (!replay->directory && (i != 1 || is_json) && holds_finding(candidates[i])) {
			replay->directory = hd_path_absolute(candidates[i]);
		}
		free(candidates[i]);
	}
	free(relative);
	return replay->directory ? HD_OK : no_finding(name, replay->options->out, error);
}

static enum hd_status rebuild_test(struct replay *replay, const json_t *how,
	const struct hd_build_request *request, struct hd_error *error)
{
	const char *class = hd_json_text(replay->finding, "class", NULL);
	struct hd_test_files files;
	struct hd_api_model *model = NULL;
	enum hd_status status = hd_test_files_init(&files, request->files, error);
	const struct hd_api_request api = {
		.headers = &files.headers,
		.cflags = request->cflags,
		.hints = hd_json_text(how, "hints", NULL),
	};
	const struct hd_test_request test = {
		.files = &files, .cflags = request->cflags, .libs = request->libs, .directory = request->directory,
	};
	if (status == HD_OK && (status = hd_api_create(&model, &api, error)) == HD_OK &&
		(status = hd_api_select(model, class, error)) == HD_OK) {
		status = hd_test_harness_build(&test, model, &replay->harness, error);
	}
	hd_api_destroy(model);
	hd_test_files_finish(&files);
	return status;
}

static enum hd_status rebuild(struct replay *replay, const json_t *how, struct hd_error *error)
{
	struct hd_strv sources = {0}, cflags = {0}, libs = {0};
	hd_json_to_strings(hd_json_array(how, "sources"), &sources);
	hd_json_to_strings(hd_json_array(how, "cflags"), &cflags);
	hd_json_to_strings(hd_json_array(how, "libs"), &libs);
	char *directory = hd_format("%s/../../build", replay->directory);
	struct hd_build_request request = {
		.files = &sources, .cflags = &cflags, .libs = &libs, .directory = directory,
	};
	hd_info("the harness is gone; building it again from its sources");
	bool test = strcmp(hd_json_text(how, "command", ""), "test") == 0;
	enum hd_status status = test ? rebuild_test(replay, how, &request, error)
		: hd_build_harness(&request, &replay->harness, error);
	free(directory);
	hd_strv_finish(&libs);
	hd_strv_finish(&cflags);
	hd_strv_finish(&sources);
	return status;
}

// The harness that found it, where it was or in a moved output directory.
static enum hd_status find_harness(struct replay *replay, struct hd_error *error)
{
	const json_t *how = hd_json_object(replay->finding, "replay");
	const char *stored = hd_json_text(how, "harness", "");
	char *moved = hd_format("%s/../../build/%s", replay->directory, hd_path_name(stored));
	// Paths and the program's own files are relative to where it was found.
	const char *place = hd_json_text(how, "directory", ".");
	if (chdir(place) != 0) {
		hd_warning("cannot go to '%s', where this was found: %s", place, strerror(errno));
	}
	enum hd_status status = HD_OK;
	if (hd_path_exists(moved)) {
		replay->harness = hd_path_absolute(moved);
	} else if (hd_path_exists(stored)) {
		replay->harness = hd_copy(stored);
	} else {
		status = rebuild(replay, how, error);
	}
	free(moved);
	return status;
}

static enum hd_status configure(struct replay *replay, struct hd_config *config, struct hd_error *error)
{
	const json_t *how = hd_json_object(replay->finding, "replay");
	*config = (struct hd_config){
		.mode = HD_MODE_REPLAY,
		.show_output = replay->options->show_output,
		.jobs = 1,
		.depth = 1,
		.bound = UINT32_MAX,
		.spurious = json_is_true(json_object_get(how, "spurious")),
		.seed = (uint64_t)hd_json_int(replay->finding, "seed", 1),
		.max_steps = (uint64_t)hd_json_int(how, "steps", 1000 * 1000),
		.max_heap = (uint64_t)hd_json_int(how, "heap", 256 << 20),
		.hang_ms = (uint64_t)hd_json_int(how, "hang_ms", 5000),
		.replay_times = replay->times,
		.message_fd = -1,
		.schedule = "replay",
	};
	struct hd_strv names = {0};
	struct hd_str list = {0};
	hd_json_to_strings(hd_json_array(how, "oracles"), &names);
	for (size_t i = 0; i < names.count; i++) {
		hd_str_addf(&list, "%s ", names.items[i]);
	}
	enum hd_status status = hd_value_oracles(hd_str_text(&list), &config->oracles, error);
	hd_str_finish(&list);
	hd_strv_finish(&names);
	int length = snprintf(config->replay_file, sizeof(config->replay_file), "%s/" HD_FINDING_SCHEDULE,
		replay->directory);
	if (status == HD_OK && (size_t)length >= sizeof(config->replay_file)) {
		status = hd_fail(error, HD_BAD_INPUT, "the path of the finding is too long");
	}
	snprintf(config->trace_hash, sizeof(config->trace_hash), "%s",
		hd_json_text(replay->finding, "hash", ""));
	return status;
}

static void take_replay(void *context, const json_t *message)
{
	struct replay *replay = context;
	const char *kind = hd_json_text(message, "kind", "none");
	const char *hash = hd_json_text(message, "hash", "");
	bool same = !json_is_false(json_object_get(message, "same")) &&
		strcmp(kind, hd_json_text(replay->finding, "kind", "")) == 0 &&
		strcmp(hash, hd_json_text(replay->finding, "hash", "")) == 0;
	replay->same += same;
	if (!same && !replay->other) {
		replay->other = hd_format("%s, trace %s", kind, hash);
	}
}

static void take_note(void *context, const json_t *note)
{
	struct replay *replay = context;
	hd_campaign_show_note(note, replay->harness);
}

static void print_same(const struct replay *replay)
{
	struct hd_style style = {.colour = hd_diag_colours(STDOUT_FILENO), .width = 100};
	struct hd_str headline = {0}, text = {0};
	hd_finding_headline(&headline, replay->finding);
	hd_str_add(&text, "heddle: ");
	hd_style_add(&style, &text, HD_INK_RED, hd_str_text(&headline));
	hd_str_addf(&text, ", replayed %llu of %llu time%s (trace %s)\n", (unsigned long long)replay->same,
		(unsigned long long)replay->times, replay->times == 1 ? "" : "s",
		hd_json_text(replay->finding, "hash", ""));
	if (!replay->options->quiet) {
		hd_text_finding(&text, replay->finding, &style);
	}
	fputs(hd_str_text(&text), stdout);
	hd_str_finish(&text);
	hd_str_finish(&headline);
}

static enum hd_status judge(const struct replay *replay, const struct hd_worker_outcome *outcome,
	struct hd_error *error)
{
	if (replay->same == replay->times) {
		print_same(replay);
		return HD_FOUND;
	}
	const char *advice = outcome->addresses_vary
		? "\naddress space randomisation could not be switched off here, which may be the reason"
		: "";
	return hd_fail(error, HD_INTERNAL, "the replay differs: %llu of %llu the same%s%s; expected %s, trace %s%s",
		(unsigned long long)replay->same, (unsigned long long)replay->times,
		replay->other ? "; got " : "", replay->other ? replay->other : "",
		hd_json_text(replay->finding, "kind", ""), hd_json_text(replay->finding, "hash", ""), advice);
}

static enum hd_status execute(struct replay *replay, struct hd_error *error)
{
	struct hd_strv args = {0};
	struct hd_worker_request request = {.harness = replay->harness, .args = &args};
	struct hd_worker_outcome outcome = {0};
	const struct hd_worker_events events = {
		.context = replay, .note = take_note, .replay = take_replay,
	};
	hd_json_to_strings(hd_json_array(hd_json_object(replay->finding, "replay"), "args"), &args);
	enum hd_status status = configure(replay, &request.config, error);
	if (status == HD_OK && replay->options->gdb) {
		status = hd_worker_debug(&request, error);
	} else if (status == HD_OK) {
		status = hd_worker_run(&request, &events, &outcome, error);
		if (status == HD_OK && outcome.error_note) {
			status = HD_BAD_INPUT;
		} else if (status == HD_OK) {
			status = judge(replay, &outcome, error);
		}
	}
	hd_strv_finish(&args);
	hd_worker_outcome_finish(&outcome);
	return status;
}

static enum hd_status run_replay(struct hd_options *options, struct hd_error *error)
{
	struct replay replay = {.options = options, .times = options->gdb ? 1 : options->times};
	enum hd_status status;
	if (options->files.count != 1) {
		return hd_fail(error, HD_BAD_INPUT, "replay wants one finding; see heddle replay --help");
	}
	hd_interrupt_watch();
	if ((status = locate(&replay, options->files.items[0], error)) == HD_OK &&
		(status = hd_finding_dir_read(replay.directory, &replay.finding, error)) == HD_OK &&
		(status = find_harness(&replay, error)) == HD_OK) {
		status = execute(&replay, error);
	}
	free(replay.other);
	free(replay.harness);
	free(replay.directory);
	json_decref(replay.finding);
	return status;
}

const struct hd_command hd_command_replay = {
	.name = "replay",
	.arguments = "[OPTIONS] FINDING",
	.summary = "run one finding again, exactly",
	.description =
		"FINDING: a directory heddle-out/findings/ID, or only the ID.\n"
		"Exit status 1: the same violation, with the same trace; 3: anything else.",
	.bit = HD_FOR_REPLAY,
	.run = run_replay,
};
