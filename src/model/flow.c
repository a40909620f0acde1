// SPDX-License-Identifier: Apache-2.0
#include "model/flow.h"

#include "runtime/rt.h"

#include <stdlib.h>
#include <string.h>

void hd_flow_group(const uint32_t *keys, uint32_t n, uint32_t nkeys, uint32_t *first, uint32_t *items)
{
	uint32_t *fill = calloc(nkeys + 1, sizeof(*fill));

	for (uint32_t i = 0; i < n; i++) {
		fill[keys[i] < nkeys ? keys[i] : nkeys]++;
	}
	first[0] = 0;
	for (uint32_t k = 0; k < nkeys; k++) {
		first[k + 1] = first[k] + fill[k];
		fill[k] = first[k];
	}
	for (uint32_t i = 0; i < n; i++) {
		if (keys[i] < nkeys) {
			items[fill[keys[i]]++] = i;
		}
	}
	free(fill);
}

static bool unite(uint64_t *into, const uint64_t *from, unsigned words)
{
	uint64_t fresh = 0;

	for (unsigned i = 0; i < words; i++) {
		fresh |= from[i] & ~into[i];
		into[i] |= from[i];
	}
	return fresh != 0;
}

// ---- functions, calls, edges -------------------------------------------------------

static void collect_functions(struct hd_flow *flow, const struct hd_calls *calls)
{
	flow->nfuncs = calls->nfuncs;
	flow->funcs = hd_persist_alloc((flow->nfuncs + 1) * sizeof(*flow->funcs));
	flow->taken = hd_persist_alloc(flow->nfuncs + 1);
	for (unsigned f = 0; f < flow->nfuncs; f++) {
		uint32_t n = calls->records[f]->nblocks;
		flow->funcs[f] = (struct hd_flow_func){
			.record = calls->records[f],
			.first_block = flow->nblocks,
			.nblocks = n,
			.words = n / 64 + 1,
		};
		flow->nblocks += n;
	}
	for (unsigned i = 0; i < calls->ntaken; i++) {
		flow->taken[calls->taken[i]] = true;
	}
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		flow->nsites += (unsigned)(m->sites_end - m->sites);
	}
}

static void collect_calls(struct hd_flow *flow, const struct hd_calls *calls)
{
	uint32_t n = calls->first[flow->nfuncs];
	uint32_t *callees = calloc(n + 1, sizeof(*callees));

	flow->calls = hd_persist_alloc((n + 1) * sizeof(*flow->calls));
	flow->first_call = hd_persist_alloc((flow->nfuncs + 2) * sizeof(*flow->first_call));
	flow->callers = hd_persist_alloc((n + 1) * sizeof(*flow->callers));
	flow->first_caller = hd_persist_alloc((flow->nfuncs + 2) * sizeof(*flow->first_caller));
	for (unsigned f = 0; f < flow->nfuncs; f++) {
		for (uint32_t i = calls->first[f]; i < calls->first[f + 1]; i++) {
			callees[i] = calls->calls[i].func;
			flow->calls[i] = (struct hd_flow_call){
				.place = hd_place_of_call(calls->calls[i].record),
				.caller = f,
				.callee = callees[i],
			};
		}
	}
	// The function that stands for pointers makes no calls of its own.
	memcpy(flow->first_call, calls->first, (flow->nfuncs + 1) * sizeof(*flow->first_call));
	flow->first_call[flow->nfuncs + 1] = n;
	hd_flow_group(callees, n, flow->nfuncs + 1, flow->first_caller, flow->callers);
	free(callees);
}

static void list_edges(const struct hd_flow *flow, struct hd_flow_edge *list, uint32_t *from)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_edge *e = m->edges; e < m->edges_end; e++, list++, from++) {
			uint32_t f = hd_calls_number(e->func);
			if (f == HD_MODEL_NONE) {
				*from = HD_MODEL_NONE;
				continue;
			}
			uint32_t base = flow->funcs[f].first_block;
			*from = base + e->from;
			*list = (struct hd_flow_edge){.record = e, .from = base + e->from, .to = base + e->to};
		}
	}
}

