// SPDX-License-Identifier: Apache-2.0
#include "model/model.h"

#include "runtime/rt.h"
#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

// ---- functions -------------------------------------------------------------------

struct place {
	const void *address;
	uint32_t func;
};

// What building needs and the model does not keep.
struct builder {
	struct hd_model *model;
	struct place *places;         // sorted by address
	uint32_t *first_call;         // by function: its calls in `callees`
	uint32_t *callees;            // function numbers
	bool *indirect;               // by function: calls through a pointer
	uint32_t *taken;              // functions whose address is taken
	unsigned ntaken;
	uint32_t *stack;
};

static int by_address(const void *a, const void *b)
{
	const struct place *p = a, *q = b;
	return (p->address > q->address) - (p->address < q->address);
}

static uint32_t func_at(const struct builder *b, const void *address)
{
	struct place key = {.address = address};
	const struct place *p = bsearch(&key, b->places, b->model->nfuncs, sizeof(key), by_address);
	return p ? p->func : HD_MODEL_NONE;
}

static uint32_t func_of_record(const struct hd_func *record)
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

static void number_functions(struct builder *b)
{
	unsigned n = 0;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_func *f = m->funcs; f < m->funcs_end; f++, n++) {
			b->places[n] = (struct place){.address = f->address, .func = n};
		}
	}
	qsort(b->places, n, sizeof(*b->places), by_address);
}

// ---- the call graph -----------------------------------------------------------------

static void note_call(struct builder *b, const struct hd_call *c, uint32_t *fill)
{
	uint32_t caller = c->caller ? func_of_record(c->caller) : HD_MODEL_NONE;
	uint32_t callee = c->callee ? func_at(b, c->callee) : HD_MODEL_NONE;

	if (!c->caller && callee != HD_MODEL_NONE) {
		b->taken[b->ntaken++] = callee;
	} else if (caller != HD_MODEL_NONE && !c->callee) {
		b->indirect[caller] = true;
	} else if (caller != HD_MODEL_NONE && callee != HD_MODEL_NONE) {
		b->callees[fill[caller]++] = callee;
	}
}

// Calls sorted by caller: counted, then filled in.
static void collect_calls(struct builder *b, uint32_t *fill)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_call *c = m->calls; c < m->calls_end; c++) {
			uint32_t caller = c->caller ? func_of_record(c->caller) : HD_MODEL_NONE;
			if (caller != HD_MODEL_NONE) {
				b->first_call[caller + 1]++;
			}
		}
	}
	for (unsigned i = 0; i < b->model->nfuncs; i++) {
		b->first_call[i + 1] += b->first_call[i];
		fill[i] = b->first_call[i];
	}
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_call *c = m->calls; c < m->calls_end; c++) {
			note_call(b, c, fill);
		}
	}
	for (unsigned i = 0; i < b->model->nfuncs; i++) { // calls of what is not instrumented leave gaps
		while (fill[i] < b->first_call[i + 1]) {
			b->callees[fill[i]++] = HD_MODEL_NONE;
		}
	}
}

static bool visit(struct hd_model *m, uint32_t func, unsigned method)
{
	uint64_t *set = func == HD_MODEL_NONE ? NULL : &m->methods_of_func[(size_t)func * m->words];

	if (!set || hd_set_has(set, method)) {
		return false;
	}
	hd_set_add(set, method);
	return true;
}

static void close_over_calls(struct builder *b, unsigned method, uint32_t root)
{
	unsigned depth = 0;

	if (visit(b->model, root, method)) {
		b->stack[depth++] = root;
	}
	while (depth > 0) {
		uint32_t f = b->stack[--depth];
		for (uint32_t i = b->first_call[f]; i < b->first_call[f + 1]; i++) {
			if (visit(b->model, b->callees[i], method)) {
				b->stack[depth++] = b->callees[i];
			}
		}
		for (unsigned i = 0; b->indirect[f] && i < b->ntaken; i++) {
			if (visit(b->model, b->taken[i], method)) {
				b->stack[depth++] = b->taken[i];
			}
		}
	}
}

// Whoever it is that calls one: what methods do not reach may be a thread or a callback.
static bool calls_methods(const struct builder *b, const void *const *methods)
{
	uint32_t calls = b->first_call[b->model->nfuncs];
	bool *is_method = calloc(b->model->nfuncs + 1, sizeof(*is_method)), any = false;

	for (unsigned i = 0; i < b->model->nmethods; i++) {
		uint32_t func = func_at(b, methods[i]);
		is_method[func == HD_MODEL_NONE ? b->model->nfuncs : func] = true;
	}
	for (uint32_t i = 0; i < calls; i++) {
		any |= b->callees[i] != HD_MODEL_NONE && is_method[b->callees[i]];
	}
	for (unsigned i = 0; i < b->ntaken; i++) {
		any |= is_method[b->taken[i]];
	}
	free(is_method);
	return any;
}

// ---- variables -------------------------------------------------------------------------

static bool is_reached(const struct hd_model *m, uint32_t site)
{
	const uint64_t *set = &m->methods_of_func[(size_t)m->func_of_site[site] * m->words];

	for (unsigned w = 0; w < m->words; w++) {
		if (set[w]) {
			return true;
		}
	}
	return false;
}

static bool is_variable(const struct hd_site *s)
{
	return (hd_model_is_read(s) || hd_model_is_write(s)) && s->var && s->var->name &&
		s->var->scope != HD_SCOPE_LOCAL;
}

static uint64_t hash_name(const char *name)
{
	uint64_t h = 5381;

	while (*name) {
		h = h * 33 + (unsigned char)*name++;
	}
	return h;
}

