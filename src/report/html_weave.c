// SPDX-License-Identifier: Apache-2.0
// The interleaving as a table, a column per thread. A call is a box: its cells have a frame, also
// while other threads run. A lock that is held is a bar at the left of the cells of its thread. What
// is left out can be unfolded.
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "report/html.h"
#include "report/interleaving.h"
#include "report/markup.h"

enum {
	LOCKS = 8,          // that are drawn; more have no bars
	BAR = 4,            // pixels
	MOST_UNFOLDED = 400 // events of one stretch
};

// What a thread is doing at a row.
struct state {
	size_t call;    // number of its call, from 1; 0: none
	unsigned held;  // mask of locks that it holds at some time in this row
};

struct weave {
	const struct hd_finding *finding;
	struct hd_interleaving table;
	const char *locks[LOCKS]; // by name, as the harness gives them
	size_t lock_count;
	struct state *states; // of each column in each row
};

static struct state *at(const struct weave *w, size_t row, size_t column)
{
	return &w->states[row * w->table.column_count + column];
}

// ---- what happens when ------------------------------------------------------------------

// The number of a lock; LOCKS: it is not drawn.
static size_t lock_number(struct weave *w, const char *name)
{
	size_t i = 0;
	while (name && i < w->lock_count && strcmp(w->locks[i], name) != 0) {
		i++;
	}
	if (name && i == w->lock_count && i < LOCKS) {
		w->locks[w->lock_count++] = name;
	}
	return name && i < w->lock_count ? i : LOCKS;
}

static bool takes_lock(const struct hd_trace_event *event)
{
	bool tries = strncmp(event->op, "try ", 4) == 0;
	bool failed = tries && event->note && strstr(event->note, "busy");
	return !failed &&
		(strcmp(event->op, "lock") == 0 || strcmp(event->op, "read lock") == 0 ||
			strcmp(event->op, "try lock") == 0 || strcmp(event->op, "try read lock") == 0);
}

static void apply(struct weave *w, const struct hd_trace_event *event, struct state *now, struct state *row)
{
	static const struct state none = {0};
	size_t lock = LOCKS;
	if (takes_lock(event)) {
		lock = lock_number(w, event->site.variable);
		now->held |= lock < LOCKS ? 1u << lock : 0;
	} else if (strcmp(event->op, "unlock") == 0) {
		lock = lock_number(w, event->site.variable);
		row->held |= lock < LOCKS ? 1u << lock : 0; // until here
		now->held &= lock < LOCKS ? ~(1u << lock) : ~0u;
	} else if (strcmp(event->op, "call") == 0) {
		now->call++;
	} else if (strcmp(event->op, "end") == 0) {
		*now = none;
	}
}

static size_t column_of(const struct weave *w, int thread)
{
	size_t i = 0;
	while (i < w->table.column_count && w->table.columns[i].thread != thread) {
		i++;
	}
	return i;
}

static void follow(struct weave *w)
{
	const struct hd_interleaving *table = &w->table;
	struct state *now = calloc(table->column_count + 1, sizeof(*now));
	w->states = calloc(table->row_count * table->column_count + 1, sizeof(*w->states));
	hd_check(now != NULL && w->states != NULL);
	for (size_t i = 0; i < table->row_count; i++) {
		const struct hd_row *row = &table->rows[i];
		memcpy(at(w, i, 0), now, table->column_count * sizeof(*now));
		for (size_t k = row->first; k < row->first + row->count && k < w->finding->trace_count; k++) {
			const struct hd_trace_event *event = &w->finding->trace[k];
			size_t column = column_of(w, event->thread);
			if (column < table->column_count) {
				struct state *here = at(w, i, column);
				apply(w, event, &now[column], here);
				here->held |= now[column].held;
				here->call = now[column].call;
			}
		}
	}
	free(now);
}

// A source line belongs to the events below it.
static void lend_to_source_lines(struct weave *w)
{
	for (size_t i = w->table.row_count; i-- > 1;) {
		if (w->table.rows[i - 1].kind == HD_ROW_SOURCE) {
			*at(w, i - 1, w->table.rows[i].column) = *at(w, i, w->table.rows[i].column);
		}
	}
}

// ---- cells --------------------------------------------------------------------------------

static void add_bars(struct hd_str *out, unsigned held)
{
	unsigned bars = 0;
	for (unsigned i = 0; i < LOCKS; i++) {
		if (held & 1u << i) {
			hd_str_addf(out, "%sinset %upx 0 var(--k%u)",
				bars ? "," : " style=\"box-shadow:", (bars + 1) * BAR, i);
			bars++;
		}
	}
	hd_str_add(out, bars ? "\"" : "");
}

