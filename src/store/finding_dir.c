// SPDX-License-Identifier: Apache-2.0
#include "store/finding_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/path.h"
#include "base/scratch.h"
#include "store/schedule_file.h"

// Of finding.json: HD_FINDING_FORMAT.
#define FORMAT_KEY "format"

char *hd_finding_dir_name(const char *id)
{
	return hd_path_join(HD_FINDINGS, id);
}

static enum hd_status write_in(const char *directory, const char *name, const char *text, struct hd_error *error)
{
	char *path = hd_path_join(directory, name);
	enum hd_status status = hd_path_write(path, text, error);
	free(path);
	return status;
}

// What heddle writes in a finding's directory; everything else there belongs to the user.
static const char *const own_names[] = {
	HD_FINDING_JSON,
	HD_FINDING_SCHEDULE,
	HD_FINDING_REPORT,
	HD_FINDING_HARNESS,
	HD_FINDING_IGNORE,
	HD_FINDING_TEST,
	HD_FINDING_TEST_SCHEDULE,
	".",
	"..",
	NULL,
};

static bool is_own(const char *name)
{
	for (const char *const *own = own_names; *own; own++) {
		if (strcmp(name, *own) == 0) {
			return true;
		}
	}
	return false;
}

static enum hd_status write_files(const char *directory, const struct hd_finding *finding, const char *report,
	struct hd_error *error)
{
	json_t *stored = hd_finding_encode(finding);
	json_object_set_new(stored, FORMAT_KEY, json_integer(HD_FINDING_FORMAT));
	char *json = hd_json_dump(stored, JSON_INDENT(1));
	json_decref(stored);
	const char *const files[][2] = {
		{HD_FINDING_SCHEDULE, finding->schedule},
		{HD_FINDING_REPORT, report},
		{HD_FINDING_TEST, finding->test_c},
		{HD_FINDING_TEST_SCHEDULE, finding->test_schedule},
		{HD_FINDING_IGNORE, HD_FINDING_HARNESS "\n"},
		{HD_FINDING_JSON, json},
	};
	enum hd_status status = hd_path_make(directory, error);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && status == HD_OK; i++) {
		if (files[i][1]) {
			status = write_in(directory, files[i][0], files[i][1], error);
		}
	}
	free(json);
	return status;
}

// Links the harness into the directory, if it can be. Findings do not depend on it: a
// harness that is gone is built again.
static void hold_harness(const char *directory, const char *harness)
{
	char *path = hd_path_join(directory, HD_FINDING_HARNESS);
	if (link(harness, path) != 0) {
		unlink(path);
	}
	free(path);
}

// Puts the new directory where the old one is, in one step; the old one is then where the
// new one was. File systems that cannot do that have a moment without either.
static bool exchange(const char *new, const char *place, const char *aside)
{
	return rename(new, place) == 0 || renameat2(AT_FDCWD, new, AT_FDCWD, place, RENAME_EXCHANGE) == 0 ||
		(rename(place, aside) == 0 && rename(new, place) == 0);
}

static void keep_foreign_files(const char *old, const char *place)
{
	DIR *stream = opendir(old);
	struct dirent *entry;
	while (stream && (entry = readdir(stream))) {
		if (!is_own(entry->d_name)) {
			char *from = hd_path_join(old, entry->d_name), *to = hd_path_join(place, entry->d_name);
			rename(from, to);
			free(from);
			free(to);
		}
	}
	if (stream) {
		closedir(stream);
	}
}

static enum hd_status put_in_place(const struct hd_scratch *scratch, const char *new, const char *place,
	struct hd_error *error)
{
	char *aside = hd_path_join(scratch->path, "old");
	enum hd_status status = HD_OK;
	if (!exchange(new, place, aside)) {
		status = hd_fail(error, HD_BAD_INPUT, "cannot write '%s': %s", place, strerror(errno));
	} else {
		keep_foreign_files(new, place);
		keep_foreign_files(aside, place);
	}
	free(aside);
	return status;
}

// The finding is written next to its final place and moved there atomically.
enum hd_status hd_finding_dir_write(const char *directory, const struct hd_finding_files *files, struct hd_error *error)
{
	char *parent = hd_path_directory(directory);
	struct hd_scratch scratch;
	enum hd_status status = hd_scratch_create(&scratch, parent, error);
	if (status == HD_OK) {
		char *new = hd_path_join(scratch.path, "new");
		status = write_files(new, files->finding, files->report, error);
		if (status == HD_OK && files->harness) {
			hold_harness(new, files->harness);
		}
		if (status == HD_OK) {
			status = put_in_place(&scratch, new, directory, error);
		}
		free(new);
		hd_scratch_remove(&scratch);
	}
	free(parent);
	return status;
}

static enum hd_status read_json(const char *directory, json_t **finding, struct hd_error *error)
{
	char *path = hd_path_join(directory, HD_FINDING_JSON);
	struct hd_str text = {0};
	json_error_t problem;
	enum hd_status status = hd_path_read(path, &text, error);
	if (status == HD_OK) {
		*finding = json_loadb(hd_str_text(&text), text.length, 0, &problem);
		json_int_t format = hd_json_int(*finding, FORMAT_KEY, 0);
		if (!*finding) {
			status = hd_fail(error, HD_BAD_INPUT, "'%s' is damaged: line %d: %s", path, problem.line,
				problem.text);
		} else if (format != HD_FINDING_FORMAT) {
			status = hd_fail(error, HD_BAD_INPUT,
				"'%s' has finding format %d, but this heddle reads format %d", path, (int)format,
				HD_FINDING_FORMAT);
		}
	}
	hd_str_finish(&text);
	free(path);
	return status;
}

static enum hd_status check_schedule(const char *directory, struct hd_error *error)
{
	char *path = hd_path_join(directory, HD_FINDING_SCHEDULE);
	struct hd_str text = {0};
	enum hd_status status = hd_path_read(path, &text, error);
	if (status == HD_OK) {
		status = hd_schedule_file_check(hd_str_text(&text), path, error);
	}
	hd_str_finish(&text);
	free(path);
	return status;
}

enum hd_status hd_finding_dir_read(const char *directory, struct hd_finding **finding, struct hd_error *error)
{
	json_t *stored = NULL;
	*finding = NULL;
	enum hd_status status = read_json(directory, &stored, error);
	if (status == HD_OK) {
		status = check_schedule(directory, error);
	}
	if (status == HD_OK) {
		*finding = hd_finding_decode(stored);
	}
	json_decref(stored);
	return status;
}
