// SPDX-License-Identifier: Apache-2.0
#include "model/constants.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FUNCS 64 // that are looked at for one

// Of the harness itself. What libraries compare with that were instrumented apart is not known.
extern const struct hd_constant __start_heddle_constants[] __attribute__((weak, visibility("hidden")));
extern const struct hd_constant __stop_heddle_constants[] __attribute__((weak, visibility("hidden")));

static bool is_same(const struct hd_constant *a, const struct hd_constant *b)
{
	if (!a->text || !b->text) {
		return !a->text && !b->text && a->value == b->value;
	}
	return strcmp(a->text, b->text) == 0;
}

static unsigned add(const struct hd_constant *c, const struct hd_constant **out, unsigned n, unsigned most)
{
	for (unsigned i = 0; i < n; i++) {
		if (is_same(out[i], c)) {
			return n;
		}
	}
	if (n < most) {
		out[n++] = c;
	}
	return n;
}

static unsigned add_new(uint32_t *funcs, unsigned n, uint32_t func)
{
	for (unsigned i = 0; i < n; i++) {
		if (funcs[i] == func) {
			return n;
		}
	}
	if (n < MOST_FUNCS) {
		funcs[n++] = func;
	}
	return n;
}

void hd_constants_create(struct hd_constants *c, const struct hd_calls *calls)
{
	size_t n = (size_t)(__stop_heddle_constants - __start_heddle_constants);

	c->calls = calls;
	c->first = calloc(calls->nfuncs + 1, sizeof(*c->first));
	c->next = calloc(n + 1, sizeof(*c->next));
	for (size_t i = n; i-- > 0;) {
		uint32_t func = hd_calls_number(__start_heddle_constants[i].func);
		if (func != HD_MODEL_NONE) {
			c->next[i] = c->first[func];
			c->first[func] = (uint32_t)i + 1;
		}
	}
}

void hd_constants_destroy(struct hd_constants *c)
{
	free(c->first);
	free(c->next);
}

// Breadth first, without calls through pointers: what lies near matters more.
unsigned hd_constants_of(const struct hd_constants *c, const void *address, const struct hd_constant **out,
	unsigned most)
{
	const struct hd_calls *calls = c->calls;
	uint32_t funcs[MOST_FUNCS], start = hd_calls_func_at(calls, address);
	unsigned nfuncs = 0, n = 0;

	if (start == HD_MODEL_NONE) {
		return 0;
	}
	nfuncs = add_new(funcs, nfuncs, start);
	for (unsigned i = 0; i < nfuncs; i++) {
		for (uint32_t k = c->first[funcs[i]]; k > 0; k = c->next[k - 1]) {
			n = add(&__start_heddle_constants[k - 1], out, n, most);
		}
		for (uint32_t k = calls->first[funcs[i]]; k < calls->first[funcs[i] + 1]; k++) {
			uint32_t called = calls->calls[k].func;
			nfuncs = called < calls->nfuncs ? add_new(funcs, nfuncs, called) : nfuncs;
		}
	}
	return n;
}
