// SPDX-License-Identifier: Apache-2.0
// A finding as readable text.
#ifndef HD_REPORT_TEXT_H
#define HD_REPORT_TEXT_H

#include "base/str.h"
#include "message/finding.h"
#include "report/style.h"

// Adds message, details, stacks and interleaving: all but the first line.
void hd_text_finding(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style);
// Adds the first line: verdict, place, and after how many executions.
void hd_text_verdict(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style);
// Adds the generated test under its heading, if the finding has one.
void hd_text_test(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style);
// Adds the interleaving under its heading, if the finding has one.
void hd_text_interleaving(struct hd_str *out, const struct hd_finding *finding, const struct hd_style *style);
// "0.02 s", "3.1 s", "2 min 5 s"
void hd_text_seconds(struct hd_str *out, double seconds);
// "950", "12.3 k", "1.5 M"
void hd_text_rate(struct hd_str *out, double per_second);

#endif
