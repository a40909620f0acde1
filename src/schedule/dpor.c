// SPDX-License-Identifier: Apache-2.0
// Dynamic partial-order reduction with source sets and sleep sets (Abdulla,
// Aronis, Jonsson, Sagonas, JACM 64(4), 2017): explores at least one, and
// because of the sleep sets at most one, complete execution of every
// equivalence class (Mazurkiewicz trace).
//
// The path holds one node per event with a question. After an execution the
// reversible races among its new events are found (happens.c); for each, the
// node before the earlier event gets a thread that can start the reversal, if
// none of the threads it has would do. Then the deepest node with something
// left is taken up again.
//
// Two things beyond the paper: an event may have alternatives that are not
// threads (whom a signal wakes), which are all explored; and the end of the
// program, which takes all other threads with it, depends on everything.
//
// Several workers share the search through a tree (tree.h). That changes neither what is explored nor how
// often: a thread sleeps below a node once it has been given to somebody, as it would once it had been
// explored, because it will be; and who explores what comes after makes no difference to an execution. Only
// the number of executions that are given up can be another.
//
// Invariants: sleep and done are disjoint from chosen; chosen is in backtrack;
// an execution in which all enabled threads sleep is given up (*blocked*) and
// is not counted among the complete ones.
#include "schedule/dpor.h"

#include "schedule/exhaust.h"
#include "schedule/happens.h"

#include <string.h>

struct node {
	uint64_t enabled, sleep, backtrack, done;
	uint32_t event; // index in the log
	uint8_t chosen;
	uint8_t choice, nchoices;
	bool one_choice; // the others are given away
	uint64_t known;  // of a node in the tree: its backtrack when it was last looked at
};
_Static_assert(sizeof(struct node) <= HD_TREE_ROOM, "a node must fit into the tree");

struct state {
	struct node *path;
	uint32_t *node_of; // by event: its node + 1; 0: none
	bool blocked;
	bool alone; // not as a part of another scheduler
	uint64_t traces;
	struct hd_happens order;
	struct hd_exhaust search;
};

static uint64_t bit(unsigned t)
{
	return 1ull << t;
}

// ---- moving on to the next execution --------------------------------------------

static uint64_t threads_left(const struct node *n)
{
	return n->backtrack & ~n->done & ~n->sleep & ~bit(n->chosen);
}

static bool has_choice_left(const struct node *n)
{
	return !n->one_choice && n->choice + 1 < n->nchoices;
}

static bool has_more(const void *state, const void *node)
{
	(void)state;
	return has_choice_left(node) || threads_left(node) != 0;
}

static bool take_up(const void *state, void *node)
{
	struct node *n = node;
	uint64_t left = threads_left(n);

	(void)state;
	if (has_choice_left(n)) {
		n->choice++;
		return true;
	}
	n->done |= bit(n->chosen);
	if (left == 0) {
		return false;
	}
	n->chosen = (uint8_t)__builtin_ctzll(left);
	n->choice = n->nchoices = 0;
	return true;
}

// The choices of a thread that has not been asked for any yet come with it.
static void keep_one(void *node)
{
	struct node *n = node;

	n->known |= n->backtrack;
	n->backtrack = bit(n->chosen);
	n->one_choice = n->nchoices > 0;
}

static void learn(void *node, const void *copy)
{
	((struct node *)node)->backtrack |= ((const struct node *)copy)->backtrack;
}

static const struct hd_tree_kind kind = {
	.size = sizeof(struct node),
	.take_up = take_up,
	.has_more = has_more,
	.keep_one = keep_one,
	.learn = learn,
	.continues_last = true, // it is as far as its choices are
};

static void init(struct state *s, const struct hd_begin *b)
{
	s->path = hd_persist_alloc(HD_EXHAUST_DEPTH * sizeof(*s->path));
	s->node_of = hd_persist_alloc(HD_EXHAUST_DEPTH * sizeof(*s->node_of));
	hd_happens_init(&s->order);
	s->alone = strcmp(b->config->schedule, hd_scheduler_dpor.name) == 0;
	hd_exhaust_init(&s->search, &kind, s, s->path, b->tree);
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	if (!s->path) {
		init(s, b);
	}
	s->blocked = false;
	return hd_exhaust_begin(&s->search, b);
}

static void leave(void *state)
{
	struct state *s = state;

	hd_exhaust_leave(&s->search);
}

// ---- one execution -----------------------------------------------------------------

// Threads that sleep after the event of node n: those that slept or were done
// before it and whose next event does not depend on it.
static uint64_t sleep_after(const struct node *n)
{
	uint64_t sleep = 0;
	const struct hd_event *e = &hd.log[n->event];

	for (uint64_t set = (n->sleep | n->done) & ~bit(n->chosen); set; set &= set - 1) {
		unsigned t = (unsigned)__builtin_ctzll(set);
		if (!hd_happens_dependent(&hd_fibers[t].op, e)) {
			sleep |= bit(t);
		}
	}
	return sleep;
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;

	(void)run;
	if (hd.nfibers > HD_HAPPENS_THREADS && s->alone) {
		hd_fault_refuse("creating more than 63 threads with --schedule dpor (pthread_create)");
	}
	if (s->search.depth == HD_EXHAUST_DEPTH || hd.nfibers > HD_HAPPENS_THREADS || hd.nlog >= HD_EXHAUST_DEPTH) {
		hd.record.outcome.cut_off = true;
		return -1;
	}
	struct node *n = &s->path[s->search.depth];
	if (s->search.depth < s->search.length && (n->chosen > 63 || !(c->enabled[0] & bit(n->chosen)))) {
		hd.record.outcome.cut_off = true; // what was stored is of another program
		return -1;
	}
	if (s->search.depth++ >= s->search.length) {
		*n = (struct node){.enabled = c->enabled[0]};
		n->sleep = s->search.depth > 1 ? sleep_after(n - 1) : 0;
		uint64_t awake = n->enabled & ~n->sleep;
		if (awake == 0) {
			s->search.depth--;
			s->blocked = true;
			return -1;
		}
		bool stay = c->current_enabled && awake & bit((unsigned)c->current);
		n->chosen = (uint8_t)(stay ? c->current : __builtin_ctzll(awake));
		n->backtrack = bit(n->chosen);
	}
	n->event = (uint32_t)hd.nlog;
	s->node_of[hd.nlog] = s->search.depth;
	return n->chosen;
}

