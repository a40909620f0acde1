// SPDX-License-Identifier: Apache-2.0
#include "store/finding_dir.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "base/path.h"
#include "store/schedule_file.h"

char *hd_finding_dir_name(const char *id)
{
	return hd_path_join(HD_FINDINGS, id);
}

static enum hd_status write_in(const char *directory, const char *name, const char *text,
	struct hd_error *error)
{
	char *path = hd_path_join(directory, name);
	enum hd_status status = hd_path_write(path, text, error);
	free(path);
	return status;
}

enum hd_status hd_finding_dir_write(const char *directory, const json_t *finding,
	const char *schedule, const char *report, struct hd_error *error)
{
	json_t *stored = json_copy((json_t *)finding);
	json_object_set_new(stored, "format", json_integer(HD_FINDING_FORMAT));
	char *json = hd_json_dump(stored, JSON_INDENT(1));
	json_decref(stored);
	enum hd_status status = hd_path_make(directory, error);
	if (status == HD_OK) {
		status = write_in(directory, HD_FINDING_SCHEDULE, schedule, error);
	}
	if (status == HD_OK) {
		status = write_in(directory, HD_FINDING_REPORT, report, error);
	}
	const char *test = hd_json_text(finding, "test_c", NULL);
	if (status == HD_OK && test) {
		status = write_in(directory, HD_FINDING_TEST, test, error);
	}
	const char *test_schedule = hd_json_text(finding, "test_schedule", NULL);
	if (status == HD_OK && test_schedule) {
		status = write_in(directory, HD_FINDING_TEST_SCHEDULE, test_schedule, error);
	}
	if (status == HD_OK) {
		status = write_in(directory, HD_FINDING_JSON, json, error);
	}
	free(json);
	return status;
}

void hd_finding_dir_hold(const char *directory, const char *harness)
{
	char *path = hd_path_join(directory, HD_FINDING_HARNESS);
	unlink(path); // of an earlier campaign
	if (link(harness, path) != 0) {
		unlink(path);
	}
	free(path);
}

static enum hd_status read_json(const char *directory, json_t **finding, struct hd_error *error)
{
	char *path = hd_path_join(directory, HD_FINDING_JSON);
	struct hd_str text = {0};
	json_error_t problem;
	enum hd_status status = hd_path_read(path, &text, error);
	if (status == HD_OK) {
		*finding = json_loadb(hd_str_text(&text), text.length, 0, &problem);
		json_int_t format = hd_json_int(*finding, "format", 0);
		if (!*finding) {
			status = hd_fail(error, HD_BAD_INPUT, "'%s' is damaged: line %d: %s", path, problem.line,
				problem.text);
		} else if (format != HD_FINDING_FORMAT) {
			status = hd_fail(error, HD_BAD_INPUT, "'%s' has finding format %d, this heddle reads format %d",
				path, (int)format, HD_FINDING_FORMAT);
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

enum hd_status hd_finding_dir_read(const char *directory, json_t **finding, struct hd_error *error)
{
	*finding = NULL;
	enum hd_status status = read_json(directory, finding, error);
	if (status == HD_OK) {
		status = check_schedule(directory, error);
	}
	if (status != HD_OK) {
		json_decref(*finding);
		*finding = NULL;
	}
	return status;
}
