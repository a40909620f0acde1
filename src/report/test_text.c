// SPDX-License-Identifier: Apache-2.0
// A generated test as text: its prefix, then the calls of its threads side by side.
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "report/text.h"

enum { INDENT = 4, GAP = 3 };

static size_t column_width(const json_t *calls)
{
	size_t index, width = 10;
	json_t *call;
	json_array_foreach(calls, index, call) {
		size_t length = hd_text_width(json_string_value(call));
		width = length > width ? length : width;
	}
	return width;
}

// Columns as wide as their longest call, or all alike where that is too wide.
static void find_widths(const json_t *threads, const struct hd_style *style, size_t *widths, size_t count)
{
	size_t sum = INDENT;
	for (size_t i = 0; i < count; i++) {
		widths[i] = column_width(json_array_get(threads, i));
		sum += widths[i] + (i ? GAP : 0);
	}
	for (size_t i = 0; i < count && sum > style->width; i++) {
		widths[i] = (style->width - INDENT) / count - GAP;
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

static size_t longest(const json_t *threads)
{
	size_t index, count = 0;
	json_t *calls;
	json_array_foreach(threads, index, calls) {
		count = json_array_size(calls) > count ? json_array_size(calls) : count;
	}
	return count;
}

static void add_threads(struct hd_str *out, const json_t *threads, const struct hd_style *style)
{
	size_t count = json_array_size(threads), rows = longest(threads);
	size_t *widths = calloc(count + 1, sizeof(*widths));
	find_widths(threads, style, widths, count);
	for (size_t row = 0; row <= rows; row++) {
		for (size_t i = 0; i < count; i++) {
			char title[32];
			snprintf(title, sizeof(title), "thread %zu", i + 1);
			const char *call = json_string_value(json_array_get(json_array_get(threads, i), row - 1));
			add_cell(out, row == 0 ? title : call ? call : "", i, widths[i], i + 1 == count, style,
				row == 0 ? HD_INK_THREAD + (int)i + 1 : HD_INK_PLAIN);
		}
		hd_str_add_char(out, '\n');
	}
	free(widths);
}

void hd_text_test(struct hd_str *out, const json_t *finding, const struct hd_style *style)
{
	const json_t *threads = hd_json_array(finding, "threads");
	size_t index;
	json_t *call;
	if (json_array_size(threads) == 0) {
		return;
	}
	char *heading = hd_format("test of %s", hd_json_text(finding, "class", "the class"));
	hd_str_add(out, "\n  ");
	hd_style_add(style, out, HD_INK_BOLD, heading);
	hd_str_add(out, "\n\n");
	free(heading);
	json_array_foreach(hd_json_array(finding, "prefix"), index, call) {
		hd_str_addf(out, "    %s\n", json_string_value(call) ? json_string_value(call) : "");
	}
	hd_str_add(out, json_array_size(hd_json_array(finding, "prefix")) ? "\n" : "");
	add_threads(out, threads, style);
}