static void collect_edges(struct hd_flow *flow)
{
	uint32_t n = 0;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		n += (uint32_t)(m->edges_end - m->edges);
	}
	struct hd_flow_edge *list = calloc(n + 1, sizeof(*list));
	uint32_t *from = calloc(n + 1, sizeof(*from)), *sorted = calloc(n + 1, sizeof(*sorted));
	list_edges(flow, list, from);
	flow->first_edge = hd_persist_alloc((flow->nblocks + 1) * sizeof(*flow->first_edge));
	hd_flow_group(from, n, flow->nblocks, flow->first_edge, sorted);
	flow->nedges = flow->first_edge[flow->nblocks];
	flow->edges = hd_persist_alloc((flow->nedges + 1) * sizeof(*flow->edges));
	for (uint32_t i = 0; i < flow->nedges; i++) {
		flow->edges[i] = list[sorted[i]];
	}
	free(list);
	free(from);
	free(sorted);
}

// ---- what follows what -----------------------------------------------------------------

static void close_blocks(const struct hd_flow *flow, struct hd_flow_func *func)
{
	bool changes = true;

	func->reach = hd_persist_alloc(((size_t)func->nblocks * func->words + 1) * sizeof(*func->reach));
	while (changes) {
		changes = false;
		for (uint32_t b = func->nblocks; b-- > 0;) {
			uint64_t *row = &func->reach[(size_t)b * func->words];
			const uint32_t *first = &flow->first_edge[func->first_block + b];
			for (uint32_t i = first[0]; i < first[1]; i++) {
				uint32_t to = flow->edges[i].to - func->first_block;
				changes |= !hd_set_has(row, to);
				hd_set_add(row, to);
				changes |= unite(row, &func->reach[(size_t)to * func->words], func->words);
			}
		}
	}
}

static bool follows(const struct hd_flow_func *func, const struct hd_place *a, const struct hd_place *b)
{
	return (a->block == b->block && a->order < b->order) ||
		hd_set_has(&func->reach[(size_t)a->block * func->words], b->block);
}

static uint64_t *row_of(const struct hd_flow *flow, uint64_t *matrix, uint32_t func)
{
	return &matrix[(size_t)func * flow->words];
}

// Whatever functions the calls of `func` behind a place enter.
static void unite_entered(const struct hd_flow *flow, uint32_t func, const struct hd_place *after, uint64_t *into)
{
	for (uint32_t i = flow->first_call[func]; i < flow->first_call[func + 1]; i++) {
		const struct hd_flow_call *c = &flow->calls[i];
		if (c->callee != HD_MODEL_NONE && follows(&flow->funcs[func], after, &c->place)) {
			unite(into, row_of(flow, flow->entered, c->callee), flow->words);
		}
	}
}

// Along every call, from callee to caller or the other way, until nothing changes.
static void close_over_calls(const struct hd_flow *flow, uint64_t *matrix, bool upwards)
{
	bool changes = true;

	while (changes) {
		changes = false;
		for (uint32_t i = flow->first_call[flow->nfuncs]; i-- > 0;) {
			const struct hd_flow_call *c = &flow->calls[i];
			if (c->callee == HD_MODEL_NONE || (!upwards && !flow->funcs[c->caller].reached)) {
				continue;
			}
			uint64_t *caller = row_of(flow, matrix, c->caller), *callee = row_of(flow, matrix, c->callee);
			changes |= upwards ? unite(caller, callee, flow->words) : unite(callee, caller, flow->words);
		}
		for (unsigned f = 0; f < flow->nfuncs; f++) {
			uint64_t *any = row_of(flow, matrix, flow->nfuncs), *it = row_of(flow, matrix, f);
			if (flow->taken[f]) {
				changes |= upwards ? unite(any, it, flow->words) : unite(it, any, flow->words);
			}
		}
	}
}

static void close_calls(struct hd_flow *flow)
{
	for (unsigned f = 0; f <= flow->nfuncs; f++) {
		hd_set_add(row_of(flow, flow->entered, f), f);
	}
	close_over_calls(flow, flow->entered, true);
}

