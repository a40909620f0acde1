// SPDX-License-Identifier: Apache-2.0
// The tree, for the files that are made of it: tree.c and tree_branch.c.
#ifndef HD_SCHEDULE_TREE_INTERNAL_H
#define HD_SCHEDULE_TREE_INTERNAL_H

#include "schedule/tree.h"

#include <stdatomic.h>

#include "runtime/table.h"

#define HD_TREE_NODES (1u << 20)
#define HD_TREE_NONE UINT32_MAX

struct hd_tree_node {
	uint32_t parent; // number, HD_TREE_NONE: it is the root
	uint32_t users;  // nodes directly below it, and workers whose branch it is of
	uint32_t next;   // in the list of open nodes, or of free ones
	bool open;       // it is in the list
	bool live;       // it is in use
	bool ready;      // its answer at hand has not been taken either
	bool is_copy;    // the node is another rank's: its alternatives are, and what is learned goes there ...
	bool changed;    // ... but has not yet
	uint32_t owner;  // the node whose alternatives these are, given back by one who had taken them; NONE: its own
	char own[HD_TREE_ROOM];  // as the scheduler has it
	char edge[HD_TREE_ROOM]; // the parent, with the answer that leads here
};

struct hd_tree {
	_Atomic unsigned lock;  // worker + 1 that is in here; 0: nobody
	_Atomic unsigned idle;  // workers that wait, and other ranks
	_Atomic unsigned nopen; // nodes with alternatives
	_Atomic unsigned busy;  // workers that have a branch, and branches that other ranks have
	bool started;           // somebody has had the root
	bool elsewhere;         // another rank has: more may come, ...
	_Atomic bool over;      // ... unless this is set
	bool lossy;             // there was no room for what a worker left, or another rank was lost
	uint32_t used;          // nodes that were ever in use
	uint32_t open, free;    // lists
	_Atomic uint64_t count;
	struct hd_table seen;
	const struct hd_tree_kind *kind; // of all its nodes; NULL: no worker has begun
	const void *state;
	struct hd_tree_node *nodes;
};

// These need the lock.
uint32_t hd_tree_new_node(struct hd_tree *t, uint32_t parent); // HD_TREE_NONE: there is no room
void hd_tree_note_alternatives(struct hd_tree *t, uint32_t number);
void hd_tree_put_open(struct hd_tree *t, uint32_t number);
void hd_tree_release(struct hd_tree *t, uint32_t number); // one that used it does so no more
void hd_tree_take_branch(struct hd_tree *t, struct hd_walk *w, uint32_t *length); // of the first open node
uint32_t hd_tree_depth(const struct hd_tree *t, uint32_t number); // of the root: 0

#endif
