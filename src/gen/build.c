// SPDX-License-Identifier: Apache-2.0
// Making tests: constructors for every object that is needed, then calls whose
// arguments are drawn. A prefix is built call by call; a call that does not
// survive a sequential run in that state is dropped (the feedback of Randoop).
#include "gen/kin.h"
#include "gen/references.h"
#include "runtime/rng.h"

#include <string.h>

#define MOST_DEPTH 3
#define TRIES 3
#define OTHERS_DEPTH 2  // below it an object is made for its own sake: plainly
#define SECOND_ONE_IN 3 // arguments for which a second object of a class is made

static bool append_prefix(struct hd_test *t, uint16_t function, uint64_t *rng, bool simple, unsigned depth);

static unsigned count_objects(const struct hd_test *t, uint16_t class)
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->nprefix; i++) {
		n += hd_makes(&t->prefix[i], class);
	}
	return n;
}

#define MOST_MAKERS 32 // bits of `unfit`

// Its place among the functions that make objects of a class.
static unsigned order_of(uint16_t maker)
{
	unsigned n = 0;

	for (uint16_t i = 0; i < maker; i++) {
		n += hd_function(i)->makes == hd_function(maker)->makes;
	}
	return n;
}

bool hd_build_fits(uint16_t function, uint16_t maker)
{
	uint32_t unfit = hd_facts[function].unfit;
	unsigned order = unfit ? order_of(maker) : MOST_MAKERS;

	return order >= MOST_MAKERS || !(unfit >> order & 1);
}

bool hd_build_note_unfit(uint16_t function, uint16_t maker)
{
	unsigned order = order_of(maker);

	hd_facts[function].unfit |= order < MOST_MAKERS ? 1u << order : 0;
	return order < MOST_MAKERS;
}

// One of the functions that make an object for a call of `user` (HD_API_NONE: for any), or the plainest: the first.
// -1: none can be used.
static int choose_constructor_for(uint16_t class, uint16_t user, uint64_t *rng, bool simple)
{
	int chosen = -1;
	unsigned n = 0;

	for (uint32_t i = 0; i < __heddle_api.nfunctions && !(simple && n > 0); i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		bool fits = f->makes == class && hd_facts[i].usable &&
			(user == HD_API_NONE || hd_build_fits(user, (uint16_t)i));
		n += fits;
		if (fits && (n == 1 || hd_rng_below(rng, n) == 0)) {
			chosen = (int)i;
		}
	}
	return chosen;
}

static int choose_constructor(uint16_t class, uint64_t *rng, bool simple)
{
	return choose_constructor_for(class, HD_API_NONE, rng, simple);
}

bool hd_build_can_make(uint16_t class)
{
	return choose_constructor(class, NULL, true) >= 0;
}

// The prefix call that makes an object, -1: impossible. Far from the call that needs it
// the first constructor does.
static int make_object_for(struct hd_test *t, uint16_t class, uint16_t user, uint64_t *rng, bool simple, unsigned depth)
{
	uint8_t before = t->nprefix;
	int c = depth < MOST_DEPTH ? choose_constructor_for(class, user, rng, simple || depth >= OTHERS_DEPTH) : -1;

	if (c < 0 || !append_prefix(t, (uint16_t)c, rng, simple, depth + 1)) {
		t->nprefix = before;
		return -1;
	}
	return t->nprefix - 1;
}

static int make_object(struct hd_test *t, uint16_t class, uint64_t *rng, bool simple, unsigned depth)
{
	return make_object_for(t, class, HD_API_NONE, rng, simple, depth);
}

// Objects that fields of a struct refer to; those that cannot be made stay NULL.
static void provide_fields(struct hd_test *t, const struct hd_api_struct *s, uint16_t but, uint64_t *rng, bool simple,
	unsigned depth)
{
	for (unsigned i = 0; i < s->nfields && depth < MOST_DEPTH; i++) {
		const struct hd_api_type *type = &s->fields[i].type;
		if (type->kind == HD_API_STRUCT) {
			provide_fields(t, &__heddle_api.structs[type->type], but, rng, simple, depth);
		} else if (type->kind == HD_API_OBJECT && type->type != but && count_objects(t, type->type) == 0) {
			make_object(t, type->type, rng, simple, depth);
		}
	}
}

// Is the parameter an object that must be there before the call?
static bool needs_object(uint16_t function, unsigned p)
{
	const struct hd_api_function *f = hd_function(function);
	const struct hd_api_type *t = &f->params[p];
	bool is_made = f->role == HD_API_CONSTRUCTOR && f->class == t->type && p == f->self;

	return t->kind == HD_API_OBJECT && t->type != HD_API_NONE && !is_made &&
		!(hd_facts[function].params[p].bad >> HD_FROM_CALL & 1);
}

