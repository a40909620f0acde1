// SPDX-License-Identifier: Apache-2.0
// What was tested: for each class its pairs of methods as a heat map and a table of its methods; what
// no test called, and why; and for the campaigns how each metric grew, with where findings came.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/json.h"
#include "base/strv.h"
#include "report/html.h"
#include "report/markup.h"
#include "report/text.h"

enum {
	MOST_METHODS = 48, // of a class that a heat map shows
	MOST_KNOWN = 512, // methods of a class; a database may be anybody's
	MOST_CHARTS = 24,
	MOST_SEEN = 1000, // charts that are looked for
	WIDTH = 320,
	HEIGHT = 120,
	LEVELS = 5, // shades of covered pairs
};

// ---- pairs of methods ----------------------------------------------------------------------

struct pair {
	int64_t tried, covered;
	bool exists, found;
};

struct matrix {
	const char *class; // NULL: unknown
	int64_t campaign;
	struct hd_strv methods;
	struct pair *pairs; // methods x methods, symmetric
	int64_t most;       // covered
};

// Its number; MOST_KNOWN: it is not shown. Names are new until there are pairs.
static size_t method_number(struct matrix *m, const char *name)
{
	for (size_t i = 0; i < m->methods.count; i++) {
		if (strcmp(m->methods.items[i], name) == 0) {
			return i;
		}
	}
	if (m->pairs || m->methods.count == MOST_KNOWN) {
		return MOST_KNOWN;
	}
	hd_strv_add(&m->methods, name);
	return m->methods.count - 1;
}

static bool is_of(const struct matrix *m, const json_t *row)
{
	const char *class = hd_json_text(row, "class", NULL);
	bool same = class && m->class ? strcmp(class, m->class) == 0 : class == m->class;
	return same && hd_json_int(row, "campaign", 0) == m->campaign;
}

static struct pair *pair_at(const struct matrix *m, size_t a, size_t b)
{
	return &m->pairs[a * m->methods.count + b];
}

// Does a finding call both? Its functions are those that its threads called.
static bool was_found(const struct hd_report *report, const struct matrix *m, size_t a, size_t b)
{
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct hd_texts *functions = &report->findings[i]->functions;
		bool has_a = false, has_b = false;
		for (size_t k = 0; k < functions->count; k++) {
			has_a |= strcmp(functions->items[k], m->methods.items[a]) == 0;
			has_b |= strcmp(functions->items[k], m->methods.items[b]) == 0;
		}
		if (has_a && has_b && (a != b || functions->count == 1)) {
			return true;
		}
	}
	return false;
}

static void fill(struct matrix *m, const struct hd_report *report)
{
	size_t index;
	json_t *row;
	json_array_foreach(report->pairs, index, row) {
		if (is_of(m, row)) {
			method_number(m, hd_json_text(row, "a", "?"));
			method_number(m, hd_json_text(row, "b", "?"));
		}
	}
	size_t n = m->methods.count;
	m->pairs = calloc(n * n + 1, sizeof(*m->pairs));
	hd_check(m->pairs != NULL);
	json_array_foreach(report->pairs, index, row) {
		if (!is_of(m, row)) {
			continue;
		}
		size_t a = method_number(m, hd_json_text(row, "a", "?")),
		       b = method_number(m, hd_json_text(row, "b", "?"));
		struct pair pair = {
			.tried = hd_json_int(row, "tried", 0),
			.covered = hd_json_int(row, "covered", 0),
			.exists = true,
			.found = was_found(report, m, a, b),
		};
		*pair_at(m, a, b) = *pair_at(m, b, a) = pair;
		m->most = pair.covered > m->most ? pair.covered : m->most;
	}
}

// From 1 to LEVELS, by orders of magnitude.
static int level_of(const struct matrix *m, int64_t covered)
{
	double share = m->most > 1 ? log((double)covered) / log((double)m->most) : 1;
	int level = 1 + (int)(share * (LEVELS - 1) + 0.5);
	return level < 1 ? 1 : level > LEVELS ? LEVELS : level;
}

static void add_pair_cell(struct hd_str *out, const struct matrix *m, size_t a, size_t b)
{
	const struct pair *pair = pair_at(m, a, b);
	if (!pair->exists) {
		hd_str_add(out, "<td class=none>");
		return;
	}
	hd_str_addf(out, "<td class=\"h%d%s\" title=\"", pair->covered > 0 ? level_of(m, pair->covered) : 0,
		pair->found                ? " found"
			: pair->tried == 0 ? " untried"
					   : "");
	hd_markup_add(out, m->methods.items[a]);
	hd_str_add(out, ", ");
	hd_markup_add(out, m->methods.items[b]);
	hd_str_addf(out, ": %s, concurrent in %lld executions%s\">%s", pair->tried > 0 ? "tried" : "not tried",
		(long long)pair->covered, pair->found ? ", a finding calls both" : "",
		pair->found                 ? "✗"
			: pair->covered > 0 ? ""
			: pair->tried > 0   ? "·"
					    : "–");
}

