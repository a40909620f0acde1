// SPDX-License-Identifier: Apache-2.0
// Which methods of the classes under test ran concurrently (method_pairs.c).
#ifndef HD_METRIC_METHOD_PAIRS_H
#define HD_METRIC_METHOD_PAIRS_H

#include "metric/pairs.h"

// Those of a class under test. All workers have the same.
struct hd_pairs *hd_method_pairs(uint16_t class);
// Of all classes: how many there are and how many have been covered.
void hd_method_pairs_count(uint64_t *covered, uint64_t *total);

#endif