// Every object a call takes must be there before it. Sometimes a second one of a class is
// made for an argument, which is then `given`: it is drawn already. Objects that methods give
// out often belong to whoever got them, and may be gone when they were given back: each is
// the argument of one call.
static bool provide_objects(struct hd_test *t, struct hd_call_data *c, uint32_t *given, uint64_t *rng, bool simple,
	unsigned depth)
{
	const struct hd_api_function *f = hd_function(c->function);

	for (unsigned p = 0; p < f->nparams; p++) {
		if (*given >> p & 1) {
			continue;
		}
		const struct hd_api_type *type = &f->params[p];
		bool is_struct = type->kind == HD_API_STRUCT || type->kind == HD_API_STRUCT_POINTER;
		if (is_struct && type->type != HD_API_NONE) {
			uint16_t made = f->role == HD_API_CONSTRUCTOR ? f->class : HD_API_NONE;
			provide_fields(t, &__heddle_api.structs[type->type], made, rng, simple, depth);
		}
		if (!needs_object(c->function, p)) {
			continue;
		}
		unsigned there = count_objects(t, type->type);
		bool is_shared = t->shared != 0xff && type->type == t->class;
		bool ended = hd_facts[c->function].ends && p == f->self; // by this call, and no other
		bool own = (hd_is_given(type->type) || ended) && !is_shared;
		t->ends_some |= ended && !is_shared;
		bool second = own ||
			(there == 1 && !simple && p != f->self && depth < OTHERS_DEPTH &&
				hd_rng_below(rng, SECOND_ONE_IN) == 0);
		uint16_t user = p == f->self ? c->function : HD_API_NONE;
		int made = there == 0 || second ? make_object_for(t, type->type, user, rng, simple, depth) : -1;
		if (made >= 0 && second) {
			c->args[p] = (struct hd_arg){.source = HD_FROM_CALL, .value = made};
			*given |= 1u << p;
		} else if (made < 0 && (there == 0 || own)) {
			return false;
		}
	}
	return true;
}

// Is its object one that it survives?
static bool has_fit_object(const struct hd_test *t, const struct hd_call_data *c)
{
	const struct hd_api_function *f = hd_function(c->function);

	if (hd_facts[c->function].unfit == 0 || f->self >= f->nparams || c->args[f->self].source != HD_FROM_CALL ||
		c->args[f->self].value >= t->nprefix) {
		return true;
	}
	return hd_build_fits(c->function, t->prefix[c->args[f->self].value].function);
}

// A call whose objects are there and whose arguments are drawn, but those that are `given`; false: impossible.
static bool make_call_on(struct hd_test *t, struct hd_call_data *c, uint32_t given, uint8_t object, uint64_t *rng,
	bool simple, unsigned depth)
{
	const struct hd_api_function *f = hd_function(c->function);
	struct hd_scope scope = {.test = t, .rng = rng, .simple = simple, .shared = object, .given = given};

	if (!provide_objects(t, c, &scope.given, rng, simple, depth)) {
		return false;
	}
	// Lengths are drawn last: they follow from their buffers.
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned p = 0; p < f->nparams; p++) {
			bool length = f->params[p].kind == HD_API_LENGTH;
			if (length == (pass == 1) && !hd_value_draw(&scope, c->function, p, &c->args[p], c)) {
				return false;
			}
		}
	}
	hd_kin_unite(t, c);
	return has_fit_object(t, c);
}

// What prepares the library, if the function needs it and nobody has called it yet.
static bool provide_setup(struct hd_test *t, uint16_t function, uint64_t *rng, unsigned depth)
{
	uint16_t needs = hd_facts[function].needs;

	for (unsigned i = 0; needs > 0 && i < t->nprefix; i++) {
		if (t->prefix[i].function == needs - 1) {
			return true;
		}
	}
	return needs == 0 || append_prefix(t, (uint16_t)(needs - 1), rng, true, depth + 1);
}

static bool append_prefix(struct hd_test *t, uint16_t function, uint64_t *rng, bool simple, unsigned depth)
{
	struct hd_call_data c = {.function = function};

	if (!provide_setup(t, function, rng, depth)) {
		return false;
	}
	if (!make_call_on(t, &c, 0, t->shared, rng, simple, depth) || t->nprefix == HD_TEST_PREFIX) {
		return false;
	}
	t->prefix[t->nprefix++] = c;
	return true;
}

