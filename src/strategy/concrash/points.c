// SPDX-License-Identifier: Apache-2.0
// Where a call must come to on its own before it is worth being disturbed (PS-Stack). The point of
// failure is in the innermost function of the crash's stack:
//
//   the sites in its line, but for calls that do not return: a check that fails is never reached
//   sequentially, and what it looks at is mostly read in its own line
//   else those in the blocks whose branch decides about that line
//   else every site of the function
//
// If nothing ever comes there, the innermost function may be one that is called only when
// something went wrong: the next one out is tried (`relaxed`).
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

typedef bool chooser(const struct hd_site *s, const struct hd_func *f, unsigned line);

static bool is_in_line(const struct hd_site *s, const struct hd_func *f, unsigned line)
{
	return s->func == f && line > 0 && s->line == line && !does_not_return(s);
}

// The block of the line ends the function, or leads to where only it leads: its own sites never
// run. Those of the blocks before it do.
static bool leads_to_line(const struct hd_site *s, const struct hd_func *f, unsigned line)
{
	if (s->func != f || line == 0 || does_not_return(s)) {
		return false;
	}
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_edge *e = m->edges; e < m->edges_end; e++) {
			if (e->func != f || e->from != s->block) {
				continue;
			}
			for (const struct hd_module *o = hd_modules; o; o = o->next) {
				for (const struct hd_site *at = o->sites; at < o->sites_end; at++) {
					if (at->func == f && at->line == line && at->block == e->to) {
						return true;
					}
				}
			}
		}
	}
	return false;
}

static bool is_in_function(const struct hd_site *s, const struct hd_func *f, unsigned line)
{
	(void)line;
	return s->func == f && !does_not_return(s);
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

void hd_points_choose(unsigned relaxed)
{
	static chooser *const ways[] = {is_in_line, leads_to_line, is_in_function};
	const struct hd_chain *chain = &hd_wanted_stack()->chain;
	unsigned found = 0, from = relaxed;

	if (!bits) {
		nbits = count_sites();
		bits = hd_private_alloc(nbits);
	}
	memset(bits, 0, nbits);
	for (; found == 0 && from < chain->n; from += found == 0) {
		for (unsigned i = 0; found == 0 && i < sizeof(ways) / sizeof(*ways); i++) {
			found = mark(ways[i], chain->functions[from], chain->lines[from], HD_NEAR_POINT);
		}
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

	hd_stack_capture(&stack, e->fiber, __builtin_frame_address(0));
	hd_chain_of(&stack, &chain);
	hd_chain_cut(&chain, goal.functions[goal.n - 1]);
	return hd_chain_is_within(&goal, &chain);
}

uint8_t hd_points_near(const struct hd_event *e)
{
	unsigned id = e->site ? hd_site_id(e->site) : 0;
	uint8_t near = id < nbits ? bits[id] : 0;

	if (near & HD_NEAR_POINT && !is_on_stack(e)) {
		near &= (uint8_t)~HD_NEAR_POINT;
	}
	return near;
}
