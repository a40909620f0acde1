// SPDX-License-Identifier: Apache-2.0
// What a campaign prints: status line, findings, the last line, the JSON object.
#ifndef HD_CLI_SUMMARY_H
#define HD_CLI_SUMMARY_H

#include <jansson.h>
#include <stdint.h>

#include "abi/control.h"
#include "base/str.h"
#include "cli/options.h"
#include "message/finding.h"
#include "report/style.h"

struct hd_session;

// A finding with its directory and the command that replays it.
void hd_summary_finding(struct hd_str *out, const struct hd_finding *finding, const struct hd_options *options,
	const struct hd_style *style);
// The live line on a terminal.
void hd_summary_status(const volatile struct hd_progress *progress, double seconds, const struct hd_session *session);
// The result of all executions together.
void hd_summary_end(struct hd_str *out, const struct hd_session *session);
// The object of --json; the caller releases it.
json_t *hd_summary_json(const struct hd_session *session);
// Prints one of the two on stdout.
void hd_summary_print(const struct hd_session *session);

#endif
