// SPDX-License-Identifier: Apache-2.0
// The table of schedule strategies.
#include "strategy/strategy.h"

#include <string.h>

static const struct hd_schedule *const table[] = {
#define HD_SCHEDULE(id, name, summary) &hd_schedule_##id,
#include "abi/schedules.def"
#undef HD_SCHEDULE
};

const struct hd_schedule *hd_schedule_find(const char *name)
{
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		if (strcmp(table[i]->name, name) == 0) {
			return table[i];
		}
	}
	return NULL;
}
