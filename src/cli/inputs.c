// SPDX-License-Identifier: Apache-2.0
#include "cli/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "api/project.h"
#include "base/check.h"
#include "base/diag.h"
#include "base/path.h"
#include "cli/advice.h"
#include "cli/missing.h"
#include "harness/packages.h"

// For a file that the build does not know, headers of all its parts can be found.
static void add_other_directories(struct hd_inputs *inputs)
{
	for (size_t i = 0; i < inputs->db.count; i++) {
		const struct hd_strv *flags = &inputs->db.commands[i].flags;
		for (size_t k = 0; k < flags->count; k++) {
			if (strncmp(flags->items[k], "-I", 2) == 0 &&
				!hd_strv_contains(&inputs->cflags, flags->items[k])) {
				hd_strv_add(&inputs->cflags, flags->items[k]);
			}
		}
	}
}

static enum hd_status read_database(struct hd_inputs *inputs, const char *near, struct hd_error *error)
{
	const struct hd_given *given = inputs->given;
	if (!given->build_directory) {
		return HD_OK;
	}
	enum hd_status status = hd_compile_db_read(&inputs->db, given->build_directory, error);
	const char *like = near ? near : given->files->count > 0 ? given->files->items[0] : ".";
	const struct hd_compile_command *command = status == HD_OK ? hd_compile_db_nearest(&inputs->db, like) : NULL;
	if (command) {
		hd_strv_add_all(&inputs->cflags, &command->flags);
		add_other_directories(inputs);
	}
	return status;
}

enum hd_status hd_inputs_init(struct hd_inputs *inputs, const struct hd_given *given, const char *near,
	struct hd_error *error)
{
	*inputs = (struct hd_inputs){.given = given};
	enum hd_status status = read_database(inputs, near, error);
	hd_strv_add_all(&inputs->cflags, given->cflags);
	hd_strv_add_all(&inputs->libs, given->libs);
	if (status == HD_OK && given->packages) {
		status = hd_packages_flags(given->packages, &inputs->cflags, &inputs->libs, error);
	}
	return status;
}

void hd_inputs_finish(struct hd_inputs *inputs)
{
	for (size_t i = 0; inputs->file_flags && i < inputs->files.count; i++) {
		hd_strv_finish(&inputs->file_flags[i]);
	}
	free(inputs->file_flags);
	hd_strv_finish(&inputs->files);
	hd_strv_finish(&inputs->cflags);
	hd_strv_finish(&inputs->libs);
	hd_compile_db_finish(&inputs->db);
}

// The flags of the build for this file, then the user's.
static void set_flags(struct hd_inputs *inputs, size_t i)
{
	char *path = hd_path_absolute(inputs->files.items[i]);
	const struct hd_compile_command *command = hd_compile_db_find(&inputs->db, path);
	struct hd_strv *flags = &inputs->file_flags[i];
	free(path);
	if (!command) {
		hd_strv_add_all(flags, &inputs->cflags);
		return;
	}
	hd_strv_add_all(flags, &command->flags);
	hd_strv_add_all(flags, inputs->given->cflags);
	if (inputs->given->packages) {
		struct hd_strv libs = {0};
		struct hd_error ignored = {0};
		hd_packages_flags(inputs->given->packages, flags, &libs, &ignored);
		hd_error_finish(&ignored);
		hd_strv_finish(&libs);
	}
}

void hd_inputs_add_file(struct hd_inputs *inputs, const char *path)
{
	hd_strv_add(&inputs->files, path);
	if (inputs->db.count > 0) {
		size_t count = inputs->files.count;
		inputs->file_flags = realloc(inputs->file_flags, count * sizeof(*inputs->file_flags));
		hd_check(inputs->file_flags != NULL);
		inputs->file_flags[count - 1] = (struct hd_strv){0};
		set_flags(inputs, count - 1);
	}
}

enum hd_status hd_inputs_complete(struct hd_inputs *inputs, const struct hd_strv *symbols, const char *near,
	struct hd_error *error)
{
	if (inputs->db.count == 0) {
		return HD_OK;
	}
	struct hd_strv found = {0};
	char *place = hd_path_absolute(near);
	const struct hd_project_request request = {
		.db = &inputs->db,
		.symbols = symbols,
		.given = &inputs->files,
		.cflags = &inputs->cflags,
		.near = place,
	};
	enum hd_status status = hd_project_find(&request, &found, error);
	for (size_t i = 0; i < found.count; i++) {
		hd_inputs_add_file(inputs, hd_path_display(found.items[i]));
	}
	if (status == HD_OK && found.count > 0) {
		struct hd_str list = {0};
		for (size_t i = 0; i < found.count; i++) {
			hd_str_addf(&list, " %s", hd_path_display(found.items[i]));
		}
		hd_info("sources of %s:%s", inputs->given->build_directory, hd_str_text(&list));
		hd_str_finish(&list);
	}
	free(place);
	hd_strv_finish(&found);
	return status;
}

enum hd_status hd_inputs_build(struct hd_inputs *inputs, const struct hd_build_request *rest, char **harness,
	struct hd_error *error)
{
	struct hd_strv undefined = {0};
	struct hd_build_request request = *rest;
	request.files = &inputs->files;
	request.file_flags = inputs->file_flags;
	request.cflags = &inputs->cflags;
	request.libs = &inputs->libs;
	request.undefined = &undefined;
	enum hd_status status = hd_build_harness(&request, harness, error);
	if (status == HD_BAD_INPUT && undefined.count > 0) {
		hd_missing_explain(inputs, &undefined, error);
	} else if (status == HD_BAD_INPUT) {
		hd_advice_explain(inputs->given->files, error);
	}
	hd_strv_finish(&undefined);
	return status;
}

struct hd_given hd_inputs_given(const struct hd_options *options)
{
	return (struct hd_given){
		.files = &options->files,
		.cflags = &options->cflags,
		.libs = &options->libs,
		.packages = &options->packages,
		.build_directory = options->build_directory,
	};
}

enum hd_status hd_program_build(const struct hd_given *given, const char *directory, char **harness,
	struct hd_error *error)
{
	struct hd_inputs inputs;
	const struct hd_strv none = {0};
	const struct hd_build_request rest = {.directory = directory};
	enum hd_status status = hd_inputs_init(&inputs, given, NULL, error);
	for (size_t i = 0; i < given->files->count && status == HD_OK; i++) {
		hd_inputs_add_file(&inputs, given->files->items[i]);
	}
	if (status == HD_OK && inputs.files.count > 0 &&
		(status = hd_inputs_complete(&inputs, &none, inputs.files.items[0], error)) == HD_OK) {
		status = hd_inputs_build(&inputs, &rest, harness, error);
	}
	hd_inputs_finish(&inputs);
	return status;
}
