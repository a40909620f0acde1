// SPDX-License-Identifier: Apache-2.0
#include "schedule/tree_internal.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

#define MOST_DEPTH (1u << 16) // of a tree that is read
#define SEEN (1u << 22) // capacity for executions that differ

struct hd_tree *hd_tree_create(void)
{
	struct hd_tree *t = hd_persist_alloc(sizeof(*t));

	t->open = t->free = HD_TREE_NONE;
	t->nodes = hd_persist_alloc(HD_TREE_NODES * sizeof(*t->nodes));
	return t;
}

void hd_tree_enter(struct hd_tree *t, struct hd_walk *w, size_t room)
{
	w->numbers = hd_persist_alloc(room * sizeof(*w->numbers));
	t->state = w->state;
	t->kind = w->kind;
}

// ---- one at a time ------------------------------------------------------------------------

static void lock(struct hd_tree *t, unsigned worker)
{
	unsigned nobody = 0;

	while (!atomic_compare_exchange_weak(&t->lock, &nobody, worker + 1)) {
		nobody = 0;
		sched_yield();
	}
}

static void unlock(struct hd_tree *t)
{
	atomic_store(&t->lock, 0);
}

void hd_tree_abandon(struct hd_tree *t, unsigned worker)
{
	unsigned owner = worker + 1;

	atomic_compare_exchange_strong(&t->lock, &owner, 0);
}

// ---- nodes ---------------------------------------------------------------------------------

static char *step(const struct hd_walk *w, uint32_t i)
{
	return w->path + (size_t)i * w->kind->size;
}

uint32_t hd_tree_new_node(struct hd_tree *t, uint32_t parent)
{
	uint32_t number = t->free;

	if (number != HD_TREE_NONE) {
		t->free = t->nodes[number].next;
	} else if (t->used < HD_TREE_NODES) {
		number = t->used++;
	} else {
		return HD_TREE_NONE;
	}
	t->nodes[number] = (struct hd_tree_node){.parent = parent, .users = 1, .owner = HD_TREE_NONE, .live = true};
	return number;
}

void hd_tree_put_open(struct hd_tree *t, uint32_t number)
{
	t->nodes[number].open = true;
	t->nodes[number].next = t->open;
	t->open = number;
	t->nopen++;
}

void hd_tree_note_alternatives(struct hd_tree *t, uint32_t number)
{
	struct hd_tree_node *n = &t->nodes[number];

	if (n->is_copy) {
		n->changed = true;
	} else if (!n->open && t->kind->has_more(t->state, n->own)) {
		hd_tree_put_open(t, number);
	}
}

void hd_tree_release(struct hd_tree *t, uint32_t number)
{
	while (number != HD_TREE_NONE && --t->nodes[number].users == 0 && !t->nodes[number].open) {
		struct hd_tree_node *n = &t->nodes[number];
		uint32_t parent = n->parent;
		n->live = false;
		n->next = t->free;
		t->free = number;
		number = parent;
	}
}

// ---- giving ----------------------------------------------------------------------------------

// path[base] becomes a node of the tree; false: there is no room.
static bool publish(struct hd_tree *t, struct hd_walk *w)
{
	uint32_t i = w->base;
	uint32_t number = hd_tree_new_node(t, i > 0 ? w->numbers[i - 1] : HD_TREE_NONE);

	if (number == HD_TREE_NONE) {
		return false;
	}
	memcpy(t->nodes[number].own, step(w, i), w->kind->size);
	if (i > 0) {
		memcpy(t->nodes[number].edge, step(w, i - 1), w->kind->size);
	}
	w->kind->keep_one(step(w, i));
	w->numbers[i] = number;
	w->base++;
	hd_tree_note_alternatives(t, number);
	return true;
}

// The uppermost of path[base..length) with alternatives; length: none.
static uint32_t find_more(const struct hd_walk *w, uint32_t length)
{
	uint32_t i = w->base;

	while (i < length && !w->kind->has_more(w->state, step(w, i))) {
		i++;
	}
	return i;
}

void hd_tree_share(struct hd_tree *t, struct hd_walk *w, unsigned worker, uint32_t length)
{
	if (likely(atomic_load_explicit(&t->idle, memory_order_relaxed) == 0) || t->nopen > 0) {
		return;
	}
	uint32_t last = find_more(w, length);
	if (last < length) {
		lock(t, worker);
		while (w->base <= last && publish(t, w)) {
		}
		unlock(t);
	}
}

