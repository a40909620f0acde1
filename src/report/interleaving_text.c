// SPDX-License-Identifier: Apache-2.0
// The interleaving table as text. Columns are as wide as their content wants,
// within what the line has; longer text goes on in the next line of its cell.
#include "report/interleaving.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/strv.h"

enum {
	MOST_COLUMNS = 4,
	SEPARATOR_WIDTH = 3,
	MARGIN = 2,        // before the first column
	PLACE_WIDTH = 4,   // at least, for a line number
	SOURCE_GAP = 1,    // between place and source text
	EVENT_INDENT = 7,  // with the mark
	WRAP_INDENT = 2,   // of a continuation line
	SOURCE_LINES = 2,  // lines a source text may take
	EVENT_LINES = 3,
	LIST_PREFIX = 7,
	BYSTANDER = 26, // columns for a thread that only looks on
};

static const char separator[] = " │ ";

// What a row looks like, whatever the width of its column.
struct look {
	const char *lead; // before the text, on its first line
	size_t indent;    // of the text
	size_t lines;     // at most
	int lead_ink, ink;
};

static struct look look_of(const struct hd_row *row)
{
	switch (row->kind) {
	case HD_ROW_SOURCE: {
		size_t place = hd_text_width(row->place);
		place = place < PLACE_WIDTH ? PLACE_WIDTH : place;
		return (struct look){.lead = row->place,
			.indent = place + SOURCE_GAP,
			.lines = SOURCE_LINES,
			.lead_ink = HD_INK_THREAD + (int)row->column,
			.ink = HD_INK_PLAIN};
	}
	case HD_ROW_FAULT:
		return (struct look){.lead = "", .lines = EVENT_LINES, .ink = HD_INK_RED};
	case HD_ROW_EVENT:
	case HD_ROW_ELIDED:
	case HD_ROW_SWITCH:
		break;
	}
	return (struct look){.lead = row->kind == HD_ROW_EVENT ? "     ·" : "",
		.indent = EVENT_INDENT,
		.lines = EVENT_LINES,
		.lead_ink = HD_INK_DIM,
		.ink = row->involved ? HD_INK_BOLD : HD_INK_DIM};
}

static void pad(struct hd_str *out, size_t have, size_t want)
{
	hd_str_add_repeated(out, " ", have < want ? want - have : 0);
}

// Bytes of text that make at most `width` characters, cut at a blank or after
// punctuation if that leaves at least half of them.
static size_t break_point(const char *text, size_t width)
{
	size_t good = 0, good_used = 0, i = 0;
	for (size_t used = 0; text[i]; i++) {
		if (((unsigned char)text[i] & 0xc0) != 0x80 && used++ == width) {
			return 2 * good_used >= width ? good : i;
		}
		if (text[i] == ' ' || (i > 0 && (text[i - 1] == '(' || text[i - 1] == ','))) {
			good = i;
			good_used = used;
		}
	}
	return i;
}

// Splits text into at most `limit` lines of `width` characters, the later ones
// `indent` less; the last one is cut.
static void wrap(const char *text, size_t width, size_t indent, size_t limit, struct hd_strv *lines)
{
	while (*text && lines->count + 1 < limit) {
		size_t room = lines->count == 0 || width <= 2 * indent ? width : width - indent;
		size_t length = break_point(text, room);
		hd_strv_give(lines, hd_copy_bytes(text, length));
		text += length;
		while (*text == ' ') {
			text++;
		}
	}
	if (*text) {
		hd_strv_add(lines, text);
	}
}

// The table around a cell.
struct frame {
	const struct hd_interleaving *table;
	const struct hd_style *style;
	const size_t *widths; // of the columns
	struct hd_str *out;
};

static void add_separator(const struct frame *frame)
{
	hd_style_add(frame->style, frame->out, HD_INK_DIM, separator);
}

// The empty cells left of a column.
static void begin_line(const struct frame *frame, size_t column)
{
	pad(frame->out, 0, MARGIN);
	for (size_t i = 0; i < column; i++) {
		pad(frame->out, 0, frame->widths[i]);
		add_separator(frame);
	}
}

// Fills the cell up to its width, then the empty cells right of it.
static void end_line(const struct frame *frame, size_t column, size_t used)
{
	struct hd_str *out = frame->out;
	for (size_t i = column; i + 1 < frame->table->column_count; i++) {
		pad(out, i == column ? used : 0, frame->widths[i]);
		add_separator(frame);
	}
	while (out->length > 0 && out->data[out->length - 1] == ' ') {
		hd_str_truncate(out, out->length - 1);
	}
	hd_str_add_char(out, '\n');
}

// One line of a cell; returns its width.
static size_t add_cell_line(const struct frame *frame, const struct look *look, const char *text, size_t number,
	size_t width, size_t indent)
{
	size_t used = 0;
	if (number == 0 && *look->lead) {
		char *lead = hd_text_fit(look->lead, width);
		used = hd_text_width(lead);
		hd_style_add(frame->style, frame->out, look->lead_ink, lead);
		free(lead);
	}
	size_t column = indent + (number > 0 ? WRAP_INDENT : 0);
	if (*text && column < width) {
		char *fitted = hd_text_fit(text, width - column);
		pad(frame->out, used, column);
		hd_style_add(frame->style, frame->out, look->ink, fitted);
		used = column + hd_text_width(fitted);
		free(fitted);
	}
	return used;
}

