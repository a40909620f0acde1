// SPDX-License-Identifier: Apache-2.0
// Functions that are not of a class and share global variables with its methods: tests of the class call them, too.
// Only those that lock something themselves: others promise nothing to concurrent callers. Nobody promises either
// that calls of two modules are atomic to each other, so that results of such tests are not compared (engine/judge.c).
#include "gen/learn.h"
#include "model/model.h"
#include "runtime/sites.h"

#define MOST_NEIGHBOURS 8

static bool has_initialisation(uint16_t class)
{
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		if (hd_function((uint16_t)i)->class == class && hd_function((uint16_t)i)->role == HD_API_CONSTRUCTOR) {
			return true;
		}
	}
	return false;
}

// Of a module that works without further ado.
static bool may_be_neighbour(const struct hd_class *c, uint16_t function)
{
	const struct hd_api_function *f = hd_function(function);
	bool plain = f->role == HD_API_METHOD || f->role == HD_API_OBSERVER || f->role == HD_API_STATIC;

	return plain && f->class != c->number && f->class != HD_API_NONE && hd_facts[function].usable &&
		hd_facts[function].needs == 0 && !hd_facts[function].inside && !hd_facts[function].may_block &&
		__heddle_api.classes[f->class].shape == HD_API_MODULE && !has_initialisation(f->class);
}

static bool locks(const struct hd_model *m, unsigned method)
{
	for (unsigned id = 1; id <= m->nsites; id++) {
		unsigned kind = hd_site_by_id(id)->kind;
		if ((kind == HD_EV_LOCK || kind == HD_EV_RDLOCK) && hd_model_reaches(m, method, id)) {
			return true;
		}
	}
	return false;
}

// Plain accesses: what is atomic needs no lock.
static bool touches(const struct hd_model *m, const uint32_t *sites, uint32_t n, unsigned method)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct hd_site *s = hd_site_by_id(sites[i]);
		bool plain = s->kind == HD_EV_READ || s->kind == HD_EV_WRITE;
		if (plain && s->var && s->var->scope == HD_SCOPE_GLOBAL && hd_model_reaches(m, method, sites[i])) {
			return true;
		}
	}
	return false;
}

// Do two methods meet in a global variable that one of them writes?
static bool meet(const struct hd_model *m, unsigned a, unsigned b)
{
	for (unsigned i = 0; i < m->nvars; i++) {
		const struct hd_model_var *v = &m->vars[i];
		bool writes_a = touches(m, v->writes, v->nwrites, a), writes_b = touches(m, v->writes, v->nwrites, b);
		if ((writes_a && (writes_b || touches(m, v->reads, v->nreads, b))) ||
			(writes_b && touches(m, v->reads, v->nreads, a))) {
			return true;
		}
	}
	return false;
}

static bool meets_any(const struct hd_model *m, unsigned candidate, unsigned nown)
{
	for (unsigned i = 0; i < nown; i++) {
		if (meet(m, candidate, i)) {
			return true;
		}
	}
	return false;
}

void hd_learn_neighbours(struct hd_class *c)
{
	const void *addresses[HD_CLASS_METHODS];
	uint16_t candidates[HD_CLASS_METHODS];
	unsigned nown = c->nmethods, n = 0;

	if (__heddle_api.classes[c->number].shape == HD_API_MODULE) {
		return; // a class brings its neighbours
	}
	for (uint32_t i = 0; i < __heddle_api.nfunctions && nown + n < HD_CLASS_METHODS; i++) {
		if (may_be_neighbour(c, (uint16_t)i)) {
			candidates[n++] = (uint16_t)i;
		}
	}
	if (n == 0 || nown == 0) {
		return;
	}
	for (unsigned i = 0; i < nown + n; i++) {
		addresses[i] = hd_function(i < nown ? c->methods[i] : candidates[i - nown])->address;
	}
	const struct hd_model *m = hd_model_build(addresses, nown + n);
	for (unsigned i = 0; i < n && c->nmethods < nown + MOST_NEIGHBOURS; i++) {
		if (locks(m, nown + i) && meets_any(m, nown + i, nown)) {
			c->methods[c->nmethods++] = candidates[i];
			c->has_neighbours = true;
		}
	}
}
