// SPDX-License-Identifier: Apache-2.0
// One campaign: a harness runs, and its findings are stored as they arrive, and shown.
#ifndef HD_CLI_SESSION_H
#define HD_CLI_SESSION_H

#include <stdint.h>

#include "abi/control.h"
#include "base/error.h"
#include "cli/baseline.h"
#include "cli/options.h"
#include "harness/supervisor.h"
#include "message/finding.h"
#include "report/style.h"

struct hd_session {
	const struct hd_options *options;
	const char *harness;               // path of the executable
	const char *class_name;            // of heddle test; NULL: a program
	struct hd_config config;           // for the harness
	struct hd_style style;             // of what goes to stdout
	struct hd_harness_outcome outcome;
	struct hd_finding **findings;      // distinct ones, in order of arrival; in the end ranked
	bool *heads;         // in the end: this one comes before others that show the same bug
	size_t finding_count, bug_count;
	size_t earlier; // --resume: findings of earlier campaigns, which are not reported again
	struct hd_baseline baseline;
	size_t known_count; // distinct findings that are in it
	unsigned lost_ranks; // whose results are missing (cli/ranks.h)
};

void hd_session_init(struct hd_session *session, const struct hd_options *options);
void hd_session_finish(struct hd_session *session);

// Fills session->config from the options.
void hd_session_configure(struct hd_session *session);

// Runs the harness to its end. HD_OK or HD_FOUND when it ended properly; on an
// error outcome and findings hold what came before it.
enum hd_status hd_session_run(struct hd_session *session, struct hd_error *error);

// Name of the strategy: of tests for heddle test, of schedules for heddle run.
const char *hd_session_strategy(const struct hd_session *session);

// The number of tests; a program counts as one.
uint64_t hd_session_tests(const struct hd_session *session);

// How the harness is confined.
enum hd_sandbox_level hd_session_sandbox(const struct hd_session *session);

// Is the number of preemptions limited?
bool hd_session_is_bounded(const struct hd_session *session);
// Was an execution or a violation lost?
bool hd_session_lost_any(const struct hd_session *session);
// Was every schedule executed, from its first step to its last?
bool hd_session_is_complete(const struct hd_session *session);

// With --json, heddle prints an object even if it was interrupted before a campaign began. Does
// nothing otherwise.
void hd_session_tell_interrupted(const struct hd_options *options);

// Shows a note from the harness.
void hd_session_show_note(const struct hd_note *note);

#endif
