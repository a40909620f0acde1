// SPDX-License-Identifier: Apache-2.0
// The table of metrics.
#include "metric/metric.h"

const struct hd_metric *const hd_metrics[HD_METRIC_COUNT] = {
#define HD_METRIC(id, programs, summary) [HD_METRIC_##id] = &hd_metric_##id,
#include "abi/metrics.def"
#undef HD_METRIC
};

const char *const hd_metric_names[HD_METRIC_COUNT] = {
#define HD_METRIC(id, programs, summary) [HD_METRIC_##id] = #id,
#include "abi/metrics.def"
#undef HD_METRIC
};

void *hd_metric_states[HD_METRIC_COUNT];
