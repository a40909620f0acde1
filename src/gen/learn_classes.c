// SPDX-License-Identifier: Apache-2.0
// What is learned of a class: which functions make, end, change and observe its objects.
#include "gen/learn.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

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
		if (t->kind == HD_API_OBJECT && hd_is_given(t->type)) {
			return true;
		}
	}
	return false;
}

static void note_constructor(uint16_t i, uint64_t *rng)
{
	if (hd_facts[i].usable) {
		hd_learn_costs(i, rng);
		hd_facts[i].shares = hd_learn_shares(i, rng);
	}
}

// Constructors may need objects of each other: those that lack one are learned in a
// second round, with those that could not be used in the first.
void hd_learn_constructor(uint16_t i, bool first_round, uint64_t *rng)
{
	bool later = first_round && lacks_object(i);

	if (is_role(i, HD_API_CONSTRUCTOR) && !hd_facts[i].usable && !later) {
		hd_facts[i].why = NULL;
		hd_learn_function(i, rng);
		note_constructor(i, rng);
	}
}

// Functions that prepare the library: named so, or the initialisation of a module.
static bool may_prepare(uint16_t setup, uint16_t i)
{
	const struct hd_api_function *f = hd_function(setup);
	bool of_module = f->role == HD_API_CONSTRUCTOR && __heddle_api.classes[f->class].shape == HD_API_MODULE;

	return setup != i && hd_facts[setup].usable && (f->role == HD_API_SETUP || of_module);
}

// Anew, but what it cost workers is not forgotten.
static void learn_after(uint16_t i, uint16_t needs, uint64_t *rng)
{
	hd_facts[i] = (struct hd_function_facts){
		.needs = needs,
		.outs = hd_facts[i].outs,
		.crashes = hd_facts[i].crashes,
	};
	hd_learn_function(i, rng);
}

void hd_learn_constructor_needs(uint16_t i, uint64_t *rng)
{
	bool tried = false;

	if (!is_role(i, HD_API_CONSTRUCTOR) || hd_facts[i].usable || !hd_function(i)->address) {
		return;
	}
	for (uint32_t k = 0; k < __heddle_api.nfunctions && !hd_facts[i].usable; k++) {
		if (may_prepare((uint16_t)k, i)) {
			learn_after(i, (uint16_t)(k + 1), rng);
			tried = true;
		}
	}
	if (tried && !hd_facts[i].usable) {
		learn_after(i, 0, rng); // for what others need first, and for the reason
	}
	note_constructor(i, rng);
}

void hd_learn_in_out(uint16_t i, uint64_t *rng)
{
	const struct hd_api_type *first = &hd_function(i)->params[0];
	struct hd_function_facts *facts = &hd_facts[i];
	uint64_t own = *rng; // what others draw is not to depend on this
	struct hd_test t;

	if (!first->in_out || first->kind != HD_API_OUT_OBJECT || facts->usable || !hd_function(i)->address ||
		!hd_build_can_make(first->type) || facts->crashes >= HD_TRIAL_CRASHES || !hd_trial_has_time()) {
		return;
	}
	memset(&t, 0, offsetof(struct hd_test, prefix));
	t.class = first->type;
	t.shared = 0xff;
	facts->crashes++;
	bool wants_object = hd_build_prefix_call(&t, i, &own, true) && hd_test_try(&t) == HD_VERDICT_NULL_DEREFERENCE;
	facts->crashes--;
	if (wants_object) {
		*facts = (struct hd_function_facts){.outs = facts->outs, .crashes = facts->crashes, .in_out = true};
		hd_in_out_correct(i);
	}
}

// What is named like a destructor and is not the one that ends objects of the class may
// be a method: to close is not to free.
bool hd_learn_is_method(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);
	bool closes = f->role == HD_API_DESTRUCTOR && f->class != HD_API_NONE &&
		(__heddle_api.classes[f->class].destructor != i || hd_facts[i].lives);

	return f->class != HD_API_NONE &&
		(f->role == HD_API_METHOD || f->role == HD_API_OBSERVER || f->role == HD_API_REF ||
			f->role == HD_API_STATIC || closes);
}

// A destructor that does not survive is not called at the end of tests.
void hd_learn_find_destructor(uint16_t i, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(i);

	if ((f->role != HD_API_DESTRUCTOR && f->role != HD_API_UNREF) || (hd_learn_is_method(i) && !hd_ends_given(i))) {
		return;
	}
	hd_learn_function(i, rng);
	if (hd_facts[i].usable && f->class != HD_API_NONE) {
		int ends = hd_learn_destructor(f->class);
		if (ends < 0 || (f->role == HD_API_DESTRUCTOR && is_role((uint16_t)ends, HD_API_UNREF))) {
			hd_learn_set_destructor(i);
		}
	}
}

