// SPDX-License-Identifier: Apache-2.0
// Conflicts between places of the code, learned from executions: which operation of one thread
// could be overtaken by which of another.
//
// A *place* is the site of an operation. A *goal* is a pair of places (held, awaited): a thread that stands
// before the one is overtaken by another thread that executes the other, on the same object, one of them
// writing. A goal is *seen* when some execution showed it. What creation, join or a common lock order anyway is
// no goal.
#ifndef HD_SCHEDULE_CONFLICTS_H
#define HD_SCHEDULE_CONFLICTS_H

#include "schedule/shared.h"

#define HD_CONFLICT_PLACES 2048
#define HD_CONFLICT_GOALS 8192

struct hd_conflict_place {
	uint64_t key;
	uint32_t execution;             // the last that came here,
	uint64_t threads[HD_SET_WORDS]; // and which of its threads did
	bool loops;  // a thread came here more than once in one execution
	bool again;  // a thread came here that had used the object before
	bool nested; // takes a lock while its thread holds another
	bool later;  // was not the first operation of its thread that counts
	bool frees;
	bool locks;
};

struct hd_goal {
	uint16_t held, awaited; // places
	uint16_t seen;          // executions that showed it
	uint16_t tried;         // executions that aimed at it
};

struct hd_conflict_object; // conflicts.c
struct hd_conflicts {
	struct hd_shared shared;
	struct hd_table place_keys;
	struct hd_conflict_place *places;
	struct hd_table goal_keys;
	struct hd_goal *goals;
	struct hd_table object_keys; // of an execution
	struct hd_conflict_object *objects;
	uint32_t executions; // learned from
	bool grown; // the last execution showed a new place, or a goal that had not been seen
};

void hd_conflicts_init(struct hd_conflicts *c); // once; later calls do nothing
void hd_conflicts_forget(struct hd_conflicts *c);
bool hd_conflicts_are_full(const struct hd_conflicts *c); // there is no room for more places, or goals
void hd_conflicts_learn(struct hd_conflicts *c); // from the log of the execution that just ended
// The place of an operation; HD_TABLE_NONE: not known.
uint32_t hd_conflicts_place(const struct hd_conflicts *c, const struct hd_op *op);

#endif