static void add_heat_map(struct hd_str *out, const struct matrix *m)
{
	size_t n = m->methods.count < MOST_METHODS ? m->methods.count : MOST_METHODS;
	hd_str_add(out,
		"<p class=legend><span><i class=h0></i> tried, never concurrent (·)</span> "
		"<span><i class=h1></i><i class=h3></i><i class=h5></i> concurrent, rarely to often</span> "
		"<span><i class=found></i> a finding calls both (✗)</span> <span>– not tried</span></p>\n"
		"<div class=scroll tabindex=0><table class=heat>\n<tr><td>");
	for (size_t i = 0; i < n; i++) {
		hd_str_add(out, "<th scope=col><span>");
		hd_markup_add(out, m->methods.items[i]);
		hd_str_add(out, "</span>");
	}
	hd_str_add(out, "</tr>\n");
	for (size_t a = 0; a < n; a++) {
		hd_str_add(out, "<tr><th scope=row>");
		hd_markup_add(out, m->methods.items[a]);
		for (size_t b = 0; b < n; b++) {
			add_pair_cell(out, m, a, b);
		}
		hd_str_add(out, "</tr>\n");
	}
	hd_str_add(out, "</table></div>\n");
	if (n < m->methods.count) {
		hd_str_addf(out, "<p class=faint>%zu methods more; heddle report --format json lists all</p>\n",
			m->methods.count - n);
	}
}

// What was learned about a function; "" if nothing.
static const char *learned_of(const struct hd_report *report, const char *function)
{
	size_t index;
	json_t *row;
	json_array_foreach(report->learned, index, row) {
		if (strcmp(hd_json_text(row, "function", ""), function) == 0) {
			return hd_json_text(row, "text", "");
		}
	}
	return "";
}

static void add_methods(struct hd_str *out, const struct hd_report *report, const struct matrix *m)
{
	size_t n = m->methods.count;
	hd_str_add(out,
		"<details><summary>methods</summary><div class=scroll tabindex=0><table class=list><tr><th scope=col>method"
		"<th scope=col class=number>partners tried<th scope=col class=number>partners met<th scope=col>learned</tr>\n");
	for (size_t a = 0; a < n; a++) {
		size_t tried = 0, met = 0, of = 0;
		for (size_t b = 0; b < n; b++) {
			tried += pair_at(m, a, b)->tried > 0;
			met += pair_at(m, a, b)->covered > 0;
			of += pair_at(m, a, b)->exists;
		}
		hd_str_add(out, "<tr><td class=code>");
		hd_markup_add(out, m->methods.items[a]);
		hd_str_addf(out, "<td class=number>%zu of %zu<td class=number>%zu of %zu<td>", tried, of, met, of);
		hd_markup_add(out, learned_of(report, m->methods.items[a]));
		hd_str_add(out, "</tr>\n");
	}
	hd_str_add(out, "</table></div></details>\n");
}

static void add_matrix(struct hd_str *out, const struct hd_report *report, const json_t *first, struct hd_strv *called)
{
	struct matrix m = {
		.class = hd_json_text(first, "class", NULL),
		.campaign = hd_json_int(first, "campaign", 0),
	};
	fill(&m, report);
	hd_str_add(out, "<h3>pairs of methods");
	if (m.class) {
		hd_str_add(out, " of ");
		hd_markup_add(out, m.class);
	}
	hd_str_add(out, "</h3>\n");
	add_heat_map(out, &m);
	add_methods(out, report, &m);
	hd_strv_add_all(called, &m.methods);
	hd_strv_finish(&m.methods);
	free(m.pairs);
}

// Is it the last campaign that has pairs of this class, and this row the first of it?
static bool begins_matrix(const struct hd_report *report, size_t at)
{
	const json_t *row = json_array_get(report->pairs, at);
	struct matrix key = {.class = hd_json_text(row, "class", NULL), .campaign = hd_json_int(row, "campaign", 0)};
	bool before = at > 0 && is_of(&key, json_array_get(report->pairs, at - 1));
	for (size_t i = at + 1; i < json_array_size(report->pairs) && !before; i++) {
		const json_t *other = json_array_get(report->pairs, i);
		struct matrix later = key;
		later.campaign = hd_json_int(other, "campaign", 0);
		if (later.campaign > key.campaign && is_of(&later, other)) {
			return false;
		}
	}
	return !before;
}

static void add_pairs(struct hd_str *out, const struct hd_report *report, struct hd_strv *called)
{
	for (size_t i = 0; i < json_array_size(report->pairs); i++) {
		if (begins_matrix(report, i)) {
			add_matrix(out, report, json_array_get(report->pairs, i), called);
		}
	}
}

