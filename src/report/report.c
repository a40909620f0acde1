// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

#include "base/json.h"

const struct hd_report_format *const hd_report_formats[] = {
	&hd_report_text, &hd_report_json, &hd_report_md, &hd_report_junit, &hd_report_sarif,
	&hd_report_html, NULL,
};

json_int_t hd_report_executions(const struct hd_report *report)
{
	json_int_t sum = 0;
	size_t index;
	json_t *campaign;
	json_array_foreach(report->campaigns, index, campaign) {
		sum += hd_json_int(campaign, "executions", 0);
	}
	return sum;
}

double hd_report_seconds(const struct hd_report *report)
{
	double sum = 0;
	size_t index;
	json_t *campaign;
	json_array_foreach(report->campaigns, index, campaign) {
		sum += hd_json_real(campaign, "seconds", 0);
	}
	return sum;
}
