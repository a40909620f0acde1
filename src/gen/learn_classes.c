// SPDX-License-Identifier: Apache-2.0
// What is learned of a class: which functions make, end, change and observe its objects.
#include "gen/learn.h"

#include <stdio.h>

static bool is_role(uint16_t i, enum hd_api_role role)
{
	return hd_function(i)->role == role;
}

// Is there a parameter for which no object can be made yet?
static bool lacks_object(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);

	for (unsigned p = 0; p < f->nparams; p++) {
		const struct hd_api_type *t = &f->params[p];
		if (t->kind == HD_API_OBJECT && t->type != HD_API_NONE && p != f->self && !hd_build_can_make(t->type)) {
			return true;
		}
	}
	return false;
}

bool hd_learn_takes_given(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);

	for (unsigned p = 0; p < f->nparams; p++) {
		const struct hd_api_type *t = &f->params[p];
		if (t->kind == HD_API_OBJECT && t->type != HD_API_NONE && __heddle_api.classes[t->type].given) {
			return true;
		}
	}
	return false;
}

// Constructors may need objects of each other: those that lack one are learned in a
// second round, with those that could not be used in the first.
void hd_learn_constructor(uint16_t i, bool first_round, uint64_t *rng)
{
	bool later = first_round && lacks_object(i);

	if (is_role(i, HD_API_CONSTRUCTOR) && !hd_facts[i].usable && !later) {
		hd_facts[i].why = NULL;
		hd_learn_function(i, rng);
		hd_facts[i].shares = hd_facts[i].usable && hd_learn_shares(i, rng);
	}
}

// What is named like a destructor and is not the one that ends objects of the class may
// be a method: to close is not to free.
bool hd_learn_is_method(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);
	bool closes = f->role == HD_API_DESTRUCTOR && f->class != HD_API_NONE &&
		__heddle_api.classes[f->class].destructor != i;

	return f->class != HD_API_NONE &&
		(f->role == HD_API_METHOD || f->role == HD_API_OBSERVER || f->role == HD_API_REF ||
			f->role == HD_API_STATIC || closes);
}

// A destructor that does not survive is not called at the end of tests.
void hd_learn_find_destructor(uint16_t i, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(i);

	if ((f->role != HD_API_DESTRUCTOR && f->role != HD_API_UNREF) || hd_learn_is_method(i)) {
		return;
	}
	hd_learn_function(i, rng);
	if (hd_facts[i].usable && f->class != HD_API_NONE) {
		int *ends = &hd_classes[f->class].destructor;
		bool better = *ends >= 0 && f->role == HD_API_DESTRUCTOR && is_role((uint16_t)*ends, HD_API_UNREF);
		*ends = *ends < 0 || better ? (int)i : *ends;
	}
}

// The other function of a lock and its unlock; -1: there is none.
static int other_bracket(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);

	for (uint32_t k = 0; f->bracket && k < __heddle_api.nfunctions; k++) {
		const struct hd_api_function *g = hd_function((uint16_t)k);
		if (g->class == f->class && g->bracket && g->bracket != f->bracket && g->role != HD_API_EXCLUDED) {
			return (int)k;
		}
	}
	return -1;
}

// A lock that is left locked, an unlock of what is not: alone they fail, as a pair they do not.
static bool learn_bracket(uint16_t i, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(i);
	int other = other_bracket(i);
	struct hd_test t;

	if (other < 0 || !hd_build_begin(&t, f->class, rng, true)) {
		return false;
	}
	bool opens = f->bracket == HD_BRACKET_OPENS;
	bool built = hd_build_prefix_call(&t, opens ? i : (uint16_t)other, rng, true) &&
		hd_build_prefix_call(&t, opens ? (uint16_t)other : i, rng, true);
	hd_facts[i].paired = built && hd_test_try(&t) == HD_VERDICT_NONE;
	return hd_facts[i].paired;
}

int hd_learn_bracket(uint16_t class, unsigned bracket)
{
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		if (f->class == class && f->bracket == bracket && (hd_facts[i].paired || hd_facts[i].usable)) {
			return (int)i;
		}
	}
	return -1;
}

// What fails on its own may be meant to be called between the lock and the unlock of its class.
void hd_learn_inside(uint16_t i, uint64_t *rng)
{
	struct hd_function_facts *facts = &hd_facts[i];
	uint16_t class = hd_function(i)->class;
	struct hd_test t;

	if (facts->usable || facts->paired || facts->destroys || facts->crashes || hd_function(i)->bracket ||
		class == HD_API_NONE || hd_learn_bracket(class, HD_BRACKET_OPENS) < 0 ||
		hd_learn_bracket(class, HD_BRACKET_CLOSES) < 0) {
		return;
	}
	facts->inside = true;
	for (unsigned k = 0; k < HD_TRIALS && !facts->usable; k++) {
		facts->usable = hd_trial_usual(&t, i, rng) && hd_test_try(&t) == HD_VERDICT_NONE;
	}
	facts->inside = facts->usable;
	facts->why = facts->usable ? NULL : facts->why;
}

void hd_learn_method(uint16_t i, uint64_t *rng)
{
	hd_learn_function(i, rng);
	if (!hd_facts[i].usable && learn_bracket(i, rng)) {
		hd_facts[i].why = "called around others, if the class is locked by its users";
		return;
	}
	if (!hd_facts[i].usable) {
		return;
	}
	hd_facts[i].destroys = hd_learn_destroys(i, rng);
	if (hd_facts[i].destroys) {
		hd_facts[i].usable = false;
		hd_facts[i].why = "frees the object: not called while other threads use it";
	}
}

