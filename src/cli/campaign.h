// SPDX-License-Identifier: Apache-2.0
// One campaign: a harness runs, and its findings are stored and shown as they arrive.
#ifndef HD_CLI_CAMPAIGN_H
#define HD_CLI_CAMPAIGN_H

#include <stdint.h>

#include "abi/control.h"
#include "base/error.h"
#include "cli/options.h"
#include "harness/worker.h"
#include "message/finding.h"
#include "report/style.h"

struct hd_campaign {
	const struct hd_options *options;
	const char *harness;               // path of the executable
	const char *class_name;            // of heddle test; NULL: a program
	struct hd_config config;           // for the harness
	struct hd_style style;             // of what goes to stdout
	struct hd_worker_outcome outcome;
	struct hd_finding **findings;      // distinct ones, in order of arrival
	size_t finding_count;
};

void hd_campaign_init(struct hd_campaign *campaign, const struct hd_options *options);
void hd_campaign_finish(struct hd_campaign *campaign);

// Fills campaign->config from the options.
void hd_campaign_configure(struct hd_campaign *campaign);

// Runs the harness to its end. HD_OK or HD_FOUND when it ended properly; on an
// error outcome and findings hold what came before it.
enum hd_status hd_campaign_run(struct hd_campaign *campaign, struct hd_error *error);

// Name of the strategy: of tests for heddle test, of schedules for heddle run.
const char *hd_campaign_strategy(const struct hd_campaign *campaign);

// The number of tests; a program counts as one.
uint64_t hd_campaign_tests(const struct hd_campaign *campaign);

// How the harness is confined.
enum hd_sandbox_level hd_campaign_sandbox(const struct hd_campaign *campaign);

// Is the number of preemptions limited?
bool hd_campaign_is_bounded(const struct hd_campaign *campaign);
// Was an execution or a violation lost?
bool hd_campaign_lost_any(const struct hd_campaign *campaign);
// Was every schedule executed, from its first step to its last?
bool hd_campaign_is_complete(const struct hd_campaign *campaign);

// Shows a note from the harness.
void hd_campaign_show_note(const struct hd_note *note);

#endif