static void add_row(const struct frame *frame, const struct hd_row *row, size_t column)
{
	struct look look = look_of(row);
	struct hd_strv lines = {0};
	size_t width = frame->widths[column];
	// A long place in a narrow column: the text starts below it instead.
	size_t indent = look.indent * 2 > width ? WRAP_INDENT : look.indent;
	if (indent != look.indent && *look.lead) {
		hd_strv_add(&lines, "");
	}
	wrap(row->text, width - indent, WRAP_INDENT, look.lines + lines.count, &lines);
	if (lines.count == 0) {
		hd_strv_add(&lines, "");
	}
	for (size_t i = 0; i < lines.count; i++) {
		begin_line(frame, column);
		size_t used = add_cell_line(frame, &look, lines.items[i], i, width, indent);
		end_line(frame, column, used);
	}
	hd_strv_finish(&lines);
}

static void add_rule(const struct frame *frame, size_t columns, const char *line, const char *cross)
{
	struct hd_str rule = {0};
	for (size_t i = 0; i < columns; i++) {
		hd_str_add_repeated(&rule, line, frame->widths[i]);
		if (i + 1 < columns) {
			hd_str_addf(&rule, "%s%s%s", line, cross, line);
		}
	}
	pad(frame->out, 0, MARGIN);
	hd_style_add(frame->style, frame->out, HD_INK_DIM, hd_str_text(&rule));
	hd_str_add_char(frame->out, '\n');
	hd_str_finish(&rule);
}

static void add_titles(const struct frame *frame)
{
	const struct hd_interleaving *table = frame->table;
	pad(frame->out, 0, MARGIN);
	for (size_t i = 0; i < table->column_count; i++) {
		char *title = hd_text_fit(table->columns[i].title, frame->widths[i]);
		hd_style_add(frame->style, frame->out, HD_INK_THREAD + (int)i, title);
		if (i + 1 < table->column_count) {
			pad(frame->out, hd_text_width(title), frame->widths[i]);
			add_separator(frame);
		}
		free(title);
	}
	hd_str_add_char(frame->out, '\n');
}

static size_t wanted_width(const struct hd_interleaving *table, size_t column)
{
	size_t widest = hd_text_width(table->columns[column].title);
	bool involved = false;
	for (size_t i = 0; i < table->row_count; i++) {
		const struct hd_row *row = &table->rows[i];
		if (row->column == column && row->kind != HD_ROW_SWITCH) {
			size_t width = look_of(row).indent + hd_text_width(row->text);
			widest = width > widest ? width : widest;
			involved |= row->involved;
		}
	}
	return involved || widest < BYSTANDER ? widest : BYSTANDER;
}

// Columns that want less than a fair share get it; the others share the rest.
static void share_width(const struct hd_interleaving *table, size_t total, size_t *widths)
{
	size_t count = table->column_count, open = count;
	size_t room = total - SEPARATOR_WIDTH * (count - 1);
	bool settled[MOST_COLUMNS] = {false};
	for (bool changed = true; changed && open > 0;) {
		changed = false;
		size_t share = room / open;
		for (size_t i = 0; i < count; i++) {
			size_t wanted = settled[i] ? 0 : wanted_width(table, i);
			if (!settled[i] && wanted <= share) {
				settled[i] = changed = true;
				widths[i] = wanted;
				room -= wanted;
				open--;
			}
		}
	}
	for (size_t i = 0; i < count; i++) {
		if (!settled[i]) {
			widths[i] = room / open;
		}
	}
}

static void print_columns(const struct hd_interleaving *table, const struct hd_style *style, struct hd_str *out)
{
	size_t widths[MOST_COLUMNS] = {0};
	const struct frame frame = {.table = table, .style = style, .widths = widths, .out = out};
	share_width(table, style->width - MARGIN, widths);
	add_titles(&frame);
	add_rule(&frame, table->column_count, "─", "┼");
	for (size_t i = 0; i < table->row_count; i++) {
		const struct hd_row *row = &table->rows[i];
		if (row->kind == HD_ROW_SWITCH) {
			add_rule(&frame, table->column_count, "╌", "┼");
		} else {
			add_row(&frame, row, row->column);
		}
	}
}

// One column for all threads, each line with its thread in front.
static void print_list(const struct hd_interleaving *table, const struct hd_style *style, struct hd_str *out)
{
	const size_t width = style->width - MARGIN - LIST_PREFIX;
	const struct hd_interleaving single = {.column_count = 1};
	const struct frame rule = {.table = &single, .style = style, .widths = &width, .out = out};
	for (size_t i = 0; i < table->row_count; i++) {
		const struct hd_row *row = &table->rows[i];
		if (row->kind == HD_ROW_SWITCH) {
			add_rule(&rule, 1, "╌", "");
			continue;
		}
		struct look look = look_of(row);
		char *prefix = hd_format("T%-3d │ ", table->columns[row->column].thread);
		pad(out, 0, MARGIN);
		hd_style_add(style, out, HD_INK_THREAD + (int)row->column, prefix);
		free(prefix);
		size_t used = add_cell_line(&rule, &look, row->text, 0, width, look.indent);
		end_line(&rule, 0, used);
	}
}

void hd_interleaving_print(const struct hd_interleaving *table, const struct hd_style *style, struct hd_str *out)
{
	if (table->row_count == 0) {
		return;
	}
	if (table->column_count <= MOST_COLUMNS) {
		print_columns(table, style, out);
	} else {
		print_list(table, style, out);
	}
}
