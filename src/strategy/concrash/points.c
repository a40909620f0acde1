// SPDX-License-Identifier: Apache-2.0
// Where a call must come to on its own before it is worth being disturbed (PS-Stack). The point of
// failure is in the innermost function of the crash's stack:
//
//   the sites in its line, but for calls that do not return: a check that fails is never reached
//   sequentially, and what it looks at is mostly read in its own line
//   else those in the blocks whose branch decides about that line; where that is in a function further
//   out (the innermost is only called when something went wrong), the stack up to that one
//   else every site of the function, or, if it has none, of those that it calls; what these call is near it
//   else, if no function of the stack has any, what is read for the call of its outermost function
//
// If nothing ever comes there, the next function out is tried (`relaxed`).
#include "model/flow.h"
#include "strategy/concrash/prune.h"
#include "strategy/concrash/wanted.h"

#include <string.h>

static uint8_t *bits; // HD_NEAR_*, by site
static unsigned nbits;
static struct hd_chain goal; // what the stack must hold at the point

static bool does_not_return(const struct hd_site *s)
{
	static const char *const names[] = {"abort", "__assert_fail", "__assert", "exit", "_exit", "_Exit",
		"quick_exit", "raise", "pthread_exit", "thrd_exit", "__stack_chk_fail", "longjmp"};

	for (unsigned i = 0; s->callee && i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(s->callee, names[i]) == 0) {
			return true;
		}
	}
	return false;
}

// Branches are no events, and tell nobody that they were reached.
static bool is_of_use(const struct hd_site *s)
{
	return s->kind != HD_EV_BRANCH && !does_not_return(s);
}

typedef bool chooser(const struct hd_site *s, const struct hd_func *f, unsigned line);

static bool is_in_line(const struct hd_site *s, const struct hd_func *f, unsigned line)
{
	return s->func == f && line > 0 && s->line == line && is_of_use(s);
}

static bool is_in_function(const struct hd_site *s, const struct hd_func *f, unsigned line)
{
	(void)line;
	return s->func == f && is_of_use(s);
}

static bool is_in_called(const struct hd_site *s, const struct hd_func *f, unsigned line)
{
	(void)line;
	for (const struct hd_module *m = hd_modules; m && s->func; m = m->next) {
		for (const struct hd_call *c = m->calls; c < m->calls_end; c++) {
			if (c->caller == f && c->callee == s->func->address) {
				return is_of_use(s);
			}
		}
	}
	return false;
}

// in_line: 0: anywhere in the caller, not only in the line of the call.
static bool is_in_caller(const struct hd_site *s, const struct hd_func *f, unsigned in_line)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_call *c = m->calls; c < m->calls_end; c++) {
			if (c->caller == s->func && c->callee == f->address && (!in_line || c->line == s->line)) {
				return is_of_use(s);
			}
		}
	}
	return false;
}

static unsigned mark(chooser *chosen, const struct hd_func *f, unsigned line, uint8_t as)
{
	unsigned n = 0;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_site *s = m->sites; s < m->sites_end; s++) {
			unsigned id = hd_site_id(s);
			if (id < nbits && chosen(s, f, line)) {
				bits[id] |= as;
				n++;
			}
		}
	}
	return n;
}

static unsigned count_sites(void)
{
	unsigned n = 1;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		n += (unsigned)(m->sites_end - m->sites);
	}
	return n;
}

bool hd_points_can_relax(unsigned relaxed)
{
	return relaxed + 1 < hd_wanted_stack()->chain.n;
}

// ---- branches that decide about a line --------------------------------------------------------

#define MOST_PLACES 16

static unsigned mark_block(const struct hd_site *branch)
{
	unsigned n = 0;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_site *s = m->sites; s < m->sites_end; s++) {
			if (s->func == branch->func && s->block == branch->block && hd_site_id(s) < nbits &&
				s->kind != HD_EV_BRANCH) {
				bits[hd_site_id(s)] |= HD_NEAR_POINT;
				n++;
			}
		}
	}
	return n > 0 ? n : mark(is_in_function, branch->func, 0, HD_NEAR_POINT);
}

