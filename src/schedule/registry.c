// SPDX-License-Identifier: Apache-2.0
// The table of schedulers.
#include "runtime/scheduler.h"

#include <string.h>

static const struct hd_scheduler *const table[] = {
#define HD_SCHEDULER(id, name, space, summary) &hd_scheduler_##id,
#include "abi/schedulers.def"
#undef HD_SCHEDULER
};

const struct hd_scheduler *hd_scheduler_find(const char *name)
{
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		if (strcmp(table[i]->name, name) == 0) {
			return table[i];
		}
	}
	return NULL;
}
