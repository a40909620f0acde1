// SPDX-License-Identifier: Apache-2.0
// How text output looks: width, colours, and columns of UTF-8 text.
#ifndef HD_REPORT_STYLE_H
#define HD_REPORT_STYLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct hd_style {
	bool colour;
	size_t width; // columns of a line
};

enum hd_ink { HD_INK_PLAIN, HD_INK_BOLD, HD_INK_DIM, HD_INK_RED, HD_INK_THREAD };

// For files: no colours, 100 columns.
extern const struct hd_style hd_style_plain;

// Adds text in an ink; HD_INK_THREAD + n is the colour of column n.
void hd_style_add(const struct hd_style *style, struct hd_str *str, int ink, const char *text);

// Characters (code points) of a UTF-8 text.
size_t hd_text_width(const char *text);
// Copy cut to `width` characters (with an ellipsis), control characters as blanks.
char *hd_text_fit(const char *text, size_t width);
// Copy without the blanks around it, inner runs of them as one.
char *hd_text_squeeze(const char *text);

#endif
