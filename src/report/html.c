// SPDX-License-Identifier: Apache-2.0
// One page that needs nothing else: no scripts, no fonts, no network. What folds are <details>,
// which every browser can open by mouse, finger and keyboard. A policy in the page forbids all else,
// whatever the texts of others hold.
#include "report/html.h"
#include "report/explain.h"
#include "report/finding.h"
#include "report/markup.h"
#include "report/report.h"
#include "report/text.h"

enum { FEW = 5 }; // findings that are all open at first

static const char style_sheet[] =
#include "report/html.css.h"
	;

// The place, or, of wrong results, the functions that gave them.
static void add_where(struct hd_str *out, const struct hd_finding *finding)
{
	const struct hd_place *location = &finding->location;
	struct hd_str text = {0};
	if (location->function) {
		hd_str_addf(&text, "%s() ", location->function);
	}
	if (location->file) {
		hd_str_addf(&text, "%s:%d", location->file, location->line);
	}
	for (size_t i = 0; i < finding->functions.count && !location->function && !location->file; i++) {
		hd_str_addf(&text, "%s%s()", i > 0 ? ", " : "", finding->functions.items[i]);
	}
	hd_markup_add(out, hd_str_text(&text));
	hd_str_finish(&text);
}

static void add_overview(struct hd_str *out, const struct hd_report *report)
{
	hd_str_add(out,
		"<div class=scroll><table class=list><tr><th>finding<th>where"
		"<th class=number>switches<th class=number>executions<th class=number>seconds</tr>\n");
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct hd_finding *finding = report->findings[i];
		hd_str_add(out, "<tr><td><a href=\"#");
		hd_markup_add(out, finding->id);
		hd_str_add(out, "\">");
		hd_markup_add(out, finding->id);
		hd_str_add(out, "</a><td class=code>");
		add_where(out, finding);
		hd_str_addf(out, "<td class=number>%lld<td class=number>%lld<td class=number>%.2f</tr>\n",
			(long long)finding->switches, (long long)finding->executions_to_find, finding->seconds_to_find);
	}
	hd_str_add(out, "</table></div>\n");
}

static void add_frame(struct hd_str *out, const struct hd_finding *finding, const struct hd_place *frame, size_t number)
{
	struct hd_str line = {0};
	hd_str_addf(&line, "#%-2zu %-20s %s", number, frame->function ? frame->function : "?",
		frame->file ? frame->file : "");
	if (frame->line > 0) {
		hd_str_addf(&line, ":%d  ", frame->line);
	}
	hd_markup_add(out, hd_str_text(&line));
	hd_str_add(out, "<span class=faint>");
	hd_markup_add(out, hd_finding_source(finding, frame));
	hd_str_add(out, "</span>\n");
	hd_str_finish(&line);
}

static void add_stacks(struct hd_str *out, const struct hd_finding *finding)
{
	for (size_t i = 0; i < finding->stack_count; i++) {
		const struct hd_stack *stack = &finding->stacks[i];
		hd_str_addf(out, "<h3>thread %d: ", stack->thread);
		hd_markup_add(out, stack->title);
		hd_str_add(out, "</h3>\n<pre>");
		for (size_t j = 0; j < stack->frame_count; j++) {
			add_frame(out, finding, &stack->frames[j], j);
		}
		hd_str_add(out, "</pre>\n");
	}
}

static void add_details(struct hd_str *out, const struct hd_finding *finding)
{
	if (finding->details.count == 0) {
		return;
	}
	hd_str_add(out, "<pre>");
	for (size_t i = 0; i < finding->details.count; i++) {
		hd_markup_add(out, finding->details.items[i]);
		hd_str_add_char(out, '\n');
	}
	hd_str_add(out, "</pre>\n");
}

static void add_test(struct hd_str *out, const struct hd_finding *finding)
{
	struct hd_str text = {0};
	hd_text_test(&text, finding, &hd_style_plain);
	if (text.length > 0) {
		hd_str_add(out, "<pre>");
		hd_markup_add(out, hd_str_text(&text));
		hd_str_add(out, "</pre>\n");
	}
	hd_str_finish(&text);
}

