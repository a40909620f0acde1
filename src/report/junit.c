// SPDX-License-Identifier: Apache-2.0
// JUnit XML: a campaign is a suite; each finding is a failed case, a campaign
// without findings one case that passed.
#include "report/finding.h"
#include "report/markup.h"
#include "report/report.h"
#include "report/text.h"

static void add_failure(struct hd_str *out, const struct hd_finding *finding)
{
	struct hd_str text = {0};
	hd_str_add(out, "    <testcase classname=\"heddle\" name=\"");
	hd_markup_add(out, finding->id);
	hd_str_addf(out, "\" time=\"%.3f\">\n      <failure type=\"", finding->seconds_to_find);
	hd_markup_add(out, finding->kind);
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

static size_t count_findings(const struct hd_report *report, int64_t campaign)
{
	size_t count = 0;
	for (size_t i = 0; i < report->finding_count; i++) {
		count += report->findings[i]->campaign == campaign;
	}
	return count;
}

static void add_suite(struct hd_str *out, const struct hd_report *report, const struct hd_report_campaign *campaign)
{
	size_t failures = count_findings(report, campaign->id);
	hd_str_add(out, "  <testsuite name=\"heddle ");
	hd_markup_add(out, campaign->command);
	hd_str_addf(out, " %lld\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" time=\"%.3f\" timestamp=\"",
		(long long)campaign->id, failures ? failures : 1, failures, campaign->seconds);
	hd_markup_add(out, campaign->started);
	hd_str_add(out, "\">\n");
	for (size_t i = 0; i < report->finding_count; i++) {
		if (report->findings[i]->campaign == campaign->id) {
			add_failure(out, report->findings[i]);
		}
	}
	if (failures == 0) {
		hd_str_addf(out,
			"    <testcase classname=\"heddle\" name=\"no violation in %lld executions\""
			" time=\"%.3f\"/>\n",
			(long long)campaign->executions, campaign->seconds);
	}
	hd_str_add(out, "  </testsuite>\n");
}

static void write_junit(struct hd_str *out, const struct hd_report *report)
{
	size_t index;
	json_t *row;
	hd_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"heddle\">\n");
	json_array_foreach(report->campaigns, index, row) {
		struct hd_report_campaign campaign;
		hd_report_campaign_decode(&campaign, row);
		add_suite(out, report, &campaign);
	}
	hd_str_add(out, "</testsuites>\n");
}

const struct hd_report_format hd_report_junit = {
	.name = "junit",
	.summary = "JUnit XML, for continuous integration",
	.write = write_junit,
};
