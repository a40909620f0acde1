// SPDX-License-Identifier: Apache-2.0
// The pictures of the HTML report.
#ifndef HD_REPORT_HTML_H
#define HD_REPORT_HTML_H

#include "base/str.h"
#include "report/report.h"

enum { HD_HTML_COLOURS = 4 }; // of threads, in html.css

// html_weave.c: the interleaving, with calls as boxes and locks as bars.
void hd_html_weave(struct hd_str *out, const struct hd_finding *finding);
// html_coverage.c: pairs of methods as a heat map, coverage as it grew, what was tested and what not.
void hd_html_coverage(struct hd_str *out, const struct hd_report *report);

#endif
