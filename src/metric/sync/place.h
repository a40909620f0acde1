// SPDX-License-Identifier: Apache-2.0
#ifndef HD_METRIC_SYNC_PLACE_H
#define HD_METRIC_SYNC_PLACE_H

#include "metric/sync/pairs.h"
#include "runtime/rt.h"

// The place at which a fiber takes a lock, which is parked there or is the current one.
uint16_t hd_sync_place(struct hd_sync_pairs *p, const struct hd_site *site, const struct hd_fiber *f);

// A place by a number that is the same in every process: that of its site, or of the function that calls
// lock helpers.
uint32_t hd_sync_place_number(const struct hd_sync_pairs *p, const struct hd_site *place);
uint16_t hd_sync_place_by_number(struct hd_sync_pairs *p, uint32_t number);

#endif
