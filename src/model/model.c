// SPDX-License-Identifier: Apache-2.0
#include "model/model.h"

#include "runtime/rt.h"
#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

// What building needs and the model does not keep.
struct builder {
	struct hd_model *model;
	struct hd_calls calls;
	uint32_t *stack;
};

// ---- which methods reach which functions -------------------------------------------

static bool visit(const struct hd_model *m, uint64_t *sets, uint32_t func, unsigned method)
{
	uint64_t *set = func == HD_MODEL_NONE ? NULL : &sets[(size_t)func * m->words];

	if (!set || hd_set_has(set, method)) {
		return false;
	}
	hd_set_add(set, method);
	return true;
}

// Calls through pointers lead to one more function, which is not visited if they do not count.
static void close_over_calls(struct builder *b, uint64_t *sets, bool pointers, unsigned method, uint32_t root)
{
	const struct hd_calls *c = &b->calls;
	unsigned depth = 0;

	if (visit(b->model, sets, root, method)) {
		b->stack[depth++] = root;
	}
	while (depth > 0) {
		uint32_t f = b->stack[--depth];
		for (uint32_t i = c->first[f]; f < c->nfuncs && i < c->first[f + 1]; i++) {
			bool counts = pointers || c->calls[i].func != c->nfuncs;
			if (counts && visit(b->model, sets, c->calls[i].func, method)) {
				b->stack[depth++] = c->calls[i].func;
			}
		}
		for (unsigned i = 0; f == c->nfuncs && i < c->ntaken; i++) {
			if (visit(b->model, sets, c->taken[i], method)) {
				b->stack[depth++] = c->taken[i];
			}
		}
	}
}

// Whoever it is that calls one: what methods do not reach may be a thread or a callback.
static bool calls_methods(const struct builder *b, const void *const *methods)
{
	const struct hd_calls *c = &b->calls;
	bool *is_method = calloc(c->nfuncs + 1, sizeof(*is_method)), any = false;

	for (unsigned i = 0; i < b->model->nmethods; i++) {
		uint32_t func = hd_calls_func_at(c, methods[i]);
		if (func != HD_MODEL_NONE) {
			is_method[func] = true;
		}
	}
	for (uint32_t i = 0; i < c->first[c->nfuncs]; i++) {
		any |= c->calls[i].func != HD_MODEL_NONE && is_method[c->calls[i].func];
	}
	for (unsigned i = 0; i < c->ntaken; i++) {
		any |= is_method[c->taken[i]];
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
	}
	if (hd_model_is_write(s)) {
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
	uint32_t *room = hd_persist_alloc((2 * (size_t)m->nsites + 1) * sizeof(*room));

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
			const struct hd_site *s = hd_site_by_id(id);
			if (hd_model_is_read(s)) {
				v->reads[v->nreads++] = id;
			}
			if (hd_model_is_write(s)) {
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
		m->func_of_site[id] = s->func ? hd_calls_number(s->func) : 0;
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
	m->callers_of_func = hd_persist_alloc(((size_t)m->nfuncs + 1) * m->words * sizeof(*m->callers_of_func));
	m->var_of_site[0] = HD_MODEL_NONE;
	return m;
}

struct hd_model *hd_model_build(const void *const *methods, unsigned n)
{
	struct hd_model *m = allocate(n);
	struct builder b = {.model = m, .stack = calloc(m->nfuncs + 1, sizeof(*b.stack))};

	hd_calls_create(&b.calls);
	m->nests = calls_methods(&b, methods);
	for (unsigned i = 0; i < n; i++) {
		uint32_t root = hd_calls_func_at(&b.calls, methods[i]);
		close_over_calls(&b, m->methods_of_func, true, i, root);
		close_over_calls(&b, m->callers_of_func, false, i, root);
	}
	collect_variables(m);
	hd_calls_destroy(&b.calls);
	free(b.stack);
	return m;
}
