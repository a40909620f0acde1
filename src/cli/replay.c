// SPDX-License-Identifier: Apache-2.0
#include "cli/replay.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/path.h"
#include "base/typo.h"
#include "cli/inputs.h"
#include "cli/session.h"
#include "cli/test_harness.h"
#include "cli/values.h"
#include "harness/build.h"
#include "harness/elf_check.h"
#include "harness/flag_check.h"
#include "harness/prune.h"
#include "report/finding.h"
#include "report/symbols.h"
#include "store/finding_dir.h"

// ---- the finding -------------------------------------------------------------------

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
		hd_fail(error, HD_BAD_INPUT, "finding '%s' not found; did you mean '%s'?", name, nearest);
	} else {
		hd_fail(error, HD_BAD_INPUT, "finding '%s' not found, either as a directory or in '%s'", name,
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
static enum hd_status locate(struct hd_replay *replay, const char *name, struct hd_error *error)
{
	char *relative = hd_finding_dir_name(name);
	char *candidates[] = {
		hd_copy(name),
		hd_path_directory(name),
		hd_path_join(replay->options->out, relative),
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

// ---- where the sources are --------------------------------------------------------------

static bool has_sources(const struct hd_origin *origin, const char *directory)
{
	bool all = hd_path_is_directory(directory);
	for (size_t i = 0; i < origin->sources.count && all; i++) {
		char *path = hd_path_join(directory, origin->sources.items[i]);
		all = hd_path_exists(path);
		free(path);
	}
	return all;
}

// Is the finding still in its output directory?
static bool is_in_place(const struct hd_replay *replay)
{
	char *database = hd_format("%s/../../campaign.db", replay->directory);
	bool in_place = hd_path_exists(database);
	free(database);
	return in_place;
}

// Paths, and the program's own files, are relative to where it was found. A finding may have been
// moved or come from another machine since: then the sources are where heddle was started, or in
// a directory above the finding's; the way to where they were may lead to other ones of the same
// name. Allocated; as stored if they are nowhere.
static char *source_directory(const struct hd_replay *replay)
{
	const struct hd_origin *origin = &replay->finding->origin;
	char *stored = hd_path_join(replay->directory, origin->directory);
	if (is_in_place(replay) && has_sources(origin, stored)) {
		return stored;
	}
	char *above = hd_copy(replay->start);
	for (size_t i = 0; !has_sources(origin, above); i++) {
		char *next = i == 0 ? hd_copy(replay->directory) : hd_path_directory(above);
		bool top = i > 0 && strcmp(next, above) == 0;
		free(above);
		above = next;
		if (top) {
			free(above);
			return stored;
		}
	}
	free(stored);
	return above;
}

static void enter(const struct hd_replay *replay)
{
	char *place = source_directory(replay);
	if (chdir(place) != 0) {
		hd_warning("cannot change to '%s', where this was found: %s", place, strerror(errno));
	}
	free(place);
}

enum hd_status hd_replay_open(struct hd_replay *replay, const struct hd_options *options, const char *name,
	struct hd_error *error)
{
	*replay = (struct hd_replay){.options = options, .times = options->gdb ? 1 : options->times};
	replay->start = hd_path_absolute(".");
	enum hd_status status = locate(replay, name, error);
	if (status == HD_OK && (status = hd_finding_dir_read(replay->directory, &replay->finding, error)) == HD_OK) {
		enter(replay);
	}
	return status;
}

void hd_replay_close(struct hd_replay *replay)
{
	if (replay->start && chdir(replay->start) != 0) {
		hd_warning("cannot go back to '%s': %s", replay->start, strerror(errno));
	}
	free(replay->start);
	free(replay->place);
	free(replay->headline);
	free(replay->other);
	free(replay->harness);
	free(replay->directory);
	hd_finding_destroy(replay->finding);
}

// ---- its harness ------------------------------------------------------------------------

static void add_texts(struct hd_strv *list, const struct hd_texts *texts)
{
	for (size_t i = 0; i < texts->count; i++) {
		hd_strv_add(list, texts->items[i]);
	}
}

static enum hd_status rebuild_test(struct hd_replay *replay, const struct hd_given *given, const char *directory,
	struct hd_error *error)
{
	struct hd_strv hints = {0};
	add_texts(&hints, &replay->finding->origin.hints);
	struct hd_test_project project;
	enum hd_status status = hd_test_project_open(&project, given, &hints, error);
	if (status == HD_OK && (status = hd_api_select(project.model, replay->finding->class, error)) == HD_OK) {
		project.flow = hd_value_needs_flow(replay->finding->strategy); // the same hooks as then
		status = hd_test_harness_build(&project, directory, &replay->harness, error);
	}
	hd_test_project_close(&project);
	hd_strv_finish(&hints);
	return status;
}

// The finding may come from someone else: its flags must not run or overwrite anything.
static enum hd_status check_flags(const struct hd_replay *replay, const struct hd_given *given, struct hd_error *error)
{
	const char *risky = hd_flag_check(given->cflags);
	risky = risky ? risky : hd_flag_check(given->libs);
	if (risky && !replay->options->trust) {
		return hd_fail(error, HD_BAD_INPUT,
			"the finding asks to build its harness with '%s', which could run other programs; if you "
			"trust the origin of this finding, use --trust",
			risky);
	}
	return HD_OK;
}

static bool is_test(const struct hd_origin *origin)
{
	return strcmp(origin->command, "test") == 0;
}

static void compare_code(struct hd_replay *replay)
{
	const char *then = replay->finding->origin.code;
	char *now = hd_build_identity(replay->harness);
	replay->changed = *then && strcmp(then, now) != 0;
	free(now);
}

enum hd_status hd_replay_rebuild(struct hd_replay *replay, const char *directory, struct hd_error *error)
{
	const struct hd_origin *origin = &replay->finding->origin;
	struct hd_strv sources = {0}, cflags = {0}, libs = {0}, packages = {0};
	add_texts(&sources, &origin->sources);
	add_texts(&cflags, &origin->cflags);
	add_texts(&libs, &origin->libs);
	add_texts(&packages, &origin->packages);
	const struct hd_given given = {
		.files = &sources,
		.cflags = &cflags,
		.libs = &libs,
		.packages = &packages,
		.build_directory = origin->build_directory,
	};
	enum hd_status status = check_flags(replay, &given, error);
	if (status == HD_OK) {
		status = is_test(origin) ? rebuild_test(replay, &given, directory, error)
					 : hd_program_build(&given, directory, &replay->harness, error);
	}
	if (status == HD_OK) {
		replay->rebuilt = true;
		compare_code(replay);
	}
	hd_strv_finish(&packages);
	hd_strv_finish(&libs);
	hd_strv_finish(&cflags);
	hd_strv_finish(&sources);
	return status;
}

// Is it a file below the directory, whatever links there are on the way, and linked with
// heddle's engine?
static bool is_own_harness(const char *directory, const char *path)
{
	char *real = realpath(path, NULL), *root = realpath(directory, NULL);
	bool inside = real && root && strcmp(real, root) != 0 && hd_path_is_below(real, root);
	free(root);
	free(real);
	return inside && hd_elf_defines(path, HD_ENGINE_SYMBOL);
}

// A finding may come from anywhere: the program it names is run only if it is a harness, and
// of the same campaign.
static enum hd_status check_harness(const struct hd_replay *replay, struct hd_error *error)
{
	char *session = hd_format("%s/../..", replay->directory);
	bool own = is_own_harness(session, replay->harness);
	free(session);
	if (own || replay->options->trust || replay->rebuilt) {
		return HD_OK;
	}
	return hd_fail(error, HD_BAD_INPUT,
		"'%s' is not a harness in the output directory that holds this finding; if you "
		"trust the origin of this finding, use --trust",
		replay->harness);
}

static enum hd_status rebuild_lost(struct hd_replay *replay, struct hd_error *error)
{
	// In its output directory, if that is where it still is.
	char *own = hd_path_join(replay->options->out, "build"), *here = hd_path_join(replay->start, own);
	char *directory = is_in_place(replay) ? hd_format("%s/../../build", replay->directory) : hd_copy(here);
	free(here);
	free(own);
	hd_info("the harness no longer exists; rebuilding it from its sources");
	enum hd_status status = hd_replay_rebuild(replay, directory, error);
	free(directory);
	return status;
}

enum hd_status hd_replay_find_harness(struct hd_replay *replay, struct hd_error *error)
{
	const char *stored = replay->finding->origin.harness;
	char *places[] = {
		hd_format("%s/../../build/%s", replay->directory, hd_path_name(stored)),
		// The same file, if it could be linked.
		hd_path_join(replay->directory, hd_prune_is_name(stored) ? HD_FINDING_HARNESS : ""),
		hd_copy(stored),
	};
	enum hd_status status = HD_OK;
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		if (*stored && !replay->harness && hd_path_is_file(places[i])) {
			replay->harness = hd_path_absolute(places[i]);
		}
		free(places[i]);
	}
	if (replay->harness) {
		compare_code(replay);
	} else {
		status = rebuild_lost(replay, error);
	}
	return status == HD_OK ? check_harness(replay, error) : status;
}

// ---- its execution ------------------------------------------------------------------------

static void take_replay(void *context, const struct hd_replayed *replayed)
{
	struct hd_replay *replay = context;
	bool verdict = strcmp(replayed->kind, replay->finding->kind) == 0;
	bool same = verdict && replayed->same &&
		(!replay->finding->exact || strcmp(replayed->hash, replay->finding->hash) == 0);
	replay->verdicts += verdict;
	replay->same += same;
	if (!same && !replay->other) {
		replay->other = hd_format("%s, trace %s", replayed->kind, replayed->hash);
	}
}

static const char *function_of(const struct hd_finding *finding)
{
	return finding->location.function ? finding->location.function : "";
}

static void take_finding(void *context, const json_t *message)
{
	struct hd_replay *replay = context;
	struct hd_symbols *symbols = hd_symbols_create();
	struct hd_finding *finding = hd_finding_create(message, replay->harness, symbols);
	free(replay->place);
	replay->place = hd_copy(function_of(finding));
	struct hd_str headline = {0};
	hd_finding_headline(&headline, finding);
	free(replay->headline);
	replay->headline = hd_str_take(&headline);
	hd_finding_destroy(finding);
	hd_symbols_destroy(symbols);
}

static void take_note(void *context, const struct hd_note *note)
{
	(void)context;
	hd_session_show_note(note);
}

bool hd_replay_same_place(const struct hd_replay *replay)
{
	return replay->place && strcmp(replay->place, function_of(replay->finding)) == 0;
}

enum hd_status hd_replay_configure(const struct hd_replay *replay, struct hd_config *config, struct hd_error *error)
{
	const struct hd_finding *finding = replay->finding;
	const struct hd_origin *origin = &finding->origin;
	*config = (struct hd_config){
		.mode = HD_MODE_REPLAY,
		.show_output = replay->options->show_output,
		.jobs = 1,
		.depth = 1,
		.bound = UINT32_MAX,
		.spurious = origin->spurious,
		.seed = (uint64_t)finding->seed,
		.max_steps = (uint64_t)origin->steps,
		.max_heap = (uint64_t)origin->heap,
		.hang_ms = (uint64_t)origin->hang_ms,
		.replay_times = replay->times,
		.message_fd = -1,
		.schedule = "replay",
	};
	struct hd_str list = {0};
	for (size_t i = 0; i < origin->oracles.count; i++) {
		hd_str_addf(&list, "%s ", origin->oracles.items[i]);
	}
	enum hd_status status = hd_value_oracles(hd_str_text(&list), &config->oracles, error);
	hd_str_finish(&list);
	int length = snprintf(config->replay_file, sizeof(config->replay_file), "%s/" HD_FINDING_SCHEDULE,
		replay->directory);
	if (status == HD_OK && (size_t)length >= sizeof(config->replay_file)) {
		status = hd_fail(error, HD_BAD_INPUT, "the path of the finding is too long");
	}
	snprintf(config->trace_hash, sizeof(config->trace_hash), "%s", finding->exact ? finding->hash : "");
	return status;
}

// As it was found. Findings older than the sandbox do not record it.
enum hd_sandbox_level hd_replay_sandbox(const struct hd_replay *replay)
{
	const struct hd_origin *origin = &replay->finding->origin;
	return hd_sandbox_level_named(origin->sandbox ? origin->sandbox : is_test(origin) ? "all" : "none");
}

void hd_replay_add_args(const struct hd_replay *replay, struct hd_strv *args)
{
	add_texts(args, &replay->finding->origin.args);
}

enum hd_status hd_replay_execute(struct hd_replay *replay, struct hd_harness_outcome *outcome, struct hd_error *error)
{
	struct hd_strv args = {0};
	struct hd_harness_request request = {
		.harness = replay->harness,
		.args = &args,
		.sandbox = hd_replay_sandbox(replay),
	};
	const struct hd_harness_events events = {
		.context = replay,
		.note = take_note,
		.replay = take_replay,
		.finding = take_finding,
	};
	hd_replay_add_args(replay, &args);
	enum hd_status status = hd_replay_configure(replay, &request.config, error);
	if (status == HD_OK && replay->options->gdb) {
		status = hd_harness_debug(&request, error);
	} else if (status == HD_OK) {
		status = hd_harness_run(&request, &events, outcome, error);
	}
	hd_strv_finish(&args);
	return status;
}
