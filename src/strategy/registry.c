// SPDX-License-Identifier: Apache-2.0
// The table of test strategies.
#include "strategy/strategy.h"

#include <string.h>

static const struct hd_strategy *const table[] = {
#define HD_STRATEGY(id, name, scheduler, hooks, summary) &hd_strategy_##id,
#include "abi/strategies.def"
#undef HD_STRATEGY
};

const struct hd_strategy *hd_strategy_find(const char *name)
{
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		if (strcmp(table[i]->name, name) == 0) {
			return table[i];
		}
	}
	return NULL;
}
