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
#include "base/path.h"
#include "base/typo.h"
#include "cli/cli.h"
#include "cli/session.h"
#include "cli/test_harness.h"
#include "cli/values.h"
#include "harness/build.h"
#include "harness/elf_check.h"
#include "harness/flag_check.h"
#include "harness/supervisor.h"
#include "report/finding.h"
#include "report/symbols.h"
#include "report/text.h"
#include "store/finding_dir.h"

// Every harness defines it, and no other program does.
#define ENGINE_SYMBOL "__heddle_fault_stop"

struct replay {
	const struct hd_options *options;
	char *directory; // of the finding, absolute
	struct hd_finding *finding;
	char *harness;
	bool changed; // the harness is not that of the finding
	uint64_t times;
	uint64_t same;     // with the same trace
	uint64_t verdicts; // of the same kind
	char *other; // the first trace that was different
	char *place; // function of the violation seen last
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
static enum hd_status locate(struct replay *replay, const char *name, struct hd_error *error)
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

static void add_texts(struct hd_strv *list, const struct hd_texts *texts)
{
	for (size_t i = 0; i < texts->count; i++) {
		hd_strv_add(list, texts->items[i]);
	}
}

static enum hd_status rebuild_test(struct replay *replay, const struct hd_build_request *request,
	struct hd_error *error)
{
	struct hd_strv hints = {0};
	add_texts(&hints, &replay->finding->origin.hints);
	struct hd_test_files files;
	struct hd_api_model *model = NULL;
	enum hd_status status = hd_test_files_init(&files, request->files, error);
	const struct hd_api_request api = {
		.headers = &files.headers,
		.sources = &files.others,
		.cflags = request->cflags,
		.hints = &hints,
	};
	const struct hd_test_request test = {
		.files = &files,
		.cflags = request->cflags,
		.libs = request->libs,
		.directory = request->directory,
	};
	if (status == HD_OK && (status = hd_api_create(&model, &api, error)) == HD_OK &&
		(status = hd_api_select(model, replay->finding->class, error)) == HD_OK) {
		status = hd_test_harness_build(&test, model, &replay->harness, error);
	}
	hd_api_destroy(model);
	hd_test_files_finish(&files);
	hd_strv_finish(&hints);
	return status;
}

// The finding may come from someone else: its flags must not run or overwrite anything.
static enum hd_status check_flags(const struct replay *replay, const struct hd_build_request *request,
	struct hd_error *error)
{
	const char *risky = hd_flag_check(request->cflags);
	risky = risky ? risky : hd_flag_check(request->libs);
	if (risky && !replay->options->trust) {
		return hd_fail(error, HD_BAD_INPUT,
			"the harness no longer exists, and the finding asks to rebuild it with "
			"'%s', which could run other programs; if you trust the origin of this "
			"finding, use --trust",
			risky);
	}
	return HD_OK;
}

static bool is_test(const struct hd_origin *origin)
{
	return strcmp(origin->command, "test") == 0;
}

static enum hd_status rebuild(struct replay *replay, struct hd_error *error)
{
	const struct hd_origin *origin = &replay->finding->origin;
	struct hd_strv sources = {0}, cflags = {0}, libs = {0};
	add_texts(&sources, &origin->sources);
	add_texts(&cflags, &origin->cflags);
	add_texts(&libs, &origin->libs);
	char *directory = hd_format("%s/../../build", replay->directory);
	struct hd_build_request request = {
		.files = &sources,
		.cflags = &cflags,
		.libs = &libs,
		.directory = directory,
	};
	enum hd_status status = check_flags(replay, &request, error);
	if (status == HD_OK) {
		hd_info("the harness no longer exists; rebuilding it from its sources");
		status = is_test(origin) ? rebuild_test(replay, &request, error)
					 : hd_build_harness(&request, &replay->harness, error);
	}
	free(directory);
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
	size_t length = root ? strlen(root) : 0;
	bool inside = real && root && strncmp(real, root, length) == 0 &&
		(real[length] == '/' || strcmp(root, "/") == 0);
	free(root);
	free(real);
	return inside && hd_elf_defines(path, ENGINE_SYMBOL);
}

// A finding may come from anywhere: the program it names is run only if it is a harness, and
// of the same campaign.
static enum hd_status check_harness(const struct replay *replay, struct hd_error *error)
{
	char *session = hd_format("%s/../..", replay->directory);
	bool own = is_own_harness(session, replay->harness);
	free(session);
	if (own || replay->options->trust) {
		return HD_OK;
	}
	return hd_fail(error, HD_BAD_INPUT,
		"'%s' is not a harness in the output directory that holds this finding; if you "
		"trust the origin of this finding, use --trust",
		replay->harness);
}

static bool has_changed(const struct replay *replay)
{
	const char *then = replay->finding->origin.code;
	char *now = hd_build_identity(replay->harness);
	bool changed = *then && strcmp(then, now) != 0;
	free(now);
	return changed;
}

// The harness that found it, where it was or in a moved output directory.
static enum hd_status find_harness(struct replay *replay, struct hd_error *error)
{
	const struct hd_origin *origin = &replay->finding->origin;
	const char *stored = origin->harness;
	char *moved = hd_format("%s/../../build/%s", replay->directory, hd_path_name(stored));
	// Paths and the program's own files are relative to where it was found.
	const char *place = origin->directory;
	if (chdir(place) != 0) {
		hd_warning("cannot change to '%s', where this was found: %s", place, strerror(errno));
	}
	enum hd_status status = HD_OK;
	if (*stored && hd_path_exists(moved)) {
		replay->harness = hd_path_absolute(moved);
	} else if (hd_path_exists(stored)) {
		replay->harness = hd_copy(stored);
	} else {
		status = rebuild(replay, error);
	}
	free(moved);
	return status == HD_OK ? check_harness(replay, error) : status;
}

static enum hd_status configure(struct replay *replay, struct hd_config *config, struct hd_error *error)
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

static void take_replay(void *context, const struct hd_replayed *replayed)
{
	struct replay *replay = context;
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
	struct replay *replay = context;
	struct hd_symbols *symbols = hd_symbols_create();
	struct hd_finding *finding = hd_finding_create(message, replay->harness, symbols);
	free(replay->place);
	replay->place = hd_copy(function_of(finding));
	hd_finding_destroy(finding);
	hd_symbols_destroy(symbols);
}

static void take_note(void *context, const struct hd_note *note)
{
	(void)context;
	hd_session_show_note(note);
}

// remark: what there is to say besides that it is the same; NULL: nothing.
static void print_same(const struct replay *replay, const char *remark)
{
	struct hd_style style = {.colour = hd_diag_colours(STDOUT_FILENO), .width = 100};
	struct hd_str headline = {0}, text = {0};
	struct hd_finding *printable = hd_finding_printable(replay->finding);
	hd_finding_headline(&headline, printable);
	hd_str_add(&text, "heddle: ");
	hd_style_add(&style, &text, HD_INK_RED, hd_str_text(&headline));
	hd_str_addf(&text, ", replayed %llu of %llu time%s (", (unsigned long long)replay->verdicts,
		(unsigned long long)replay->times, replay->times == 1 ? "" : "s");
	if (remark) {
		hd_str_addf(&text, "same violation, %s)\n", remark);
	} else {
		hd_str_addf(&text, "trace %s)\n", printable->hash);
	}
	if (!replay->options->quiet) {
		hd_text_finding(&text, printable, &style);
	}
	hd_finding_destroy(printable);
	fputs(hd_str_text(&text), stdout);
	hd_str_finish(&text);
	hd_str_finish(&headline);
}

static enum hd_status judge(const struct replay *replay, const struct hd_harness_outcome *outcome,
	struct hd_error *error)
{
	bool same_place = replay->place && strcmp(replay->place, function_of(replay->finding)) == 0;
	bool inexact = !replay->finding->exact;
	if (replay->same == replay->times) {
		print_same(replay, NULL);
		return HD_FOUND;
	}
	if ((replay->changed || inexact) && same_place && replay->verdicts == replay->times) {
		print_same(replay, replay->changed ? "the code has changed" : "the trace is not exact");
		return HD_FOUND;
	}
	if (replay->changed) {
		return hd_fail(error, HD_INTERNAL, "the violation did not recur%s; the code has changed since",
			replay->verdicts > 0 ? same_place ? " every time" : " at the same place" : "");
	}
	const char *advice = outcome->addresses_vary
		? "\naddress space randomisation could not be disabled here, which may be why"
		: "";
	return hd_fail(error, HD_INTERNAL, "the replay differs: %llu of %llu matched%s%s; expected %s, trace %s%s",
		(unsigned long long)replay->same, (unsigned long long)replay->times, replay->other ? "; got " : "",
		replay->other ? replay->other : "", replay->finding->kind, replay->finding->hash, advice);
}

// As it was found. Findings of before there were sandboxes do not say.
static enum hd_sandbox_level sandbox_of(const struct hd_origin *origin)
{
	return hd_sandbox_level_named(origin->sandbox ? origin->sandbox : is_test(origin) ? "all" : "none");
}

static enum hd_status execute(struct replay *replay, struct hd_error *error)
{
	struct hd_strv args = {0};
	struct hd_harness_request request = {
		.harness = replay->harness,
		.args = &args,
		.sandbox = sandbox_of(&replay->finding->origin),
	};
	struct hd_harness_outcome outcome = {0};
	const struct hd_harness_events events = {
		.context = replay,
		.note = take_note,
		.replay = take_replay,
		.finding = take_finding,
	};
	add_texts(&args, &replay->finding->origin.args);
	enum hd_status status = configure(replay, &request.config, error);
	if (status == HD_OK && replay->options->gdb) {
		status = hd_harness_debug(&request, error);
	} else if (status == HD_OK) {
		status = hd_harness_run(&request, &events, &outcome, error);
		if (status == HD_OK && outcome.error_note) {
			status = HD_BAD_INPUT;
		} else if (status == HD_OK) {
			status = judge(replay, &outcome, error);
		}
	}
	hd_strv_finish(&args);
	hd_harness_outcome_finish(&outcome);
	return status;
}

static enum hd_status run_replay(struct hd_options *options, struct hd_error *error)
{
	struct replay replay = {.options = options, .times = options->gdb ? 1 : options->times};
	enum hd_status status;
	if (options->files.count != 1) {
		return hd_fail(error, HD_BAD_INPUT, "replay takes exactly one finding; see heddle replay --help");
	}
	hd_interrupt_watch();
	if ((status = locate(&replay, options->files.items[0], error)) == HD_OK &&
		(status = hd_finding_dir_read(replay.directory, &replay.finding, error)) == HD_OK &&
		(status = find_harness(&replay, error)) == HD_OK) {
		replay.changed = has_changed(&replay);
		status = execute(&replay, error);
	}
	free(replay.place);
	free(replay.other);
	free(replay.harness);
	free(replay.directory);
	hd_finding_destroy(replay.finding);
	return status;
}

const struct hd_command hd_command_replay = {
	.name = "replay",
	.arguments = "[OPTIONS] FINDING",
	.summary = "replay a finding exactly",
	.description = "FINDING: a directory heddle-out/findings/ID, or just the ID.\n"
		       "Exit status: 1 if the same violation occurs with the same trace, 3 otherwise. If the\n"
		       "code has changed since, the same violation is enough, and heddle says so.",
	.bit = HD_FOR_REPLAY,
	.run = run_replay,
};
