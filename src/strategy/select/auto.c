// SPDX-License-Identifier: Apache-2.0
// The default. Pairs as covcon ranks them, but first those that can interfere:
// by the static model one writes a variable that the other touches. Then those of
// which one was seen to change something, then the rest. One test in four has
// random calls instead, because some bugs need two different calls in one
// thread. The engine schedules each test in several ways.
#include "model/model.h"
#include "strategy/select/covcon.h"
#include "strategy/select/random.h"

#include <string.h>

#define RANDOM_ONE_IN 4
#define SUFFIX_CALLS 3 // the number of orders to compare with grows fast: 20 for 3 and 3, 252 for 5 and 5

struct state {
	struct hd_covcon covcon; // invariant: first
	uint8_t *interferes;     // by pair
};

static const struct hd_model *model_of_class(void)
{
	const void *methods[sizeof(hd_class_facts->methods) / sizeof(*hd_class_facts->methods)];

	for (unsigned i = 0; i < hd_class_facts->nmethods; i++) {
		methods[i] = hd_function(hd_class_facts->methods[i])->address;
	}
	return hd_model_build(methods, hd_class_facts->nmethods);
}

// Adds the methods that reach one of the sites.
static void add_methods(const struct hd_model *m, const uint32_t *sites, uint32_t n, bool *set)
{
	for (uint32_t i = 0; i < n; i++) {
		for (unsigned method = 0; method < m->nmethods; method++) {
			set[method] |= hd_model_reaches(m, method, sites[i]);
		}
	}
}

static void note_interference(struct state *s)
{
	const struct hd_model *m = model_of_class();
	size_t most = sizeof(hd_class_facts->methods) / sizeof(*hd_class_facts->methods);
	bool *writers = hd_persist_alloc(2 * most), *users = writers + most;

	for (unsigned v = 0; v < m->nvars; v++) {
		memset(writers, 0, 2 * most);
		add_methods(m, m->vars[v].writes, m->vars[v].nwrites, writers);
		memcpy(users, writers, most);
		add_methods(m, m->vars[v].reads, m->vars[v].nreads, users);
		for (unsigned a = 0; a < m->nmethods; a++) {
			for (unsigned b = 0; writers[a] && b < m->nmethods; b++) {
				s->interferes[hd_pairs_index(a, b)] |= users[b];
			}
		}
	}
}

static void begin(void *state)
{
	struct state *s = state;

	hd_covcon_begin(&s->covcon);
	s->interferes = hd_persist_alloc(hd_pairs_count(s->covcon.pairs.n));
	note_interference(s);
}

static uint64_t score(const struct hd_pairs *p, size_t pair)
{
	const struct state *s = (const struct state *)p; // invariant of select.h
	uint64_t here = hd_pairs_score(p->tried[pair], p->covered[pair] / 8);
	unsigned a, b;

	if (s->interferes[pair]) {
		return here;
	}
	hd_pairs_split(pair, &a, &b);
	bool changes = hd_facts[hd_class_facts->methods[a]].changes || hd_facts[hd_class_facts->methods[b]].changes;
	return changes ? 1 + 4 * here : 1000 + 100 * here;
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	struct hd_covcon *s = state;
	struct hd_config config = *p->config;
	struct hd_proposal mine = {.config = &config, .rng = p->rng, .threads = p->threads};

	if (config.suffix_max == 0) {
		config.suffix_max = SUFFIX_CALLS;
	}
	if (s->left == 0 && hd_rng_below(p->rng, RANDOM_ONE_IN) == 0) {
		return hd_random_test(&mine, t);
	}
	return hd_covcon_test(s, score, &mine, t);
}

const struct hd_select hd_select_auto = {
    .name = "auto",
    .state_size = sizeof(struct state),
    .executions = 8, // each way of the schedule auto twice
    .uses_pairs = true,
    .begin = begin,
    .propose = propose,
};
