// SPDX-License-Identifier: Apache-2.0
#include "cli/test_harness.h"

#include <string.h>

#include "base/path.h"
#include "cli/advice.h"
#include "harness/build.h"

bool hd_test_is_header(const char *path)
{
	static const char *const extensions[] = {".h", ".hpp", ".hh", ".hxx", NULL};
	const char *extension = hd_path_extension(path);
	for (const char *const *known = extensions; *known; known++) {
		if (strcmp(extension, *known) == 0) {
			return true;
		}
	}
	return false;
}

static enum hd_status sort_files(struct hd_test_project *project, const struct hd_given *given, struct hd_error *error)
{
	for (size_t i = 0; i < given->files->count; i++) {
		const char *path = given->files->items[i];
		if (!hd_test_is_header(path)) {
			continue;
		}
		enum hd_status status = hd_path_check_readable(path, error);
		if (status != HD_OK) {
			return status;
		}
		hd_strv_add(&project->headers, path);
	}
	if (project->headers.count == 0) {
		return hd_fail(error, HD_BAD_INPUT,
			"no header given: heddle test needs the header (.h) that declares the API under test");
	}
	return HD_OK;
}

// Sources that may include the headers, those given first.
static void list_users(const struct hd_inputs *inputs, struct hd_strv *users)
{
	hd_strv_add_all(users, &inputs->files);
	for (size_t i = 0; i < inputs->db.count; i++) {
		hd_strv_add(users, inputs->db.commands[i].file);
	}
}

static enum hd_status read_headers(struct hd_test_project *project, const struct hd_strv *hints, struct hd_error *error)
{
	struct hd_strv users = {0};
	list_users(&project->inputs, &users);
	const struct hd_api_request request = {
		.headers = &project->headers,
		.sources = &project->inputs.files,
		.cflags = &project->inputs.cflags,
		.hints = hints,
		.users = &users,
	};
	enum hd_status status = hd_api_create(&project->model, &request, error);
	if (status == HD_BAD_INPUT) {
		hd_advice_explain(&project->headers, error);
	}
	hd_strv_finish(&users);
	return status;
}

enum hd_status hd_test_project_open(struct hd_test_project *project, const struct hd_given *given,
	const struct hd_strv *hints, struct hd_error *error)
{
	*project = (struct hd_test_project){0};
	enum hd_status status = sort_files(project, given, error);
	if (status == HD_OK) {
		status = hd_inputs_init(&project->inputs, given, project->headers.items[0], error);
	}
	for (size_t i = 0; i < given->files->count && status == HD_OK; i++) {
		if (!hd_test_is_header(given->files->items[i])) {
			hd_inputs_add_file(&project->inputs, given->files->items[i]);
		}
	}
	return status == HD_OK ? read_headers(project, hints, error) : status;
}

void hd_test_project_close(struct hd_test_project *project)
{
	hd_api_destroy(project->model);
	hd_strv_finish(&project->headers);
	hd_inputs_finish(&project->inputs);
}

static enum hd_status complete(struct hd_test_project *project, const struct hd_strv *symbols, struct hd_error *error)
{
	struct hd_inputs *inputs = &project->inputs;
	enum hd_status status = hd_inputs_complete(inputs, symbols, project->headers.items[0], error);
	if (status == HD_OK && inputs->files.count == 0 && inputs->libs.count == 0 &&
		!hd_api_has_inline(project->model)) {
		if (inputs->db.count > 0) {
			return hd_fail(error, HD_BAD_INPUT, "no source of '%s' defines the functions declared in '%s'",
				inputs->given->build_directory, project->headers.items[0]);
		}
		return hd_fail(error, HD_BAD_INPUT,
			"no sources, objects or archives given: nothing defines the functions declared in '%s'",
			project->headers.items[0]);
	}
	return status;
}

static enum hd_status build(struct hd_test_project *project, const struct hd_strv *symbols, const char *directory,
	char **harness, struct hd_error *error)
{
	struct hd_str thunks = {0}, inlines = {0};
	hd_api_write_thunks(project->model, &thunks, &inlines);
	const struct hd_build_source generated[] = {
		{.name = "thunks.c", .text = hd_str_text(&thunks)},
		{.name = "inlines.c", .text = hd_str_text(&inlines), .instrumented = true},
	};
	const struct hd_build_request rest = {
		.directory = directory,
		.flow = project->flow,
		.generated = generated,
		.generated_count = inlines.length > 0 ? 2 : 1,
		.symbols = symbols,
	};
	enum hd_status status = hd_inputs_build(&project->inputs, &rest, harness, error);
	hd_str_finish(&inlines);
	hd_str_finish(&thunks);
	return status;
}

enum hd_status hd_test_harness_build(struct hd_test_project *project, const char *directory, char **harness,
	struct hd_error *error)
{
	struct hd_strv symbols = {0};
	hd_api_symbols(project->model, &symbols);
	enum hd_status status = complete(project, &symbols, error);
	if (status == HD_OK) {
		status = build(project, &symbols, directory, harness, error);
	}
	hd_strv_finish(&symbols);
	return status;
}
