// SPDX-License-Identifier: Apache-2.0
// Methods that wait, and those that end the wait: who takes and who gives. A test of a queue in which more
// is taken than given only waits; bugs of waiting show where calls of both kinds are as many.
#include "gen/learn.h"
#include "model/model.h"
#include "runtime/sites.h"

#define MOST_BEFORE 4 // calls that do not wait yet: places of a bounded queue, units of a semaphore

static bool is_wait(const struct hd_site *s)
{
	return s->kind == HD_EV_COND_WAIT || s->kind == HD_EV_SEM_WAIT || s->kind == HD_EV_FUTEX_WAIT;
}

// By the static model.
static bool may_wait(const struct hd_model *m, unsigned method)
{
	for (unsigned id = 1; id <= m->nsites; id++) {
		if (is_wait(hd_site_by_id(id)) && hd_model_reaches(m, method, id)) {
			return true;
		}
	}
	return false;
}

static bool may_be_partner(uint16_t function)
{
	const struct hd_api_function *f = hd_function(function);

	return f->role == HD_API_METHOD && !f->bracket && !hd_facts[function].inside && !hd_facts[function].destroys;
}

// Calls of a method until one waits, without that one; false: none does.
static bool bring_to_wait(struct hd_test *t, const struct hd_class *c, uint16_t function, uint64_t *rng)
{
	if (!hd_build_begin(t, c->number, rng, true)) {
		return false;
	}
	for (unsigned i = 0; i <= MOST_BEFORE && hd_trial_has_time(); i++) {
		uint8_t before = t->nprefix;
		if (!hd_build_prefix_call(t, function, rng, true)) {
			return false;
		}
		enum hd_verdict v = hd_test_try(t);
		if (v == HD_VERDICT_DEADLOCK) {
			t->nprefix = before;
			return true;
		}
		if (v != HD_VERDICT_NONE) {
			return false;
		}
	}
	return false;
}

static bool ends_wait(const struct hd_test *waiting, uint16_t waits, uint16_t wakes, uint64_t *rng)
{
	struct hd_test t = *waiting;

	return hd_build_prefix_call(&t, wakes, rng, true) && hd_build_prefix_call(&t, waits, rng, true) &&
		hd_test_try(&t) == HD_VERDICT_NONE;
}

static void find_partners(struct hd_class *c, uint16_t waits, uint64_t *rng)
{
	struct hd_test waiting;

	if (!bring_to_wait(&waiting, c, waits, rng)) {
		return;
	}
	for (unsigned i = 0; i < c->nmethods && c->npartners < HD_CLASS_PARTNERS && hd_trial_has_time(); i++) {
		uint16_t wakes = c->methods[i];
		if (wakes != waits && may_be_partner(wakes) && hd_facts[wakes].changes &&
			ends_wait(&waiting, waits, wakes, rng)) {
			c->partners[c->npartners].waits = waits;
			c->partners[c->npartners++].wakes = wakes;
		}
	}
}

void hd_learn_partners(struct hd_class *c, uint64_t *rng)
{
	const struct hd_model *m = hd_effects_model(c);

	c->npartners = 0;
	for (unsigned i = 0; i < c->nmethods; i++) {
		uint64_t own = *rng; // what others draw is not to depend on this
		if (may_be_partner(c->methods[i]) && may_wait(m, i)) {
			find_partners(c, c->methods[i], &own);
		}
	}
}
