// SPDX-License-Identifier: Apache-2.0
// What a test leaves behind: blocks that are still allocated when all of its objects have been
// destroyed, and that nothing points to any more. Nobody can free these. What a global, a
// thread-local variable or a result points to is kept (a cache, a list of what is freed later, a
// block that the caller owns) and not lost.
#ifndef HD_GEN_LOST_H
#define HD_GEN_LOST_H

#include "gen/test.h"

struct hd_lost_memory {
	size_t bytes;
	unsigned blocks;
	const struct hd_site *site; // where the first of them was allocated
	uintptr_t address;
};

// Was the library told to end all objects of the test?
bool hd_lost_is_over(const struct hd_test *t);
// Of the execution just made, which came to its end. Nothing is lost if there is too much to look at.
struct hd_lost_memory hd_lost_find(void);

#endif
