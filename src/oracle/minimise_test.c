// SPDX-License-Identifier: Apache-2.0
// The smallest test that still shows a violation: calls are left out one by
// one, values made plain. A smaller test needs a schedule of its own: the old
// one is tried first, then a number of random ones.
#include "engine/engine.h"

#include <string.h>

#define RANDOM_TRIES 300

static struct hd_test best;

// Same kind at the same place, in whatever thread.
static bool shows(const struct hd_fault *wanted)
{
	if (hd.outcome.verdict != wanted->kind) {
		return false;
	}
	if (wanted->kind == HD_VERDICT_NOT_LINEARIZABLE) {
		return true;
	}
	if (wanted->kind == HD_VERDICT_DEADLOCK) {
		return hd.fault.key == wanted->key; // a smaller test may have another one
	}
	return hd.fault.site == wanted->site && hd.fault.other_site == wanted->other_site;
}

static bool take_if_shown(struct hd_recorded *r, struct hd_fault *wanted)
{
	if (!shows(wanted)) {
		return false;
	}
	*wanted = hd.fault;
	r->n = hd.nsegments;
	memcpy(r->segments, hd.segments, r->n * sizeof(*r->segments));
	r->nchoices = hd.nchoices;
	memcpy(r->choices, hd.choices, r->nchoices);
	r->eager = hd.eager;
	return true;
}

static bool search(struct hd_recorded *r, struct hd_fault *wanted)
{
	static char state[64];
	struct hd_begin b = {.config = &hd_campaign->control->config};

	hd_replay(r, false);
	if (take_if_shown(r, wanted)) {
		return true;
	}
	for (unsigned i = 0; i < RANDOM_TRIES; i++) {
		b.seed = hd_mix(i + 12345);
		b.execution = i;
		hd.strategy = &hd_schedule_random;
		hd.strategy_state = state;
		hd.trace = false;
		hd.eager = r->eager;
		hd_schedule_random.begin(state, &b);
		hd_worker->execute();
		if (take_if_shown(r, wanted)) {
			return true;
		}
	}
	return false;
}

// The test at hand has been changed: keep it if it is legal and still fails.
static bool keep_if_good(struct hd_recorded *r, struct hd_fault *wanted)
{
	hd_linearize(&hd_worker->test, &hd_worker->linear, NULL, 0);
	bool good = !hd_linear_excuses(&hd_worker->linear, wanted->kind);
	if (good) {
		hd_replay_expect(wanted);
		good = search(r, wanted);
	}
	if (good) {
		best = hd_worker->test;
	} else {
		hd_worker->test = best;
	}
	return good;
}

static void renumber(struct hd_call_data *c, unsigned removed)
{
	const struct hd_api_function *f = hd_function(c->function);

	for (unsigned p = 0; p < f->nparams; p++) {
		if (c->args[p].source == HD_FROM_CALL && c->args[p].value > removed) {
			c->args[p].value--;
		}
	}
}

// Takes a prefix call out unless something refers to it.
static bool remove_prefix_call(struct hd_test *t, unsigned i)
{
	if (i == t->shared || hd_test_refers_to(t, i)) {
		return false;
	}
	memmove(&t->prefix[i], &t->prefix[i + 1], (t->nprefix - i - 1u) * sizeof(*t->prefix));
	t->nprefix--;
	t->shared -= t->shared != 0xff && t->shared > i;
	for (unsigned k = 0; k < t->nprefix; k++) {
		renumber(&t->prefix[k], i);
	}
	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned j = 0; j < t->nsuffix[k]; j++) {
			renumber(&t->suffix[k][j], i);
		}
	}
	return true;
}

static bool shorten(struct hd_recorded *r, struct hd_fault *wanted)
{
	struct hd_test *t = &hd_worker->test;
	bool any = false;

	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = t->nsuffix[k]; i-- > 0 && t->nsuffix[k] > 1;) {
			memmove(&t->suffix[k][i], &t->suffix[k][i + 1], (t->nsuffix[k] - i - 1u) * sizeof(t->suffix[k][0]));
			t->nsuffix[k]--;
			any |= keep_if_good(r, wanted);
		}
	}
	for (unsigned i = t->nprefix; i-- > 0;) {
		if (i < t->nprefix && remove_prefix_call(t, i)) {
			any |= keep_if_good(r, wanted);
		}
	}
	return any;
}

// 1 is plainer than any other number, and the first string than the others.
static bool make_plain(struct hd_call_data *c, unsigned p)
{
	const struct hd_api_type *t = &hd_function(c->function)->params[p];
	struct hd_arg *a = &c->args[p];

	if (a->source == HD_FROM_CONSTANT && t->kind == HD_API_INT && t->low > t->high && a->value != 1 && a->value != 0) {
		a->value = 1;
		return true;
	}
	if (a->source == HD_FROM_STRING && a->value != 0) {
		a->value = 0;
		return true;
	}
	return false;
}

static void simplify(struct hd_recorded *r, struct hd_fault *wanted)
{
	struct hd_test *t = &hd_worker->test;

	for (unsigned i = 0; i < t->nprefix; i++) {
		for (unsigned p = 0; p < hd_function(t->prefix[i].function)->nparams; p++) {
			if (make_plain(&t->prefix[i], p)) {
				keep_if_good(r, wanted);
			}
		}
	}
	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = 0; i < t->nsuffix[k]; i++) {
			for (unsigned p = 0; p < hd_function(t->suffix[k][i].function)->nparams; p++) {
				if (make_plain(&t->suffix[k][i], p)) {
					keep_if_good(r, wanted);
				}
			}
		}
	}
}

void hd_minimise_test(struct hd_recorded *r, struct hd_fault *wanted)
{
	best = hd_worker->test;
	while (shorten(r, wanted)) {
	}
	simplify(r, wanted);
	hd_linearize(&hd_worker->test, &hd_worker->linear, NULL, 0);
}
