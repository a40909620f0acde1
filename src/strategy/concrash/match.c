// SPDX-License-Identifier: Apache-2.0
// When is it the same crash? The heap is checked, so what the field noticed late, as a fault or in
// abort(), is noticed here at the first bad access. Lines move between builds, and frames get lost
// in optimised ones. So:
//
//   exact        the same functions of the code under test, the innermost in the same line
//   functions    the same functions, but the line is not known, or it is an earlier one and the bad
//                access is to an object that the crash's line uses; or the crash's stack has fewer
//                functions, in the same order (inlined, tail calls), the innermost the same unless
//                the stack has no lines, or it called NULL and has no frame, or the line calls where
//                the bad access is, to an object that the line uses if it uses any (the access was inlined, and
//                lost its line)
//   method       only the method that was called is the same
//
// and no better than what the kind of the crash allows: a sanitizer knows what it was, a signal does not.
#include "strategy/concrash/wanted.h"

#include <string.h>

const char *hd_match_text(enum hd_match m)
{
	static const char *const texts[] = {"none", "same method", "same functions", "exact"};

	return texts[m];
}

// ---- kinds ----------------------------------------------------------------------------

static bool is_memory_fault(enum hd_verdict v)
{
	return v == HD_VERDICT_NULL_DEREFERENCE || v == HD_VERDICT_WILD_ACCESS || v == HD_VERDICT_STACK_OVERFLOW ||
		v == HD_VERDICT_USE_AFTER_FREE || v == HD_VERDICT_DOUBLE_FREE || v == HD_VERDICT_INVALID_FREE ||
		v == HD_VERDICT_OUT_OF_BOUNDS || v == HD_VERDICT_SIGNAL;
}

static bool is_failed_check(enum hd_verdict v)
{
	return v == HD_VERDICT_ABORT || v == HD_VERDICT_ASSERTION;
}

bool hd_match_is_memory(enum hd_wanted_kind wanted)
{
	return wanted != HD_WANTED_ASSERTION && wanted != HD_WANTED_DEADLOCK && wanted != HD_WANTED_RACE;
}

bool hd_match_is_bad_pointer(enum hd_wanted_kind wanted)
{
	return hd_match_is_memory(wanted) && wanted != HD_WANTED_ABORT && wanted != HD_WANTED_OUT_OF_BOUNDS;
}

static enum hd_match best_if(bool same, bool possible)
{
	return same ? HD_MATCH_EXACT : possible ? HD_MATCH_FUNCTIONS : HD_MATCH_METHOD;
}

enum hd_match hd_match_kinds(enum hd_wanted_kind wanted, enum hd_verdict seen)
{
	bool freed_twice = seen == HD_VERDICT_DOUBLE_FREE || seen == HD_VERDICT_INVALID_FREE;
	bool used_after_free = seen == HD_VERDICT_USE_AFTER_FREE;

	switch (wanted) {
	case HD_WANTED_ASSERTION:
		return best_if(is_failed_check(seen), false);
	case HD_WANTED_DEADLOCK:
		return best_if(seen == HD_VERDICT_DEADLOCK, false);
	case HD_WANTED_RACE:
		return best_if(seen == HD_VERDICT_DATA_RACE, false);
	case HD_WANTED_USE_AFTER_FREE:
		return best_if(used_after_free, false);
	case HD_WANTED_OUT_OF_BOUNDS:
		return best_if(seen == HD_VERDICT_OUT_OF_BOUNDS || seen == HD_VERDICT_WILD_ACCESS, false);
	case HD_WANTED_DOUBLE_FREE: // what leads to the block may have been freed before
		return best_if(freed_twice, used_after_free);
	case HD_WANTED_NULL: // what was NULL may have been read from a freed block
		return best_if(seen == HD_VERDICT_NULL_DEREFERENCE, used_after_free);
	case HD_WANTED_ABORT: // the C library aborts, too, when it notices that the heap is damaged
		return best_if(is_failed_check(seen) || freed_twice,
			used_after_free || seen == HD_VERDICT_OUT_OF_BOUNDS);
	case HD_WANTED_FAULT:
		return best_if(is_memory_fault(seen), false);
	default:
		return best_if(is_memory_fault(seen) || is_failed_check(seen), false);
	}
}

// ---- chains ---------------------------------------------------------------------------

bool hd_chain_is_within(const struct hd_chain *wanted, const struct hd_chain *seen)
{
	unsigned at = 0;

	for (unsigned i = 0; i < seen->n && at < wanted->n; i++) {
		at += seen->functions[i] == wanted->functions[at];
	}
	return wanted->n > 0 && at == wanted->n && seen->functions[seen->n - 1] == wanted->functions[wanted->n - 1];
}

static bool has_lines(const struct hd_chain *c)
{
	for (unsigned i = 0; i < c->n; i++) {
		if (c->lines[i] > 0) {
			return true;
		}
	}
	return false;
}

