// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "extent.h"

#include <sched.h>

static void lock(struct extent *extent)
{
	while (atomic_flag_test_and_set_explicit(&extent->busy, memory_order_acquire)) {
		sched_yield();
	}
}

static void unlock(struct extent *extent)
{
	atomic_flag_clear_explicit(&extent->busy, memory_order_release);
}

void extent_init(struct extent *extent)
{
	atomic_flag_clear(&extent->busy);
	extent->least = 0;
	extent->greatest = 0;
	extent->count = 0;
}

void extent_fini(struct extent *extent)
{
	(void)extent;
}

void extent_add(struct extent *extent, int value)
{
	lock(extent);
	if (extent->count == 0 || value < extent->least) {
		extent->least = value;
	}
	if (extent->count == 0 || value > extent->greatest) {
		extent->greatest = value;
	}
	extent->count++;
	unlock(extent);
}

bool extent_limits(struct extent *extent, int *least, int *greatest)
{
	lock(extent);
	bool found = extent->count > 0;
	if (found) {
		*least = extent->least;
		*greatest = extent->greatest;
	}
	unlock(extent);
	return found;
}

bool extent_covers(struct extent *extent, int value)
{
	lock(extent);
	bool covers = extent->count > 0 && value >= extent->least && value <= extent->greatest;
	unlock(extent);
	return covers;
}

unsigned extent_reset(struct extent *extent)
{
	lock(extent);
	unsigned count = extent->count;
	extent->count = 0;
	unlock(extent);
	return count;
}
