// SPDX-License-Identifier: Apache-2.0
// Which findings matter most, and which show the same bug.
#ifndef HD_CLI_RANKING_H
#define HD_CLI_RANKING_H

#include <stdbool.h>
#include <stddef.h>

#include "message/finding.h"

// Sorts findings: the best first, and directly behind it what seems to be the same bug.
// heads[i]: finding i begins such a group. How many groups there are.
size_t hd_ranking_sort(struct hd_finding **findings, size_t count, bool *heads);

#endif
