// SPDX-License-Identifier: Apache-2.0
// Deep states: a method that is called again and again comes to code where it never was, as when a table
// grows. The state before that call is one to begin with.
#include "gen/learn.h"
#include "gen/run.h"
#include "runtime/sites.h"

#include <string.h>

#define FIRST_DEPTH 6 // other prefixes come that far
#define MOST_OF_A_METHOD 3
#define MOST_COST (1 << 20) // hd_trial_cost of a prefix: a million steps, or 16 MiB that are cleared

static uint8_t seen[8192]; // sites, by number modulo its bits

static bool is_new(const struct hd_event *e)
{
	unsigned id = hd_site_id(e->site) % (8 * sizeof(seen));
	bool before = seen[id / 8] >> id % 8 & 1;

	seen[id / 8] |= (uint8_t)(1u << id % 8);
	return !before;
}

static void note_new_code(struct hd_class *c, uint16_t function)
{
	unsigned noted = 0;

	memset(seen, 0, sizeof(seen));
	for (unsigned k = 0; k < HD_CALL_TIMES; k++) {
		bool any = false;
		for (size_t i = hd_prefix_marks[k]; i < hd_prefix_marks[k + 1] && i < hd.nlog; i++) {
			any |= hd.log[i].site && is_new(&hd.log[i]);
		}
		if (any && k >= FIRST_DEPTH && noted < MOST_OF_A_METHOD && c->ndepths < HD_CLASS_DEPTHS) {
			c->depths[c->ndepths].function = function;
			c->depths[c->ndepths++].times = (uint16_t)k;
			noted++;
		}
	}
}

// An integer that grows would come to values that cost too much, each time.
static bool has_dear_integer(uint16_t function)
{
	bool dear = false;

	for (unsigned p = 0; p < hd_function(function)->nparams; p++) {
		dear |= hd_facts[function].params[p].most > 0;
	}
	return dear;
}

static uint64_t cost_of(struct hd_test *t, unsigned times)
{
	hd_build_repeat(t, times);
	hd_test_try(t);
	return hd_trial_cost();
}

// Would so many calls cost too much? Other calls of the test may be dear themselves.
static bool is_too_dear(struct hd_test *t)
{
	uint64_t once = cost_of(t, 1), twice = cost_of(t, 2);

	return twice > once && (twice - once) * HD_CALL_TIMES > MOST_COST;
}

static bool may_repeat(const struct hd_class *c, uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);
	const struct hd_function_facts *facts = &hd_facts[i];

	return f->class == c->number && f->role == HD_API_METHOD && facts->usable && facts->changes &&
		!facts->may_block && !facts->destroys && !facts->inside && f->makes == HD_API_NONE && !f->bracket &&
		!has_dear_integer(i);
}

void hd_learn_depths(struct hd_class *c, uint64_t *rng)
{
	struct hd_test t;

	c->ndepths = 0;
	for (unsigned i = 0; i < c->nmethods && c->ndepths < HD_CLASS_DEPTHS && hd_trial_has_time(); i++) {
		uint64_t own = *rng;
		if (!may_repeat(c, c->methods[i]) || !hd_build_begin_for(&t, c->methods[i], &own) ||
			!hd_build_prefix_call(&t, c->methods[i], &own, true) || is_too_dear(&t)) {
			continue;
		}
		hd_build_repeat(&t, HD_CALL_TIMES);
		hd_trial_run(&t, true);
		if (hd_trial_constructed()) {
			note_new_code(c, c->methods[i]);
		}
	}
}
