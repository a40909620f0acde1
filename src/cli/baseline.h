// SPDX-License-Identifier: Apache-2.0
// Findings that are known (--baseline): a file with the findings of an earlier report, which do
// not fail a campaign.
#ifndef HD_CLI_BASELINE_H
#define HD_CLI_BASELINE_H

#include <stdbool.h>

#include "base/error.h"
#include "message/finding.h"

struct hd_baseline {
	json_t *findings; // NULL: none is known
};

// The JSON object of heddle test, run or report; its member "findings" counts. path NULL: empty.
enum hd_status hd_baseline_read(struct hd_baseline *baseline, const char *path, struct hd_error *error);
void hd_baseline_finish(struct hd_baseline *baseline);
// The same kind of violation in the same functions of the same class; lines may have moved.
bool hd_baseline_has(const struct hd_baseline *baseline, const struct hd_finding *finding);

#endif
