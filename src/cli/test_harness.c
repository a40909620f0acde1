// SPDX-License-Identifier: Apache-2.0
#include "cli/test_harness.h"

#include <string.h>

#include "base/path.h"
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

static enum hd_status check(const struct hd_test_files *files, struct hd_error *error)
{
	for (size_t i = 0; i < files->headers.count; i++) {
		enum hd_status status = hd_path_check_readable(files->headers.items[i], error);
		if (status != HD_OK) {
			return status;
		}
	}
	if (files->headers.count == 0) {
		return hd_fail(error, HD_BAD_INPUT,
			"no header given: heddle test needs the header (.h) that declares the API under test");
	}
	return HD_OK;
}

enum hd_status hd_test_files_init(struct hd_test_files *files, const struct hd_strv *all, struct hd_error *error)
{
	*files = (struct hd_test_files){0};
	for (size_t i = 0; i < all->count; i++) {
		hd_strv_add(hd_test_is_header(all->items[i]) ? &files->headers : &files->others, all->items[i]);
	}
	return check(files, error);
}

void hd_test_files_finish(struct hd_test_files *files)
{
	hd_strv_finish(&files->headers);
	hd_strv_finish(&files->others);
}

enum hd_status hd_test_harness_build(const struct hd_test_request *request, struct hd_api_model *model, char **harness,
	struct hd_error *error)
{
	if (request->files->others.count == 0 && request->libs->count == 0 && !hd_api_has_inline(model)) {
		return hd_fail(error, HD_BAD_INPUT,
			"no sources, objects or archives given: nothing defines the functions declared in '%s'",
			request->files->headers.items[0]);
	}
	struct hd_str thunks = {0}, inlines = {0};
	struct hd_strv symbols = {0};
	hd_api_write_thunks(model, &thunks, &inlines);
	hd_api_symbols(model, &symbols);
	const struct hd_build_source generated[] = {
		{.name = "thunks.c", .text = hd_str_text(&thunks)},
		{.name = "inlines.c", .text = hd_str_text(&inlines), .instrumented = true},
	};
	const struct hd_build_request build = {
		.files = &request->files->others,
		.cflags = request->cflags,
		.libs = request->libs,
		.directory = request->directory,
		.flow = request->flow,
		.generated = generated,
		.generated_count = inlines.length > 0 ? 2 : 1,
		.symbols = &symbols,
	};
	enum hd_status status = hd_build_harness(&build, harness, error);
	hd_strv_finish(&symbols);
	hd_str_finish(&inlines);
	hd_str_finish(&thunks);
	return status;
}
