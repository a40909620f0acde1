// SPDX-License-Identifier: Apache-2.0
// What is learned of parameters: which kinds of values they survive.
#include "gen/learn.h"

#include <limits.h>

static bool has_choice(uint16_t function, unsigned param)
{
	const struct hd_api_function *f = hd_function(function);

	return __builtin_popcount(hd_value_sources(&f->params[param])) > 1 &&
		(param != f->self || f->role == HD_API_CONSTRUCTOR);
}

static bool has_any_choice(uint16_t function)
{
	for (unsigned p = 0; p < hd_function(function)->nparams; p++) {
		if (has_choice(function, p)) {
			return true;
		}
	}
	return false;
}

static void note_plain(const struct hd_call_data *c)
{
	for (unsigned p = 0; p < hd_function(c->function)->nparams; p++) {
		hd_facts[c->function].params[p].plain = c->args[p].source;
	}
}

// A call that survives, the plainest if it does: what its arguments are is plain from now on.
// For constructors, a call that creates something is better: one that fails may not have used
// all arguments.
static void learn_plain(uint16_t function, uint64_t *rng)
{
	struct hd_function_facts *facts = &hd_facts[function];
	bool is_constructor = hd_function(function)->role == HD_API_CONSTRUCTOR;
	struct hd_test t;

	while (facts->probes < HD_TRIALS && !facts->has_plain && facts->crashes < HD_TRIAL_CRASHES) {
		bool first = facts->probes++ == 0; // if the worker does not survive, the next one continues with others
		if (!hd_trial_of(&t, function, first, rng)) {
			continue;
		}
		hd_trial_at_hand = first ? facts : NULL;
		bool ok = hd_trial_survives(&t);
		hd_trial_at_hand = NULL;
		if (ok) {
			note_plain(&t.prefix[t.nprefix - 1]);
			facts->has_plain = !is_constructor || hd_trial_constructed();
		}
	}
}

static bool has_one_value(enum hd_source s)
{
	return s == HD_FROM_NULL || s == HD_FROM_OUT || s == HD_FROM_HEAP || s == HD_FROM_FILE;
}

// Which kinds of values a parameter survives.
static void learn_parameter(uint16_t function, unsigned param, uint64_t *rng)
{
	struct hd_param_facts *facts = &hd_facts[function].params[param];
	uint16_t sources = hd_value_sources(&hd_function(function)->params[param]);
	struct hd_test t;

	for (unsigned s = 0; s < HD_FROM_COUNT; s++) {
		uint16_t bit = (uint16_t)(1u << s);
		if (!(sources & bit) || facts->bad & bit) {
			continue;
		}
		unsigned trials = has_one_value((enum hd_source)s) ? 1 : HD_TRIALS;
		bool ok = true, tried = false;
		for (unsigned i = 0; i < trials && ok; i++) {
			if (!hd_trial_of_source(&t, function, param, (enum hd_source)s, rng)) {
				break;
			}
			tried = true;
			facts->bad |= bit; // stays if this worker does not
			// A call that waits may look at a pointer later: NULL is only good if it came to an end.
			ok = s == HD_FROM_NULL ? hd_test_try(&t) == HD_VERDICT_NONE : hd_trial_survives(&t);
			facts->bad &= (uint16_t)~bit;
		}
		if (!tried || !ok) {
			facts->bad |= bit;
		}
	}
	// Some of its values were survived, if not all.
	if (hd_facts[function].has_plain && (sources & ~facts->bad) == 0) {
		facts->bad &= (uint16_t)~(1u << facts->plain);
	}
	// What was drawn first may have been NULL by chance.
	if (facts->plain == HD_FROM_NULL) {
		facts->plain = 0;
	}
}

static void learn_parameters(uint16_t function, uint64_t *rng)
{
	for (unsigned p = 0; p < hd_function(function)->nparams; p++) {
		if (has_choice(function, p)) {
			learn_parameter(function, p, rng);
		}
	}
}

// Forgets what was learned of parameters that nothing is left for.
static bool forget_hopeless(uint16_t function)
{
	bool any = false;

	for (unsigned p = 0; p < hd_function(function)->nparams; p++) {
		uint16_t sources = hd_value_sources(&hd_function(function)->params[p]);
		if (has_choice(function, p) && (sources & ~hd_facts[function].params[p].bad) == 0) {
			hd_facts[function].params[p].bad = 0;
			any = true;
		}
	}
	return any;
}

// Nothing is left for a parameter if what others were given did not survive. That
// is known after all were tried, so there is a second time.
void hd_learn_arguments(uint16_t function, uint64_t *rng)
{
	if (!has_any_choice(function)) {
		return;
	}
	learn_plain(function, rng);
	if (hd_facts[function].crashes == HD_TRIAL_CRASHES) {
		return;
	}
	learn_parameters(function, rng);
	if (!hd_facts[function].tried_again && forget_hopeless(function)) {
		hd_facts[function].tried_again = true;
		learn_parameters(function, rng);
	}
}

// Few threads of the code's own show what many do, and every order of every test has them all.
#define MOST_THREADS 4 // more than with the smallest value