// Number of the variable of that name, made if it is new.
static uint32_t variable_named(struct hd_model *m, struct hd_table *names, const char *name)
{
	for (uint64_t key = hash_name(name);; key++) {
		uint32_t var = hd_table_number(names, key);
		if (var == m->nvars) {
			m->vars[m->nvars++].name = name;
			return var;
		}
		if (strcmp(m->vars[var].name, name) == 0) {
			return var;
		}
	}
}

static void count_site(struct hd_model *m, uint32_t id, const struct hd_site *s, uint32_t var)
{
	struct hd_model_var *v = &m->vars[var];
	bool reached = is_reached(m, id);

	if (hd_model_is_read(s)) {
		v->all_reads++;
		v->nreads += reached;
	} else {
		v->all_writes++;
		v->nwrites += reached;
	}
	m->var_of_site[id] = var;
}

// Variables that no method reaches, or that are never written, are not shared mutable variables.
static void drop_others(struct hd_model *m)
{
	uint32_t *renumber = calloc(m->nvars + 1, sizeof(*renumber));
	unsigned kept = 0;

	for (unsigned i = 0; i < m->nvars; i++) {
		bool wanted = m->vars[i].nwrites > 0;
		renumber[i] = wanted ? kept : HD_MODEL_NONE;
		if (wanted) {
			m->vars[kept++] = m->vars[i];
		}
	}
	m->nvars = kept;
	for (unsigned id = 1; id <= m->nsites; id++) {
		uint32_t var = m->var_of_site[id];
		bool wanted = var != HD_MODEL_NONE && is_reached(m, id);
		m->var_of_site[id] = wanted ? renumber[var] : HD_MODEL_NONE;
	}
	free(renumber);
}

static void list_sites(struct hd_model *m)
{
	uint32_t *room = hd_persist_alloc((m->nsites + 1) * sizeof(*room));

	for (unsigned i = 0; i < m->nvars; i++) {
		struct hd_model_var *v = &m->vars[i];
		v->reads = room;
		v->writes = room + v->nreads;
		room += v->nreads + v->nwrites;
		v->nreads = v->nwrites = 0;
	}
	for (unsigned id = 1; id <= m->nsites; id++) {
		if (m->var_of_site[id] != HD_MODEL_NONE) {
			struct hd_model_var *v = &m->vars[m->var_of_site[id]];
			if (hd_model_is_read(hd_site_by_id(id))) {
				v->reads[v->nreads++] = id;
			} else {
				v->writes[v->nwrites++] = id;
			}
		}
	}
}

static void collect_variables(struct hd_model *m)
{
	size_t room = 64;

	while (room < 2 * (size_t)m->nsites) {
		room *= 2;
	}
	struct hd_table names;
	hd_table_init(&names, calloc(room, sizeof(*names.entries)), room);
	for (unsigned id = 1; id <= m->nsites; id++) {
		const struct hd_site *s = hd_site_by_id(id);
		m->func_of_site[id] = s->func ? func_of_record(s->func) : 0;
		m->var_of_site[id] = HD_MODEL_NONE;
		if (is_variable(s)) {
			count_site(m, id, s, variable_named(m, &names, s->var->name));
		}
	}
	free(names.entries);
	drop_others(m);
	list_sites(m);
}

// ---- building ----------------------------------------------------------------------------

static unsigned ncalls(void)
{
	unsigned n = 0;

	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		n += (unsigned)(m->calls_end - m->calls);
	}
	return n;
}

static struct hd_model *allocate(unsigned nmethods)
{
	struct hd_model *m = hd_persist_alloc(sizeof(*m));

	for (const struct hd_module *module = hd_modules; module; module = module->next) {
		m->nsites += (unsigned)(module->sites_end - module->sites);
		m->nfuncs += (unsigned)(module->funcs_end - module->funcs);
	}
	m->nmethods = nmethods;
	m->words = nmethods / 64 + 1;
	m->vars = hd_persist_alloc((m->nsites + 1) * sizeof(*m->vars));
	m->var_of_site = hd_persist_alloc((m->nsites + 1) * sizeof(*m->var_of_site));
	m->func_of_site = hd_persist_alloc((m->nsites + 1) * sizeof(*m->func_of_site));
	m->methods_of_func = hd_persist_alloc(((size_t)m->nfuncs + 1) * m->words * sizeof(*m->methods_of_func));
	m->var_of_site[0] = HD_MODEL_NONE;
	return m;
}

struct hd_model *hd_model_build(const void *const *methods, unsigned n)
{
	struct hd_model *m = allocate(n);
	unsigned calls = ncalls();
	struct builder b = {
		.model = m,
		.places = calloc(m->nfuncs + 1, sizeof(*b.places)),
		.first_call = calloc(m->nfuncs + 2, sizeof(*b.first_call)),
		.callees = calloc(calls + 1, sizeof(*b.callees)),
		.indirect = calloc(m->nfuncs + 1, sizeof(*b.indirect)),
		.taken = calloc(calls + 1, sizeof(*b.taken)),
		.stack = calloc(m->nfuncs + 1, sizeof(*b.stack)),
	};
	uint32_t *fill = calloc(m->nfuncs + 1, sizeof(*fill));

	number_functions(&b);
	collect_calls(&b, fill);
	m->nests = calls_methods(&b, methods);
	for (unsigned i = 0; i < n; i++) {
		close_over_calls(&b, i, func_at(&b, methods[i]));
	}
	collect_variables(m);
	free(fill);
	free(b.stack);
	free(b.taken);
	free(b.indirect);
	free(b.callees);
	free(b.first_call);
	free(b.places);
	return m;
}
