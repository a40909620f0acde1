// SPDX-License-Identifier: Apache-2.0
// Control dependences: which edges decide whether a block is executed. A block depends on an
// edge if whoever takes the edge must come to the block, and whoever stands before it need not;
// that is known from the blocks that each way to the end of the function must go through
// (post-dominators; found by going round until nothing changes, as is usual).
//
// The end is one more block, after every block without successor. A loop that never ends
// would have no way to it: one of its blocks gets one.
#include "model/flow.h"

#include "runtime/rt.h"

#include <stdlib.h>

// One function; its blocks are numbered from 0, and the end is nblocks.
struct work {
	const struct hd_flow *flow;
	const struct hd_flow_func *func;
	uint32_t n, nedges;
	uint32_t *first_before, *before; // by block: those that it follows
	bool *ends;        // by block: the end follows
	uint32_t *number;                // by block: position in `order`
	uint32_t *order;                 // blocks, each after most of those that follow it; the end is the last
	uint32_t norder;
	uint32_t *next;                  // by block: the first block that every way from it goes through
	uint32_t *stack;
};

// Pairs of a block and an edge.
struct dependences {
	uint32_t *blocks, *edges;
	uint32_t n, room;
};

static const struct hd_flow_edge *edges_of(const struct work *w, uint32_t block, uint32_t *n)
{
	const uint32_t *first = &w->flow->first_edge[w->func->first_block + block];
	const struct hd_flow_edge *e = &w->flow->edges[first[0]];

	*n = first[1] - first[0];
	// What throws goes on behind the call; other edges of it are left out.
	if (*n > 1 && !e->record->branch) {
		*n = 1;
	}
	return e;
}

static void collect_before(struct work *w)
{
	uint32_t base = w->flow->first_edge[w->func->first_block];
	uint32_t *to = malloc((w->nedges + 1) * sizeof(*to));

	for (uint32_t i = 0; i < w->nedges; i++) {
		to[i] = HD_MODEL_NONE;
	}
	for (uint32_t b = 0; b < w->n; b++) {
		uint32_t n;
		const struct hd_flow_edge *e = edges_of(w, b, &n);
		w->ends[b] = n == 0;
		for (uint32_t i = 0; i < n; i++) {
			to[(uint32_t)(&e[i] - w->flow->edges) - base] = e[i].to - w->func->first_block;
		}
	}
	hd_flow_group(to, w->nedges, w->n, w->first_before, w->before);
	for (uint32_t i = 0; i < w->first_before[w->n]; i++) { // edges so far
		w->before[i] = w->flow->edges[base + w->before[i]].from - w->func->first_block;
	}
	free(to);
}

enum { NEW = UINT32_MAX, OPEN = UINT32_MAX - 1 };

// Puts whatever leads to `root` into the order, behind its own predecessors.
static void order_from(struct work *w, uint32_t root)
{
	uint32_t depth = 0;

	if (w->number[root] != NEW) {
		return;
	}
	w->number[root] = OPEN;
	w->stack[depth++] = root;
	while (depth > 0) {
		uint32_t b = w->stack[depth - 1], next = NEW;
		for (uint32_t i = w->first_before[b]; i < w->first_before[b + 1] && next == NEW; i++) {
			next = w->number[w->before[i]] == NEW ? w->before[i] : NEW;
		}
		if (next == NEW) {
			w->number[b] = w->norder;
			w->order[w->norder++] = b;
			depth--;
		} else {
			w->number[next] = OPEN;
			w->stack[depth++] = next;
		}
	}
}

static unsigned reach_of(const struct work *w, uint32_t block)
{
	const uint64_t *row = &w->func->reach[(size_t)block * w->func->words];
	unsigned n = 0;

	for (uint32_t i = 0; i < w->func->words; i++) {
		n += (unsigned)__builtin_popcountll(row[i]);
	}
	return n;
}

static void order_blocks(struct work *w)
{
	for (uint32_t b = 0; b <= w->n; b++) {
		w->number[b] = NEW;
	}
	for (uint32_t b = 0; b < w->n; b++) {
		if (w->ends[b]) {
			order_from(w, b);
		}
	}
	while (w->norder < w->n) { // there are loops without end: the innermost first
		uint32_t best = NEW;
		for (uint32_t b = 0; b < w->n; b++) {
			if (w->number[b] == NEW && (best == NEW || reach_of(w, b) < reach_of(w, best))) {
				best = b;
			}
		}
		w->ends[best] = true;
		order_from(w, best);
	}
	w->number[w->n] = w->norder;
	w->order[w->norder] = w->n;
}

