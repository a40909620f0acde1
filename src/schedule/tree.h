// SPDX-License-Identifier: Apache-2.0
// A search tree that several workers walk at the same time. Each has the branch that it explores as a path of
// its own, in which it goes on as if it were alone. Only what is given away is in the tree: when another
// worker has nothing to do, whoever has alternatives left publishes the upper end of its path, down to the
// first node that has some, and those are there for everybody. So the tree is the upper part of what is being
// explored, and nearly all work is done without it.
//
// Terms: a node is a question with the answer at hand and those that are left; what it holds is up to the
// scheduler (struct hd_tree_kind). A branch is a node and one of its answers; exploring it means all
// executions that begin so. A path's nodes [0..base) belong to the tree: their alternatives are
// taken up through it, and what a worker learns about them is written there.
//
// Invariants: every alternative of a node is taken once, by one worker. A node is there as long as
// something below it is explored or left, so that what is learned there has a place.
// The search is over when nothing is open and no worker has a branch.
#ifndef HD_SCHEDULE_TREE_H
#define HD_SCHEDULE_TREE_H

#include "runtime/rt.h"

#define HD_TREE_ROOM 64 // bytes of a scheduler's node, at most

struct hd_tree;

// What a scheduler does with its nodes.
struct hd_tree_kind {
	size_t size; // of a node
	bool (*take_up)(const void *state, void *node); // the next alternative becomes the answer; false: none is left
	bool (*has_more)(const void *state, const void *node); // would take_up find one?
	void (*keep_one)(void *node); // of the answer at hand alone; the others are given away
	// What was learned of a copy of it; NULL: there is nothing to learn.
	void (*learn)(void *node, const void *copy);
	bool continues_last; // of a path's last node in the tree there may be choices that are the worker's own
};

// A worker's side, in its scheduler's state.
struct hd_walk {
	const struct hd_tree_kind *kind;
	const void *state; // of the scheduler, for the functions above
	char *path; // its nodes
	uint32_t *numbers; // of path[0..base) in the tree
	uint32_t base;
	bool has_branch;
	bool moved; // the path is not a continuation of the one before
};

struct hd_tree *hd_tree_create(void); // before any worker
// Once for each worker, whose kind, state and path are set: the path has room for so many nodes.
void hd_tree_enter(struct hd_tree *t, struct hd_walk *w, size_t room);

// What to do next, when the path has been explored down to its end: true with *length nodes of it fixed.
// Waits for work while others have some; false: there is none, or wait() says that there is no time.
bool hd_tree_next(struct hd_tree *t, struct hd_walk *w, unsigned worker, uint32_t *length, bool (*wait)(void));
// The branch that path[0..length) ends with is about to be explored. Is somebody waiting? Then the
// uppermost alternatives of the path are given away.
void hd_tree_share(struct hd_tree *t, struct hd_walk *w, unsigned worker, uint32_t length);
// The worker makes no more executions: all that is left of path[0..length) is for others.
void hd_tree_leave(struct hd_tree *t, struct hd_walk *w, unsigned worker, uint32_t length);
// Was there no room for what a worker left? Then not everything was explored in the end.
bool hd_tree_is_lossy(const struct hd_tree *t);
// The node of the tree behind path[i], i < base. It may be changed between open and close, which looks for
// alternatives that have come.
void *hd_tree_at(struct hd_tree *t, const struct hd_walk *w, uint32_t i);
void *hd_tree_open(struct hd_tree *t, const struct hd_walk *w, unsigned worker, uint32_t i);
void hd_tree_close(struct hd_tree *t, const struct hd_walk *w, uint32_t i);
// Numbers of executions that differ: of one more, and of one that is perhaps like one before.
uint64_t hd_tree_count(struct hd_tree *t);
uint64_t hd_tree_count_distinct(struct hd_tree *t, unsigned worker, uint64_t hash);
// The worker's process has ended, perhaps in the middle of one of the above.
void hd_tree_abandon(struct hd_tree *t, unsigned worker);

// ---- several ranks (tree_branch.c) -----------------------------------------------------------------
// A branch can be explored by another rank, which has a tree of its own with copies of the nodes above it. Here it
// counts as one that a worker has. The zygote calls these; where one says "not now", a worker is in the tree.
#define HD_TREE_BRANCH 2000 // nodes of a branch for another rank, at most
#define HD_TREE_BRANCH_BYTES (HD_TREE_BRANCH * 2 * HD_TREE_ROOM)

// Another rank has the root: there is nothing here until a branch comes. Before any worker.
void hd_tree_begin_elsewhere(struct hd_tree *t);
void hd_tree_end_elsewhere(struct hd_tree *t); // no more branches come
void hd_tree_wait_elsewhere(struct hd_tree *t, bool waits); // one more rank waits for a branch, or one less
// given: branches that other ranks have. Is there nothing to do for workers here?
bool hd_tree_is_idle(const struct hd_tree *t, unsigned given);
// Takes a branch for another rank, as bytes; leaf: the last of its nodes. Gives their number; 0: not now, or there is none.
size_t hd_tree_give(struct hd_tree *t, uint32_t *leaf, char bytes[HD_TREE_BRANCH_BYTES]);
void hd_tree_lose(struct hd_tree *t); // another rank is gone: not everything will have been explored
// The branch that ends with `leaf` has been explored by the other rank; whole: all of it. False: not now.
bool hd_tree_take_back(struct hd_tree *t, uint32_t leaf, bool whole);
// What the other rank learned of its i-th node. False: not now.
bool hd_tree_take_learned(struct hd_tree *t, uint32_t leaf, uint32_t i, const char copy[HD_TREE_ROOM]);
// A branch of another rank's; leaf: of the copies that were made of its nodes. HD_TREE_DAMAGED: it is none, or there
// is no room.
enum hd_tree_reply { HD_TREE_DONE, HD_TREE_NOT_NOW, HD_TREE_DAMAGED };
enum hd_tree_reply hd_tree_take(struct hd_tree *t, const char *bytes, size_t size, uint32_t *leaf);
// Tells what was learned of copies above and with `leaf` since, until tell() says that it cannot take more.
void hd_tree_tell_learned(struct hd_tree *t, uint32_t leaf, bool (*tell)(void *data, uint32_t i, const char *copy),
	void *data);
// Has all below the leaf been explored? Then the copies are forgotten. False: no, or not now.
bool hd_tree_is_explored(struct hd_tree *t, uint32_t leaf);

// All that is left of a search, as text; the workers have left. False: it has not begun, or is not whole.
bool hd_tree_save(struct hd_tree *t, void (*put)(const char *text));
// False: it cannot be read. Before any worker.
bool hd_tree_load(struct hd_tree *t, const char *text);

#endif
