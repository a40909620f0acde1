// SPDX-License-Identifier: Apache-2.0
// The smallest test that still shows a violation: calls are left out one by
// one, values made plain. A smaller test needs a schedule of its own: the old
// one is tried first, then a number of random ones.
#include "engine/engine.h"

#include "gen/references.h"

#include <string.h>

#define RANDOM_TRIES 300
#define RANDOM_STEPS 1000000 // of all of them: a test that does not end under any schedule is not tried 300 times
#define LIVELOCK_STEPS 20000 // before threads take turns; what is found is replayed with patience

static struct hd_test best;

// Same kind at the same place, in any thread.
static bool shows(const struct hd_record *r, const struct hd_fault *wanted)
{
	if (r->outcome.verdict != wanted->kind || !hd_reproduce_keeps(r)) {
		return false;
	}
	if (wanted->kind == HD_VERDICT_NOT_LINEARIZABLE) {
		return true;
	}
	if (wanted->kind == HD_VERDICT_DEADLOCK) {
		return r->fault.key == wanted->key; // a smaller test may have another one
	}
	return r->fault.site == wanted->site && r->fault.other_site == wanted->other_site;
}

static bool take_if_shown(const struct hd_record *r, struct hd_schedule *s, struct hd_fault *wanted)
{
	if (!shows(r, wanted) || !hd_schedule_copy(s, &r->schedule)) {
		return false;
	}
	*wanted = r->fault;
	return true;
}

static bool search(struct hd_schedule *s, struct hd_fault *wanted)
{
	static char state[64];
	struct hd_run run = hd_program_run();
	struct hd_begin b = {.config = &hd_campaign->control->config, .run = &run};

	if (take_if_shown(hd_program_replay(s, wanted, false), s, wanted)) {
		return true;
	}
	run.scheduler = &hd_scheduler_random;
	run.state = state;
	run.expected = wanted;
	run.eager = s->eager;
	run.reuse = s->reuse;
	run.steps = wanted->kind == HD_VERDICT_LIVELOCK ? LIVELOCK_STEPS : 0;
	uint64_t steps = 0;
	for (unsigned i = 0; i < RANDOM_TRIES && steps < RANDOM_STEPS; i++) {
		b.seed = hd_mix(i + 12345);
		b.execution = i;
		hd_scheduler_random.begin(state, &b);
		const struct hd_record *r = hd_program_execute(&run);
		steps += r->outcome.steps;
		if (take_if_shown(r, s, wanted)) {
			return true;
		}
	}
	return false;
}

static bool is_legal(enum hd_verdict kind)
{
	if (hd_reproduce_is_sequential()) {
		return true;
	}
	hd_tests_bind(kind);
	return !hd_tests_excuse(kind);
}

// Results that are wrong and memory that is lost are known only from the sequential orders. Anything else is looked
// for first: often that takes fewer executions.
static bool is_legal_and_fails(struct hd_schedule *s, struct hd_fault *wanted)
{
	if (hd_findings_is_by_orders(wanted)) {
		return is_legal(wanted->kind) && search(s, wanted);
	}
	hd_worker->linear.complete = hd_worker->linear.sampled = false; // those of another test
	return search(s, wanted) && is_legal(wanted->kind);
}

