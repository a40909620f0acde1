// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"
#include "report/finding.h"
#include "report/report.h"
#include "report/text.h"

// Adds text so that Markdown shows it as it is, also in a table.
static void add_escaped(struct hd_str *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '\\': case '`': case '*': case '_': case '[': case ']': case '<': case '>':
		case '|': case '#':
			hd_str_add_char(out, '\\');
			break;
		case '\n':
			hd_str_add_char(out, ' ');
			continue;
		}
		hd_str_add_char(out, *text);
	}
}

static void add_overview(struct hd_str *out, const struct hd_report *report)
{
	size_t index;
	json_t *finding;
	hd_str_add(out, "| finding | where | switches | executions |\n|---|---|---:|---:|\n");
	json_array_foreach(report->findings, index, finding) {
		struct hd_str headline = {0};
		hd_finding_headline(&headline, finding);
		hd_str_addf(out, "| [%s](#%s) | ", hd_json_text(finding, "id", "?"),
			hd_json_text(finding, "id", "?"));
		add_escaped(out, hd_str_text(&headline));
		hd_str_addf(out, " | %lld | %lld |\n", (long long)hd_json_int(finding, "switches", 0),
			(long long)hd_json_int(finding, "executions_to_find", 0));
		hd_str_finish(&headline);
	}
}

static void add_finding(struct hd_str *out, const struct hd_report *report, const json_t *finding)
{
	struct hd_str text = {0};
	hd_str_addf(out, "\n## %s\n\n", hd_json_text(finding, "id", "?"));
	hd_finding_headline(&text, finding);
	add_escaped(out, hd_str_text(&text));
	hd_str_add(out, "\n\n");
	hd_str_clear(&text);
	hd_text_finding(&text, finding, &hd_style_plain);
	hd_str_addf(out, "````text%s````\n\n", hd_str_text(&text));
	hd_str_addf(out, "Replay: `heddle replay %s/%s`\n", report->directory,
		hd_json_text(finding, "dir", ""));
	hd_str_finish(&text);
}

static void write_md(struct hd_str *out, const struct hd_report *report)
{
	size_t index;
	json_t *finding;
	size_t count = json_array_size(report->findings);
	hd_str_add(out, "# heddle report\n\n");
	hd_str_addf(out, "%zu finding%s in %lld executions, ", count, count == 1 ? "" : "s",
		(long long)hd_report_executions(report));
	hd_text_seconds(out, hd_report_seconds(report));
	hd_str_add(out, ".\n\n");
	if (count > 0) {
		add_overview(out, report);
	}
	json_array_foreach(report->findings, index, finding) {
		add_finding(out, report, finding);
	}
}

const struct hd_report_format hd_report_md = {
	.name = "md",
	.summary = "Markdown, for issues and pull requests",
	.write = write_md,
};