void hd_learn_method_effects(uint16_t i, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(i);

	if (f->class != HD_API_NONE && hd_facts[i].usable && (f->role != HD_API_DESTRUCTOR || hd_learn_is_method(i))) {
		hd_learn_effects(i, rng);
		for (unsigned p = 0; p < f->nparams && !hd_facts[i].inside; p++) {
			hd_learn_null(i, p, rng);
		}
	}
}

static bool takes_simple_arguments(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);

	for (unsigned p = 0; p < f->nparams; p++) {
		unsigned k = f->params[p].kind;
		bool simple = p == f->self || k == HD_API_INT || k == HD_API_BOOL || k == HD_API_ENUM ||
			k == HD_API_STRING || k == HD_API_OUT || k == HD_API_BUFFER || k == HD_API_LENGTH;
		if (!simple) {
			return false;
		}
	}
	return true;
}

// A method is fit to be asked at the end if it is known to change nothing, to
// take what can always be given, and to answer something.
static bool is_fit_observer(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);
	bool answers = f->result.kind != HD_API_VOID || f->nparams > 1;

	return f->role == HD_API_OBSERVER && !hd_facts[i].changes && !hd_facts[i].inside && !hd_facts[i].may_block &&
		!f->weak && answers && takes_simple_arguments(i);
}

// Functions of other classes that take an object of this one can be called on
// the shared object, too.
static bool takes_object_of(const struct hd_api_function *f, uint16_t class)
{
	for (unsigned p = 0; p < f->nparams; p++) {
		if (f->params[p].kind == HD_API_OBJECT && f->params[p].type == class) {
			return true;
		}
	}
	return false;
}

// Making an object concerns no other thread, unless it is made of another object of
// the class or with something that all of them share: then it is a call like any other.
// (Objects that are numbers live in a table.)
static bool is_called_concurrently(uint16_t i, uint16_t class)
{
	const struct hd_api_function *f = hd_function(i);
	enum hd_api_shape shape = __heddle_api.classes[class].shape;

	return f->role == HD_API_CONSTRUCTOR && shape != HD_API_CALLER_MEMORY && shape != HD_API_MODULE &&
		(shape == HD_API_HANDLE || hd_facts[i].shares || takes_object_of(f, class));
}

void hd_learn_collect(struct hd_class *c, uint16_t class)
{
	c->nmethods = 0;
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		if (!hd_facts[i].usable || (f->class != class && !takes_object_of(f, class))) {
			continue;
		}
		if (f->class != class) {
			if (hd_learn_is_method((uint16_t)i) && c->nmethods < HD_CLASS_METHODS) {
				c->methods[c->nmethods++] = (uint16_t)i;
			}
			continue;
		}
		bool concurrent = hd_learn_is_method((uint16_t)i) || f->role == HD_API_UNREF ||
			is_called_concurrently((uint16_t)i, class);
		if (concurrent && c->nmethods < HD_CLASS_METHODS) {
			c->methods[c->nmethods++] = (uint16_t)i;
		}
	}
}

static void choose_observers(struct hd_class *c)
{
	c->nobservers = 0;
	for (unsigned i = 0; i < c->nmethods; i++) {
		if (hd_function(c->methods[i])->class == c->number && is_fit_observer(c->methods[i]) &&
			c->nobservers < HD_TEST_OBSERVERS) {
			c->observers[c->nobservers++] = c->methods[i];
		}
	}
}

// Why no object of it can be made, as far as it is known.
static void note_constructors(struct hd_class *c)
{
	const char *name = NULL, *why = NULL;

	for (uint32_t i = 0; i < __heddle_api.nfunctions && !why; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		if (f->class == c->number && f->role == HD_API_CONSTRUCTOR && hd_facts[i].why) {
			name = f->name;
			why = hd_facts[i].why;
		}
	}
	snprintf(c->problem, sizeof(c->problem),
		why ? "has no usable constructor (%.80s: %s)" : "has no usable constructor", name, why);
}

void hd_learn_judge(uint16_t class, uint64_t *rng)
{
	struct hd_class *c = &hd_classes[class];
	struct hd_test t;

	// An object that was given out is for one thread, for all that is known.
	if (__heddle_api.classes[class].given || !hd_build_begin(&t, class, rng, true)) {
		note_constructors(c);
		return;
	}
	choose_observers(c);
	hd_contract_decide(c);
	c->method_of = hd_persist_alloc(__heddle_api.nfunctions * sizeof(*c->method_of));
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		c->method_of[i] = -1;
	}
	for (unsigned i = 0; i < c->nmethods; i++) {
		c->method_of[c->methods[i]] = (int16_t)i;
	}
	hd_test_try(&t);
	c->spawns = hd.record.outcome.fibers > 1;
	c->usable = c->nmethods > 0 && c->contract != HD_CONTRACT_NOTHING;
	if (c->contract == HD_CONTRACT_NOTHING) {
		snprintf(c->problem, sizeof(c->problem), "is not tested");
	} else if (!c->usable) {
		snprintf(c->problem, sizeof(c->problem), "has no method that can be called");
	}
}