// ---- classes ------------------------------------------------------------------------------------

static void add_class(struct hd_str *out, const json_t *row)
{
	const char *contract = hd_json_text(row, "contract", "?"), *problem = hd_json_text(row, "problem", NULL);
	int64_t unprotected = hd_json_int(row, "unprotected", 0);
	hd_str_add(out, "<tr><td class=code>");
	hd_markup_add(out, hd_json_text(row, "class", "?"));
	hd_str_add(out, "<td>");
	if (hd_json_int(row, "tested", 0)) {
		hd_str_add(out, "yes");
	} else if (problem) {
		hd_str_add(out, "no: ");
		hd_markup_add(out, problem);
	} else {
		hd_str_addf(out,
			"no: if one object were shared, its calls would race on %lld variable%s"
			" (--contract shared tests that)",
			(long long)unprotected, unprotected == 1 ? "" : "s");
	}
	hd_str_add(out, "<td>");
	if (!problem) {
		hd_markup_add(out, contract);
		hd_str_add(out, ": ");
		hd_markup_add(out, hd_json_text(row, "why", ""));
	}
	hd_str_add(out, "</tr>\n");
}

static void add_classes(struct hd_str *out, const struct hd_report *report)
{
	size_t index;
	json_t *row;
	if (json_array_size(report->contracts) == 0) {
		return;
	}
	hd_str_add(out,
		"<h3>classes</h3>\n<div class=scroll tabindex=0><table class=list><tr><th scope=col>class"
		"<th scope=col>tested<th scope=col>what may be concurrent on one object</tr>\n");
	json_array_foreach(report->contracts, index, row) {
		add_class(out, row);
	}
	hd_str_add(out, "</table></div>\n");
}

// ---- what no test called --------------------------------------------------------------------

static void add_not_called(struct hd_str *out, const struct hd_report *report, const struct hd_strv *called)
{
	size_t index, count = 0;
	json_t *row;
	json_array_foreach(report->learned, index, row) {
		const char *function = hd_json_text(row, "function", "?");
		if (hd_strv_contains(called, function)) {
			continue;
		}
		if (count++ == 0) {
			hd_str_add(out,
				"<h3>not called concurrently</h3>\n<p class=faint>Constructors and destructors frame each test. "
				"What faults however it is called is left out.</p>\n"
				"<div class=scroll tabindex=0><table class=list><tr>"
				"<th scope=col>function<th scope=col>what was learned</tr>\n");
		}
		hd_str_add(out, "<tr><td class=code>");
		hd_markup_add(out, function);
		hd_str_add(out, "<td>");
		hd_markup_add(out, hd_json_text(row, "text", ""));
		hd_str_add(out, "</tr>\n");
	}
	hd_str_add(out, count > 0 ? "</table></div>\n" : "");
}

// ---- growth ------------------------------------------------------------------------------------

struct chart {
	const char *metric;
	int64_t campaign, executions, covered, total;
	size_t points;
};

static bool is_point(const struct chart *chart, const json_t *row)
{
	return hd_json_int(row, "campaign", 0) == chart->campaign &&
		strcmp(hd_json_text(row, "metric", ""), chart->metric) == 0;
}

static int compare_points(const void *a, const void *b)
{
	json_int_t x = hd_json_int(*(json_t *const *)a, "executions", 0),
		   y = hd_json_int(*(json_t *const *)b, "executions", 0);
	return (x > y) - (x < y);
}

static void measure(struct chart *chart, const struct hd_report *report)
{
	size_t index;
	json_t *row;
	chart->total = -1;
	json_array_foreach(report->coverage, index, row) {
		if (is_point(chart, row)) {
			int64_t executions = hd_json_int(row, "executions", 0),
				covered = hd_json_int(row, "covered", 0);
			int64_t total = hd_json_int(row, "total", -1);
			chart->executions = executions > chart->executions ? executions : chart->executions;
			chart->covered = covered > chart->covered ? covered : chart->covered;
			chart->total = total > chart->total ? total : chart->total;
			chart->points++;
		}
	}
}

// Logarithmic: most of what is covered is covered early.
static double x_of(const struct chart *chart, int64_t executions)
{
	double most = log1p((double)chart->executions);
	return executions > 0 && most > 0 ? log1p((double)executions) / most * WIDTH : 0;
}

static double y_of(const struct chart *chart, int64_t covered)
{
	int64_t most = chart->total > chart->covered ? chart->total : chart->covered;
	return HEIGHT - (most > 0 ? (double)covered / (double)most * HEIGHT : 0);
}

