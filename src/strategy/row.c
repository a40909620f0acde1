// SPDX-License-Identifier: Apache-2.0
#include "strategy/row.h"

#define PREFIX_CALLS 5
#define SEES_ONE_IN 2 // rows whose last call is of a method that touches what the one call writes

struct methods {
	uint16_t of[HD_CLASS_METHODS];
	unsigned n;
};

// Draws the index of a method; false: all do what they do in one critical section.
static bool draw_divided(const struct hd_class *class, uint64_t *rng, unsigned *method)
{
	struct methods divided = {.n = 0};

	for (unsigned i = 0; i < class->nmethods; i++) {
		if (hd_facts[class->methods[i]].divided) {
			divided.of[divided.n++] = (uint16_t)i;
		}
	}
	*method = divided.n > 0 ? divided.of[hd_rng_below(rng, divided.n)] : 0;
	return divided.n > 0;
}

static void find_fed(const struct hd_class *class, unsigned method, struct methods *fed)
{
	fed->n = 0;
	for (unsigned i = 0; i < class->nmethods; i++) {
		if (hd_effects_feeds(class, method, i)) {
			fed->of[fed->n++] = class->methods[i];
		}
	}
}

static void add_row(const struct hd_proposal *p, struct hd_test *t, unsigned thread, const struct methods *feeders,
	const struct methods *fed)
{
	unsigned n = p->suffix_max < 2 ? 1 : 2 + hd_rng_below(p->rng, p->suffix_max - 1);

	for (unsigned i = 0; i < n; i++) {
		bool sees = i + 1 == n && fed->n > 0 && hd_rng_below(p->rng, SEES_ONE_IN) == 0;
		const struct methods *from = sees ? fed : feeders;
		hd_build_suffix_call(t, thread, from->of[hd_rng_below(p->rng, from->n)], p->rng);
	}
}

bool hd_row_test(const struct hd_proposal *p, struct hd_test *t)
{
	const struct hd_class *class = p->class;
	struct methods feeders, fed;
	unsigned one;

	if (!draw_divided(class, p->rng, &one)) {
		return false;
	}
	feeders.n = hd_effects_feeders(class, one, one, feeders.of);
	find_fed(class, one, &fed);
	if (feeders.n == 0 || !hd_build_begin(t, class->number, p->rng, false)) {
		return false;
	}
	unsigned most = p->prefix_max ? p->prefix_max : PREFIX_CALLS;
	hd_build_prefix_of(t, hd_rng_below(p->rng, most + 1), feeders.of, feeders.n, p->rng);
	t->nthreads = (uint8_t)p->threads;
	hd_build_suffix_call(t, 0, class->methods[one], p->rng);
	for (unsigned thread = 1; thread < p->threads; thread++) {
		add_row(p, t, thread, &feeders, &fed);
	}
	return hd_test_has_calls(t);
}
