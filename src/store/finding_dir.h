// SPDX-License-Identifier: Apache-2.0
// findings/<id>/ in the output directory: finding.json, schedule, report.txt;
// if the finding has a test also test.c and the schedule for it.
#ifndef HD_STORE_FINDING_DIR_H
#define HD_STORE_FINDING_DIR_H

#include <jansson.h>

#include "base/error.h"

#define HD_FINDINGS "findings"
#define HD_FINDING_JSON "finding.json"
#define HD_FINDING_SCHEDULE "schedule"
#define HD_FINDING_REPORT "report.txt"
#define HD_FINDING_HARNESS "harness" // a link to it: it is kept as long as the finding is
#define HD_FINDING_TEST "test.c"
#define HD_FINDING_TEST_SCHEDULE "test.schedule"
// Of finding.json, in its member "format".
#define HD_FINDING_FORMAT 1

// "findings/<id>"; the caller frees it.
char *hd_finding_dir_name(const char *id);

// Writes (or replaces) the files. directory: path of findings/<id>.
enum hd_status hd_finding_dir_write(const char *directory, const json_t *finding,
	const char *schedule, const char *report, struct hd_error *error);

// Links the harness into the directory, if it can be. Findings do not depend on it: a
// harness that is gone is built again.
void hd_finding_dir_hold(const char *directory, const char *harness);

// Reads and checks finding.json and the schedule; *finding is the caller's.
enum hd_status hd_finding_dir_read(const char *directory, json_t **finding, struct hd_error *error);

#endif
