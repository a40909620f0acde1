// SPDX-License-Identifier: Apache-2.0
// Reports: what an output directory holds, in one of several formats.
#ifndef HD_REPORT_REPORT_H
#define HD_REPORT_REPORT_H

#include <jansson.h>

#include "base/str.h"

// What a report is made from; rows as the store gives them.
struct hd_report {
	const char *directory; // the output directory
	const char *version;   // of heddle
	const json_t *campaigns;
	const json_t *findings; // as in finding.json
	const json_t *coverage;
};

// One output format. To add one: a file with such a struct, a row in report.c.
struct hd_report_format {
	const char *name;
	const char *summary;
	void (*write)(struct hd_str *out, const struct hd_report *report);
};

extern const struct hd_report_format hd_report_text, hd_report_json, hd_report_md, hd_report_junit,
	hd_report_sarif, hd_report_html;

// All formats, NULL at the end; the first is the default.
extern const struct hd_report_format *const hd_report_formats[];

// Sums over the campaigns, for headings.
json_int_t hd_report_executions(const struct hd_report *report);
double hd_report_seconds(const struct hd_report *report);

#endif