static void add_classes(struct hd_str *out, const struct weave *w, size_t row, size_t column, const char *more)
{
	size_t call = at(w, row, column)->call;
	bool begins = row == 0 || at(w, row - 1, column)->call != call;
	bool ends = row + 1 == w->table.row_count || at(w, row + 1, column)->call != call;
	bool runs = w->table.rows[row].column == column;
	if (call > 0 || *more) {
		hd_str_addf(out, " class=\"%s%s%s%s%s\"", more, call ? " call" : "", call && begins ? " begins" : "",
			call && ends ? " ends" : "", call && !runs ? " waits" : "");
	}
}

static void open_cell(struct hd_str *out, const struct weave *w, size_t row, size_t column, const char *classes)
{
	hd_str_add(out, "<td");
	add_classes(out, w, row, column, classes);
	add_bars(out, at(w, row, column)->held);
	hd_str_add_char(out, '>');
}

static void add_folded(struct hd_str *out, const struct weave *w, const struct hd_row *row)
{
	hd_str_add(out, "<details><summary>");
	hd_markup_add(out, row->text);
	hd_str_add(out, "</summary>");
	for (size_t i = 0; i < row->count && row->first + i < w->finding->trace_count; i++) {
		const struct hd_trace_event *event = &w->finding->trace[row->first + i];
		if (i == MOST_UNFOLDED) {
			hd_str_addf(out, "<br>⋮ %zu more", row->count - i);
			break;
		}
		char *text = hd_interleaving_event(event);
		hd_str_addf(out, "<br><span class=c%zu>", column_of(w, event->thread) % HD_HTML_COLOURS);
		if (event->site.line > 0) {
			hd_str_addf(out, "%d", event->site.line);
		}
		hd_str_add(out, "</span> ");
		hd_markup_add(out, text);
		free(text);
	}
	hd_str_add(out, "</details>");
}

static void add_cell(struct hd_str *out, const struct weave *w, size_t number)
{
	const struct hd_row *row = &w->table.rows[number];
	switch (row->kind) {
	case HD_ROW_SOURCE:
		open_cell(out, w, number, row->column, "");
		hd_str_addf(out, "<span class=c%zu>", row->column % HD_HTML_COLOURS);
		hd_markup_add(out, row->place);
		hd_str_add(out, "</span>&nbsp;&nbsp;");
		hd_markup_add(out, row->text);
		break;
	case HD_ROW_EVENT:
		open_cell(out, w, number, row->column, row->involved ? "event involved" : "event");
		hd_markup_add(out, row->text);
		break;
	case HD_ROW_ELIDED:
		open_cell(out, w, number, row->column, "event");
		add_folded(out, w, row);
		break;
	case HD_ROW_FAULT:
		open_cell(out, w, number, row->column, "fault");
		hd_markup_add(out, row->text);
		break;
	case HD_ROW_SWITCH:
		open_cell(out, w, number, row->column, "");
		break;
	}
}

static void add_row(struct hd_str *out, const struct weave *w, size_t row)
{
	hd_str_add(out, w->table.rows[row].kind == HD_ROW_SWITCH ? "<tr class=switch>" : "<tr>");
	for (size_t i = 0; i < w->table.column_count; i++) {
		if (i == w->table.rows[row].column) {
			add_cell(out, w, row);
		} else {
			open_cell(out, w, row, i, "");
		}
	}
	hd_str_add(out, "</tr>\n");
}

static void add_legend(struct hd_str *out, const struct weave *w)
{
	if (w->lock_count == 0) {
		return;
	}
	hd_str_add(out, "<p class=legend>held locks: ");
	for (size_t i = 0; i < w->lock_count; i++) {
		hd_str_addf(out, "<span><i style=\"background:var(--k%zu)\"></i> ", i);
		hd_markup_add(out, w->locks[i]);
		hd_str_add(out, "</span> ");
	}
	hd_str_add(out, "</p>\n");
}

void hd_html_weave(struct hd_str *out, const struct hd_finding *finding)
{
	struct weave w = {.finding = finding};
	hd_interleaving_init(&w.table, finding);
	if (w.table.row_count > 0) {
		follow(&w);
		lend_to_source_lines(&w);
		hd_str_add(out, "<h3>interleaving");
		if (w.table.file) {
			hd_str_add(out, " of ");
			hd_markup_add(out, w.table.file);
		}
		hd_str_add(out, "</h3>\n");
		add_legend(out, &w);
		hd_str_add(out, "<div class=scroll tabindex=0><table class=weave><tr>");
		for (size_t i = 0; i < w.table.column_count; i++) {
			hd_str_addf(out, "<th scope=col class=c%zu>", i % HD_HTML_COLOURS);
			hd_markup_add(out, w.table.columns[i].title);
		}
		hd_str_add(out, "</tr>\n");
		for (size_t i = 0; i < w.table.row_count; i++) {
			add_row(out, &w, i);
		}
		hd_str_add(out, "</table></div>\n");
	}
	free(w.states);
	hd_interleaving_finish(&w.table);
}
