// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <stdlib.h>

#include "base/json.h"
#include "report/finding.h"
#include "report/interleaving.h"
#include "report/report.h"

enum { FUNCTION_WIDTH = 24, PLACE_WIDTH = 28 };

void hd_text_seconds(struct hd_str *out, double seconds)
{
	if (seconds < 1) {
		hd_str_addf(out, "%.2f s", seconds);
	} else if (seconds < 120) {
		hd_str_addf(out, "%.1f s", seconds);
	} else {
		hd_str_addf(out, "%d min %d s", (int)seconds / 60, (int)seconds % 60);
	}
}

void hd_text_rate(struct hd_str *out, double per_second)
{
	if (per_second < 1000) {
		hd_str_addf(out, "%.0f", per_second);
	} else if (per_second < 1e6) {
		hd_str_addf(out, "%.1f k", per_second / 1e3);
	} else {
		hd_str_addf(out, "%.2f M", per_second / 1e6);
	}
}

void hd_text_verdict(struct hd_str *out, const json_t *finding, const struct hd_style *style)
{
	struct hd_str headline = {0};
	json_int_t executions = hd_json_int(finding, "executions_to_find", 0);
	hd_finding_headline(&headline, finding);
	hd_str_add(out, "heddle: ");
	hd_style_add(style, out, HD_INK_RED, hd_str_text(&headline));
	hd_str_addf(out, " after %lld execution%s (", (long long)executions, executions == 1 ? "" : "s");
	hd_text_seconds(out, hd_json_real(finding, "seconds_to_find", 0));
	hd_str_add(out, ")\n");
	hd_str_finish(&headline);
}

static void add_padded(struct hd_str *out, const char *text, size_t width)
{
	size_t have = hd_text_width(text);
	hd_str_add(out, text);
	hd_str_add_repeated(out, " ", have < width ? width - have : 1);
}

static void add_frame(struct hd_str *out, const json_t *finding, const json_t *frame, size_t number,
	const struct hd_style *style)
{
	const char *file = hd_json_text(frame, "file", NULL);
	hd_str_addf(out, "    #%-2zu ", number);
	if (!file) {
		hd_str_addf(out, "%s\n", hd_json_text(frame, "function", "?"));
		return;
	}
	int line = (int)hd_json_int(frame, "line", 0);
	char *place = line > 0 ? hd_format("%s:%d", file, line) : hd_copy(file);
	char *source = hd_text_fit(hd_finding_source(finding, frame),
		style->width - 8 - FUNCTION_WIDTH - PLACE_WIDTH);
	add_padded(out, hd_json_text(frame, "function", "?"), FUNCTION_WIDTH);
	if (*source) {
		add_padded(out, place, PLACE_WIDTH);
		hd_style_add(style, out, HD_INK_DIM, source);
	} else {
		hd_str_add(out, place);
	}
	hd_str_add_char(out, '\n');
	free(source);
	free(place);
}

static void add_stacks(struct hd_str *out, const json_t *finding, const struct hd_style *style)
{
	size_t i, j;
	json_t *stack, *frame;
	json_array_foreach(hd_json_array(finding, "stacks"), i, stack) {
		const char *title = hd_json_text(stack, "title", "");
		char *heading = hd_format("thread %d%s%s", (int)hd_json_int(stack, "thread", 0),
			*title ? ": " : "", title);
		hd_str_add(out, "\n  ");
		hd_style_add(style, out, HD_INK_BOLD, heading);
		hd_str_add_char(out, '\n');
		free(heading);
		json_array_foreach(hd_json_array(stack, "frames"), j, frame) {
			add_frame(out, finding, frame, j, style);
		}
	}
}

void hd_text_interleaving(struct hd_str *out, const json_t *finding, const struct hd_style *style)
{
	struct hd_interleaving table;
	hd_interleaving_init(&table, finding);
	if (table.row_count > 0) {
		int switches = (int)hd_json_int(finding, "switches", 0);
		char *heading = hd_format("interleaving%s%s, %d switch%s", table.file ? " of " : "",
			table.file ? table.file : "", switches, switches == 1 ? "" : "es");
		hd_str_add(out, "\n  ");
		hd_style_add(style, out, HD_INK_BOLD, heading);
		hd_str_add(out, "\n\n");
		free(heading);
		hd_interleaving_print(&table, style, out);
	}
	hd_interleaving_finish(&table);
}

static void add_pattern(struct hd_str *out, const json_t *finding)
{
	const json_t *pattern = hd_json_object(finding, "pattern");
	size_t index;
	json_t *step;
	if (!pattern) {
		return;
	}
	hd_str_addf(out, "\n  memory-access pattern %lld: %s\n", (long long)hd_json_int(pattern, "type", 0),
		hd_json_text(pattern, "text", ""));
	json_array_foreach(hd_json_array(pattern, "steps"), index, step) {
		hd_str_addf(out, "    %s at %s:%lld\n", hd_json_text(step, "variable", "?"), hd_json_text(step, "file", "?"),
			(long long)hd_json_int(step, "line", 0));
	}
}

void hd_text_finding(struct hd_str *out, const json_t *finding, const struct hd_style *style)
{
	const char *message = hd_json_text(finding, "message", "");
	size_t index;
	json_t *line;
	if (*message) {
		hd_str_addf(out, "\n  %s\n", message);
	}
	json_array_foreach(hd_json_array(finding, "details"), index, line) {
		const char *text = json_string_value(line);
		hd_str_addf(out, "    %s\n", text ? text : "");
	}
	hd_text_test(out, finding, style);
	add_stacks(out, finding, style);
	add_pattern(out, finding);
	hd_text_interleaving(out, finding, style);
}

static void add_campaign(struct hd_str *out, const json_t *campaign)
{
	hd_str_addf(out, "%s  heddle %s, strategy %s, seed %lld: %lld executions in ",
		hd_json_text(campaign, "started", "?"), hd_json_text(campaign, "command", "?"),
		hd_json_text(campaign, "strategy", "?"), (long long)hd_json_int(campaign, "seed", 0),
		(long long)hd_json_int(campaign, "executions", 0));
	hd_text_seconds(out, hd_json_real(campaign, "seconds", 0));
	hd_str_addf(out, " (%s)\n", hd_json_text(campaign, "reason", "not finished"));
}

static void write_text(struct hd_str *out, const struct hd_report *report)
{
	size_t index;
	json_t *campaign, *finding;
	size_t count = json_array_size(report->findings);
	hd_str_addf(out, "%s: %zu campaign%s, %zu finding%s\n\n", report->directory,
		json_array_size(report->campaigns), json_array_size(report->campaigns) == 1 ? "" : "s",
		count, count == 1 ? "" : "s");
	json_array_foreach(report->campaigns, index, campaign) {
		add_campaign(out, campaign);
	}
	json_array_foreach(report->findings, index, finding) {
		hd_str_add_char(out, '\n');
		hd_text_verdict(out, finding, &hd_style_plain);
		hd_text_finding(out, finding, &hd_style_plain);
		hd_str_addf(out, "\n  finding  %s/%s\n", report->directory, hd_json_text(finding, "dir", ""));
	}
}

const struct hd_report_format hd_report_text = {
	.name = "text",
	.summary = "everything, for a terminal or a pager",
	.write = write_text,
};
