// SPDX-License-Identifier: Apache-2.0
// The points of a class: accesses to its shared variables (model/model.h), and places where its
// methods take locks. A lock is a variable, too; where it has no name of its own, because a
// function is given it, the place stands for it.
#include "abi/api.h"
#include "metric/schedules/schedules.h"
#include "model/flow.h"
#include "model/model.h"

#include <string.h>

#define MOST_ROOTS 512

static bool is_reached(const struct hd_model *m, uint32_t site)
{
	for (unsigned i = 0; i < m->nmethods; i++) {
		if (hd_model_reaches(m, i, site)) {
			return true;
		}
	}
	return false;
}

static bool takes_lock(const struct hd_site *s)
{
	return s->func && hd_event_takes_lock(s->kind);
}

static bool are_of_one_lock(const struct hd_site *a, const struct hd_site *b)
{
	return a->var && b->var && a->var->name && b->var->name && a->var->scope != HD_SCOPE_LOCAL &&
		a->var->scope == b->var->scope && strcmp(a->var->name, b->var->name) == 0;
}

static void add(struct hd_point_set *p, uint32_t site, unsigned var, bool is_lock)
{
	p->sites[p->n] = site;
	p->var_of[p->n] = (uint16_t)var;
	p->is_lock[p->n] = is_lock;
	p->of_site[site] = (uint16_t)p->n++;
}

static unsigned variable_of_lock(struct hd_point_set *p, const struct hd_site *site)
{
	for (unsigned i = 0; i < p->n; i++) {
		if (p->is_lock[i] && are_of_one_lock(hd_site_by_id(p->sites[i]), site)) {
			return p->var_of[i];
		}
	}
	return p->nvars++;
}

// Points are in the order of their sites: those of a function are together.
static void list_points(struct hd_point_set *p, const struct hd_model *m)
{
	p->nvars = m->nvars;
	for (uint32_t id = 1; id <= m->nsites && p->n < HD_SPACE_POINTS; id++) {
		const struct hd_site *s = hd_site_by_id(id);
		if (m->var_of_site[id] != HD_MODEL_NONE) {
			add(p, id, m->var_of_site[id], false);
		} else if (takes_lock(s) && is_reached(m, id)) {
			add(p, id, variable_of_lock(p, s), true);
		}
	}
}

// Which points can a call pass after which?
static void find_reach(struct hd_point_set *p)
{
	unsigned words = (p->n + 63) / 64;

	p->reach = hd_persist_alloc(((size_t)p->n * words + 1) * sizeof(*p->reach));
	for (unsigned a = 0; a < p->n; a++) {
		for (unsigned b = 0; b < p->n; b++) {
			if (hd_flow_reaches(p->flow, hd_site_by_id(p->sites[a]), hd_site_by_id(p->sites[b]))) {
				p->reach[(size_t)a * words + b / 64] |= 1ull << (b % 64);
			}
		}
	}
}

static void group(struct hd_point_set *p)
{
	unsigned words = (p->n + 63) / 64;

	p->of_var = hd_persist_alloc(((size_t)p->nvars * words + 1) * sizeof(*p->of_var));
	for (unsigned i = 0; i < p->n; i++) {
		p->of_var[(size_t)p->var_of[i] * words + i / 64] |= 1ull << (i % 64);
	}
}

void hd_points_collect(struct hd_point_set *p, const struct hd_subject *subject)
{
	const struct hd_model *m = subject->model;
	const void *roots[MOST_ROOTS];
	unsigned n = subject->nmethods < MOST_ROOTS ? subject->nmethods : MOST_ROOTS;

	for (unsigned i = 0; i < n; i++) {
		roots[i] = __heddle_api.functions[subject->methods[i]].address;
	}
	p->flow = hd_flow_create(roots, n);
	p->nsites = m->nsites;
	p->sites = hd_persist_alloc((m->nsites + 1) * sizeof(*p->sites));
	p->var_of = hd_persist_alloc((m->nsites + 1) * sizeof(*p->var_of));
	p->is_lock = hd_persist_alloc((m->nsites + 1) * sizeof(*p->is_lock));
	p->of_site = hd_persist_alloc((m->nsites + 1) * sizeof(*p->of_site));
	memset(p->of_site, 0xff, (m->nsites + 1) * sizeof(*p->of_site));
	list_points(p, m);
	find_reach(p);
	group(p);
}
