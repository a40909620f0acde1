// SPDX-License-Identifier: Apache-2.0
// How far an execution was from a place. Distances of comparisons follow the usual rules of
// search-based testing: how much one operand would have to change.
#include "model/flow.h"

#include "runtime/rt.h"

#include <math.h>
#include <string.h>

#define HALF 0.5 // what went another way, and nothing tells how far that was

struct hd_flow_seen {
	const struct hd_flow *flow;
	bool exact;
	uint32_t round; // entries of other rounds do not count
	uint32_t *entered;  // by function: round
	uint32_t *branched; // by block: round in which its branch was executed
	double *least;      // by edge: distance to it, if its branch was executed
	uint32_t *sites;    // by site: round
	// Of one query.
	uint32_t query;
	uint32_t *asked;    // by block: query in which it came up
	uint32_t *level;    // by block: at which level
	uint32_t *now, *then; // blocks of this level and of the next
	uint32_t nnow, nthen;
};

static double min(double a, double b)
{
	return a < b ? a : b;
}

// ---- comparisons -----------------------------------------------------------------

enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };

// The relations that make a comparison true, as LLVM's numbers for floats have them.
static unsigned relations(uint32_t predicate)
{
	static const uint8_t of_integers[] = {
		[HD_COMPARE_EQ - HD_COMPARE_EQ] = EQUAL,
		[HD_COMPARE_NE - HD_COMPARE_EQ] = LESS | GREATER,
		[HD_COMPARE_UGT - HD_COMPARE_EQ] = GREATER,
		[HD_COMPARE_UGE - HD_COMPARE_EQ] = GREATER | EQUAL,
		[HD_COMPARE_ULT - HD_COMPARE_EQ] = LESS,
		[HD_COMPARE_ULE - HD_COMPARE_EQ] = LESS | EQUAL,
		[HD_COMPARE_SGT - HD_COMPARE_EQ] = GREATER,
		[HD_COMPARE_SGE - HD_COMPARE_EQ] = GREATER | EQUAL,
		[HD_COMPARE_SLT - HD_COMPARE_EQ] = LESS,
		[HD_COMPARE_SLE - HD_COMPARE_EQ] = LESS | EQUAL,
	};

	return predicate < HD_COMPARE_EQ ? predicate & 15 : of_integers[predicate - HD_COMPARE_EQ];
}

// The distance to the nearest of the relations that are wanted; by: b - a.
static double nearest(unsigned wanted, double by)
{
	double least = INFINITY;

	if (wanted & EQUAL) {
		least = min(least, fabs(by));
	}
	if (wanted & GREATER) {
		least = min(least, by + 1);
	}
	if (wanted & LESS) {
		least = min(least, 1 - by);
	}
	return wanted == UNORDERED ? 1 : least;
}

static double float_distance(unsigned wanted, double a, double b)
{
	unsigned is = isnan(a) || isnan(b) ? UNORDERED : a < b ? LESS : a > b ? GREATER : EQUAL;

	if (wanted & is) {
		return 0;
	}
	return is == UNORDERED ? INFINITY : nearest(wanted, b - a);
}

static double integer_distance(unsigned wanted, uint64_t a, uint64_t b, bool is_unsigned)
{
	bool less = is_unsigned ? a < b : (int64_t)a < (int64_t)b;
	unsigned is = a == b ? EQUAL : less ? LESS : GREATER;

	return wanted & is ? 0 : nearest(wanted, less ? (double)(b - a) : -(double)(a - b));
}

double hd_flow_branch_distance(uint32_t predicate, uint64_t a, uint64_t b, bool wanted)
{
	if (predicate < HD_COMPARE_EQ) {
		double x, y;
		memcpy(&x, &a, sizeof(x));
		memcpy(&y, &b, sizeof(y));
		return float_distance(wanted ? relations(predicate) : 15 & ~relations(predicate), x, y);
	}
	if (predicate > HD_COMPARE_SLE) {
		return 1;
	}
	bool is_unsigned = predicate >= HD_COMPARE_UGT && predicate <= HD_COMPARE_ULE;
	return integer_distance(wanted ? relations(predicate) : 7 & ~relations(predicate), a, b, is_unsigned);
}

// ---- what is told ------------------------------------------------------------------