// Is what is further in called by the wanted line?
static bool is_called_by_line(const struct hd_chain *wanted, const struct hd_chain *seen)
{
	for (unsigned i = 1; i < seen->n; i++) {
		if (seen->functions[i] == wanted->functions[0]) {
			return seen->lines[i] > 0 && seen->lines[i] == wanted->lines[0];
		}
	}
	return false;
}

enum hd_match hd_match_chains(const struct hd_chain *wanted, const struct hd_chain *seen, bool same_object)
{
	if (wanted->n == 0 || seen->n == 0 || seen->functions[seen->n - 1] != wanted->functions[wanted->n - 1]) {
		return HD_MATCH_NONE;
	}
	bool same_place = seen->functions[0] == wanted->functions[0];
	bool known = !same_place && has_lines(wanted) && !(same_object && is_called_by_line(wanted, seen));
	if (!hd_chain_is_within(wanted, seen) || known) {
		return HD_MATCH_METHOD;
	}
	unsigned line = wanted->lines[0], seen_line = seen->lines[0];
	if (!same_place || line == 0 || seen_line == 0) {
		return HD_MATCH_FUNCTIONS;
	}
	if (line == seen_line) {
		return wanted->n == seen->n ? HD_MATCH_EXACT : HD_MATCH_FUNCTIONS;
	}
	return seen_line < line && same_object ? HD_MATCH_FUNCTIONS : HD_MATCH_METHOD;
}

// ---- the code under test on a stack ---------------------------------------------------------

static const struct hd_func **functions; // by address; without a name: a thunk, which is not of that code
static unsigned nfunctions;

static void add_function(const struct hd_func *f)
{
	unsigned at = nfunctions++;

	for (; at > 0 && functions[at - 1]->address > f->address; at--) {
		functions[at] = functions[at - 1];
	}
	functions[at] = f;
}

// Thunks lie behind the code that they call, and would count as the last function of it.
static void sort_functions(void)
{
	unsigned n = __heddle_api.nfunctions;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		n += (unsigned)(m->funcs_end - m->funcs);
	}
	functions = hd_private_alloc((n + 1) * sizeof(const struct hd_func *));
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_func *f = m->funcs; f < m->funcs_end; f++) {
			add_function(f);
		}
	}
	struct hd_func *thunks = hd_private_alloc((__heddle_api.nfunctions + 1) * sizeof(*thunks));
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		thunks[i] = (struct hd_func){.address = (const void *)(uintptr_t)hd_function((uint16_t)i)->call};
		add_function(&thunks[i]);
	}
}

#define LONGEST (1u << 20) // bytes of a function: what is further away is other code

static const struct hd_func *function_at(uintptr_t pc)
{
	unsigned low = 0, high = nfunctions;

	while (low < high) {
		unsigned mid = (low + high) / 2;
		if ((uintptr_t)functions[mid]->address <= pc) {
			low = mid + 1;
		} else {
			high = mid;
		}
	}
	return low > 0 && pc - (uintptr_t)functions[low - 1]->address < LONGEST ? functions[low - 1] : NULL;
}

void hd_chain_of(const struct hd_stack *s, struct hd_chain *out)
{
	if (!functions) {
		sort_functions();
	}
	out->n = 0;
	for (unsigned i = 0; i < s->n && out->n < HD_WANTED_FRAMES; i++) {
		const struct hd_func *f = function_at(s->pc[i] - 1);
		if (f && f->name) {
			out->lines[out->n] = 0;
			out->functions[out->n++] = f;
		}
	}
}

void hd_chain_cut(struct hd_chain *c, const struct hd_func *method)
{
	for (unsigned i = c->n; i-- > 0;) {
		if (c->functions[i] == method) {
			c->n = i + 1;
			return;
		}
	}
}

// ---- faults ---------------------------------------------------------------------------

// Up to the first dot: the struct or the variable that a field is of.
static bool is_same_variable(const char *a, const char *b)
{
	size_t n = strcspn(a, ".");

	return n > 0 && strcspn(b, ".") == n && strncmp(a, b, n) == 0;
}

static bool uses_object(const struct hd_func *f, unsigned line, const struct hd_site *of)
{
	for (const struct hd_module *m = hd_modules; m && of->var; m = m->next) {
		for (const struct hd_site *s = m->sites; s < m->sites_end; s++) {
			if (s->func == f && s->line == line && s->var &&
				is_same_variable(s->var->name, of->var->name)) {
				return true;
			}
		}
	}
	return false;
}

static bool has_accesses(const struct hd_func *f, unsigned line)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_site *s = m->sites; s < m->sites_end; s++) {
			if (s->func == f && s->line == line && s->var) {
				return true;
			}
		}
	}
	return false;
}

// A line that accesses nothing itself faults in what it calls.
static bool may_use_object(const struct hd_chain *wanted, const struct hd_chain *seen, const struct hd_site *of)
{
	const struct hd_func *f = wanted->functions[0];

	return uses_object(f, wanted->lines[0], of) || (seen->functions[0] != f && !has_accesses(f, wanted->lines[0]));
}