// The current test has been changed: keep it if it is legal and still fails.
static bool keep_if_it_fails(struct hd_schedule *r, struct hd_fault *wanted)
{
	static struct hd_fault fault;
	struct hd_schedule *trial = &hd_worker->trial;

	fault = *wanted;
	bool good = !hd_campaign_must_hurry() && hd_references_hold(&hd_worker->test) && hd_schedule_copy(trial, r) &&
		is_legal_and_fails(trial, &fault);
	if (good) {
		hd_schedule_copy(r, trial);
		*wanted = fault;
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

static unsigned bracket_at(const struct hd_test *t, unsigned i)
{
	return hd_function(t->prefix[i].function)->bracket;
}

// A lock and an unlock with nothing between them go together.
static bool remove_from_prefix(struct hd_test *t, unsigned i)
{
	bool pair = i > 0 && bracket_at(t, i) == HD_BRACKET_CLOSES && bracket_at(t, i - 1) == HD_BRACKET_OPENS;

	return remove_prefix_call(t, i) && (!pair || remove_prefix_call(t, i - 1));
}

static void remove_thread(struct hd_test *t, unsigned k)
{
	unsigned behind = t->nthreads - k - 1u;

	memmove(&t->suffix[k], &t->suffix[k + 1], behind * sizeof(t->suffix[0]));
	memmove(&t->nsuffix[k], &t->nsuffix[k + 1], behind * sizeof(t->nsuffix[0]));
	t->nthreads--;
	t->nsuffix[t->nthreads] = 0;
}

// The number of orders grows fastest with threads. Where the code has threads of its own, one
// client is enough.
static void drop_threads(struct hd_schedule *r, struct hd_fault *wanted)
{
	struct hd_test *t = &hd_worker->test;
	unsigned fewest = hd_class(t->class)->spawns ? 1 : 2;

	for (unsigned k = t->nthreads; k-- > 0 && t->nthreads > fewest;) {
		remove_thread(t, k);
		keep_if_it_fails(r, wanted);
	}
}

static bool shorten(struct hd_schedule *r, struct hd_fault *wanted)
{
	struct hd_test *t = &hd_worker->test;
	bool any = false;

	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = t->nsuffix[k]; i-- > 0 && t->nsuffix[k] > 1;) {
			if (hd_contract_is_bracket(t, &t->suffix[k][i])) {
				continue;
			}
			memmove(&t->suffix[k][i], &t->suffix[k][i + 1],
				(t->nsuffix[k] - i - 1u) * sizeof(t->suffix[k][0]));
			t->nsuffix[k]--;
			any |= keep_if_it_fails(r, wanted);
		}
	}
	for (unsigned i = t->nprefix; i-- > 0;) {
		if (i < t->nprefix && remove_from_prefix(t, i)) {
			any |= keep_if_it_fails(r, wanted);
		} else {
			*t = best;
		}
	}
	return any;
}

// 1 is plainer than any other number, and the first string or block than the others.
static bool simplify_argument(struct hd_call_data *c, unsigned p)
{
	const struct hd_api_type *t = &hd_function(c->function)->params[p];
	struct hd_arg *a = &c->args[p];

	bool decides_locks = hd_facts[c->function].params[p].unlocked; // then the plainer one may take none
	if (a->source == HD_FROM_CONSTANT && t->kind == HD_API_INT && t->low > t->high && a->value != 1 &&
		a->value != 0 && !decides_locks) {
		a->value = 1;
		return true;
	}
	if (a->source == HD_FROM_STRING && a->value != 0) {
		a->value = 0;
		return true;
	}
	if (a->number > 0 && c->times <= 1) {
		a->number = 0;
		return true;
	}
	return false;
}

static void simplify(struct hd_schedule *r, struct hd_fault *wanted)
{
	struct hd_test *t = &hd_worker->test;

	for (unsigned i = 0; i < t->nprefix; i++) {
		for (unsigned p = 0; p < hd_function(t->prefix[i].function)->nparams; p++) {
			if (simplify_argument(&t->prefix[i], p)) {
				keep_if_it_fails(r, wanted);
			}
		}
	}
	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = 0; i < t->nsuffix[k]; i++) {
			for (unsigned p = 0; p < hd_function(t->suffix[k][i].function)->nparams; p++) {
				if (simplify_argument(&t->suffix[k][i], p)) {
					keep_if_it_fails(r, wanted);
				}
			}
		}
	}
}

// What is kept is confirmed afterwards, as carefully as what was seen. The many tests tried until then need
// neither filled stacks, which take longer than the calls, nor all that threads of the code may do.
bool hd_minimise_test(struct hd_schedule *r, struct hd_fault *wanted)
{
	bool confirms = hd_worker->confirms;

	best = hd_worker->test;
	hd_worker->confirms = false;
	hd_linear_hasty = true;
	do {
		drop_threads(r, wanted);
	} while (shorten(r, wanted));
	simplify(r, wanted);
	hd_linear_hasty = false;
	hd_worker->confirms = confirms;
	return is_legal(wanted->kind);
}
