// SPDX-License-Identifier: Apache-2.0
// Files of `heddle test` -> API model -> harness. Used to test and to replay.
#ifndef HD_CLI_TEST_HARNESS_H
#define HD_CLI_TEST_HARNESS_H

#include "api/api.h"
#include "base/error.h"
#include "cli/inputs.h"

bool hd_test_is_header(const char *path); // by its name

// One API under test.
struct hd_test_project {
	struct hd_inputs inputs; // headers are not among its files
	struct hd_strv headers;
	struct hd_api_model *model;
	bool flow; // built with hooks that follow the flow of control
};

// Sorts the files by their names, and reads the headers. HD_BAD_INPUT if there is none.
enum hd_status hd_test_project_open(struct hd_test_project *project, const struct hd_given *given,
	const struct hd_strv *hints, struct hd_error *error);
void hd_test_project_close(struct hd_test_project *project);

// directory: where the harness goes. *harness: path, for the caller to free.
enum hd_status hd_test_harness_build(struct hd_test_project *project, const char *directory, char **harness,
	struct hd_error *error);

#endif
