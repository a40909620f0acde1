// SPDX-License-Identifier: Apache-2.0
// Call sequences that were executed, and which of them pass which partial goals. A few are kept for each
// goal: what one passes alone it may not pass beside another.
#ifndef HD_STRATEGY_CONSUITE_ARCHIVE_H
#define HD_STRATEGY_CONSUITE_ARCHIVE_H

#include "gen/series.h"
#include "metric/schedules/schedules.h"

#define HD_ARCHIVE_MOST 2000
#define HD_ARCHIVE_EACH 4 // of a partial goal

struct hd_archive {
	struct hd_series *series;
	unsigned n;
	uint16_t (*of_part)[HD_ARCHIVE_EACH]; // by part: number + 1; 0: none
	uint64_t ncalls; // of all of them
};

void hd_archive_init(struct hd_archive *a, const struct hd_schedules *s);
// The sequence was just executed alone, and passed this. It is kept if it is the first to pass something, or a
// second way to; true: the first.
bool hd_archive_add(struct hd_archive *a, const struct hd_series *series, const struct hd_schedules *s,
	const struct hd_schedules_trace *t);
unsigned hd_archive_count(const struct hd_archive *a, uint64_t part);

#endif