struct hd_flow_seen *hd_flow_seen_create(const struct hd_flow *flow)
{
	struct hd_flow_seen *s = hd_persist_alloc(sizeof(*s));

	s->flow = flow;
	s->entered = hd_persist_alloc((flow->nfuncs + 1) * sizeof(*s->entered));
	s->branched = hd_persist_alloc((flow->nblocks + 1) * sizeof(*s->branched));
	s->least = hd_persist_alloc((flow->nedges + 1) * sizeof(*s->least));
	s->sites = hd_persist_alloc((flow->nsites + 1) * sizeof(*s->sites));
	s->asked = hd_persist_alloc((flow->nblocks + 1) * sizeof(*s->asked));
	s->level = hd_persist_alloc((flow->nblocks + 1) * sizeof(*s->level));
	s->now = hd_persist_alloc((flow->nblocks + 1) * sizeof(*s->now));
	s->then = hd_persist_alloc((flow->nblocks + 1) * sizeof(*s->then));
	s->round = 1;
	return s;
}

void hd_flow_reset(struct hd_flow_seen *seen, bool exact)
{
	seen->exact = exact;
	seen->round++;
}

void hd_flow_saw_enter(struct hd_flow_seen *seen, const struct hd_func *f)
{
	uint32_t func = hd_calls_number(f);

	if (func != HD_MODEL_NONE) {
		seen->entered[func] = seen->round;
	}
}

void hd_flow_saw_site(struct hd_flow_seen *seen, const struct hd_site *site)
{
	unsigned id = hd_site_id(site);

	if (id) {
		seen->sites[id] = seen->round;
	}
}

static double distance_of_case(const struct hd_flow_edge *edges, uint32_t n, uint32_t i, uint64_t value)
{
	if (edges[i].record->outcome == HD_EDGE_CASE) {
		return integer_distance(EQUAL, value, (uint64_t)edges[i].record->value, false);
	}
	for (uint32_t k = 0; k < n; k++) {
		if (edges[k].record->outcome == HD_EDGE_CASE && (uint64_t)edges[k].record->value == value) {
			return 1;
		}
	}
	return 0;
}

static double distance_of(const struct hd_flow_edge *edges, uint32_t n, uint32_t i, uint64_t a, uint64_t b,
	uint32_t predicate)
{
	switch (edges[i].record->outcome) {
	case HD_EDGE_TRUE:
	case HD_EDGE_FALSE:
		return hd_flow_branch_distance(predicate, a, b, edges[i].record->outcome == HD_EDGE_TRUE);
	case HD_EDGE_CASE:
	case HD_EDGE_DEFAULT:
		return distance_of_case(edges, n, i, a);
	default:
		return 1;
	}
}

void hd_flow_saw_branch(struct hd_flow_seen *seen, const struct hd_site *site, uint64_t a, uint64_t b,
	uint32_t predicate)
{
	struct hd_place p = hd_place_of_site(site);
	uint32_t block = hd_flow_block_of(seen->flow, &p);

	if (block == HD_MODEL_NONE) {
		return;
	}
	uint32_t first = seen->flow->first_edge[block], n = seen->flow->first_edge[block + 1] - first;
	bool is_new = seen->branched[block] != seen->round;
	seen->branched[block] = seen->round;
	for (uint32_t i = 0; i < n; i++) {
		double d = distance_of(&seen->flow->edges[first], n, i, a, b, predicate);
		if (is_new || d < seen->least[first + i]) {
			seen->least[first + i] = d;
		}
	}
}

// ---- how far it was -----------------------------------------------------------------

static double normalise(double x)
{
	return isinf(x) ? 1 : x / (x + 1);
}

static void push(struct hd_flow_seen *s, uint32_t block, uint32_t level, bool later)
{
	if (s->asked[block] == s->query && s->level[block] <= level) {
		return;
	}
	s->asked[block] = s->query;
	s->level[block] = level;
	if (later) {
		s->then[s->nthen++] = block;
	} else {
		s->now[s->nnow++] = block;
	}
}