static void find_later(struct hd_flow *flow)
{
	for (uint32_t i = 0; i < flow->first_call[flow->nfuncs]; i++) {
		const struct hd_flow_call *c = &flow->calls[i];
		if (c->callee != HD_MODEL_NONE && flow->funcs[c->caller].reached) {
			unite_entered(flow, c->caller, &c->place, row_of(flow, flow->later, c->callee));
		}
	}
	close_over_calls(flow, flow->later, false);
}

// ---- roots --------------------------------------------------------------------------------

static void reach_from(const struct hd_flow *flow, uint32_t root)
{
	const uint64_t *entered = row_of(flow, flow->entered, root);

	flow->funcs[root].root = true;
	for (unsigned f = 0; f <= flow->nfuncs; f++) {
		flow->funcs[f].reached |= hd_set_has(entered, f);
	}
}

static void find_roots(struct hd_flow *flow, const struct hd_calls *calls, const void *const *roots, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		uint32_t f = hd_calls_func_at(calls, roots[i]);
		if (f != HD_MODEL_NONE) {
			reach_from(flow, f);
		}
	}
	bool through_pointers = flow->funcs[flow->nfuncs].reached;
	for (unsigned f = 0; f < flow->nfuncs; f++) {
		bool called = flow->first_caller[f] < flow->first_caller[f + 1] || (flow->taken[f] && through_pointers);
		if (n == 0 || !called || (flow->taken[f] && !through_pointers)) {
			reach_from(flow, f);
		}
	}
}

struct hd_flow *hd_flow_create(const void *const *roots, unsigned n)
{
	struct hd_flow *flow = hd_persist_alloc(sizeof(*flow));
	struct hd_calls calls;

	hd_calls_create(&calls);
	collect_functions(flow, &calls);
	collect_calls(flow, &calls);
	collect_edges(flow);
	for (unsigned f = 0; f < flow->nfuncs; f++) {
		close_blocks(flow, &flow->funcs[f]);
	}
	flow->words = flow->nfuncs / 64 + 1;
	flow->entered = hd_persist_alloc((flow->nfuncs + 1) * (size_t)flow->words * sizeof(*flow->entered));
	flow->later = hd_persist_alloc((flow->nfuncs + 1) * (size_t)flow->words * sizeof(*flow->later));
	close_calls(flow);
	find_roots(flow, &calls, roots, n);
	find_later(flow);
	hd_control_find(flow);
	hd_calls_destroy(&calls);
	return flow;
}

unsigned hd_flow_untold(const struct hd_flow *flow)
{
	unsigned n = 0;

	for (unsigned f = 0; f < flow->nfuncs; f++) {
		n += flow->funcs[f].reached && !(flow->funcs[f].record->flags & HD_FUNC_FLOW);
	}
	return n;
}

// ---- queries --------------------------------------------------------------------------------

static uint32_t func_of(const struct hd_flow *flow, const struct hd_place *p)
{
	uint32_t f = p->func ? hd_calls_number(p->func) : HD_MODEL_NONE;
	return f != HD_MODEL_NONE && p->block < flow->funcs[f].nblocks ? f : HD_MODEL_NONE;
}

uint32_t hd_flow_block_of(const struct hd_flow *flow, const struct hd_place *p)
{
	uint32_t f = func_of(flow, p);
	return f == HD_MODEL_NONE ? HD_MODEL_NONE : flow->funcs[f].first_block + p->block;
}

// Is `b`, in another function that a call of this one enters, executed after `a`?
static bool calls_later(const struct hd_flow *flow, uint32_t func, const struct hd_place *a, uint32_t other)
{
	for (uint32_t i = flow->first_call[func]; i < flow->first_call[func + 1]; i++) {
		const struct hd_flow_call *c = &flow->calls[i];
		if (c->callee != HD_MODEL_NONE && hd_set_has(row_of(flow, flow->entered, c->callee), other) &&
			follows(&flow->funcs[func], a, &c->place)) {
			return true;
		}
	}
	return false;
}

