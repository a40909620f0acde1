// SPDX-License-Identifier: Apache-2.0
// Why a finding is a bug, in a sentence, and what would prevent it; both from the trace alone.
#ifndef HD_REPORT_EXPLAIN_H
#define HD_REPORT_EXPLAIN_H

#include "base/str.h"
#include "message/finding.h"

// Adds nothing where the trace does not tell. remedy: what would have to hold for this execution not
// to happen; which change does that best is for people to decide.
void hd_explain(const struct hd_finding *finding, struct hd_str *why, struct hd_str *remedy);

#endif
