// SPDX-License-Identifier: Apache-2.0
// Reports: what an output directory holds, in one of several formats.
#ifndef HD_REPORT_REPORT_H
#define HD_REPORT_REPORT_H

#include <jansson.h>
#include <stdbool.h>

#include "base/str.h"
#include "message/finding.h"

// What a report is made from.
struct hd_report {
	const char *directory; // the output directory
	const char *version;   // of heddle
	struct hd_finding *const *findings;
	size_t finding_count;
	const json_t *campaigns, *coverage, *pairs, *learned, *contracts; // rows of the store
};

// A row of campaigns. Texts are borrowed from it.
struct hd_report_campaign {
	int64_t id, seed, executions;
	double seconds;
	const char *started, *command, *strategy, *reason;
};
void hd_report_campaign_decode(struct hd_report_campaign *campaign, const json_t *row);

// One output format. To add one: a file with such a struct, a row in report.c.
struct hd_report_format {
	const char *name;
	const char *summary;
	bool exact; // escapes control characters itself: gets texts as they are stored
	void (*write)(struct hd_str *out, const struct hd_report *report);
};

extern const struct hd_report_format hd_report_text, hd_report_json, hd_report_md, hd_report_junit, hd_report_sarif,
	hd_report_html;

// All formats, NULL at the end; the first is the default.
extern const struct hd_report_format *const hd_report_formats[];

// Sums over the campaigns, for headings.
int64_t hd_report_executions(const struct hd_report *report);
double hd_report_seconds(const struct hd_report *report);

#endif