static bool is_too_dear(const struct hd_test *t, uint64_t limit, unsigned most_fibers)
{
	hd_test_try(t);
	return hd.record.outcome.refused || hd.record.outcome.cut_off || hd_trial_cost() > limit ||
		hd.record.outcome.fibers > most_fibers;
}

static const int64_t larger[] = {4, 8, 10, 16, 100, 255, 1000, 65536, INT32_MAX};

#define NLARGER (sizeof(larger) / sizeof(*larger))

static void learn_cost(struct hd_test *t, unsigned param)
{
	struct hd_call_data *c = &t->prefix[t->nprefix - 1];
	int64_t *most = &hd_facts[c->function].params[param].most, last = 2;

	if (is_too_dear(t, UINT64_MAX, UINT_MAX)) {
		return; // whatever the value
	}
	uint64_t limit = 4 * hd_trial_cost() + 2000;
	unsigned most_fibers = hd.record.outcome.fibers + MOST_THREADS;
	for (unsigned i = 0; i < NLARGER; i++) {
		c->args[param].value = larger[i];
		*most = last; // stays if this worker does not
		if (is_too_dear(t, limit, most_fibers)) {
			return;
		}
		last = larger[i];
	}
	*most = 0;
}

static bool is_open(const struct hd_api_type *type)
{
	return type->kind == HD_API_INT && type->size >= 4 && type->low > type->high;
}

// All open numbers, but none above what it may be at most.
static void set_all(struct hd_call_data *c, int64_t value)
{
	const struct hd_api_function *f = hd_function(c->function);

	for (unsigned p = 0; p < f->nparams; p++) {
		int64_t most = hd_facts[c->function].params[p].most;
		if (is_open(&f->params[p])) {
			c->args[p] = (struct hd_arg){.source = HD_FROM_CONSTANT,
				.value = most && most < value ? most : value};
		}
	}
}

static void limit_all(uint16_t function, int64_t limit)
{
	const struct hd_api_function *f = hd_function(function);

	for (unsigned p = 0; p < f->nparams; p++) {
		int64_t *most = &hd_facts[function].params[p].most;
		if (is_open(&f->params[p]) && (*most == 0 || *most > limit)) {
			*most = limit;
		}
	}
}

// Rows and columns: neither is dear with one of the other.
static void learn_cost_together(struct hd_test *t, unsigned numbers)
{
	struct hd_call_data *c = &t->prefix[t->nprefix - 1];

	set_all(c, 1);
	if (is_too_dear(t, UINT64_MAX, UINT_MAX)) {
		return;
	}
	uint64_t limit = numbers * (4 * hd_trial_cost() + 2000);
	unsigned most_fibers = hd.record.outcome.fibers + numbers * MOST_THREADS;
	for (unsigned i = 0; i < NLARGER; i++) {
		set_all(c, larger[i]);
		if (is_too_dear(t, limit, most_fibers)) {
			limit_all(c->function, i > 0 ? larger[i - 1] : 2);
			return;
		}
	}
}

void hd_learn_costs(uint16_t function, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(function);
	unsigned numbers = 0;
	struct hd_test t;

	for (unsigned p = 0; p < f->nparams; p++) {
		uint64_t own = *rng; // what others draw is not to depend on this
		numbers += is_open(&f->params[p]);
		if (is_open(&f->params[p]) && hd_facts[function].params[p].most == 0 &&
			hd_trial_of(&t, function, true, &own)) {
			t.prefix[t.nprefix - 1].args[p] = (struct hd_arg){.source = HD_FROM_CONSTANT, .value = 1};
			learn_cost(&t, p);
		}
	}
	uint64_t own = *rng;
	if (numbers > 1 && hd_trial_of(&t, function, true, &own)) {
		learn_cost_together(&t, numbers);
	}
}

// Appends the call, with the sources in the mask for one parameter; does the test die of a null pointer?
static bool dies_of_null(struct hd_test *t, uint16_t function, unsigned param, uint16_t sources, uint64_t *rng)
{
	uint16_t *bad = &hd_facts[function].params[param].bad, saved = *bad;

	*bad = (uint16_t)(saved | (uint16_t)~sources);
	bool built = hd_build_prefix_call(t, function, rng, false);
	*bad = saved;
	return built && hd_test_try(t) == HD_VERDICT_NULL_DEREFERENCE;
}

// A null pointer that a fresh object takes may be followed on a used one: if it is in
// one of several states, and other arguments in none of them, it is not legal.
void hd_learn_null(uint16_t function, unsigned param, uint64_t *rng)
{
	uint16_t null = 1u << HD_FROM_NULL, *bad = &hd_facts[function].params[param].bad;
	struct hd_test with, without;
	bool dies = false, dies_anyway = false;

	if (!(hd_value_sources(&hd_function(function)->params[param]) & ~*bad & null)) {
		return;
	}
	for (unsigned i = 1; i <= HD_TRIAL_STATES && hd_trial_has_time(); i++) {
		if (!hd_build_begin_for(&with, function, rng)) {
			return;
		}
		hd_build_prefix(&with, i, rng);
		with.gives_away = true;
		without = with;
		dies |= dies_of_null(&with, function, param, null, rng);
		dies_anyway |= dies_of_null(&without, function, param, (uint16_t)~null, rng);
	}
	if (dies && !dies_anyway) {
		*bad |= null;
	}
}
