// SPDX-License-Identifier: Apache-2.0
// What has been reported already.
#include "engine/engine.h"

#include <string.h>

bool hd_known_fault(uint64_t key)
{
	for (size_t i = 0; i < hd_campaign->nknown; i++) {
		if (hd_campaign->known[i] == key) {
			return true;
		}
	}
	return false;
}

// The variable of a race: a field of a struct or a global, by name. NULL: it has none that
// means the same everywhere.
static const char *variable_of(const struct hd_site *a, const struct hd_site *b)
{
	const struct hd_site *sites[] = {a, b};

	for (unsigned i = 0; i < 2; i++) {
		const struct hd_var *v = sites[i] ? sites[i]->var : NULL;
		if (v && v->name && v->scope != HD_SCOPE_LOCAL) {
			return v->name;
		}
	}
	return NULL;
}

// One variable without protection is one bug, however many places use it. Memory without a
// name of its own is told apart by the two places.
bool hd_same_race(const struct hd_site *a, const struct hd_site *b, const struct hd_site *c, const struct hd_site *d)
{
	const char *one = variable_of(a, b), *other = variable_of(c, d);

	if (one && other) {
		return strcmp(one, other) == 0;
	}
	return (a == c && b == d) || (a == d && b == c);
}

bool hd_known_race(const struct hd_site *a, const struct hd_site *b)
{
	const struct hd_campaign *c = hd_campaign;

	for (size_t i = 0; i < c->nraces; i++) {
		if (hd_same_race(c->races[i][0], c->races[i][1], a, b)) {
			return true;
		}
	}
	return false;
}

// Wrong results have no place in the code, and one assertion may guard against several bugs:
// these are distinguished by the functions that the smallest test calls. A test that calls
// those as often, and others, probably shows nothing new: only a few such tests are made
// smaller to see, and none of a failed assertion, which has a place at least.
#define MOST_LOOKS 16
#define MOST_AT_ONE_PLACE 4

static uint8_t times_called(const struct hd_test *test, uint16_t function)
{
	uint8_t times = 0;

	for (unsigned k = 0; k < test->nthreads; k++) {
		for (unsigned i = 0; i < test->nsuffix[k]; i++) {
			times += test->suffix[k][i].function == function;
		}
	}
	return times;
}

static bool contains(const struct hd_test *test, const struct hd_wrong_result *t)
{
	for (unsigned i = 0; i < t->n; i++) {
		if (times_called(test, t->functions[i]) < t->times[i]) {
			return false;
		}
	}
	return true;
}

static bool calls_the_same(const uint16_t *called, unsigned n, const struct hd_wrong_result *t)
{
	unsigned common = 0;

	for (unsigned i = 0; i < t->n; i++) {
		for (unsigned k = 0; k < n; k++) {
			common += called[k] == t->functions[i];
		}
	}
	return common == t->n && n == t->n;
}

// What is told apart by calls: 0 for results, else the place.
static uint64_t place_of(const struct hd_fault *f)
{
	return f->kind == HD_VERDICT_NOT_LINEARIZABLE ? 0 : f->key;
}

static bool is_by_calls(const struct hd_fault *f)
{
	return &__heddle_api &&
		(f->kind == HD_VERDICT_NOT_LINEARIZABLE || f->kind == HD_VERDICT_ASSERTION ||
			f->kind == HD_VERDICT_ABORT);
}

bool hd_known_calls(const struct hd_fault *f, const struct hd_test *test)
{
	const struct hd_campaign *c = hd_campaign;
	uint16_t called[HD_TEST_CALLS];
	unsigned n = is_by_calls(f) ? hd_test_functions(test, called) : 0;

	for (size_t i = 0; n > 0 && i < c->nwrong_results; i++) {
		if (c->wrong_results[i].place == place_of(f) && calls_the_same(called, n, &c->wrong_results[i])) {
			return true;
		}
	}
	return false;
}

static bool may_be_new(const struct hd_fault *f, const struct hd_test *test)
{
	struct hd_campaign *c = hd_campaign;
	unsigned here = 0;

	if (hd_known_calls(f, test)) {
		return false;
	}
	for (size_t i = 0; i < c->nwrong_results; i++) {
		struct hd_wrong_result *t = &c->wrong_results[i];
		if (t->place != place_of(f)) {
			continue;
		}
		here++;
		if (contains(test, t)) {
			return t->place == 0 && t->looks++ < MOST_LOOKS;
		}
	}
	return place_of(f) == 0 || here < MOST_AT_ONE_PLACE;
}

// The same assertion because of the same variable is the same bug.
static bool is_cause_known(const struct hd_fault *f, const struct hd_cause *cause)
{
	const struct hd_campaign *c = hd_campaign;

	for (size_t i = 0; cause->site && i < c->nwrong_results; i++) {
		const struct hd_wrong_result *t = &c->wrong_results[i];
		if (place_of(f) != 0 && t->place == place_of(f) && t->cause.site &&
			hd_same_race(t->cause.site, t->cause.other, cause->site, cause->other)) {
			return true;
		}
	}
	return false;
}

// Of a smallest test; from now on it is known.
bool hd_known_add_calls(const struct hd_fault *f, const struct hd_test *test, const struct hd_cause *cause)
{
	struct hd_campaign *c = hd_campaign;
	uint16_t called[HD_TEST_CALLS];

	if (!is_by_calls(f)) {
		return true;
	}
	if (hd_known_calls(f, test) || is_cause_known(f, cause)) {
		return false;
	}
	unsigned n = hd_test_functions(test, called);
	if (n <= HD_MAX_WRONG_FUNCTIONS && c->nwrong_results < HD_MAX_KNOWN - 64) {
		struct hd_wrong_result *t = &c->wrong_results[c->nwrong_results++];
		*t = (struct hd_wrong_result){.n = n, .place = place_of(f), .cause = *cause};
		memcpy(t->functions, called, n * sizeof(*called));
		for (unsigned i = 0; i < n; i++) {
			t->times[i] = times_called(test, called[i]);
		}
	}
	return true;
}

bool hd_known(const struct hd_fault *f, const struct hd_test *test)
{
	if (f->kind == HD_VERDICT_DATA_RACE) {
		return hd_campaign->held.there || hd_known_race(f->site, f->other_site);
	}
	if (f->kind == HD_VERDICT_NOT_LINEARIZABLE) {
		return !may_be_new(f, test);
	}
	return hd_known_fault(f->key) && (!is_by_calls(f) || !may_be_new(f, test));
}

void hd_known_add(const struct hd_fault *f)
{
	struct hd_campaign *c = hd_campaign;

	if (c->nknown < HD_MAX_KNOWN - 64) {
		c->known[c->nknown++] = f->key;
	}
	if (f->kind == HD_VERDICT_DATA_RACE && c->nraces < HD_MAX_KNOWN - 64) {
		size_t i = c->nraces++;
		c->races[i][0] = f->site;
		c->races[i][1] = f->other_site;
	}
}
