// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "base/json.h"
#include "report/explain.h"
#include "report/report.h"

static void write_json(struct hd_str *out, const struct hd_report *report)
{
	json_t *findings = json_array();
	for (size_t i = 0; i < report->finding_count; i++) {
		json_t *one = hd_finding_public(report->findings[i], report->directory);
		json_object_set_new(one, "message", hd_json_string(report->findings[i]->message));
		struct hd_str why = {0}, remedy = {0};
		hd_explain(report->findings[i], &why, &remedy);
		json_object_set_new(one, "why", hd_json_string(hd_str_text(&why)));
		json_object_set_new(one, "remedy", hd_json_string(hd_str_text(&remedy)));
		hd_str_finish(&remedy);
		hd_str_finish(&why);
		json_array_append_new(findings, one);
	}
	json_t *object = json_pack("{s:s, s:s, s:O, s:O, s:O, s:o}", "tool", "heddle", "version", report->version,
		"campaigns", report->campaigns, "coverage", report->coverage, "contracts", report->contracts,
		"findings", findings);
	char *text = hd_json_dump(object, JSON_INDENT(2));
	hd_str_add(out, text);
	free(text);
	json_decref(object);
}

const struct hd_report_format hd_report_json = {
	.name = "json",
	.summary = "one object: campaigns, coverage, contracts and findings",
	.exact = true,
	.write = write_json,
};
