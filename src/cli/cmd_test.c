// SPDX-License-Identifier: Apache-2.0
// heddle test: from a header and its sources to concurrent tests that heddle
// writes and runs itself.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/api.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/path.h"
#include "cli/cli.h"
#include "cli/list_model.h"
#include "cli/ranks.h"
#include "cli/session.h"
#include "cli/summary.h"
#include "cli/test_command.h"
#include "cli/test_harness.h"
#include "cli/values.h"
#include "harness/elf_check.h"
#include "harness/sandbox.h"
#include "store/store.h"

// What campaigns with this output directory learned about these functions; NULL: nothing.
static json_t *read_learned(const char *out, const struct hd_api_model *model)
{
	struct hd_error ignored = {0};
	struct hd_store *store;
	json_t *rows = NULL;
	if (hd_store_open(&store, out, false, &ignored) == HD_OK) {
		hd_store_learned(store, &rows, &ignored);
		hd_store_close(store);
	}
	hd_error_finish(&ignored);
	for (size_t i = json_array_size(rows); i-- > 0;) {
		if (!hd_api_has_function(model, hd_json_text(json_array_get(rows, i), "function", ""))) {
			json_array_remove(rows, i);
		}
	}
	return rows;
}

static void list_as_json(const struct hd_api_model *model, json_t *learned)
{
	json_t *object = hd_api_list_json(model);
	json_object_set(object, "learned", learned ? learned : json_null());
	char *text = hd_json_dump(object, JSON_INDENT(2));
	fputs(text, stdout);
	free(text);
	json_decref(object);
}

static void list_as_text(const struct hd_api_model *model, const json_t *learned)
{
	struct hd_str text = {0};
	size_t index;
	json_t *row;
	hd_api_list_text(model, &text);
	if (text.length == 0) {
		hd_str_add(&text, "the headers declare no classes and no functions\n");
	}
	if (json_array_size(learned) > 0) {
		hd_str_add(&text, "\nlearned in earlier campaigns\n");
	}
	json_array_foreach(learned, index, row) {
		hd_str_addf(&text, "  %s: %s\n", hd_json_text(row, "function", "?"), hd_json_text(row, "text", ""));
	}
	fputs(hd_str_text(&text), stdout);
	hd_str_finish(&text);
}

// For the commands in test.c: what was not given, but found.
static void note_found(struct hd_options *options, const struct hd_test_project *project)
{
	const struct hd_inputs *inputs = &project->inputs;
	for (size_t i = 0; i < inputs->files.count; i++) {
		if (!hd_strv_contains(&options->files, inputs->files.items[i])) {
			hd_strv_add(&options->found_files, inputs->files.items[i]);
		}
	}
	for (size_t i = 0; i < inputs->cflags.count; i++) {
		if (!hd_strv_contains(&options->cflags, inputs->cflags.items[i])) {
			hd_strv_add(&options->found_cflags, inputs->cflags.items[i]);
		}
	}
}

static enum hd_status build(struct hd_options *options, struct hd_test_project *project, char **harness,
	struct hd_error *error)
{
	char *directory = hd_path_join(options->out, "build");
	project->flow = hd_value_needs_flow(options->strategy);
	enum hd_status status = hd_test_harness_build(project, directory, harness, error);
	if (status != HD_OK) {
		// Leave nothing behind; directories that hold something stay.
		rmdir(directory);
		rmdir(options->out);
		hd_session_tell_interrupted(options);
	}
	note_found(options, project);
	free(directory);
	return status;
}

// Objects that are not instrumented are not stopped when they reach these; here, nothing else stops them.
static enum hd_status check_objects(const struct hd_options *options, struct hd_error *error)
{
	static const char *const writers[] = {
		"unlink",
		"unlinkat",
		"remove",
		"rename",
		"renameat",
		"renameat2",
		"rmdir",
		"truncate",
		"truncate64",
		"creat",
		"creat64",
		"open",
		"open64",
		"openat",
		"fopen",
		"fopen64",
		"mkdir",
		"link",
		"symlink",
		"system",
		"popen",
		"fork",
		"vfork",
		"execl",
		"execlp",
		"execv",
		"execve",
		"execvp",
		"posix_spawn",
		"posix_spawnp",
	};
	for (size_t i = 0; i < options->files.count; i++) {
		for (size_t k = 0; k < sizeof(writers) / sizeof(writers[0]); k++) {
			if (hd_elf_uses(options->files.items[i], writers[k])) {
				return hd_fail(error, HD_BAD_INPUT,
					"'%s' calls %s(), and files cannot be protected here (no "
					"namespaces, no Landlock); use --allow-files to run it "
					"anyway",
					options->files.items[i], writers[k]);
			}
		}
	}
	return HD_OK;
}

static enum hd_status check_sandbox(const struct hd_options *options, struct hd_error *error)
{
	hd_sandbox_tell_lacks();
	return options->allow_files || hd_sandbox_protects_files() ? HD_OK : check_objects(options, error);
}