static bool begin_by(struct hd_test *t, uint16_t class, int constructor, uint64_t *rng, bool simple)
{
	bool is_module = __heddle_api.classes[class].shape == HD_API_MODULE;

	memset(t, 0, offsetof(struct hd_test, prefix));
	t->class = class;
	t->shared = 0xff;
	memset(t->own, 0xff, sizeof(t->own));
	if (constructor < 0) {
		return is_module;
	}
	if (!append_prefix(t, (uint16_t)constructor, rng, simple, 0)) {
		return false;
	}
	if (!is_module) {
		t->shared = (uint8_t)(t->nprefix - 1);
		t->owned = hd_class(class)->contract == HD_CONTRACT_OWNED;
	}
	return true;
}

bool hd_build_begin(struct hd_test *t, uint16_t class, uint64_t *rng, bool simple)
{
	int constructor = choose_constructor(class, rng, simple);
	bool without = constructor >= 0 && hd_facts[constructor].optional && !simple && hd_rng_below(rng, 2) == 0;

	return begin_by(t, class, without ? -1 : constructor, rng, simple);
}

bool hd_build_begin_for(struct hd_test *t, uint16_t function, uint64_t *rng)
{
	uint16_t class = hd_function(function)->class;

	return begin_by(t, class, choose_constructor_for(class, function, rng, true), rng, true);
}

bool hd_build_begin_bare(struct hd_test *t, uint16_t module, uint64_t *rng)
{
	return begin_by(t, module, -1, rng, true);
}

bool hd_build_begin_by(struct hd_test *t, uint16_t class, uint16_t constructor, uint64_t *rng)
{
	return begin_by(t, class, constructor, rng, true);
}

// Between the lock and the unlock of its class, if it has to be.
static bool append_whole(struct hd_test *t, uint16_t function, uint64_t *rng, bool simple)
{
	uint16_t class = hd_function(function)->class;

	if (!hd_facts[function].inside) {
		return append_prefix(t, function, rng, simple, 0);
	}
	int opens = hd_learn_bracket(class, HD_BRACKET_OPENS), closes = hd_learn_bracket(class, HD_BRACKET_CLOSES);
	return opens >= 0 && closes >= 0 && append_prefix(t, (uint16_t)opens, rng, true, 0) &&
		append_prefix(t, function, rng, simple, 0) && append_prefix(t, (uint16_t)closes, rng, true, 0);
}

bool hd_build_prefix_call(struct hd_test *t, uint16_t function, uint64_t *rng, bool simple)
{
	uint8_t before = t->nprefix;

	if (hd_contract_agrees(t, function) && append_whole(t, function, rng, simple)) {
		return true;
	}
	t->nprefix = before;
	return false;
}

static int partner(uint16_t class, enum hd_api_role role)
{
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		if (hd_function((uint16_t)i)->class == class && hd_function((uint16_t)i)->role == role &&
			hd_facts[i].usable) {
			return (int)i;
		}
	}
	return -1;
}

// The object of a thread that has its own: the first has the one that was made first.
static bool provide_own(struct hd_test *t, unsigned thread, uint64_t *rng)
{
	if (!t->owned || t->own[thread] != 0xff) {
		return true;
	}
	int made = thread == 0 ? t->shared : make_object(t, t->class, rng, false, 0);
	t->own[thread] = made < 0 ? 0xff : (uint8_t)made;
	return made >= 0;
}

// Who takes a reference gives it back: then one that was not counted is missed.
static void give_back(struct hd_test *t, unsigned thread, const struct hd_call_data *taken)
{
	int unref = partner(t->class, HD_API_UNREF);

	if (unref >= 0 && t->nsuffix[thread] < HD_TEST_SUFFIX && hd_function((uint16_t)unref)->nparams == 1) {
		struct hd_call_data c = {.function = (uint16_t)unref};
		c.args[0] = taken->args[hd_function(taken->function)->self];
		t->suffix[thread][t->nsuffix[thread]++] = c;
	}
}

// A thread that gives up a reference must have one of its own: that of the constructor, or one more.
static bool provide_reference(struct hd_test *t, uint64_t *rng)
{
	if (!t->gives_away && hd_rng_below(rng, 2) == 0) {
		t->gives_away = true;
		return true;
	}
	int ref = partner(t->class, HD_API_REF);
	return ref >= 0 && append_prefix(t, (uint16_t)ref, rng, true, 0);
}

static bool make_suffix_call(struct hd_test *t, unsigned thread, struct hd_call_data *c, uint64_t *rng, bool simple)
{
	const struct hd_api_function *f = hd_function(c->function);

	if (!provide_own(t, thread, rng) || !provide_setup(t, c->function, rng, 0) ||
		(f->role == HD_API_UNREF && f->class == t->class && !provide_reference(t, rng))) {
		return false;
	}
	uint32_t kept = hd_kin_draw_kept(t, thread, c, rng);
	return make_call_on(t, c, kept, t->owned ? t->own[thread] : t->shared, rng, simple, 0);
}