static void add_line(struct hd_str *out, const struct chart *chart, const struct hd_report *report)
{
	size_t index, count = 0;
	json_t *row;
	json_t **points = calloc(chart->points + 1, sizeof(*points));
	hd_check(points != NULL);
	json_array_foreach(report->coverage, index, row) {
		if (is_point(chart, row)) {
			points[count++] = row;
		}
	}
	qsort(points, count, sizeof(*points), compare_points);
	hd_str_addf(out, "<path class=line d=\"M0 %d", HEIGHT);
	double y = HEIGHT;
	for (size_t i = 0; i < count; i++) {
		double x = x_of(chart, hd_json_int(points[i], "executions", 0));
		hd_str_addf(out, "L%.1f %.1f", x, y); // a step: nothing is known in between
		y = y_of(chart, hd_json_int(points[i], "covered", 0));
		hd_str_addf(out, "L%.1f %.1f", x, y);
	}
	hd_str_addf(out, "L%d %.1f\"/>\n", WIDTH, y);
	free(points);
}

static void add_marks(struct hd_str *out, const struct chart *chart, const struct hd_report *report)
{
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct hd_finding *finding = report->findings[i];
		if (finding->campaign == chart->campaign && finding->executions_to_find <= chart->executions) {
			double x = x_of(chart, finding->executions_to_find);
			hd_str_addf(out, "<path class=mark d=\"M%.1f 0V%d\"><title>", x, HEIGHT);
			hd_markup_add(out, finding->id);
			hd_str_add(out, "</title></path>\n");
		}
	}
}

static void add_chart(struct hd_str *out, const struct chart *chart, const struct hd_report *report)
{
	hd_str_add(out, "<figure><figcaption>");
	for (const char *c = chart->metric; *c; c++) {
		char text[2] = {*c == '_' ? ' ' : *c, '\0'};
		hd_markup_add(out, text);
	}
	hd_str_addf(out, ": %lld", (long long)chart->covered);
	if (chart->total >= 0) {
		hd_str_addf(out, " of %lld", (long long)chart->total);
	}
	hd_str_addf(out, " in %lld executions <span class=faint>(campaign %lld)</span></figcaption>\n",
		(long long)chart->executions, (long long)chart->campaign);
	hd_str_addf(out,
		"<svg viewBox=\"-2 -2 %d %d\" role=img aria-label=\"coverage as it grew\" preserveAspectRatio=none>\n",
		WIDTH + 4, HEIGHT + 4);
	hd_str_addf(out, "<path class=axis d=\"M0 0V%dH%d\"/>\n", HEIGHT, WIDTH);
	add_marks(out, chart, report);
	add_line(out, chart, report);
	hd_str_add(out, "</svg></figure>\n");
}

// Has the chart of this metric and campaign been looked at? It has, from now on.
static bool is_seen(struct chart *seen, size_t *count, const struct chart *chart)
{
	for (size_t i = 0; i < *count; i++) {
		if (seen[i].campaign == chart->campaign && strcmp(seen[i].metric, chart->metric) == 0) {
			return true;
		}
	}
	if (*count < MOST_SEEN) {
		seen[(*count)++] = *chart;
	}
	return *count == MOST_SEEN;
}

// The newest campaigns first.
static void add_growth(struct hd_str *out, const struct hd_report *report)
{
	struct chart *seen = calloc(MOST_SEEN, sizeof(*seen));
	size_t charts = 0, seen_count = 0;
	hd_check(seen != NULL);
	for (size_t i = json_array_size(report->coverage); i-- > 0 && charts < MOST_CHARTS;) {
		const json_t *row = json_array_get(report->coverage, i);
		struct chart chart = {
			.metric = hd_json_text(row, "metric", "?"),
			.campaign = hd_json_int(row, "campaign", 0),
		};
		if (is_seen(seen, &seen_count, &chart)) {
			continue;
		}
		measure(&chart, report);
		if (chart.points < 2 || chart.executions <= 0) {
			continue;
		}
		if (charts++ == 0) {
			hd_str_add(out,
				"<h3>coverage as it grew</h3>\n<p class=legend><span><i class=rise></i> covered</span> "
				"<span><i class=found></i> a finding came</span> <span>executions to the right, logarithmic"
				"</span></p>\n<div class=charts>\n");
		}
		add_chart(out, &chart, report);
	}
	hd_str_add(out, charts > 0 ? "</div>\n" : "");
	free(seen);
}

void hd_html_coverage(struct hd_str *out, const struct hd_report *report)
{
	struct hd_strv called = {0};
	struct hd_str text = {0};
	add_classes(&text, report);
	add_pairs(&text, report, &called);
	add_not_called(&text, report, &called);
	add_growth(&text, report);
	if (text.length > 0) {
		hd_str_add(out, "<h2>what was tested</h2>\n");
		hd_str_add(out, hd_str_text(&text));
	}
	hd_str_finish(&text);
	hd_strv_finish(&called);
}