static uint32_t common(const struct work *w, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (w->number[a] < w->number[b]) {
			a = w->next[a];
		}
		while (w->number[b] < w->number[a]) {
			b = w->next[b];
		}
	}
	return a;
}

static uint32_t next_of(const struct work *w, uint32_t block)
{
	uint32_t n, found = w->ends[block] ? w->n : NEW;
	const struct hd_flow_edge *e = edges_of(w, block, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t to = e[i].to - w->func->first_block;
		if (w->next[to] != NEW) {
			found = found == NEW ? to : common(w, found, to);
		}
	}
	return found;
}

static void find_next(struct work *w)
{
	bool changes = true;

	for (uint32_t b = 0; b < w->n; b++) {
		w->next[b] = NEW;
	}
	w->next[w->n] = w->n;
	while (changes) {
		changes = false;
		for (uint32_t i = w->norder; i-- > 0;) {
			uint32_t next = next_of(w, w->order[i]);
			changes |= next != w->next[w->order[i]];
			w->next[w->order[i]] = next;
		}
	}
}

static void add(struct dependences *d, uint32_t block, uint32_t edge)
{
	if (d->n == d->room) {
		d->room = d->room ? 2 * d->room : 1024;
		d->blocks = realloc(d->blocks, d->room * sizeof(*d->blocks));
		d->edges = realloc(d->edges, d->room * sizeof(*d->edges));
	}
	d->blocks[d->n] = block;
	d->edges[d->n++] = edge;
}

static void collect(const struct work *w, struct dependences *d)
{
	uint32_t base = w->func->first_block;

	for (uint32_t b = 0; b < w->n; b++) {
		uint32_t n;
		const struct hd_flow_edge *e = edges_of(w, b, &n);
		for (uint32_t i = 0; i < n; i++) {
			for (uint32_t at = e[i].to - base; at != w->next[b]; at = w->next[at]) {
				add(d, base + at, (uint32_t)(&e[i] - w->flow->edges));
			}
		}
	}
	for (uint32_t at = 0; at != w->n; at = w->next[at]) {
		w->flow->always[base + at] = true;
	}
}

static void find_in(const struct hd_flow *flow, const struct hd_flow_func *func, struct dependences *d)
{
	uint32_t n = func->nblocks;
	uint32_t nedges = flow->first_edge[func->first_block + n] - flow->first_edge[func->first_block];
	struct work w = {
		.flow = flow,
		.func = func,
		.n = n,
		.nedges = nedges,
		.first_before = calloc(n + 2, sizeof(uint32_t)),
		.before = calloc(nedges + 1, sizeof(uint32_t)),
		.ends = calloc(n + 1, sizeof(bool)),
		.number = calloc(n + 1, sizeof(uint32_t)),
		.order = calloc(n + 1, sizeof(uint32_t)),
		.next = calloc(n + 1, sizeof(uint32_t)),
		.stack = calloc(n + 1, sizeof(uint32_t)),
	};

	collect_before(&w);
	order_blocks(&w);
	find_next(&w);
	collect(&w, d);
	free(w.first_before);
	free(w.before);
	free(w.ends);
	free(w.number);
	free(w.order);
	free(w.next);
	free(w.stack);
}

void hd_control_find(struct hd_flow *flow)
{
	struct dependences d = {0};

	flow->always = hd_persist_alloc(flow->nblocks + 1);
	for (unsigned f = 0; f < flow->nfuncs; f++) {
		if (flow->funcs[f].nblocks > 0) {
			find_in(flow, &flow->funcs[f], &d);
		}
	}
	flow->controls = hd_persist_alloc((d.n + 1) * sizeof(*flow->controls));
	flow->first_control = hd_persist_alloc((flow->nblocks + 1) * sizeof(*flow->first_control));
	hd_flow_group(d.blocks, d.n, flow->nblocks, flow->first_control, flow->controls);
	for (uint32_t i = 0; i < d.n; i++) {
		flow->controls[i] = d.edges[flow->controls[i]];
	}
	free(d.blocks);
	free(d.edges);
}
