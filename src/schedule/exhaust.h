// SPDX-License-Identifier: Apache-2.0
// A depth-first search over executions: what dfs and dpor have in common. A worker makes it alone, or
// with others that share a tree (tree.h).
#ifndef HD_SCHEDULE_EXHAUST_H
#define HD_SCHEDULE_EXHAUST_H

#include "runtime/scheduler.h"
#include "schedule/tree.h"

#define HD_EXHAUST_DEPTH (1u << 18) // nodes of a path

// Part of the scheduler's state.
struct hd_exhaust {
	uint32_t depth;  // questions of this execution
	uint32_t length; // path[0..length) is fixed for this execution
	bool started;
	unsigned worker;
	struct hd_tree *tree; // NULL: nobody shares the search
	struct hd_walk walk;
};

// `path`: room for HD_EXHAUST_DEPTH nodes of that kind; `state` is for its functions.
void hd_exhaust_init(struct hd_exhaust *s, const struct hd_tree_kind *kind, const void *state, void *path,
	struct hd_tree *tree);
// Moves on to the next execution; false: there is none for this worker.
bool hd_exhaust_begin(struct hd_exhaust *s, const struct hd_begin *b);
// The worker makes no more executions: what is left is for others.
void hd_exhaust_leave(struct hd_exhaust *s);

#endif
