// SPDX-License-Identifier: Apache-2.0
// Frames that a stack does not have, from what the functions of the program call.
//
// The innermost: NULL has no frame, and tools that follow frame pointers do without the one that called
// it. If the next one does not call through a pointer, but one function that it calls does, it was that.
//
// The outermost: a function that ends with a call leaves its frame to the function that it calls. So if the
// stack ends below the API, it was the method from which calls lead there, or any of several.
#include "strategy/concrash/wanted.h"

#include <string.h>

// ---- the innermost ----------------------------------------------------------------------

static const struct hd_func *function_of(const void *address)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_func *f = m->funcs; f < m->funcs_end; f++) {
			if (f->address == address) {
				return f;
			}
		}
	}
	return NULL;
}

// The next call of a function (in that line, unless it is 0) after `last`, which is NULL at first.
static const struct hd_call *next_call(const struct hd_func *of, unsigned line, const struct hd_call *last)
{
	bool passed = !last;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_call *c = m->calls; c < m->calls_end; c++) {
			if (passed && c->caller == of && (line == 0 || c->line == line)) {
				return c;
			}
			passed |= c == last;
		}
	}
	return NULL;
}

// A call through a pointer; NULL: there is none.
static const struct hd_call *pointer_call(const struct hd_func *of, unsigned line)
{
	const struct hd_call *c = next_call(of, line, NULL);

	while (c && c->callee) {
		c = next_call(of, line, c);
	}
	return c;
}

// The function that the innermost one called and that may have called NULL: the only one there that calls
// through a pointer. NULL: none, or it may be several.
static const struct hd_call *lost_call(const struct hd_chain *chain)
{
	const struct hd_call *lost = NULL, *c = NULL;

	while ((c = next_call(chain->functions[0], chain->lines[0], c))) {
		const struct hd_func *f = function_of(c->callee);
		const struct hd_call *by = f ? pointer_call(f, 0) : NULL;
		if (by && lost && by->caller != lost->caller) {
			return NULL;
		}
		lost = by ? by : lost;
	}
	return lost;
}

void hd_lost_innermost(struct hd_wanted_stack *s)
{
	struct hd_chain *chain = &s->chain;

	if (chain->n == 0 || chain->n == HD_WANTED_FRAMES) {
		return;
	}
	const struct hd_call *by = pointer_call(chain->functions[0], chain->lines[0]);
	bool lost = !by;
	by = by ? by : lost_call(chain);
	if (!by || (!lost && chain->lines[0] > 0)) {
		return; // nothing is missing, or nothing is known
	}
	if (lost) {
		memmove(chain->functions + 1, chain->functions, chain->n * sizeof(*chain->functions));
		memmove(chain->lines + 1, chain->lines, chain->n++ * sizeof(*chain->lines));
	}
	chain->functions[0] = by->caller;
	chain->lines[0] = by->line;
	s->restored = true;
}

unsigned hd_lost_call_line(const struct hd_func *caller, const struct hd_func *callee)
{
	unsigned line = 0;

	for (const struct hd_call *c = NULL; (c = next_call(caller, 0, c));) {
		if (c->callee == callee->address && line != 0 && c->line != line) {
			return 0;
		}
		line = c->callee == callee->address ? c->line : line;
	}
	return line;
}

// ---- the outermost ----------------------------------------------------------------------

struct callers {
	const struct hd_func **list; // the nearest first
	unsigned n;
};

static void add_caller(struct callers *c, const struct hd_func *f)
{
	for (unsigned i = 0; i < c->n; i++) {
		if (c->list[i] == f) {
			return;
		}
	}
	c->list[c->n++] = f;
}

// The function, and those from which calls lead to it.
static struct callers callers_of(const struct hd_func *f)
{
	unsigned most = 1;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		most += (unsigned)(m->funcs_end - m->funcs);
	}
	struct callers c = {.list = hd_private_alloc(most * sizeof(*c.list))};
	add_caller(&c, f);
	for (unsigned i = 0; i < c.n; i++) {
		for (const struct hd_module *m = hd_modules; m; m = m->next) {
			for (const struct hd_call *call = m->calls; call < m->calls_end; call++) {
				if (call->callee == c.list[i]->address && call->callee && c.n < most) {
					add_caller(&c, call->caller);
				}
			}
		}
	}
	return c;
}

// The first, which is the nearest, says which class it is. True: it is one more.
static bool add_method(struct hd_wanted_stack *s, int function)
{
	if (s->method < 0) {
		s->method = function;
		s->methods = hd_persist_alloc(__heddle_api.nfunctions * sizeof(*s->methods));
	}
	s->methods[function] = hd_function((uint16_t)function)->class == hd_function((uint16_t)s->method)->class;
	return s->methods[function];
}

static void append(struct hd_chain *chain, const struct hd_func *f)
{
	if (chain->n < HD_WANTED_FRAMES) {
		chain->functions[chain->n] = f;
		chain->lines[chain->n++] = 0;
	}
}

void hd_lost_outermost(struct hd_wanted_stack *s)
{
	const struct hd_func *only = NULL;
	unsigned n = 0;

	if (s->chain.n == 0) {
		return;
	}
	struct callers c = callers_of(s->chain.functions[s->chain.n - 1]);
	for (unsigned i = 0; i < c.n; i++) {
		int function = hd_wanted_api_function(c.list[i]);
		if (function >= 0 && hd_wanted_is_callable(function) && add_method(s, function)) {
			only = c.list[i];
			n++;
		}
	}
	s->restored |= n > 0;
	if (n == 1) {
		append(&s->chain, only);
		s->methods = NULL;
	}
}