// The worker has taken an answer of path[base - 1], and that has alternatives of its own.
static void give_back(struct hd_tree *t, struct hd_walk *w)
{
	uint32_t owner = w->numbers[w->base - 1], number = hd_tree_new_node(t, t->nodes[owner].parent);

	if (number == HD_TREE_NONE) {
		t->lossy = true;
		return;
	}
	struct hd_tree_node *n = &t->nodes[number];
	n->owner = owner;
	n->users = 0;
	memcpy(n->own, step(w, w->base - 1), w->kind->size);
	memcpy(n->edge, t->nodes[owner].edge, sizeof(n->edge));
	t->nodes[owner].users++;
	w->kind->keep_one(step(w, w->base - 1));
	hd_tree_note_alternatives(t, number);
}

void hd_tree_leave(struct hd_tree *t, struct hd_walk *w, unsigned worker, uint32_t length)
{
	if (!w->has_branch) {
		return;
	}
	lock(t, worker);
	if (w->base > 0 && w->kind->has_more(w->state, step(w, w->base - 1))) {
		give_back(t, w);
	}
	while (find_more(w, length) < length && !t->lossy) {
		t->lossy = !publish(t, w);
	}
	hd_tree_release(t, w->base > 0 ? w->numbers[w->base - 1] : HD_TREE_NONE);
	w->has_branch = false;
	t->busy--;
	unlock(t);
}

// ---- taking -----------------------------------------------------------------------------------

uint32_t hd_tree_depth(const struct hd_tree *t, uint32_t number)
{
	uint32_t depth = 0;

	for (uint32_t i = t->nodes[number].parent; i != HD_TREE_NONE; i = t->nodes[i].parent) {
		depth++;
	}
	return depth;
}

void hd_tree_take_branch(struct hd_tree *t, struct hd_walk *w, uint32_t *length)
{
	uint32_t number = t->open;
	struct hd_tree_node *n = &t->nodes[number];
	char answer[HD_TREE_ROOM];

	if (!n->ready) {
		w->kind->take_up(w->state, n->own);
	}
	n->ready = false;
	memcpy(answer, n->own, w->kind->size);
	bool more = w->kind->has_more(w->state, n->own);
	if (!more) {
		n->open = false;
		t->open = n->next;
		t->nopen--;
	}
	if (n->owner != HD_TREE_NONE) {
		uint32_t given_back = number;
		number = n->owner;
		n = &t->nodes[number];
		n->users += more;
		if (!more) { // its use of the owner is the worker's now
			t->nodes[given_back].live = false;
			t->nodes[given_back].next = t->free;
			t->free = given_back;
		}
	} else {
		n->users++;
	}
	uint32_t depth = hd_tree_depth(t, number);
	memcpy(step(w, depth), answer, w->kind->size);
	w->kind->keep_one(step(w, depth));
	*length = w->base = depth + 1;
	for (uint32_t i = number;; i = t->nodes[i].parent) {
		w->numbers[depth] = i;
		if (depth == 0) {
			break;
		}
		memcpy(step(w, --depth), t->nodes[i].edge, w->kind->size);
		w->kind->keep_one(step(w, depth));
	}
}

// 1: there is a branch, 0: not yet, -1: nothing is left.
static int try_to_take(struct hd_tree *t, struct hd_walk *w, unsigned worker, uint32_t *length)
{
	int result = 1;

	lock(t, worker);
	if (!t->started) {
		t->started = true;
		*length = w->base = 0;
	} else if (t->open != HD_TREE_NONE) {
		hd_tree_take_branch(t, w, length);
	} else {
		bool more = t->elsewhere ? !t->over : t->busy > 0;
		result = more ? 0 : -1;
	}
	t->busy += result > 0;
	unlock(t);
	w->has_branch = result > 0;
	w->moved = true;
	return result;
}

bool hd_tree_next(struct hd_tree *t, struct hd_walk *w, unsigned worker, uint32_t *length, bool (*wait)(void))
{
	int result;
	bool goes_on = true;

	if (w->has_branch) {
		lock(t, worker);
		hd_tree_release(t, w->base > 0 ? w->numbers[w->base - 1] : HD_TREE_NONE);
		t->busy--;
		w->has_branch = false;
		unlock(t);
	}
	result = try_to_take(t, w, worker, length);
	if (result != 0) {
		return result > 0;
	}
	t->idle++;
	while (result == 0 && (goes_on = wait())) {
		result = try_to_take(t, w, worker, length);
	}
	t->idle--;
	return result > 0;
}

bool hd_tree_is_lossy(const struct hd_tree *t)
{
	return t->lossy;
}

// ---- what is learned about shared nodes, and counted -----------------------------------------------

void *hd_tree_at(struct hd_tree *t, const struct hd_walk *w, uint32_t i)
{
	return t->nodes[w->numbers[i]].own;
}

void *hd_tree_open(struct hd_tree *t, const struct hd_walk *w, unsigned worker, uint32_t i)
{
	lock(t, worker);
	return hd_tree_at(t, w, i);
}

