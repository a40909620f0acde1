// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

#include "base/json.h"

const struct hd_report_format *const hd_report_formats[] = {
	&hd_report_text,
	&hd_report_json,
	&hd_report_md,
	&hd_report_junit,
	&hd_report_sarif,
	&hd_report_html,
	NULL,
};

void hd_report_campaign_decode(struct hd_report_campaign *campaign, const json_t *row)
{
	*campaign = (struct hd_report_campaign){
		.id = hd_json_int(row, "id", 0),
		.seed = hd_json_int(row, "seed", 0),
		.executions = hd_json_int(row, "executions", 0),
		.seconds = hd_json_real(row, "seconds", 0),
		.started = hd_json_text(row, "started", "?"),
		.command = hd_json_text(row, "command", "?"),
		.strategy = hd_json_text(row, "strategy", "?"),
		.reason = hd_json_text(row, "reason", "not finished"),
	};
}

int64_t hd_report_executions(const struct hd_report *report)
{
	uint64_t sum = 0; // rows may be anybody's: it may overflow
	size_t index;
	json_t *row;
	json_array_foreach(report->campaigns, index, row) {
		struct hd_report_campaign campaign;
		hd_report_campaign_decode(&campaign, row);
		sum += (uint64_t)campaign.executions;
	}
	return (int64_t)sum;
}

double hd_report_seconds(const struct hd_report *report)
{
	double sum = 0;
	size_t index;
	json_t *row;
	json_array_foreach(report->campaigns, index, row) {
		struct hd_report_campaign campaign;
		hd_report_campaign_decode(&campaign, row);
		sum += campaign.seconds;
	}
	return sum;
}
