// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <stdlib.h>
#include <string.h>

#include "report/explain.h"
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
	} else if (seconds < 1e15) {
		hd_str_addf(out, "%lld min %d s", (long long)seconds / 60, (int)((long long)seconds % 60));
	} else {
		hd_str_addf(out, "%g s", seconds);
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

void hd_text_verdict(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style)
{
	struct hd_str headline = {0};
	int64_t executions = finding->executions_to_find;
	hd_finding_headline(&headline, finding);
	hd_str_add(out, "heddle: ");
	hd_style_add(style, out, HD_INK_RED, hd_str_text(&headline));
	hd_str_addf(out, " after %lld execution%s (", (long long)executions, executions == 1 ? "" : "s");
	hd_text_seconds(out, finding->seconds_to_find);
	hd_str_add(out, ")\n");
	hd_str_finish(&headline);
}

static void add_padded(struct hd_str *out, const char *text, size_t width)
{
	size_t have = hd_text_width(text);
	hd_str_add(out, text);
	hd_str_add_repeated(out, " ", have < width ? width - have : 1);
}

static void add_frame(struct hd_str *out, const struct hd_finding *finding, const struct hd_place *frame, size_t number,
	const struct hd_style *style)
{
	const char *function = frame->function ? frame->function : "?";
	hd_str_addf(out, "    #%-2zu ", number);
	if (!frame->file) {
		hd_str_addf(out, "%s\n", function);
		return;
	}
	char *place = frame->line > 0 ? hd_format("%s:%d", frame->file, frame->line) : hd_copy(frame->file);
	char *source = hd_text_fit(hd_finding_source(finding, frame), style->width - 8 - FUNCTION_WIDTH - PLACE_WIDTH);
	add_padded(out, function, FUNCTION_WIDTH);
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

static void add_stacks(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style)
{
	for (size_t i = 0; i < finding->stack_count; i++) {
		const struct hd_stack *stack = &finding->stacks[i];
		char *heading = hd_format("thread %d%s%s", stack->thread, *stack->title ? ": " : "", stack->title);
		hd_str_add(out, "\n  ");
		hd_style_add(style, out, HD_INK_BOLD, heading);
		hd_str_add_char(out, '\n');
		free(heading);
		for (size_t j = 0; j < stack->frame_count; j++) {
			add_frame(out, finding, &stack->frames[j], j, style);
		}
	}
}

void hd_text_interleaving(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style)
{
	struct hd_interleaving table;
	hd_interleaving_init(&table, finding);
	if (table.row_count > 0) {
		int switches = (int)finding->switches;
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

static void add_pattern(struct hd_str *out, const struct hd_pattern *pattern)
{
	if (pattern->type <= 0) {
		return;
	}
	hd_str_addf(out, "\n  memory-access pattern %lld: %s\n", (long long)pattern->type, pattern->text);
	for (size_t i = 0; i < pattern->step_count; i++) {
		const struct hd_place *step = &pattern->steps[i];
		hd_str_addf(out, "    %s at %s:%d\n", step->variable ? step->variable : "?",
			step->file ? step->file : "?", step->line);
	}
}

static void add_access(struct hd_str *out, const struct hd_place *site, const char *verb)
{
	hd_str_addf(out, "%s %s it at %s:%d", site->function && *site->function ? site->function : "?", verb,
		site->file ? site->file : "?", site->line);
}

// Words, broken into lines.
static void add_wrapped(struct hd_str *out, const char *text, size_t width)
{
	size_t column = width;
	while (*text) {
		size_t length = strcspn(text, " ");
		if (column + length + 1 > width) {
			hd_str_add(out, "\n  ");
			column = 2;
		} else {
			hd_str_add_char(out, ' ');
			column++;
		}
		hd_str_add_bytes(out, text, length);
		column += length;
		text += length + (text[length] == ' ');
	}
}

static void add_cause(struct hd_str *out, const struct hd_finding_cause *cause, const struct hd_style *style)
{
	struct hd_str text = {0};
	if (cause->site_count < 2) {
		return;
	}
	hd_str_addf(&text, "cause: data race on %s: ", *cause->variable ? cause->variable : "memory without a name");
	add_access(&text, &cause->sites[0], cause->first);
	hd_str_add(&text, ", ");
	add_access(&text, &cause->sites[1], cause->second);
	hd_str_add(&text, ", in no order");
	add_wrapped(out, hd_str_text(&text), style->width);
	hd_str_add_char(out, '\n');
	hd_str_finish(&text);
}

// Why it is a bug, and what would prevent it.
static void add_explanation(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style)
{
	struct hd_str why = {0}, remedy = {0};
	hd_explain(finding, &why, &remedy);
	if (why.length > 0) {
		hd_str_addf(&why, "%s%s", remedy.length > 0 ? " " : "", hd_str_text(&remedy));
		add_wrapped(out, hd_str_text(&why), style->width);
		hd_str_add_char(out, '\n');
	}
	hd_str_finish(&remedy);
	hd_str_finish(&why);
}

void hd_text_finding(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style)
{
	if (*finding->message) {
		hd_str_addf(out, "\n  %s\n", finding->message);
	}
	for (size_t i = 0; i < finding->details.count; i++) {
		hd_str_addf(out, "    %s\n", finding->details.items[i]);
	}
	add_cause(out, &finding->cause, style);
	add_explanation(out, finding, style);
	hd_text_test(out, finding, style);
	add_stacks(out, finding, style);
	add_pattern(out, &finding->pattern);
	hd_text_interleaving(out, finding, style);
}

static void add_campaign(struct hd_str *out, const json_t *row)
{
	struct hd_report_campaign campaign;
	hd_report_campaign_decode(&campaign, row);
	hd_str_addf(out, "%s  heddle %s, strategy %s, seed %lld: %lld executions in ", campaign.started,
		campaign.command, campaign.strategy, (long long)campaign.seed, (long long)campaign.executions);
	hd_text_seconds(out, campaign.seconds);
	hd_str_addf(out, " (%s)\n", campaign.reason);
}

static void write_text(struct hd_str *out, const struct hd_report *report)
{
	size_t index;
	json_t *campaign;
	size_t count = report->finding_count;
	hd_str_addf(out, "%s: %zu campaign%s, %zu finding%s\n\n", report->directory, json_array_size(report->campaigns),
		json_array_size(report->campaigns) == 1 ? "" : "s", count, count == 1 ? "" : "s");
	json_array_foreach(report->campaigns, index, campaign) {
		add_campaign(out, campaign);
	}
	for (size_t i = 0; i < count; i++) {
		const struct hd_finding *finding = report->findings[i];
		hd_str_add_char(out, '\n');
		hd_text_verdict(out, finding, &hd_style_plain);
		hd_text_finding(out, finding, &hd_style_plain);
		hd_str_addf(out, "\n  finding  %s/%s\n  replay   ", report->directory, finding->dir);
		hd_finding_replay_command(out, "heddle", report->directory, finding, false);
		hd_str_add_char(out, '\n');
	}
}

const struct hd_report_format hd_report_text = {
	.name = "text",
	.summary = "everything, for a terminal or a pager",
	.write = write_text,
};