void hd_tree_close(struct hd_tree *t, const struct hd_walk *w, uint32_t i)
{
	hd_tree_note_alternatives(t, w->numbers[i]);
	unlock(t);
}

uint64_t hd_tree_count(struct hd_tree *t)
{
	return atomic_fetch_add(&t->count, 1) + 1;
}

uint64_t hd_tree_count_distinct(struct hd_tree *t, unsigned worker, uint64_t hash)
{
	lock(t, worker);
	if (!t->seen.entries) {
		hd_table_init(&t->seen, hd_persist_alloc(SEEN * sizeof(*t->seen.entries)), SEEN);
	}
	hd_table_number(&t->seen, hash);
	uint64_t n = t->seen.n;
	unlock(t);
	return n;
}

// ---- as text ---------------------------------------------------------------------------------------

#define LINE (4 * HD_TREE_ROOM + 64)

static void put_bytes(char *text, const char *bytes)
{
	for (unsigned i = 0; i < HD_TREE_ROOM; i++) {
		snprintf(text + 2 * (size_t)i, 3, "%02x", (unsigned char)bytes[i]);
	}
}

static void save_node(const struct hd_tree_node *n, void (*put)(const char *text))
{
	char line[LINE], own[2 * HD_TREE_ROOM + 1], edge[2 * HD_TREE_ROOM + 1];

	put_bytes(own, n->own);
	put_bytes(edge, n->edge);
	snprintf(line, sizeof(line), "%d %d %d %s %s;", (int)n->parent, (int)n->owner, n->open, own, edge);
	put(line);
}

bool hd_tree_save(struct hd_tree *t, void (*put)(const char *text))
{
	char line[LINE];

	uint32_t used = t->open != HD_TREE_NONE ? t->used : 0;

	if (!t->started || t->lossy || t->busy > 0 || t->elsewhere) {
		return false;
	}
	// All nodes that were ever in use keep their numbers; those that are free are said to be.
	snprintf(line, sizeof(line), "%u %lu;", used, (unsigned long)t->count);
	put(line);
	for (uint32_t i = 0; i < used; i++) {
		if (t->nodes[i].live) {
			save_node(&t->nodes[i], put);
		} else {
			put("free;");
		}
	}
	return true;
}

static bool read_bytes(const char *text, char *bytes)
{
	for (unsigned i = 0; i < HD_TREE_ROOM; i++) {
		unsigned byte;
		if (sscanf(text + 2 * (size_t)i, "%2x", &byte) != 1) {
			return false;
		}
		bytes[i] = (char)byte;
	}
	return true;
}

static bool load_node(struct hd_tree *t, uint32_t number, const char *text)
{
	struct hd_tree_node *n = &t->nodes[number];
	char own[2 * HD_TREE_ROOM + 1], edge[2 * HD_TREE_ROOM + 1];
	int parent, owner, open;

	if (*text == 'f') {
		n->next = t->free;
		t->free = number;
		return true;
	}
	_Static_assert(HD_TREE_ROOM == 64, "as the format says");
	if (sscanf(text, "%d %d %d %128s %128s", &parent, &owner, &open, own, edge) != 5 || parent >= (int)t->used ||
		owner >= (int)t->used || !read_bytes(own, n->own) || !read_bytes(edge, n->edge)) {
		return false;
	}
	n->live = true;
	n->parent = (uint32_t)parent;
	n->owner = (uint32_t)owner;
	if (open) {
		hd_tree_put_open(t, number);
	}
	return true;
}

// Does every path end at the root?
static bool is_tree(const struct hd_tree *t)
{
	for (uint32_t i = 0; i < t->used; i++) {
		uint32_t depth = 0;
		for (uint32_t k = i; t->nodes[k].live && t->nodes[k].parent != HD_TREE_NONE; k = t->nodes[k].parent) {
			if (++depth > MOST_DEPTH || !t->nodes[t->nodes[k].parent].live) {
				return false;
			}
		}
	}
	return true;
}

bool hd_tree_load(struct hd_tree *t, const char *text)
{
	unsigned long count;
	uint32_t used;

	if (sscanf(text, "%u %lu", &used, &count) != 2 || used > HD_TREE_NODES) {
		return false;
	}
	t->used = used;
	for (uint32_t i = 0; i < used; i++) {
		text = strchr(text, ';');
		if (!text || !load_node(t, i, text + 1)) {
			return false;
		}
		text++;
	}
	for (uint32_t i = 0; i < used; i++) {
		const struct hd_tree_node *n = &t->nodes[i];
		uint32_t above = n->owner != HD_TREE_NONE ? n->owner : n->parent;
		if (n->live && above != HD_TREE_NONE) {
			t->nodes[above].users++;
		}
	}
	if (!is_tree(t)) {
		return false;
	}
	t->count = count;
	t->started = true;
	return true;
}
