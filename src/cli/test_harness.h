// SPDX-License-Identifier: Apache-2.0
// Files of `heddle test` -> API model -> harness. Used to test and to replay.
#ifndef HD_CLI_TEST_HARNESS_H
#define HD_CLI_TEST_HARNESS_H

#include "api/api.h"
#include "base/error.h"
#include "base/strv.h"

struct hd_test_files {
	struct hd_strv headers; // the API
	struct hd_strv others;  // sources, objects, archives
};

bool hd_test_is_header(const char *path); // by its name

// Sorts the files by their names. HD_BAD_INPUT if there is no header.
enum hd_status hd_test_files_init(struct hd_test_files *files, const struct hd_strv *all, struct hd_error *error);
void hd_test_files_finish(struct hd_test_files *files);

struct hd_test_request {
	const struct hd_test_files *files;
	const struct hd_strv *cflags, *libs;
	const char *directory; // where the harness goes
	bool flow; // with hooks that follow the flow of control
};

// *harness: path, for the caller to free.
enum hd_status hd_test_harness_build(const struct hd_test_request *request, struct hd_api_model *model, char **harness,
	struct hd_error *error);

#endif
