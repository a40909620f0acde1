// SPDX-License-Identifier: Apache-2.0
#include "model/calls.h"

#include "runtime/rt.h"

#include <stdlib.h>

struct hd_address {
	const void *address;
	uint32_t func;
};

static int by_address(const void *a, const void *b)
{
	const struct hd_address *p = a, *q = b;
	return (p->address > q->address) - (p->address < q->address);
}

uint32_t hd_calls_func_at(const struct hd_calls *c, const void *address)
{
	struct hd_address key = {.address = address};
	const struct hd_address *p = bsearch(&key, c->places, c->nfuncs, sizeof(key), by_address);
	return p ? p->func : HD_MODEL_NONE;
}

uint32_t hd_calls_func_around(const struct hd_calls *c, const void *address)
{
	unsigned low = 0, high = c->nfuncs;

	while (low < high) {
		unsigned mid = (low + high) / 2;
		if (c->places[mid].address <= address) {
			low = mid + 1;
		} else {
			high = mid;
		}
	}
	return low ? c->places[low - 1].func : HD_MODEL_NONE;
}

uint32_t hd_calls_number(const struct hd_func *record)
{
	uint32_t base = 0;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		if (record >= m->funcs && record < m->funcs_end) {
			return base + (uint32_t)(record - m->funcs);
		}
		base += (uint32_t)(m->funcs_end - m->funcs);
	}
	return HD_MODEL_NONE;
}

static void number_functions(struct hd_calls *c)
{
	unsigned n = 0;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_func *f = m->funcs; f < m->funcs_end; f++, n++) {
			c->places[n] = (struct hd_address){.address = f->address, .func = n};
			c->records[n] = f;
		}
	}
	qsort(c->places, n, sizeof(*c->places), by_address);
}

static uint32_t caller_of(const struct hd_call *call)
{
	return call->caller ? hd_calls_number(call->caller) : HD_MODEL_NONE;
}

static void note(struct hd_calls *c, const struct hd_call *call, uint32_t *fill)
{
	uint32_t caller = caller_of(call);
	uint32_t callee = call->callee ? hd_calls_func_at(c, call->callee) : c->nfuncs;

	if (caller != HD_MODEL_NONE) {
		c->calls[fill[caller]++] = (struct hd_called){.record = call, .func = callee};
	} else if (!call->caller && callee != HD_MODEL_NONE) {
		c->taken[c->ntaken++] = callee;
	}
}

// Sorted by caller: counted, then filled in.
static void collect(struct hd_calls *c)
{
	uint32_t *fill = calloc(c->nfuncs + 1, sizeof(*fill));

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_call *call = m->calls; call < m->calls_end; call++) {
			uint32_t caller = caller_of(call);
			if (caller != HD_MODEL_NONE) {
				c->first[caller + 1]++;
			}
		}
	}
	for (unsigned i = 0; i < c->nfuncs; i++) {
		c->first[i + 1] += c->first[i];
		fill[i] = c->first[i];
	}
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_call *call = m->calls; call < m->calls_end; call++) {
			note(c, call, fill);
		}
	}
	free(fill);
}

void hd_calls_create(struct hd_calls *c)
{
	unsigned ncalls = 0;

	*c = (struct hd_calls){0};
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		c->nfuncs += (unsigned)(m->funcs_end - m->funcs);
		ncalls += (unsigned)(m->calls_end - m->calls);
	}
	c->records = calloc(c->nfuncs + 1, sizeof(*c->records));
	c->places = calloc(c->nfuncs + 1, sizeof(*c->places));
	c->first = calloc(c->nfuncs + 2, sizeof(*c->first));
	c->calls = calloc(ncalls + 1, sizeof(*c->calls));
	c->taken = calloc(ncalls + 1, sizeof(*c->taken));
	number_functions(c);
	collect(c);
}

void hd_calls_destroy(struct hd_calls *c)
{
	free(c->records);
	free(c->places);
	free(c->first);
	free(c->calls);
	free(c->taken);
}
