// SPDX-License-Identifier: Apache-2.0
#include "strategy/concrash/candidates.h"
#include "runtime/rng.h"

// Values of a parameter (of enumerations and callbacks more: each may be a case of its own), and calls
// that are drawn. Few: a pool of representative values is small, as that of ConCrash was, which made, by its
// table 2, one or two calls of each method.
static const struct {
	unsigned options, cases, drawn;
} few = {2, 2, 0}, many = {9, 12, 6};
#define MOST_OPTIONS 12

static bool same(const struct hd_arg *a, const struct hd_arg *b)
{
	return a->source == b->source && a->value == b->value;
}

// Gives one argument its n-th other value; false: there are not so many, and *n is how many fewer.
static bool vary(struct hd_call_data *c, unsigned *n, bool all)
{
	const struct hd_api_function *f = hd_function(c->function);
	struct hd_arg options[MOST_OPTIONS];

	for (unsigned p = 0; p < f->nparams; p++) {
		unsigned kind = f->params[p].kind;
		bool cases = kind == HD_API_ENUM || kind == HD_API_FLAGS || kind == HD_API_CALLBACK;
		unsigned most = cases ? (all ? many : few).cases : (all ? many : few).options;
		unsigned count = hd_value_options(c->function, p, options, most);
		for (unsigned i = 0; i < count; i++) {
			if (!same(&options[i], &c->args[p]) && (*n)-- == 0) {
				c->args[p] = options[i];
				hd_value_set_lengths(c);
				return true;
			}
		}
	}
	return false;
}

static bool has_choice(const struct hd_api_function *f)
{
	return f->nparams > (f->self < f->nparams ? 1 : 0);
}

bool hd_candidate_call(struct hd_test *t, unsigned thread, uint16_t function, unsigned number, uint64_t seed, bool all,
	bool *more)
{
	uint64_t rng = hd_mix(seed ^ hd_mix(function + 1));

	*more = has_choice(hd_function(function));
	if (!hd_build_plain_suffix_call(t, thread, function, &rng)) {
		*more = false;
		return false;
	}
	if (number == 0) {
		return true;
	}
	unsigned left = number - 1;
	if (vary(&t->suffix[thread][t->nsuffix[thread] - 1], &left, all)) {
		return true;
	}
	unsigned drawn = (all ? many : few).drawn;
	*more = *more && left + 1 < drawn;
	if (left >= drawn) {
		return false;
	}
	t->nsuffix[thread]--;
	rng = hd_mix(seed ^ hd_mix(function * 1000u + left));
	return hd_build_suffix_call(t, thread, function, &rng);
}

bool hd_candidate_root(struct hd_test *t, uint16_t class, uint16_t constructor, unsigned number, uint64_t seed,
	bool *more)
{
	uint64_t rng = hd_mix(seed);

	*more = has_choice(hd_function(constructor));
	if (!hd_build_begin_by(t, class, constructor, &rng)) {
		*more = false;
		return false;
	}
	unsigned left = number - 1;
	if (number == 0 || vary(&t->prefix[t->nprefix - 1], &left, true)) {
		return true;
	}
	*more = false;
	return false;
}

bool hd_candidate_takes_away(const struct hd_call_data *c)
{
	const struct hd_api_function *f = hd_function(c->function);

	for (unsigned p = 0; p < f->nparams; p++) {
		if (hd_value_takes_away(&c->args[p], &f->params[p])) {
			return true;
		}
	}
	return false;
}
