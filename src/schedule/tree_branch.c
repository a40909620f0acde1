// SPDX-License-Identifier: Apache-2.0
// Branches that other ranks explore, and those that they give to this one (tree.h).
//
// As bytes, a branch is, for each of its nodes from the root on: the node as the tree has it, and as the path
// has it, with the answer that the branch is of. Who takes it makes copies of the nodes, with nothing to be
// taken up in them but that one answer. What is learned of a copy goes to the node that it is a copy of, which may be a
// copy itself. A node learns from its copies before the branch is taken back, so that it is still there.
#include "schedule/tree_internal.h"

#include <string.h>

#define ZYGOTE UINT32_MAX // in the lock

// The zygote must not wait for a worker that it has to bury.
static bool try_to_lock(struct hd_tree *t)
{
	unsigned nobody = 0;

	return atomic_compare_exchange_strong(&t->lock, &nobody, ZYGOTE);
}

static void unlock(struct hd_tree *t)
{
	atomic_store(&t->lock, 0);
}

void hd_tree_begin_elsewhere(struct hd_tree *t)
{
	t->started = t->elsewhere = true;
}

void hd_tree_end_elsewhere(struct hd_tree *t)
{
	t->over = true;
}

void hd_tree_wait_elsewhere(struct hd_tree *t, bool waits)
{
	t->idle += waits ? 1u : -1u;
}

void hd_tree_lose(struct hd_tree *t)
{
	t->lossy = true;
}

bool hd_tree_is_idle(const struct hd_tree *t, unsigned given)
{
	return t->started && t->nopen == 0 && t->busy == given;
}

// ---- giving ---------------------------------------------------------------------------------

static size_t write_branch(const struct hd_tree *t, const struct hd_walk *w, uint32_t length, char *bytes)
{
	size_t size = w->kind->size;
	char *to = bytes;

	for (uint32_t i = 0; i < length; i++) {
		memcpy(to, t->nodes[w->numbers[i]].own, size);
		memcpy(to + size, w->path + i * size, size);
		to += 2 * size;
	}
	return (size_t)(to - bytes);
}

// Brings the first open node that is not too deep for a letter to the front. False: there is none.
static bool choose_open(struct hd_tree *t)
{
	uint32_t *at = &t->open;

	while (*at != HD_TREE_NONE && hd_tree_depth(t, *at) >= HD_TREE_BRANCH) {
		at = &t->nodes[*at].next;
	}
	uint32_t number = *at;
	if (number == HD_TREE_NONE) {
		return false;
	}
	*at = t->nodes[number].next;
	t->nodes[number].next = t->open;
	t->open = number;
	return true;
}

size_t hd_tree_give(struct hd_tree *t, uint32_t *leaf, char bytes[HD_TREE_BRANCH_BYTES])
{
	static char path[HD_TREE_BRANCH * HD_TREE_ROOM];
	static uint32_t numbers[HD_TREE_BRANCH];
	struct hd_walk w = {.kind = t->kind, .state = t->state, .path = path, .numbers = numbers};
	uint32_t length = 0;
	size_t size = 0;

	if (t->nopen == 0 || !t->kind || !try_to_lock(t)) {
		return 0;
	}
	if (choose_open(t)) {
		hd_tree_take_branch(t, &w, &length);
		size = write_branch(t, &w, length, bytes);
		*leaf = numbers[length - 1];
		t->busy++;
	}
	unlock(t);
	return size;
}

bool hd_tree_take_back(struct hd_tree *t, uint32_t leaf, bool whole)
{
	if (!try_to_lock(t)) {
		return false;
	}
	t->lossy |= !whole;
	hd_tree_release(t, leaf);
	t->busy--;
	unlock(t);
	return true;
}

bool hd_tree_take_learned(struct hd_tree *t, uint32_t leaf, uint32_t i, const char copy[HD_TREE_ROOM])
{
	if (!try_to_lock(t)) {
		return false;
	}
	uint32_t number = leaf, depth = hd_tree_depth(t, leaf);
	for (; depth > i; depth--) {
		number = t->nodes[number].parent;
	}
	if (depth == i && t->kind->learn) {
		t->kind->learn(t->nodes[number].own, copy);
		hd_tree_note_alternatives(t, number);
	}
	unlock(t);
	return true;
}

// ---- taking ---------------------------------------------------------------------------------

static uint32_t copy_nodes(struct hd_tree *t, const char *bytes, uint32_t length, size_t size)
{
	uint32_t number = HD_TREE_NONE;

	for (uint32_t i = 0; i < length; i++, bytes += 2 * size) {
		number = hd_tree_new_node(t, number);
		struct hd_tree_node *n = &t->nodes[number];
		n->is_copy = true;
		memcpy(n->own, bytes, size);
		if (i > 0) {
			memcpy(n->edge, bytes - size, size);
		}
	}
	return number;
}

enum hd_tree_reply hd_tree_take(struct hd_tree *t, const char *bytes, size_t size, uint32_t *leaf)
{
	size_t each = t->kind ? 2 * t->kind->size : 0;

	if (!t->kind || !try_to_lock(t)) {
		return HD_TREE_NOT_NOW;
	}
	uint32_t length = (uint32_t)(size / each);
	bool fits = size % each == 0 && length > 0 && length <= HD_TREE_BRANCH && t->used + length < HD_TREE_NODES;
	if (fits) {
		*leaf = copy_nodes(t, bytes, length, each / 2);
		// The answer is there as if a worker had given it back.
		uint32_t number = hd_tree_new_node(t, t->nodes[*leaf].parent);
		struct hd_tree_node *n = &t->nodes[number];
		n->owner = *leaf;
		n->users = 0;
		n->ready = true;
		memcpy(n->own, bytes + size - each / 2, each / 2);
		memcpy(n->edge, t->nodes[*leaf].edge, sizeof(n->edge));
		t->nodes[*leaf].users++;
		hd_tree_put_open(t, number);
	}
	unlock(t);
	return fits ? HD_TREE_DONE : HD_TREE_DAMAGED;
}

void hd_tree_tell_learned(struct hd_tree *t, uint32_t leaf, bool (*tell)(void *data, uint32_t i, const char *copy),
	void *data)
{
	if (!try_to_lock(t)) {
		return;
	}
	uint32_t i = hd_tree_depth(t, leaf);
	for (uint32_t number = leaf; number != HD_TREE_NONE; number = t->nodes[number].parent, i--) {
		struct hd_tree_node *n = &t->nodes[number];
		n->changed = n->changed && !tell(data, i, n->own);
	}
	unlock(t);
}

bool hd_tree_is_explored(struct hd_tree *t, uint32_t leaf)
{
	bool explored = false;

	if (t->nodes[leaf].users > 1 || !try_to_lock(t)) {
		return false;
	}
	if (t->nodes[leaf].users == 1) {
		bool news = false;
		for (uint32_t number = leaf; number != HD_TREE_NONE; number = t->nodes[number].parent) {
			news |= t->nodes[number].changed;
		}
		explored = !news;
		if (explored) {
			hd_tree_release(t, leaf);
		}
	}
	unlock(t);
	return explored;
}