void hd_learn_set_destructor(uint16_t i)
{
	uint16_t class = hd_function(i)->class;

	if (hd_classes[class].destructor >= 0) {
		hd_facts[hd_classes[class].destructor].ends = false;
	}
	hd_facts[i].ends = true;
	hd_classes[class].destructor = i;
}

// What it does counts for more than how it is called: a method that frees objects is their destructor if
// what is named so leaves them alone.
void hd_learn_revise_end(uint16_t class, uint64_t *rng)
{
	int named = hd_learn_destructor(class);
	enum hd_api_shape shape = __heddle_api.classes[class].shape;

	if (named < 0 || shape != HD_API_OPAQUE || hd_is_given(class) || !is_role((uint16_t)named, HD_API_DESTRUCTOR) ||
		hd_learn_frees((uint16_t)named, rng)) {
		return;
	}
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		// It was not survived: the end of the test used the object again.
		bool may_end = f->class == class && f->address && f->nparams == 1 && f->role == HD_API_METHOD &&
			!hd_facts[i].usable;
		if (may_end && hd_learn_destroys((uint16_t)i, rng)) {
			hd_facts[named].lives = true;
			hd_facts[i].destroys = true;
			hd_facts[i].usable = true;
			hd_facts[i].why = NULL;
			hd_learn_set_destructor((uint16_t)i);
			hd_learn_method((uint16_t)named, rng);
			return;
		}
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

	if (other < 0 || !hd_build_begin_for(&t, i, rng)) {
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

// The first function that makes objects for the method, apart from those that it does not survive.
static int maker_for(uint16_t method, uint32_t from)
{
	uint16_t class = hd_function(method)->class;

	for (uint32_t i = from; i < __heddle_api.nfunctions; i++) {
		if (hd_function((uint16_t)i)->makes == class && hd_facts[i].usable &&
			hd_build_fits(method, (uint16_t)i)) {
			return (int)i;
		}
	}
	return -1;
}

static bool has_kinds(uint16_t i)
{
	uint16_t class = hd_function(i)->class;
	int first = class == HD_API_NONE || hd_is_given(class) || hd_function(i)->self == 0xff ? -1 : maker_for(i, 0);

	return first >= 0 && maker_for(i, (uint32_t)first + 1) >= 0;
}

// Does it survive on objects that this one makes?
static bool survives_on(uint16_t i, uint16_t maker, uint64_t *rng)
{
	struct hd_test t;

	return !hd_trial_has_time() || !hd_build_begin_by(&t, hd_function(i)->class, maker, rng) ||
		!hd_build_prefix_call(&t, i, rng, true) || hd_trial_survives(&t);
}

// Objects of a class may be of several kinds, each with a constructor of its own: arrays, numbers. A method that does
// not survive on those of the first is tried on the others; and it is called only on those that it survives.
static void learn_on_kinds(uint16_t i, uint64_t *rng)
{
	struct hd_function_facts *facts = &hd_facts[i];
	bool kinds = has_kinds(i);

	hd_learn_function(i, rng);
	uint64_t own = *rng; // what others draw is not to depend on this
	struct hd_function_facts first = *facts;
	while (kinds && !facts->usable && !facts->crashes && hd_build_note_unfit(i, (uint16_t)maker_for(i, 0)) &&
		maker_for(i, 0) >= 0) {
		*facts = (struct hd_function_facts){
			.unfit = facts->unfit,
			.outs = facts->outs,
			.in_out = facts->in_out,
		};
		hd_learn_function(i, &own);
	}
	if (!facts->usable) {
		*facts = first; // for the reason
		return;
	}
	for (int k = maker_for(i, 0); kinds && k >= 0; k = maker_for(i, (uint32_t)k + 1)) {
		if (!survives_on(i, (uint16_t)k, &own)) {
			hd_build_note_unfit(i, (uint16_t)k);
		}
	}
	if (maker_for(i, 0) < 0) {
		facts->unfit = 0; // it was survived before
	}
}

void hd_learn_method(uint16_t i, uint64_t *rng)
{
	learn_on_kinds(i, rng);
	if (!hd_facts[i].usable && learn_bracket(i, rng)) {
		hd_facts[i].why = "called around others, if the class is locked by its users";
		return;
	}
	if (!hd_facts[i].usable) {
		return;
	}
	hd_learn_costs(i, rng);
	hd_facts[i].has_default = hd_learn_has_default(i, rng);
	hd_facts[i].destroys = hd_learn_destroys(i, rng);
	// What is given out belongs to who got it: each call has an object of its own.
	if (hd_facts[i].destroys && !hd_is_given(hd_function(i)->class)) {
		hd_facts[i].usable = false;
		hd_facts[i].why = "frees the object: not called while other threads use it";
	}
}

void hd_learn_method_effects(uint16_t i, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(i);

	if (f->class != HD_API_NONE && hd_facts[i].usable && (f->role != HD_API_DESTRUCTOR || hd_learn_is_method(i))) {
		hd_learn_sections(i, *rng);
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
		!hd_facts[i].unfit && !f->weak && answers && takes_simple_arguments(i);
}

// Making an object concerns no other thread, unless it is made of another object of
// the class or with something that all of them share: then it is a call like any other.
// (Objects that are numbers live in a table.)
static bool is_called_concurrently(uint16_t i, uint16_t class)
{
	const struct hd_api_function *f = hd_function(i);
	enum hd_api_shape shape = __heddle_api.classes[class].shape;

	return f->role == HD_API_CONSTRUCTOR && shape != HD_API_CALLER_MEMORY && shape != HD_API_MODULE &&
		(shape == HD_API_HANDLE || hd_facts[i].shares || hd_takes(f, class));
}

// Is it about objects that methods of the class give out? Then it belongs to their tests, too.
static bool uses_given_by(uint16_t i, uint16_t class)
{
	const struct hd_api_function *f = hd_function(i);

	for (uint32_t k = 0; hd_is_given(f->class) && f->class != class && k < __heddle_api.nfunctions; k++) {
		const struct hd_api_function *giver = hd_function((uint16_t)k);
		if (giver->makes == f->class && giver->class == class && hd_facts[k].usable) {
			return hd_learn_is_method(i) || hd_ends_given(i);
		}
	}
	return false;
}

// Does it end objects that were made with one of the class, and change that? It is called on children that
// the prefix made, each once.
static bool ends_child_of(uint16_t i, uint16_t class, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(i);

	if (!hd_facts[i].ends || f->class == class || hd_is_given(f->class) || f->role != HD_API_DESTRUCTOR) {
		return false;
	}
	for (uint32_t k = 0; k < __heddle_api.nfunctions; k++) {
		const struct hd_api_function *maker = hd_function((uint16_t)k);
		if (maker->makes == f->class && hd_facts[k].usable && hd_takes(maker, class)) {
			return hd_learn_touches_parent(i, class, rng);
		}
	}
	return false;
}

static void add_method(struct hd_class *c, uint16_t i)
{
	if (c->nmethods < HD_CLASS_METHODS) {
		c->methods[c->nmethods++] = i;
	}
}

void hd_learn_collect(struct hd_class *c, uint16_t class, uint64_t *rng)
{
	c->nmethods = 0;
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		bool taken = f->class != class && hd_takes(f, class);
		bool concurrent = f->class == class &&
			(hd_learn_is_method((uint16_t)i) || f->role == HD_API_UNREF ||
				is_called_concurrently((uint16_t)i, class)) &&
			!hd_facts[i].destroys;
		if (hd_facts[i].usable &&
			(concurrent || (taken && hd_learn_is_method((uint16_t)i)) ||
				uses_given_by((uint16_t)i, class) || ends_child_of((uint16_t)i, class, rng))) {
			add_method(c, (uint16_t)i);
		}
	}
	hd_learn_neighbours(c);
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

// An object that was given out is for one thread, unless something says that it is not.
static bool is_for_one_thread(const struct hd_class *c, uint64_t *rng)
{
	const struct hd_api_class *said = &__heddle_api.classes[c->number];

	return said->given && !said->promised && !hd_learn_guards_itself(c, rng);
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

	if (!hd_build_begin(&t, class, rng, true)) {
		note_constructors(c);
		return;
	}
	if (is_for_one_thread(c, rng)) {
		c->contract = HD_CONTRACT_NOTHING;
		snprintf(c->contract_why, sizeof(c->contract_why),
			"given out by others, and none of its methods locks it");
		snprintf(c->problem, sizeof(c->problem), "is not tested");
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
	if (c->contract == HD_CONTRACT_SHARED && !hd_contract_forced) {
		hd_learn_flags(c, rng);
	}
	hd_learn_optional_setup(c, rng);
	hd_learn_depths(c, rng);
	hd_learn_partners(c, rng);
	hd_test_try(&t);
	c->spawns = hd.record.outcome.fibers > 1;
	c->usable = c->nmethods > 0 && c->contract != HD_CONTRACT_NOTHING;
	if (c->contract == HD_CONTRACT_NOTHING) {
		snprintf(c->problem, sizeof(c->problem), "is not tested");
	} else if (!c->usable) {
		snprintf(c->problem, sizeof(c->problem), "has no method that can be called");
	}
}