static void add_explanation(struct hd_str *out, const struct hd_finding *finding)
{
	struct hd_str why = {0}, remedy = {0};
	hd_explain(finding, &why, &remedy);
	if (why.length > 0) {
		hd_str_add(out, "<p class=why>");
		hd_markup_add(out, hd_str_text(&why));
		if (remedy.length > 0) {
			hd_str_add(out, " <strong>");
			hd_markup_add(out, hd_str_text(&remedy));
			hd_str_add(out, "</strong>");
		}
		hd_str_add(out, "</p>\n");
	}
	hd_str_finish(&remedy);
	hd_str_finish(&why);
}

static void add_finding(struct hd_str *out, const struct hd_report *report, const struct hd_finding *finding, bool open)
{
	struct hd_str headline = {0};
	hd_finding_headline(&headline, finding);
	hd_str_addf(out, "<details class=finding%s><summary class=kind>", open ? " open" : "");
	hd_markup_add(out, hd_str_text(&headline));
	// The target of links is inside: going there opens it.
	hd_str_add(out, "</summary>\n<div id=\"");
	hd_markup_add(out, finding->id);
	hd_str_add(out, "\">\n<p>");
	hd_markup_add(out, finding->message);
	hd_str_add(out, "</p>\n");
	add_explanation(out, finding);
	add_details(out, finding);
	add_test(out, finding);
	add_stacks(out, finding);
	hd_html_weave(out, finding);
	hd_str_add(out, "<h3>replay</h3>\n<pre>");
	hd_str_clear(&headline);
	hd_finding_replay_command(&headline, "heddle", report->directory, finding, false);
	hd_markup_add(out, hd_str_text(&headline));
	hd_str_add(out, "</pre>\n</div></details>\n");
	hd_str_finish(&headline);
}

static void add_text_cell(struct hd_str *out, const char *text)
{
	hd_str_add(out, "<td>");
	hd_markup_add(out, text);
}

static void add_campaigns(struct hd_str *out, const struct hd_report *report)
{
	size_t index;
	json_t *row;
	hd_str_add(out,
		"<h2>campaigns</h2>\n<div class=scroll><table class=list><tr><th>started<th>command"
		"<th>strategy<th class=number>seed<th class=number>executions<th class=number>seconds"
		"<th>ended by</tr>\n");
	json_array_foreach(report->campaigns, index, row) {
		struct hd_report_campaign campaign;
		hd_report_campaign_decode(&campaign, row);
		hd_str_add(out, "<tr>");
		add_text_cell(out, campaign.started);
		add_text_cell(out, campaign.command);
		add_text_cell(out, campaign.strategy);
		hd_str_addf(out, "<td class=number>%lld<td class=number>%lld<td class=number>%.2f",
			(long long)campaign.seed, (long long)campaign.executions, campaign.seconds);
		add_text_cell(out, campaign.reason);
		hd_str_add(out, "</tr>\n");
	}
	hd_str_add(out, "</table></div>\n");
}

static void write_html(struct hd_str *out, const struct hd_report *report)
{
	size_t count = report->finding_count;
	hd_str_add(out,
		"<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n"
		"<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
		"<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
		"<title>heddle report</title>\n<style>\n");
	hd_str_add(out, style_sheet);
	hd_str_addf(out, "</style>\n<h1>%zu finding%s</h1>\n<p class=faint>heddle %s, %lld executions in ", count,
		count == 1 ? "" : "s", report->version, (long long)hd_report_executions(report));
	hd_text_seconds(out, hd_report_seconds(report));
	hd_str_add(out, "</p>\n");
	if (count > 0) {
		add_overview(out, report);
	}
	for (size_t i = 0; i < report->finding_count; i++) {
		add_finding(out, report, report->findings[i], i == 0 || count <= FEW);
	}
	hd_html_coverage(out, report);
	add_campaigns(out, report);
	hd_str_add(out, "</html>\n");
}

const struct hd_report_format hd_report_html = {
	.name = "html",
	.summary = "one self-contained page",
	.write = write_html,
};
