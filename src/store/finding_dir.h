// SPDX-License-Identifier: Apache-2.0
// findings/<id>/ in the output directory: finding.json, schedule, report.txt;
// if the finding has a test also test.c and the schedule for it.
#ifndef HD_STORE_FINDING_DIR_H
#define HD_STORE_FINDING_DIR_H

#include "base/error.h"
#include "message/finding.h"

#define HD_FINDINGS "findings"
#define HD_FINDING_JSON "finding.json"
#define HD_FINDING_SCHEDULE "schedule"
#define HD_FINDING_REPORT "report.txt"
#define HD_FINDING_HARNESS "harness" // a link to the harness, which is kept as long as the finding
#define HD_FINDING_IGNORE ".gitignore" // the link is not to be committed; all else is
#define HD_FINDING_TEST "test.c"
#define HD_FINDING_TEST_SCHEDULE "test.schedule"
// Of finding.json, in its member "format".
#define HD_FINDING_FORMAT 1

// "findings/<id>"; the caller frees it.
char *hd_finding_dir_name(const char *id);

struct hd_finding_files {
	const struct hd_finding *finding;
	const char *report;  // its text
	const char *harness; // path; NULL: it is not kept
};

// Writes (or replaces) the finding atomically: at any time there is the old
// one, the new one, or none yet. directory: path of findings/<id>.
enum hd_status hd_finding_dir_write(const char *directory, const struct hd_finding_files *files,
	struct hd_error *error);

// Reads and checks finding.json and the schedule; *finding is the caller's to destroy.
enum hd_status hd_finding_dir_read(const char *directory, struct hd_finding **finding, struct hd_error *error);

#endif