// The site of a fault that only the processor noticed: the last one before it in that function. Of a
// deadlock, the site at which each thread waits; the fault itself has that of one of them.
static const struct hd_site *site_of(const struct hd_fault *f, int fiber, const struct hd_func *innermost)
{
	const struct hd_site *last = fiber >= 0 && (unsigned)fiber < hd.nfibers ? hd_fibers[fiber].op.site : NULL;
	bool own = f->fiber == fiber && f->site && f->kind != HD_VERDICT_DEADLOCK;
	const struct hd_site *site = own ? f->site : last;

	return site && site->func == innermost ? site : NULL;
}

static enum hd_match match_stack(const struct hd_wanted_stack *w, const struct hd_fault *f, const struct hd_stack *s)
{
	struct hd_chain seen, wanted = w->chain;

	if (wanted.n == 0) {
		return HD_MATCH_NONE;
	}
	hd_chain_of(s, &seen);
	hd_chain_cut(&seen, wanted.functions[wanted.n - 1]);
	if (seen.n == 0) {
		return HD_MATCH_NONE;
	}
	const struct hd_site *site = site_of(f, s->fiber, seen.functions[0]);
	seen.lines[0] = site ? site->line : 0;
	for (unsigned i = 1; i < seen.n; i++) {
		seen.lines[i] = hd_lost_call_line(seen.functions[i], seen.functions[i - 1]);
	}
	bool same_object = site && may_use_object(&wanted, &seen, site);
	enum hd_match m = hd_match_chains(&wanted, &seen, same_object);
	if (m < HD_MATCH_FUNCTIONS && f->tainted && wanted.n > 1 && seen.functions[0] == wanted.functions[1]) {
		// A library function without frame pointer hides its caller.
		memmove(wanted.functions, wanted.functions + 1, --wanted.n * sizeof(*wanted.functions));
		memset(wanted.lines, 0, sizeof(wanted.lines));
		m = hd_match_chains(&wanted, &seen, false);
	}
	return w->restored && m == HD_MATCH_EXACT ? HD_MATCH_FUNCTIONS : m;
}

// Every thread that was stuck must be stuck here, each at a place of its own.
static enum hd_match match_deadlock(const struct hd_fault *f)
{
	enum hd_match worst = HD_MATCH_EXACT;
	unsigned used = 0, wanted = 0;

	for (unsigned i = 0; i < hd_wanted->n; i++) {
		const struct hd_wanted_stack *w = &hd_wanted->stacks[i];
		if (!w->crashed || w->method < 0) {
			continue;
		}
		enum hd_match best = HD_MATCH_NONE;
		unsigned with = 0;
		for (unsigned k = 0; k < f->nstacks; k++) {
			enum hd_match m = used >> k & 1 ? HD_MATCH_NONE : match_stack(w, f, &f->stacks[k]);
			if (m > best) {
				best = m;
				with = k;
			}
		}
		used |= best > HD_MATCH_NONE ? 1u << with : 0;
		worst = best < worst ? best : worst;
		wanted++;
	}
	return wanted > 0 ? worst : HD_MATCH_NONE;
}

static enum hd_match match_access(const struct hd_wanted_stack *w, const struct hd_site *site)
{
	if (w->chain.n == 0 || !site || site->func != w->chain.functions[0]) {
		return HD_MATCH_NONE;
	}
	return w->chain.lines[0] == site->line ? HD_MATCH_EXACT
		: w->chain.lines[0] == 0       ? HD_MATCH_FUNCTIONS
					       : HD_MATCH_METHOD;
}

// Two accesses, in either order.
static enum hd_match match_race(const struct hd_fault *f)
{
	const struct hd_wanted_stack *two[2] = {0};
	unsigned n = 0;

	for (unsigned i = 0; i < hd_wanted->n && n < 2; i++) {
		if (hd_wanted->stacks[i].crashed) {
			two[n++] = &hd_wanted->stacks[i];
		}
	}
	if (n == 0) {
		return HD_MATCH_NONE;
	}
	const struct hd_wanted_stack *other = n == 2 ? two[1] : two[0];
	enum hd_match a = match_access(two[0], f->site), b = match_access(other, f->other_site);
	enum hd_match c = match_access(two[0], f->other_site), d = match_access(other, f->site);
	enum hd_match straight = a < b ? a : b, crossed = c < d ? c : d;
	return straight > crossed ? straight : crossed;
}

enum hd_match hd_match_fault(const struct hd_fault *f)
{
	enum hd_match m;

	if (f->kind == HD_VERDICT_NONE || f->nstacks == 0 || f->kind == HD_VERDICT_NOT_LINEARIZABLE) {
		return HD_MATCH_NONE;
	}
	if (hd_wanted->kind == HD_WANTED_DEADLOCK && f->kind == HD_VERDICT_DEADLOCK) {
		return match_deadlock(f);
	}
	if (hd_wanted->kind == HD_WANTED_RACE && f->kind == HD_VERDICT_DATA_RACE) {
		return match_race(f);
	}
	m = match_stack(hd_wanted_stack(), f, &f->stacks[0]);
	enum hd_match best = hd_match_kinds(hd_wanted->kind, f->kind);
	return m < best ? m : best;
}
