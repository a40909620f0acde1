// SPDX-License-Identifier: Apache-2.0
// What methods may write, by the static model. Trials only show what a call wrote
// in the states they made; the model leaves nothing out, but may say too much.
#include "gen/test.h"
#include "model/model.h"

#include <string.h>

// Adds the methods that reach one of the sites.
static void add_methods(const struct hd_model *m, const uint32_t *sites, uint32_t n, uint64_t *set)
{
	for (uint32_t i = 0; i < n; i++) {
		const uint64_t *reach = &m->methods_of_func[(size_t)m->func_of_site[sites[i]] * m->words];
		for (unsigned w = 0; w < m->words; w++) {
			set[w] |= reach[w];
		}
	}
}

// Who writes a variable feeds all who touch it.
static void note_variable(struct hd_class *c, const struct hd_model_var *v, uint64_t *writers, uint64_t *users)
{
	const struct hd_model *m = c->model;

	memset(writers, 0, m->words * sizeof(*writers));
	add_methods(m, v->writes, v->nwrites, writers);
	memcpy(users, writers, m->words * sizeof(*users));
	add_methods(m, v->reads, v->nreads, users);
	for (unsigned a = 0; a < m->nmethods; a++) {
		for (unsigned w = 0; hd_set_has(users, a) && w < m->words; w++) {
			c->feeders[(size_t)a * m->words + w] |= writers[w];
		}
	}
}

static void note_effects(struct hd_class *c)
{
	const struct hd_model *m = c->model;
	uint64_t *sets = hd_persist_alloc(2 * m->words * sizeof(*sets));

	c->feeders = hd_persist_alloc((size_t)m->nmethods * m->words * sizeof(*c->feeders));
	for (unsigned v = 0; v < m->nvars; v++) {
		note_variable(c, &m->vars[v], sets, sets + m->words);
	}
	c->nmutators = 0;
	for (unsigned i = 0; i < m->nmethods; i++) {
		if (hd_effects_feeds(c, i, i)) {
			c->mutators[c->nmutators++] = c->methods[i];
		}
	}
}

const struct hd_model *hd_effects_model(struct hd_class *c)
{
	const void *methods[HD_CLASS_METHODS];

	if (!c->model) {
		for (unsigned i = 0; i < c->nmethods; i++) {
			methods[i] = hd_function(c->methods[i])->address;
		}
		c->model = hd_model_build(methods, c->nmethods);
		note_effects(c);
	}
	return c->model;
}

unsigned hd_effects_feeders(const struct hd_class *c, unsigned a, unsigned b, uint16_t *out)
{
	const struct hd_model *m = c->model;
	unsigned n = 0;

	for (unsigned i = 0; i < m->nmethods; i++) {
		if (hd_effects_feeds(c, i, a) || hd_effects_feeds(c, i, b)) {
			out[n++] = c->methods[i];
		}
	}
	return n;
}

bool hd_effects_feeds(const struct hd_class *c, unsigned writer, unsigned user)
{
	return hd_set_has(&c->feeders[(size_t)user * c->model->words], writer);
}
