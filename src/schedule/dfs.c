// SPDX-License-Identifier: Apache-2.0
// Depth-first search over all schedules, without reduction: every enabled
// thread at every event, up to --bound preemptions. For small programs, and as
// the reference for what a reduction may leave out. The number of executions
// that are not equivalent to one before is counted too.
#include "runtime/scheduler.h"
#include "schedule/exhaust.h"
#include "schedule/happens.h"

#include <string.h>

#define SEEN (1u << 22) // capacity for equivalence classes

struct node {
	uint64_t todo[HD_SET_WORDS]; // threads still to be tried here
	uint32_t preemptions;        // before this event
	int16_t current;             // thread that ran before; -1: it could not continue
	uint16_t chosen;             // thread, or alternative if nchoices
	uint16_t nchoices;           // 0: a choice of threads
};
_Static_assert(sizeof(struct node) <= HD_TREE_ROOM, "a node must fit into the tree");

struct state {
	struct node *path;
	uint32_t bound;
	struct hd_happens order;
	struct hd_table seen; // hashes of equivalence classes
	struct hd_exhaust search;
};

static bool is_within_bound(const struct state *s, const struct node *n, unsigned thread)
{
	bool preempts = n->current >= 0 && (unsigned)n->current != thread;
	return n->preemptions + preempts <= s->bound;
}

static bool take_up(const void *state, void *node)
{
	struct node *n = node;

	if (n->nchoices) {
		return ++n->chosen < n->nchoices;
	}
	for (unsigned w = 0; w < HD_SET_WORDS; w++) {
		while (n->todo[w]) {
			unsigned t = 64 * w + (unsigned)__builtin_ctzll(n->todo[w]);
			n->todo[w] &= n->todo[w] - 1;
			if (is_within_bound(state, n, t)) {
				n->chosen = (uint16_t)t;
				return true;
			}
		}
	}
	return false;
}

static bool has_more(const void *state, const void *node)
{
	struct node copy = *(const struct node *)node;

	return take_up(state, &copy);
}

static void keep_one(void *node)
{
	struct node *n = node;

	n->nchoices = n->nchoices ? n->chosen + 1 : 0;
	memset(n->todo, 0, sizeof(n->todo));
}

static const struct hd_tree_kind kind = {
	.size = sizeof(struct node),
	.take_up = take_up,
	.has_more = has_more,
	.keep_one = keep_one,
};

static void init(struct state *s, const struct hd_begin *b)
{
	s->path = hd_persist_alloc(HD_EXHAUST_DEPTH * sizeof(*s->path));
	hd_happens_init(&s->order);
	s->bound = b->config->bound;
	hd_exhaust_init(&s->search, &kind, s, s->path, b->tree);
	if (!b->tree) {
		hd_table_init(&s->seen, hd_persist_alloc(SEEN * sizeof(*s->seen.entries)), SEEN);
	}
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	if (!s->path) {
		init(s, b);
	}
	return hd_exhaust_begin(&s->search, b);
}

static void leave(void *state)
{
	struct state *s = state;

	hd_exhaust_leave(&s->search);
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;

	(void)run;
	if (s->search.depth == HD_EXHAUST_DEPTH) {
		hd.record.outcome.cut_off = true;
		return -1;
	}
	struct node *n = &s->path[s->search.depth++];
	if (s->search.depth <= s->search.length) {
		bool possible = !n->nchoices && n->chosen < HD_MAX_FIBERS && hd_set_has(c->enabled, n->chosen);
		hd.record.outcome.cut_off |= !possible; // what was stored is of another program
		return possible ? n->chosen : -1;
	}
	*n = (struct node){.current = (int16_t)(c->current_enabled ? c->current : -1)};
	if (s->search.depth > 1) {
		const struct node *p = n - 1;
		n->preemptions = p->preemptions + (!p->nchoices && p->current >= 0 && p->chosen != p->current);
	}
	memcpy(n->todo, c->enabled, hd.nwords * sizeof(uint64_t));
	n->chosen = (uint16_t)(c->current_enabled ? c->current : hd_set_nth(c->enabled, 0));
	hd_set_remove(n->todo, n->chosen);
	return n->chosen;
}

static unsigned choose(void *state, unsigned alternatives)
{
	struct state *s = state;

	if (s->search.depth == HD_EXHAUST_DEPTH) {
		hd.record.outcome.cut_off = true;
		return 0;
	}
	struct node *n = &s->path[s->search.depth++];
	if (s->search.depth > s->search.length) {
		*n = (struct node){.nchoices = (uint16_t)alternatives, .current = -1};
		n->preemptions = s->search.depth > 1 ? (n - 1)->preemptions : 0;
	}
	return n->chosen;
}

static void ignore_race(void *data, size_t earlier, size_t later)
{
	(void)data;
	(void)earlier;
	(void)later;
}

static void end(void *state, const struct hd_outcome *o)
{
	struct state *s = state;

	if (o->blocked || hd.nfibers > HD_HAPPENS_THREADS) {
		return;
	}
	hd_happens_compute(&s->order, 0, ignore_race, NULL);
	uint64_t hash = hd_happens_hash(&s->order);
	if (s->search.tree) {
		hd.traces = hd_tree_count_distinct(s->search.tree, s->search.worker, hash);
	} else {
		hd_table_number(&s->seen, hash);
		hd.traces = s->seen.n;
	}
}

const struct hd_scheduler hd_scheduler_dfs = {
	.name = "dfs",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_ALL,
	.exhausts = true,
	.parks_spinners = true,
	.begin = begin,
	.pick = pick,
	.choose = choose,
	.end = end,
	.leave = leave,
};
