// SPDX-License-Identifier: Apache-2.0
// JUnit XML: a campaign is a suite; each finding is a failed case, a campaign
// without findings one case that passed.
#include "base/json.h"
#include "report/finding.h"
#include "report/markup.h"
#include "report/report.h"
#include "report/text.h"

static void add_failure(struct hd_str *out, const json_t *finding)
{
	struct hd_str text = {0};
	hd_str_add(out, "    <testcase classname=\"heddle\" name=\"");
	hd_markup_add(out, hd_json_text(finding, "id", "?"));
	hd_str_addf(out, "\" time=\"%.3f\">\n      <failure type=\"",
		hd_json_real(finding, "seconds_to_find", 0));
	hd_markup_add(out, hd_json_text(finding, "kind", "?"));
	hd_str_add(out, "\" message=\"");
	hd_finding_headline(&text, finding);
	hd_markup_add(out, hd_str_text(&text));
	hd_str_add(out, "\">");
	hd_str_clear(&text);
	hd_text_finding(&text, finding, &hd_style_plain);
	hd_markup_add(out, hd_str_text(&text));
	hd_str_add(out, "</failure>\n    </testcase>\n");
	hd_str_finish(&text);
}

static size_t count_findings(const struct hd_report *report, json_int_t campaign)
{
	size_t count = 0, index;
	json_t *finding;
	json_array_foreach(report->findings, index, finding) {
		count += hd_json_int(finding, "campaign", 0) == campaign;
	}
	return count;
}

static void add_suite(struct hd_str *out, const struct hd_report *report, const json_t *campaign)
{
	json_int_t id = hd_json_int(campaign, "id", 0);
	size_t failures = count_findings(report, id);
	double seconds = hd_json_real(campaign, "seconds", 0);
	size_t index;
	json_t *finding;
	hd_str_addf(out, "  <testsuite name=\"heddle %s %lld\" tests=\"%zu\" failures=\"%zu\" errors=\"0\""
		" time=\"%.3f\" timestamp=\"",
		hd_json_text(campaign, "command", ""), (long long)id, failures ? failures : 1, failures,
		seconds);
	hd_markup_add(out, hd_json_text(campaign, "started", ""));
	hd_str_add(out, "\">\n");
	json_array_foreach(report->findings, index, finding) {
		if (hd_json_int(finding, "campaign", 0) == id) {
			add_failure(out, finding);
		}
	}
	if (failures == 0) {
		hd_str_addf(out, "    <testcase classname=\"heddle\" name=\"no violation in %lld executions\""
			" time=\"%.3f\"/>\n",
			(long long)hd_json_int(campaign, "executions", 0), seconds);
	}
	hd_str_add(out, "  </testsuite>\n");
}

static void write_junit(struct hd_str *out, const struct hd_report *report)
{
	size_t index;
	json_t *campaign;
	hd_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"heddle\">\n");
	json_array_foreach(report->campaigns, index, campaign) {
		add_suite(out, report, campaign);
	}
	hd_str_add(out, "</testsuites>\n");
}

const struct hd_report_format hd_report_junit = {
	.name = "junit",
	.summary = "JUnit XML, for continuous integration",
	.write = write_junit,
};