// Marks the blocks of branches in function `at` of the chain; how many sites.
static unsigned mark_branches(const struct hd_flow_outcome *outcomes, unsigned n, const struct hd_func *at)
{
	unsigned marked = 0;

	for (unsigned i = 0; i < n; i++) {
		marked += outcomes[i].branch->func == at ? mark_block(outcomes[i].branch) : 0;
	}
	return marked;
}

// Those that decide about frame `from`; *from becomes the frame that they are in.
static unsigned mark_controllers(const struct hd_chain *chain, unsigned *from)
{
	const struct hd_func *f = chain->functions[*from];
	struct hd_place places[MOST_PLACES];
	struct hd_flow_outcome outcomes[MOST_PLACES * MOST_PLACES];
	unsigned n = 0, marked = 0;

	if (!hd_wanted->flow) {
		hd_wanted->flow = hd_flow_create(NULL, 0);
	}
	unsigned nplaces = hd_flow_places(hd_wanted->flow, f->name, f->file, chain->lines[*from], places, MOST_PLACES);
	for (unsigned i = 0; i < nplaces && i < MOST_PLACES; i++) {
		unsigned some = hd_flow_controllers(hd_wanted->flow, &places[i], outcomes + n, MOST_PLACES);
		n += some < MOST_PLACES ? some : MOST_PLACES;
	}
	for (unsigned k = *from; k < chain->n && marked == 0; k++) {
		marked = mark_branches(outcomes, n, chain->functions[k]);
		*from = marked > 0 ? k : *from;
	}
	return marked;
}

// ---- the point of failure ---------------------------------------------------------------------

static unsigned mark_point(const struct hd_chain *chain, unsigned *from)
{
	unsigned found = mark(is_in_line, chain->functions[*from], chain->lines[*from], HD_NEAR_POINT);

	if (found == 0 && chain->lines[*from] > 0) {
		found = mark_controllers(chain, from);
	}
	found = found > 0 ? found : mark(is_in_function, chain->functions[*from], 0, HD_NEAR_POINT);
	return found > 0 ? found : mark(is_in_called, chain->functions[*from], 0, HD_NEAR_POINT);
}

// What is further out has no frame.
static void mark_callers(const struct hd_func *f)
{
	if (mark(is_in_caller, f, true, HD_NEAR_POINT) == 0) {
		mark(is_in_caller, f, false, HD_NEAR_POINT);
	}
}

void hd_points_choose(unsigned relaxed)
{
	const struct hd_chain *chain = &hd_wanted_stack()->chain;
	unsigned from = relaxed;

	if (!bits) {
		nbits = count_sites();
		bits = hd_private_alloc(nbits);
	}
	memset(bits, 0, nbits);
	unsigned found = mark_point(chain, &from);
	while (found == 0 && from + 1 < chain->n) {
		from++; // a function without sites
		found = mark_point(chain, &from);
	}
	if (found == 0) {
		mark_callers(chain->functions[from++]);
	}
	for (unsigned i = 0; i < chain->n; i++) {
		mark(is_in_line, chain->functions[i], chain->lines[i], HD_NEAR_STACK);
	}
	goal = *chain;
	goal.n -= from;
	memmove(goal.functions, goal.functions + from, goal.n * sizeof(*goal.functions));
}

// Is what this event's stack holds what the crash's did?
static bool is_on_stack(const struct hd_event *e)
{
	struct hd_stack stack;
	struct hd_chain chain;

	if (goal.n == 0) {
		return true;
	}
	hd_stack_capture(&stack, e->fiber, __builtin_frame_address(0));
	hd_chain_of(&stack, &chain);
	hd_chain_cut(&chain, goal.functions[goal.n - 1]);
	return hd_chain_is_within(&goal, &chain);
}

// A stack without lines may lack frames, too: the point may be further in than its innermost function.
static bool may_be_further_in(void)
{
	return hd_wanted_stack()->chain.lines[0] == 0;
}

uint8_t hd_points_near(const struct hd_event *e)
{
	unsigned id = e->site ? hd_site_id(e->site) : 0;
	uint8_t near = id < nbits ? bits[id] : 0;

	if (near & HD_NEAR_POINT && !is_on_stack(e)) {
		near &= (uint8_t)~HD_NEAR_POINT;
	}
	if (near == 0 && may_be_further_in() && is_on_stack(e)) {
		near = HD_NEAR_STACK;
	}
	return near;
}
