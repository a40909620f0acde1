// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>

#include "report/finding.h"
#include "report/report.h"
#include "report/text.h"

// Adds text so that Markdown shows it as it is, also in a table.
static void add_escaped(struct hd_str *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '\\':
		case '`':
		case '*':
		case '_':
		case '[':
		case ']':
		case '<':
		case '>':
		case '|':
		case '#':
			hd_str_add_char(out, '\\');
			break;
		case '\n':
			hd_str_add_char(out, ' ');
			continue;
		}
		hd_str_add_char(out, *text);
	}
}

static size_t longest_run(const char *text, char wanted)
{
	size_t longest = 0, run = 0;
	for (; *text; text++) {
		run = *text == wanted ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	return longest;
}

// Adds text as it is, between more backticks than there are in it.
static void add_code(struct hd_str *out, const char *text)
{
	size_t ticks = longest_run(text, '`') + 1;
	const char *space = ticks > 1 ? " " : "";
	hd_str_add_repeated(out, "`", ticks);
	hd_str_addf(out, "%s%s%s", space, text, space);
	hd_str_add_repeated(out, "`", ticks);
}

static void add_code_block(struct hd_str *out, const char *text)
{
	size_t ticks = longest_run(text, '`') + 1;
	ticks = ticks < 4 ? 4 : ticks;
	hd_str_add_repeated(out, "`", ticks);
	hd_str_addf(out, "text%s", text);
	hd_str_add_repeated(out, "`", ticks);
	hd_str_add_char(out, '\n');
}

// "[id](#id)"; in addresses only what can be in one.
static void add_link(struct hd_str *out, const char *id)
{
	hd_str_add_char(out, '[');
	add_escaped(out, id);
	hd_str_add(out, "](#");
	for (; *id; id++) {
		hd_str_add_char(out, isalnum((unsigned char)*id) || *id == '_' ? *id : '-');
	}
	hd_str_add_char(out, ')');
}

static void add_overview(struct hd_str *out, const struct hd_report *report)
{
	hd_str_add(out, "| finding | where | switches | executions |\n|---|---|---:|---:|\n");
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct hd_finding *finding = report->findings[i];
		struct hd_str headline = {0};
		hd_finding_headline(&headline, finding);
		hd_str_add(out, "| ");
		add_link(out, finding->id);
		hd_str_add(out, " | ");
		add_escaped(out, hd_str_text(&headline));
		hd_str_addf(out, " | %lld | %lld |\n", (long long)finding->switches,
			(long long)finding->executions_to_find);
		hd_str_finish(&headline);
	}
}

static void add_finding(struct hd_str *out, const struct hd_report *report, const struct hd_finding *finding)
{
	struct hd_str text = {0};
	hd_str_add(out, "\n## ");
	add_escaped(out, finding->id);
	hd_str_add(out, "\n\n");
	hd_finding_headline(&text, finding);
	add_escaped(out, hd_str_text(&text));
	hd_str_add(out, "\n\n");
	hd_str_clear(&text);
	hd_text_finding(&text, finding, &hd_style_plain);
	add_code_block(out, hd_str_text(&text));
	hd_str_add(out, "\nReplay: ");
	hd_str_clear(&text);
	hd_finding_replay_command(&text, "heddle", report->directory, finding, false);
	add_code(out, hd_str_text(&text));
	hd_str_add_char(out, '\n');
	hd_str_finish(&text);
}

static void write_md(struct hd_str *out, const struct hd_report *report)
{
	size_t count = report->finding_count;
	hd_str_add(out, "# heddle report\n\n");
	hd_str_addf(out, "%zu finding%s in %lld executions, ", count, count == 1 ? "" : "s",
		(long long)hd_report_executions(report));
	hd_text_seconds(out, hd_report_seconds(report));
	hd_str_add(out, ".\n\n");
	if (count > 0) {
		add_overview(out, report);
	}
	for (size_t i = 0; i < report->finding_count; i++) {
		add_finding(out, report, report->findings[i]);
	}
}

const struct hd_report_format hd_report_md = {
	.name = "md",
	.summary = "Markdown, for issues and pull requests",
	.write = write_md,
};