static bool append_suffix(struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng, bool simple)
{
	uint8_t before = t->nprefix, own = t->own[thread];
	bool gives_away = t->gives_away;

	if (t->nsuffix[thread] == HD_TEST_SUFFIX || hd_references_are_gone(t, thread)) {
		return false;
	}
	struct hd_call_data *c = &t->suffix[thread][t->nsuffix[thread]]; // made where it will be
	*c = (struct hd_call_data){.function = function};
	if (!make_suffix_call(t, thread, c, rng, simple)) {
		t->nprefix = before;
		t->own[thread] = own;
		t->gives_away = gives_away;
		return false;
	}
	t->nsuffix[thread]++;
	if (hd_function(function)->role == HD_API_REF && hd_rng_below(rng, 2) == 0) {
		give_back(t, thread, c);
	}
	return true;
}

// Between the lock and the unlock of its thread.
static bool append_bracketed(struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng, bool simple)
{
	const struct hd_class *class = hd_class(t->class);
	uint8_t *n = &t->nsuffix[thread], before = *n;

	if (*n + (*n ? 1 : 3) > HD_TEST_SUFFIX) {
		return false;
	}
	struct hd_call_data *last = &t->suffix[thread][before - (before > 0)], unlock = *last;
	bool ok = (*n > 0 || append_suffix(t, thread, (uint16_t)class->opens, rng, simple));
	*n -= before > 0; // the unlock goes behind it
	ok = ok && append_suffix(t, thread, function, rng, simple) &&
		append_suffix(t, thread, (uint16_t)class->closes, rng, simple);
	if (!ok) {
		*n = before;
		*last = unlock;
	}
	return ok;
}

static bool fit_suffix_call(struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng, bool simple)
{
	function = hd_contract_fit(t, thread, function, rng);
	if (function == HD_API_NONE) {
		return false;
	}
	return hd_class(t->class)->contract == HD_CONTRACT_LOCKED ? append_bracketed(t, thread, function, rng, simple)
								  : append_suffix(t, thread, function, rng, simple);
}

bool hd_build_suffix_call(struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng)
{
	return fit_suffix_call(t, thread, function, rng, false);
}

bool hd_build_plain_suffix_call(struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng)
{
	return fit_suffix_call(t, thread, function, rng, true);
}

// A prefix brings the object into a state: three of four of its calls are of methods
// that may write something, the others of any.
#define MUTATORS 3
#define MUTATORS_OF 4

// A random method, on the shared object or another; false: not this time.
static bool append_random(struct hd_test *t, const uint16_t *mutators, unsigned nmutators, uint64_t *rng)
{
	const struct hd_class *c = hd_class(t->class);
	bool mutator = nmutators > 0 && hd_rng_below(rng, MUTATORS_OF) < MUTATORS;
	bool setup = c->nsetup > 0 && (c->nmethods == 0 || hd_rng_below(rng, MUTATORS_OF) < MUTATORS);
	uint16_t m = setup ? c->setup[hd_rng_below(rng, c->nsetup)]
		: mutator  ? mutators[hd_rng_below(rng, nmutators)]
			   : c->methods[hd_rng_below(rng, c->nmethods)];

	return hd_function(m)->role != HD_API_UNREF && hd_build_prefix_call(t, m, rng, false);
}

static void append_surviving(struct hd_test *t, const uint16_t *mutators, unsigned nmutators, uint64_t *rng)
{
	for (unsigned attempt = 0; attempt < TRIES; attempt++) {
		uint8_t before = t->nprefix;
		if (append_random(t, mutators, nmutators, rng)) {
			if (hd_test_try(t) == HD_VERDICT_NONE) {
				return;
			}
			t->nprefix = before;
		}
	}
}

void hd_build_prefix_of(struct hd_test *t, unsigned n, const uint16_t *mutators, unsigned nmutators, uint64_t *rng)
{
	uint8_t before = t->nprefix;

	if (n == 0 || hd_class(t->class)->nmethods + hd_class(t->class)->nsetup == 0) {
		return;
	}
	hd_build_deep(t, rng);
	before = t->nprefix;
	// Usually all of them survive; only if not, each is tried.
	for (unsigned i = 0; i < n; i++) {
		append_random(t, mutators, nmutators, rng);
	}
	if (hd_test_try(t) == HD_VERDICT_NONE) {
		return;
	}
	t->nprefix = before;
	for (unsigned i = 0; i < n; i++) {
		append_surviving(t, mutators, nmutators, rng);
	}
}

void hd_build_prefix(struct hd_test *t, unsigned n, uint64_t *rng)
{
	const struct hd_class *c = hd_class(t->class);

	hd_build_prefix_of(t, n, c->mutators, c->nmutators, rng);
}
