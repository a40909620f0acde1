// SPDX-License-Identifier: Apache-2.0
// The flow of control of the whole program, from the records of edges and calls: which places
// one call of an API function can execute after which (flow.c), which branches decide whether a
// place is executed (control.c), and how far an execution was away from one (distance.c).
//
// Edges and sites of branches are in every harness. What an execution did is told only by
// harnesses that are built with hooks at branches and in static functions (FLOW in
// abi/strategies.def, hd_build_request.flow of the host; `heddle cc -mllvm -heddle-flow`).
//
// Calls are followed as in calls.h: those through pointers may lead to every function whose
// address is taken. Left out are longjmp, exceptions, signal handlers, and calls back from code
// that is not instrumented (the comparison of qsort): such a function is a root of its own.
//
// Everything is computed when a flow is created, in memory that outlives a worker, and does not
// change: queries may come from several workers. Memory: for each function the square of its blocks
// in bits, for the program twice the square of its functions.
#ifndef HD_MODEL_FLOW_H
#define HD_MODEL_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/model.h"
#include "model/calls.h"

// A place in a function, in the order of its block.
struct hd_place {
	const struct hd_func *func;
	uint32_t block;
	uint64_t order; // in the block
};

static inline struct hd_place hd_place_of_site(const struct hd_site *s)
{
	return (struct hd_place){.func = s->func, .block = s->block, .order = (2 * (uint64_t)s->index + 1) << 32};
}

static inline struct hd_place hd_place_of_call(const struct hd_call *c)
{
	return (struct hd_place){.func = c->caller,
		.block = c->block,
		.order = 2 * (uint64_t)c->index << 32 | c->number};
}

// ---- what is known beforehand ------------------------------------------------------

struct hd_flow_func {
	const struct hd_func *record;
	uint32_t first_block; // blocks of all functions are numbered
	uint32_t nblocks;
	uint32_t words;    // of a row of `reach`
	uint64_t *reach;   // by block: the blocks that can follow it in the same call
	bool root;         // may be called from outside
	bool reached;      // by calls from roots
};

struct hd_flow_call {
	struct hd_place place;
	uint32_t caller, callee; // functions; nfuncs: through a pointer
};

struct hd_flow_edge {
	const struct hd_edge *record;
	uint32_t from, to; // blocks
};

struct hd_flow {
	unsigned nfuncs, nblocks, nedges, nsites;
	struct hd_flow_func *funcs;
	bool *taken; // by function
	struct hd_flow_call *calls; // by caller
	uint32_t *first_call; // by function, and one more
	uint32_t *callers; // calls, by callee
	uint32_t *first_caller; // by function, nfuncs, and one more
	struct hd_flow_edge *edges; // by block
	uint32_t *first_edge; // by block, and one more
	uint32_t *controls; // edges, by the block whose execution they decide
	uint32_t *first_control; // by block, and one more
	bool *always; // by block: executed whenever its function returns, or ends the program
	unsigned words; // of a row of these two
	uint64_t *entered; // by function: those that a call of it may enter, itself included
	uint64_t *later; // by function: those that may be entered after it has returned, in the same call of a root
};

// roots: addresses of functions that are called from outside, which are those of the API or main.
// Added to them is what nothing is known to call, and functions whose address is taken if no
// root leads to a call through a pointer. n = 0: every function is a root.
struct hd_flow *hd_flow_create(const void *const *roots, unsigned n);

// Functions that roots lead to and that have no hooks at branches, in objects and archives that
// were compiled before. Executions tell nothing of their branches.
unsigned hd_flow_untold(const struct hd_flow *flow);

// Can one thread execute b after a within one call of some root? (Of a site and itself: twice?)
// In one function, along its control-flow graph; or the function is called once more. In two
// functions: one is called after the other has been, or by a function that it called, or while
// the other is in the middle of a call. Conditions are not looked at: false is certain, true is
// not.
bool hd_flow_reaches(const struct hd_flow *flow, const struct hd_site *a, const struct hd_site *b);
bool hd_flow_reaches_place(const struct hd_flow *flow, const struct hd_place *a, const struct hd_place *b);

// An outcome of a branch.
struct hd_flow_outcome {
	const struct hd_site *branch;
	enum hd_outcome_kind outcome;
	int64_t value; // HD_EDGE_CASE
};

// The outcomes that directly decide whether a place is executed: it is if one of them comes
// about. Where a place does not depend on any branch of its function, those of the calls of
// that function. How many there are; the first `room` go to `out`. 0: nothing stands in the way.
unsigned hd_flow_controllers(const struct hd_flow *flow, const struct hd_place *p, struct hd_flow_outcome *out,
	unsigned room);

// The places at a line: sites, and calls of other functions. Names of files are compared without
// directories; function, file NULL: any. How many there are; the first `room` go to `out`.
unsigned hd_flow_places(const struct hd_flow *flow, const char *function, const char *file, unsigned line,
	struct hd_place *out, unsigned room);

// ---- what an execution saw -----------------------------------------------------------

// One execution by one thread, or a part of one. The client resets it where the part begins, and
// passes on what it is told (metric.h: enter, branch, access, synced).
struct hd_flow_seen;

struct hd_flow_seen *hd_flow_seen_create(const struct hd_flow *flow);
// exact: only sites that hd_flow_saw_site() was told of count as executed. Otherwise those do,
// too, that a branch or the entry of their function leads to, which is the same unless a call
// in between did not return.
void hd_flow_reset(struct hd_flow_seen *seen, bool exact);
void hd_flow_saw_enter(struct hd_flow_seen *seen, const struct hd_func *f);
void hd_flow_saw_branch(struct hd_flow_seen *seen, const struct hd_site *site, uint64_t a, uint64_t b,
	uint32_t predicate);
void hd_flow_saw_site(struct hd_flow_seen *seen, const struct hd_site *site);

// 0: it was executed. Otherwise approach level plus branch distance: the number of branches between
// it and the nearest branch that was executed and went the wrong way, plus that one's distance
// to the outcome that leads here, the least of all times, normalised by x / (x + 1). A function
// that was not entered depends on what its calls depend on. A root that was not called is 1
// away. A call through a pointer that was made and led elsewhere is 0.5 away; so is whatever
// should have been executed and was not. INFINITY: no call of a root leads there.
double hd_flow_distance(struct hd_flow_seen *seen, const struct hd_site *target);
double hd_flow_distance_to(struct hd_flow_seen *seen, const struct hd_place *target);

// How far a comparison (enum hd_predicate, without HD_COMPARE_SWITCH) was from being true, or
// false; 0: it was.
double hd_flow_branch_distance(uint32_t predicate, uint64_t a, uint64_t b, bool wanted);

// ---- between the files of flow -------------------------------------------------------

uint32_t hd_flow_block_of(const struct hd_flow *flow, const struct hd_place *p); // HD_MODEL_NONE: none
// Numbers 0 to n - 1 sorted by key, those of key k from first[k] to first[k + 1]; keys from nkeys on are left out.
void hd_flow_group(const uint32_t *keys, uint32_t n, uint32_t nkeys, uint32_t *first, uint32_t *items);
void hd_control_find(struct hd_flow *flow); // control.c: fills in controls and always

#endif