// By the branches that decide over the block; 0: one of them led here.
static double by_branches(struct hd_flow_seen *s, uint32_t block, uint32_t level)
{
	const struct hd_flow *flow = s->flow;
	double least = INFINITY;

	for (uint32_t i = flow->first_control[block]; i < flow->first_control[block + 1]; i++) {
		const struct hd_flow_edge *e = &flow->edges[flow->controls[i]];
		if (s->branched[e->from] == s->round) {
			least = min(least, normalise(s->least[flow->controls[i]]));
		} else {
			push(s, e->from, level + 1, true);
		}
	}
	return least;
}

static bool is_executed(const struct hd_flow_seen *s, uint32_t func, uint32_t block)
{
	const struct hd_flow *flow = s->flow;
	bool led_to = flow->always[block] && s->entered[func] == s->round;

	for (uint32_t i = flow->first_control[block]; i < flow->first_control[block + 1] && !led_to; i++) {
		uint32_t e = flow->controls[i];
		led_to = s->branched[flow->edges[e].from] == s->round && s->least[e] == 0;
	}
	return led_to;
}

static double by_pointers(struct hd_flow_seen *s, uint32_t level)
{
	const struct hd_flow *flow = s->flow;
	double least = INFINITY;

	for (uint32_t i = flow->first_caller[flow->nfuncs]; i < flow->first_caller[flow->nfuncs + 1]; i++) {
		const struct hd_flow_call *c = &flow->calls[flow->callers[i]];
		uint32_t block = flow->funcs[c->caller].first_block + c->place.block;
		if (!flow->funcs[c->caller].reached) {
			continue;
		}
		if (is_executed(s, c->caller, block)) {
			least = HALF;
		} else {
			push(s, block, level + 1, true);
		}
	}
	return least;
}

// By the calls of its function, which did not come about.
static double by_calls(struct hd_flow_seen *s, uint32_t func, uint32_t level)
{
	const struct hd_flow *flow = s->flow;

	for (uint32_t i = flow->first_caller[func]; i < flow->first_caller[func + 1]; i++) {
		const struct hd_flow_call *c = &flow->calls[flow->callers[i]];
		if (flow->funcs[c->caller].reached) {
			push(s, flow->funcs[c->caller].first_block + c->place.block, level, false);
		}
	}
	double least = flow->taken[func] ? by_pointers(s, level) : INFINITY;
	return flow->funcs[func].root ? min(least, 1) : least;
}

static uint32_t func_of_block(const struct hd_flow *flow, uint32_t block)
{
	uint32_t low = 0, high = flow->nfuncs;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (flow->funcs[middle].first_block <= block) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return low;
}

// From a block, on top of its level. It was not executed, whatever branches say: where they say
// so, something between did not return.
static double from_block(struct hd_flow_seen *s, uint32_t block, uint32_t level)
{
	uint32_t func = func_of_block(s->flow, block);
	double least = by_branches(s, block, level);

	if (s->flow->always[block]) {
		least = min(least, s->entered[func] == s->round ? HALF : by_calls(s, func, level));
	}
	return least == 0 ? HALF : least;
}

static double search(struct hd_flow_seen *s, uint32_t target)
{
	double best = INFINITY;

	s->query++;
	s->nnow = s->nthen = 0;
	push(s, target, 0, false);
	for (uint32_t level = 0; s->nnow > 0 && level < best; level++) {
		for (uint32_t i = 0; i < s->nnow; i++) {
			if (s->level[s->now[i]] == level) {
				best = min(best, level + from_block(s, s->now[i], level));
			}
		}
		uint32_t *swap = s->now;
		s->now = s->then;
		s->nnow = s->nthen;
		s->then = swap;
		s->nthen = 0;
	}
	return best;
}

double hd_flow_distance_to(struct hd_flow_seen *seen, const struct hd_place *target)
{
	uint32_t block = hd_flow_block_of(seen->flow, target);

	if (block == HD_MODEL_NONE) {
		return INFINITY;
	}
	if (!seen->exact && is_executed(seen, func_of_block(seen->flow, block), block)) {
		return 0;
	}
	return search(seen, block);
}

double hd_flow_distance(struct hd_flow_seen *seen, const struct hd_site *target)
{
	struct hd_place p = hd_place_of_site(target);

	return seen->sites[hd_site_id(target)] == seen->round ? 0 : hd_flow_distance_to(seen, &p);
}
