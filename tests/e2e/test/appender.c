// SPDX-License-Identifier: Apache-2.0
// Figure 1 of the MAPTest paper: a threshold that is tested and then used. It has two
// reads and one write, so 16 memory-access patterns.
#include "appender.h"

#include <stdlib.h>

static const int debug = 10;

struct appender {
	const int *threshold;
};

appender *appender_new(void)
{
	return calloc(1, sizeof(struct appender));
}

void appender_free(appender *a)
{
	free(a);
}

static bool is_below(const int *threshold, int priority) { return priority < *threshold; }

bool appender_is_as_severe(appender *a, int priority)
{
	return a->threshold == NULL || !is_below(
		a->threshold, priority);
}

void appender_set_threshold(appender *a, bool on)
{
	a->threshold = on ? &debug : NULL;
}
