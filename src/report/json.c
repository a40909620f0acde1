// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "base/json.h"
#include "report/finding.h"
#include "report/report.h"

static void write_json(struct hd_str *out, const struct hd_report *report)
{
	json_t *findings = json_array();
	size_t index;
	json_t *finding;
	json_array_foreach(report->findings, index, finding) {
		json_t *one = hd_finding_public(finding, report->directory);
		json_object_set(one, "message", json_object_get(finding, "message"));
		json_array_append_new(findings, one);
	}
	json_t *object = json_pack("{s:s, s:s, s:O, s:O, s:o}", "tool", "heddle", "version",
		report->version, "campaigns", report->campaigns, "coverage", report->coverage, "findings",
		findings);
	char *text = hd_json_dump(object, JSON_INDENT(2));
	hd_str_add(out, text);
	free(text);
	json_decref(object);
}

const struct hd_report_format hd_report_json = {
	.name = "json",
	.summary = "one object: campaigns, coverage and findings",
	.write = write_json,
};