// Has a call of this function, before `b`, entered the other?
static bool called_before(const struct hd_flow *flow, uint32_t func, const struct hd_place *b, uint32_t other)
{
	for (uint32_t i = flow->first_call[func]; i < flow->first_call[func + 1]; i++) {
		const struct hd_flow_call *c = &flow->calls[i];
		if (c->callee != HD_MODEL_NONE && hd_set_has(row_of(flow, flow->entered, c->callee), other) &&
			follows(&flow->funcs[func], &c->place, b)) {
			return true;
		}
	}
	return false;
}

bool hd_flow_reaches_place(const struct hd_flow *flow, const struct hd_place *a, const struct hd_place *b)
{
	uint32_t of_a = func_of(flow, a), of_b = func_of(flow, b);

	if (of_a == HD_MODEL_NONE || of_b == HD_MODEL_NONE) {
		return true; // nothing is known
	}
	return (of_a == of_b && follows(&flow->funcs[of_a], a, b)) || calls_later(flow, of_a, a, of_b) ||
		hd_set_has(row_of(flow, flow->later, of_a), of_b) ||
		(flow->funcs[of_b].reached && called_before(flow, of_b, b, of_a));
}

bool hd_flow_reaches(const struct hd_flow *flow, const struct hd_site *a, const struct hd_site *b)
{
	struct hd_place pa = hd_place_of_site(a), pb = hd_place_of_site(b);
	return hd_flow_reaches_place(flow, &pa, &pb);
}

static const char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static bool is_at(const struct hd_func *f, const char *its_file, const char *function, const char *file)
{
	return f && (!function || strcmp(f->name, function) == 0) &&
		(!file || (its_file && strcmp(name_of(its_file), name_of(file)) == 0));
}

unsigned hd_flow_places(const struct hd_flow *flow, const char *function, const char *file, unsigned line,
	struct hd_place *out, unsigned room)
{
	unsigned n = 0;

	for (unsigned id = 1; id <= flow->nsites; id++) {
		const struct hd_site *s = hd_site_by_id(id);
		if (s->line == line && is_at(s->func, s->file, function, file)) {
			if (n < room) {
				out[n] = hd_place_of_site(s);
			}
			n++;
		}
	}
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_call *c = m->calls; c < m->calls_end; c++) {
			if (c->caller && c->line == line && is_at(c->caller, c->caller->file, function, file)) {
				if (n < room) {
					out[n] = hd_place_of_call(c);
				}
				n++;
			}
		}
	}
	return n;
}

// ---- which branches decide ------------------------------------------------------------------

struct listing {
	struct hd_flow_outcome *out;
	unsigned room, n;
	uint64_t *seen; // functions
};

static void list_controllers(const struct hd_flow *flow, uint32_t func, uint32_t block, struct listing *l)
{
	uint32_t at = flow->funcs[func].first_block + block;

	for (uint32_t i = flow->first_control[at]; i < flow->first_control[at + 1]; i++) {
		const struct hd_edge *e = flow->edges[flow->controls[i]].record;
		if (l->n < l->room) {
			l->out[l->n] = (struct hd_flow_outcome){.branch = e->branch,
				.outcome = (enum hd_outcome_kind)e->outcome,
				.value = e->value};
		}
		l->n++;
	}
	if (!flow->always[at] || hd_set_has(l->seen, func)) {
		return;
	}
	hd_set_add(l->seen, func);
	for (uint32_t callee = func; callee != HD_MODEL_NONE;
		callee = callee == func && flow->taken[func] ? flow->nfuncs : HD_MODEL_NONE) {
		for (uint32_t i = flow->first_caller[callee]; i < flow->first_caller[callee + 1]; i++) {
			const struct hd_flow_call *c = &flow->calls[flow->callers[i]];
			if (flow->funcs[c->caller].reached) {
				list_controllers(flow, c->caller, c->place.block, l);
			}
		}
	}
}

unsigned hd_flow_controllers(const struct hd_flow *flow, const struct hd_place *p, struct hd_flow_outcome *out,
	unsigned room)
{
	uint32_t func = func_of(flow, p);
	struct listing l = {.out = out, .room = room, .seen = calloc(flow->words, sizeof(uint64_t))};

	if (func != HD_MODEL_NONE) {
		list_controllers(flow, func, p->block, &l);
	}
	free(l.seen);
	return l.n;
}
