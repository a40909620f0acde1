// SPDX-License-Identifier: Apache-2.0
// A tree of prefixes, breadth first. A prefix is extended by every call that leaves a new state; those that
// write what the crashing call reads come first.
#include "strategy/concrash/candidates.h"
#include "strategy/concrash/search.h"

#include <string.h>

#define MOST_BYTES (96u << 20) // of all prefixes

void hd_prefixes_load(const struct hd_search *s, const struct hd_search_node *n, struct hd_test *t)
{
	memset(t, 0, offsetof(struct hd_test, prefix));
	t->class = s->class->number;
	t->nprefix = n->nprefix;
	t->shared = n->shared;
	t->gives_away = n->gives_away;
	memcpy(t->prefix, n->prefix, n->nprefix * sizeof(*t->prefix));
}

// What there is no room for is left out, which is told in the end.
static void add_node(struct hd_search *s, struct hd_search_level *l, const struct hd_test *t)
{
	size_t size = sizeof(struct hd_search_node) + t->nprefix * sizeof(*t->prefix);

	if (l->n == HD_SEARCH_NODES || s->bytes + size > MOST_BYTES) {
		hd_wanted->count.left_out++;
		return;
	}
	struct hd_search_node *n = hd_persist_alloc(size);
	s->bytes += size;
	n->nprefix = t->nprefix;
	n->shared = t->shared;
	n->gives_away = t->gives_away;
	memcpy(n->prefix, t->prefix, t->nprefix * sizeof(*n->prefix));
	l->nodes[l->n++] = n;
}

struct hd_search_level *hd_prefixes_level(struct hd_search *s)
{
	return &s->levels[(hd_wanted->count.level + (s->again ? 2 : 0)) % 3];
}

static struct hd_search_level *next_level(struct hd_search *s)
{
	return &s->levels[(hd_wanted->count.level + 1) % 3];
}

// Roots: every constructor with every value; a module has none.
static void plant(struct hd_search *s)
{
	struct hd_test t;
	uint16_t class = s->class->number;

	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		bool more = hd_function((uint16_t)i)->makes == class && hd_facts[i].usable;
		for (unsigned k = 0; more && k < HD_SEARCH_PER_FUNCTION; k++) {
			if (hd_candidate_root(&t, class, (uint16_t)i, k, s->seed, &more)) {
				add_node(s, hd_prefixes_level(s), &t);
			}
		}
	}
	if (hd_prefixes_level(s)->n == 0 && hd_build_begin(&t, class, &s->seed, true)) {
		add_node(s, hd_prefixes_level(s), &t);
	}
}

void hd_prefixes_begin(struct hd_search *s)
{
	memset(s->levels, 0, sizeof(s->levels));
	s->later.n = 0;
	s->at = 0;
	s->again = s->entered = false;
	s->pair = s->barren = 0;
	hd_wanted->count.level = 0;
	hd_table_clear(&s->states);
	hd_table_clear(&s->pairs);
	plant(s);
}

static void append(struct hd_search_level *to, struct hd_search_level *from)
{
	for (unsigned i = 0; i < from->n; i++) {
		if (to->n == HD_SEARCH_NODES) {
			hd_wanted->count.left_out += from->n - i;
			break;
		}
		to->nodes[to->n++] = from->nodes[i];
	}
	from->n = 0;
}

bool hd_prefixes_next(struct hd_search *s)
{
	while (s->at >= hd_prefixes_level(s)->n) {
		s->at = 0;
		if (!s->again) {
			s->again = true; // the last level
			continue;
		}
		append(next_level(s), &s->later);
		s->again = false;
		s->levels[(hd_wanted->count.level + 2) % 3].n = 0; // done with: room for the level after the next
		if (hd_prefixes_level(s)->n == 0 && next_level(s)->n == 0) {
			return false;
		}
		hd_wanted->count.level++;
	}
	return true;
}

void hd_prefixes_extend(struct hd_search *s)
{
	const struct hd_coverage *crashing = hd_here.ncrashing > 0 ? hd_here.crashing[0].coverage : NULL;
	const struct hd_search_place *places = hd_here.ncrashing > 0 ? hd_order_others(s, hd_here.ncrashing - 1) : NULL;

	for (unsigned i = 0; i < hd_here.nothers; i++) {
		const struct hd_search_call *c = &hd_here.others[places ? places[i].call : i];
		struct hd_test t;
		bool more;
		if (!c->coverage || (c->coverage->has_state && !hd_search_adds(&s->states, c->coverage->state))) {
			continue;
		}
		hd_prefixes_load(s, hd_here.node, &t);
		if (!hd_alone_make_call(s, &t, 0, c, &more) || t.nprefix == HD_TEST_PREFIX) {
			continue;
		}
		t.prefix[t.nprefix++] = t.suffix[0][0];
		t.gives_away = hd_here.node->gives_away;
		bool interferes = crashing && !hd_prune_by_interfere(crashing, c->coverage);
		add_node(s, interferes ? next_level(s) : &s->later, &t);
	}
}
