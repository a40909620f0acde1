// SPDX-License-Identifier: Apache-2.0
// A generated test as text: its prefix, then the calls of its threads side by side.
#include <stdio.h>
#include <stdlib.h>

#include "report/text.h"

enum { INDENT = 4, GAP = 3, LEAST = 8 };

static size_t column_width(const struct hd_texts *calls)
{
	size_t width = 10;
	for (size_t i = 0; i < calls->count; i++) {
		size_t length = hd_text_width(calls->items[i]);
		width = length > width ? length : width;
	}
	return width;
}

// Columns as wide as their longest call, or all alike where that is too wide.
static void find_widths(const struct hd_texts *threads, const struct hd_style *style, size_t *widths, size_t count)
{
	size_t sum = INDENT;
	for (size_t i = 0; i < count; i++) {
		widths[i] = column_width(&threads[i]);
		sum += widths[i] + (i ? GAP : 0);
	}
	size_t share = (style->width - INDENT) / count;
	for (size_t i = 0; i < count && sum > style->width; i++) {
		widths[i] = share > GAP + LEAST ? share - GAP : LEAST;
	}
}

static void add_cell(struct hd_str *out, const char *text, size_t column, size_t width, bool last,
	const struct hd_style *style, int ink)
{
	char *fitted = hd_text_fit(text, width);
	hd_str_add(out, column ? " \u2502 " : "    ");
	hd_style_add(style, out, ink, fitted);
	if (!last) {
		hd_str_add_repeated(out, " ", width - hd_text_width(fitted));
	}
	free(fitted);
}

static size_t longest(const struct hd_finding *finding)
{
	size_t longest = 0;
	for (size_t i = 0; i < finding->thread_count; i++) {
		longest = finding->threads[i].count > longest ? finding->threads[i].count : longest;
	}
	return longest;
}

static void add_threads(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style)
{
	const struct hd_texts *threads = finding->threads;
	size_t count = finding->thread_count, rows = longest(finding);
	size_t *widths = calloc(count + 1, sizeof(*widths));
	find_widths(threads, style, widths, count);
	for (size_t row = 0; row <= rows; row++) {
		for (size_t i = 0; i < count; i++) {
			char title[32];
			snprintf(title, sizeof(title), "thread %d", finding->numbers[i]);
			const char *call = row > 0 && row <= threads[i].count ? threads[i].items[row - 1] : "";
			add_cell(out, row == 0 ? title : call, i, widths[i], i + 1 == count, style,
				row == 0 ? HD_INK_THREAD + (int)i + 1 : HD_INK_PLAIN);
		}
		hd_str_add_char(out, '\n');
	}
	free(widths);
}

void hd_text_test(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style)
{
	if (finding->thread_count == 0) {
		return;
	}
	char *heading = hd_format("test of %s", finding->class ? finding->class : "the class");
	hd_str_add(out, "\n  ");
	hd_style_add(style, out, HD_INK_BOLD, heading);
	hd_str_add(out, "\n\n");
	free(heading);
	for (size_t i = 0; i < finding->prefix.count; i++) {
		hd_str_addf(out, "    %s\n", finding->prefix.items[i]);
	}
	hd_str_add(out, finding->prefix.count > 0 ? "\n" : "");
	add_threads(out, finding, style);
}