// What to do with the campaign.
struct action {
	hd_test_action *act;
	void *context;
};

static enum hd_status run_campaign(struct hd_options *options, const struct hd_api_model *model, const char *harness,
	const struct action *action, struct hd_error *error)
{
	struct hd_str class_name = {0};
	struct hd_session session;
	hd_api_selected(model, &class_name);
	hd_session_init(&session, options);
	session.harness = harness;
	session.class_name = hd_str_text(&class_name);
	hd_session_configure(&session);
	enum hd_status status = action->act(&session, action->context, error);
	hd_session_finish(&session);
	hd_str_finish(&class_name);
	return status;
}

// What may be concurrent depends on locks and atomics, which the harness knows of. Sources
// that do not compile leave it at what headers say.
static void ask_harness(struct hd_options *options, struct hd_test_project *project)
{
	struct hd_error ignored = {0};
	char *harness = NULL;
	if (project->inputs.files.count == 0 || hd_api_select(project->model, NULL, &ignored) != HD_OK ||
		build(options, project, &harness, &ignored) != HD_OK) {
		if (project->inputs.files.count > 0 && ignored.text.length > 0) {
			hd_warning("contracts are not known: %s", hd_str_text(&ignored.text));
		}
		hd_error_finish(&ignored);
		return;
	}
	struct hd_session session;
	hd_session_init(&session, options);
	session.harness = harness;
	session.class_name = "";
	hd_session_configure(&session);
	if (hd_list_model_ask(&session, &ignored) == HD_OK) {
		const struct hd_done *done = &session.outcome.done;
		for (size_t i = 0; i < done->contract_count; i++) {
			if (done->contracts[i].problem) {
				continue; // nothing was found out
			}
			hd_api_set_contract(project->model, done->contracts[i].class, done->contracts[i].contract,
				done->contracts[i].why);
		}
	}
	hd_session_finish(&session);
	hd_error_finish(&ignored);
	free(harness);
}

static void list_api(struct hd_options *options, struct hd_test_project *project)
{
	json_t *learned = read_learned(options->out, project->model);
	ask_harness(options, project);
	if (options->json) {
		list_as_json(project->model, learned);
	} else {
		list_as_text(project->model, learned);
	}
	json_decref(learned);
}

static enum hd_status test_project(struct hd_options *options, struct hd_test_project *project,
	const struct action *action, struct hd_error *error)
{
	struct hd_api_model *model = project->model;
	char *harness = NULL;
	enum hd_status status;
	if (options->list_api) {
		list_api(options, project);
		return HD_OK;
	}
	status = hd_api_select(model, options->class_name, error);
	if (status == HD_OK && !options->class_name) {
		hd_api_warn_untested(model);
	}
	if (status == HD_OK && (status = check_sandbox(options, error)) == HD_OK &&
		(status = build(options, project, &harness, error)) == HD_OK) {
		status = run_campaign(options, model, harness, action, error);
	}
	free(harness);
	return status;
}

enum hd_status hd_test_command(struct hd_options *options, hd_test_action *act, void *context, struct hd_error *error)
{
	const struct action action = {act, context};
	if (options->files.count == 0) {
		return hd_fail(error, HD_BAD_INPUT, "no files given; see heddle %s --help", options->name);
	}
	const struct hd_given given = hd_inputs_given(options);
	struct hd_test_project project;
	enum hd_status status = hd_test_project_open(&project, &given, &options->hints, error);
	if (status == HD_OK) {
		hd_interrupt_watch(); // reading headers leaves nothing behind: there a signal just ends it
		status = test_project(options, &project, &action, error);
	}
	hd_test_project_close(&project);
	return status;
}

static enum hd_status run_tests(struct hd_session *session, void *unused, struct hd_error *error)
{
	(void)unused;
	if (session->options->list_model) {
		return hd_list_model(session, error);
	}
	enum hd_status status = hd_session_run(session, error);
	// A harness that began has a result, even if it failed in the end.
	if (session->outcome.done.reason[0] && status != HD_BAD_INPUT) {
		hd_summary_print(session);
	}
	return status;
}

static enum hd_status run_test(struct hd_options *options, struct hd_error *error)
{
	if (hd_ranks_is_other()) {
		return hd_ranks_work(options, error);
	}
	if (options->list_strategies) {
		printf("--strategy (which test next)\n");
		hd_value_print_strategies();
		printf("\n--schedule (which thread next)\n");
		hd_value_print_schedules();
		return HD_OK;
	}
	return hd_test_command(options, run_tests, NULL, error);
}

const struct hd_command hd_command_test = {
	.name = "test",
	.arguments = "[OPTIONS] FILE...",
	.summary = "generate concurrent tests for a library and run them",
	.description = "FILE: headers (.h) that declare the API under test, and the sources, objects and\n"
		       "archives that implement it. heddle infers the classes, generates concurrent tests and\n"
		       "reports behaviour that no sequential order of the same calls could produce.",
	.bit = HD_FOR_TEST,
	.run = run_test,
};