static unsigned choose(void *state, unsigned alternatives)
{
	struct state *s = state;

	if (s->search.depth == 0) {
		return 0; // before the first question no thread can be waiting
	}
	struct node *n = &s->path[s->search.depth - 1];
	n->nchoices = (uint8_t)alternatives;
	return n->choice;
}

bool hd_dpor_note(void *state, const struct hd_choice *c, int chosen)
{
	struct state *s = state;

	if (s->search.depth == HD_EXHAUST_DEPTH || hd.nfibers > HD_HAPPENS_THREADS || hd.nlog >= HD_EXHAUST_DEPTH ||
		chosen < 0) {
		return false;
	}
	s->path[s->search.depth++] = (struct node){.enabled = c->enabled[0],
		.chosen = (uint8_t)chosen,
		.backtrack = bit((unsigned)chosen),
		.event = (uint32_t)hd.nlog};
	s->node_of[hd.nlog] = s->search.depth;
	return true;
}

void hd_dpor_note_choice(void *state, unsigned alternatives, unsigned chosen)
{
	struct state *s = state;

	if (s->search.depth > 0 && chosen == 0) { // others than the first would have been tried before it
		s->path[s->search.depth - 1].nchoices = (uint8_t)alternatives;
	}
}

// ---- after an execution -----------------------------------------------------------------

// Threads that could make the first step of "what is not after `earlier`, then
// `later`": the initials of that sequence.
static uint64_t initials(const struct state *s, size_t earlier, size_t later)
{
	size_t first[HD_HAPPENS_THREADS];
	uint64_t threads = 0, result = 0;

	for (size_t k = earlier + 1; k <= later; k++) {
		unsigned t = hd.log[k].fiber;
		if (k < later && hd_happens_before(&s->order, earlier, k)) {
			continue;
		}
		if (!(threads & bit(t))) {
			threads |= bit(t);
			first[t] = k;
		}
	}
	for (uint64_t a = threads; a; a &= a - 1) {
		unsigned t = (unsigned)__builtin_ctzll(a);
		bool initial = true;
		for (uint64_t b = threads & ~bit(t); b && initial; b &= b - 1) {
			unsigned u = (unsigned)__builtin_ctzll(b);
			initial = !(first[u] < first[t] && hd_happens_before(&s->order, first[u], first[t]));
		}
		result |= initial ? bit(t) : 0;
	}
	return result;
}

// Where it is written what is left of path[i].
static struct node *open_node(struct state *s, uint32_t i)
{
	return i < s->search.walk.base ? hd_tree_open(s->search.tree, &s->search.walk, s->search.worker, i)
				       : &s->path[i];
}

static void close_node(struct state *s, uint32_t i)
{
	if (i < s->search.walk.base) {
		struct node *home = hd_tree_at(s->search.tree, &s->search.walk, i);
		s->path[i].known = home->backtrack;
		hd_tree_close(s->search.tree, &s->search.walk, i);
	}
}

static void on_race(void *data, size_t earlier, size_t later)
{
	struct state *s = data;
	uint32_t at = s->node_of[earlier];

	if (at == 0 || at > s->search.depth || s->path[at - 1].event != earlier) {
		return; // made while only one thread was alive
	}
	struct node *n = &s->path[at - 1];
	uint64_t tried = n->known | n->backtrack;
	if (!(n->enabled & ~tried)) {
		return; // every thread that can make a step there does
	}
	uint64_t able = initials(s, earlier, later);
	if (able & tried) {
		return;
	}
	struct node *home = open_node(s, at - 1);
	if (!(able & home->backtrack)) {
		uint64_t add = able & n->enabled;
		// No thread can start the reversal right here: try all of them.
		home->backtrack |= add ? add & -add : n->enabled;
	}
	close_node(s, at - 1);
}

// What the end of the program cut off must be tried before it.
static void expand_exit(struct state *s)
{
	if (s->search.depth > 0 && hd.nlog > 0 && hd.log[hd.nlog - 1].kind == HD_EV_EXIT) {
		struct node *home = open_node(s, s->search.depth - 1);
		home->backtrack |= home->enabled;
		close_node(s, s->search.depth - 1);
	}
}

static void end(void *state, const struct hd_outcome *o)
{
	struct state *s = state;
	size_t from = s->search.length > 0 && !s->search.walk.moved ? s->path[s->search.length - 1].event : 0;

	if (hd.nfibers > HD_HAPPENS_THREADS) {
		return;
	}
	hd_happens_compute(&s->order, from, on_race, s);
	expand_exit(s);
	if (!o->blocked) {
		s->traces = s->search.tree ? hd_tree_count(s->search.tree) : s->traces + 1;
	}
	hd.traces = s->traces;
}

const struct hd_scheduler hd_scheduler_dpor = {
	.name = "dpor",
	.paper = "Abdulla et al., Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction, "
		 "JACM 64(4), 2017",
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
