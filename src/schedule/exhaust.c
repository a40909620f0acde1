// SPDX-License-Identifier: Apache-2.0
#include "schedule/exhaust.h"

void hd_exhaust_init(struct hd_exhaust *s, const struct hd_tree_kind *kind, const void *state, void *path,
	struct hd_tree *tree)
{
	s->tree = tree;
	s->walk = (struct hd_walk){.kind = kind, .state = state, .path = path};
	if (tree) {
		hd_tree_enter(tree, &s->walk, HD_EXHAUST_DEPTH);
	}
}

// The deepest node with something left, of those that are this worker's.
static bool move_on(struct hd_exhaust *s)
{
	const struct hd_walk *w = &s->walk;
	const struct hd_tree_kind *kind = w->kind;
	uint32_t floor = w->base - (w->base > 0 && kind->continues_last);

	s->length = s->depth;
	while (s->length > floor && !kind->take_up(w->state, w->path + (s->length - 1) * kind->size)) {
		s->length--;
	}
	return s->length > floor;
}

bool hd_exhaust_begin(struct hd_exhaust *s, const struct hd_begin *b)
{
	if (b->fresh) {
		s->started = false;
		s->length = 0;
	}
	s->worker = b->worker;
	s->walk.moved = false;
	bool more = s->started ? move_on(s) : !s->tree;
	if (s->tree && more) {
		hd_tree_share(s->tree, &s->walk, s->worker, s->length);
	} else if (s->tree) {
		more = hd_tree_next(s->tree, &s->walk, s->worker, &s->length, b->wait);
	}
	if (!more) {
		s->started = s->walk.has_branch;
		return false;
	}
	s->started = true;
	s->depth = 0;
	return true;
}

void hd_exhaust_leave(struct hd_exhaust *s)
{
	if (s->tree && s->started) {
		hd_tree_leave(s->tree, &s->walk, s->worker, s->depth);
		s->started = s->walk.has_branch;
	}
}
