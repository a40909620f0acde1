// SPDX-License-Identifier: Apache-2.0
// Making tests: constructors for every object that is needed, then calls whose
// arguments are drawn. A prefix is built call by call; a call that does not
// survive a sequential run in that state is dropped (the feedback of Randoop).
#include "gen/test.h"
#include "strategy/rng.h"

#include <string.h>

#define MOST_DEPTH 3
#define TRIES 3

static bool append_prefix(struct hd_test *t, uint16_t function, uint64_t *rng, bool simple, unsigned depth);

static bool has_object(const struct hd_test *t, uint16_t class)
{
	for (unsigned i = 0; i < t->nprefix; i++) {
		const struct hd_api_function *f = hd_function(t->prefix[i].function);
		if (f->role == HD_API_CONSTRUCTOR && f->class == class) {
			return true;
		}
	}
	return false;
}

static int constructor_of(uint16_t class)
{
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		if (f->class == class && f->role == HD_API_CONSTRUCTOR && hd_facts[i].usable) {
			return (int)i;
		}
	}
	return -1;
}

// Objects that fields of a struct refer to; those that cannot be made stay NULL.
static void provide_fields(struct hd_test *t, const struct hd_api_struct *s, uint16_t but, uint64_t *rng, bool simple,
                           unsigned depth)
{
	for (unsigned i = 0; i < s->nfields && depth < MOST_DEPTH; i++) {
		const struct hd_api_type *type = &s->fields[i].type;
		if (type->kind == HD_API_STRUCT) {
			provide_fields(t, &__heddle_api.structs[type->type], but, rng, simple, depth);
		} else if (type->kind == HD_API_OBJECT && type->type != but && !has_object(t, type->type)) {
			int c = constructor_of(type->type);
			uint8_t before = t->nprefix;
			if (c < 0 || !append_prefix(t, (uint16_t)c, rng, simple, depth + 1)) {
				t->nprefix = before;
			}
		}
	}
}

// Every object a call takes must be there before it.
static bool provide_objects(struct hd_test *t, uint16_t function, uint64_t *rng, bool simple, unsigned depth)
{
	const struct hd_api_function *f = hd_function(function);

	for (unsigned p = 0; p < f->nparams; p++) {
		bool is_struct = f->params[p].kind == HD_API_STRUCT || f->params[p].kind == HD_API_STRUCT_POINTER;
		if (is_struct && f->params[p].type != HD_API_NONE) {
			uint16_t made = f->role == HD_API_CONSTRUCTOR ? f->class : HD_API_NONE;
			provide_fields(t, &__heddle_api.structs[f->params[p].type], made, rng, simple, depth);
		}
		if (f->params[p].kind != HD_API_OBJECT || f->params[p].type == HD_API_NONE ||
		    (hd_facts[function].params[p].bad >> HD_FROM_CALL & 1)) {
			continue;
		}
		bool second = t->nprefix && has_object(t, f->params[p].type) && !simple && f->self != p &&
		              hd_rng_below(rng, 3) == 0 && depth < 2;
		if (!has_object(t, f->params[p].type) || second) {
			int c = constructor_of(f->params[p].type);
			if (f->role == HD_API_CONSTRUCTOR && f->class == f->params[p].type && p == f->self) {
				continue; // it is the one being made
			}
			if (c < 0 || depth >= MOST_DEPTH || !append_prefix(t, (uint16_t)c, rng, simple, depth + 1)) {
				if (second) {
					continue;
				}
				return false;
			}
		}
	}
	return true;
}

static bool draw_arguments(struct hd_test *t, struct hd_call_data *c, uint64_t *rng, bool simple)
{
	const struct hd_api_function *f = hd_function(c->function);
	struct hd_scope scope = {.test = t, .rng = rng, .simple = simple};

	// Lengths are drawn last: they follow from their buffers.
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned p = 0; p < f->nparams; p++) {
			bool length = f->params[p].kind == HD_API_LENGTH;
			if (length == (pass == 1) && !hd_value_draw(&scope, c->function, p, &c->args[p], c)) {
				return false;
			}
		}
	}
	return true;
}

static bool append_prefix(struct hd_test *t, uint16_t function, uint64_t *rng, bool simple, unsigned depth)
{
	if (!provide_objects(t, function, rng, simple, depth) || t->nprefix == HD_TEST_PREFIX) {
		return false;
	}
	struct hd_call_data c = {.function = function};
	if (!draw_arguments(t, &c, rng, simple)) {
		return false;
	}
	t->prefix[t->nprefix++] = c;
	return true;
}

bool hd_build_begin(struct hd_test *t, uint16_t class, uint64_t *rng, bool simple)
{
	memset(t, 0, offsetof(struct hd_test, prefix));
	t->class = class;
	t->shared = 0xff;
	int c = constructor_of(class);
	if (c < 0) {
		return __heddle_api.classes[class].shape == HD_API_MODULE;
	}
	// A random one of its constructors.
	unsigned n = 0, pick;
	uint16_t all[32];
	for (uint32_t i = 0; i < __heddle_api.nfunctions && n < 32; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		if (f->class == class && f->role == HD_API_CONSTRUCTOR && hd_facts[i].usable) {
			all[n++] = (uint16_t)i;
		}
	}
	if (n == 0) {
		return false;
	}
	pick = simple ? 0 : hd_rng_below(rng, n);
	if (!append_prefix(t, all[pick], rng, simple, 0)) {
		return false;
	}
	if (__heddle_api.classes[class].shape != HD_API_MODULE) {
		t->shared = (uint8_t)(t->nprefix - 1);
	}
	return true;
}

bool hd_build_prefix_call(struct hd_test *t, uint16_t function, uint64_t *rng, bool simple)
{
	uint8_t before = t->nprefix;

	if (append_prefix(t, function, rng, simple, 0)) {
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

bool hd_build_suffix_call(struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng)
{
	uint8_t before = t->nprefix;
	struct hd_call_data c = {.function = function};

	if (t->nsuffix[thread] == HD_TEST_SUFFIX) {
		return false;
	}
	// A thread that gives up a reference must have one of its own.
	if (hd_function(function)->role == HD_API_UNREF && !t->gives_away && hd_rng_below(rng, 2) == 0) {
		t->gives_away = true; // the one it was made with
	} else if (hd_function(function)->role == HD_API_UNREF) {
		int ref = partner(t->class, HD_API_REF);
		if (ref < 0 || !append_prefix(t, (uint16_t)ref, rng, true, 0)) {
			return false;
		}
	}
	if (!provide_objects(t, function, rng, false, 0) || !draw_arguments(t, &c, rng, false)) {
		t->nprefix = before;
		return false;
	}
	t->suffix[thread][t->nsuffix[thread]++] = c;
	return true;
}

// A prefix brings the object into a state: three of four of its calls are of methods
// that may write something, the others of any.
#define MUTATORS 3
#define MUTATORS_OF 4

// A random method, on the shared object or another; false: not this time.
static bool append_random(struct hd_test *t, uint64_t *rng)
{
	const struct hd_class_facts *facts = hd_class_facts;
	bool mutator = facts->nmutators > 0 && hd_rng_below(rng, MUTATORS_OF) < MUTATORS;
	uint16_t m = mutator ? facts->mutators[hd_rng_below(rng, facts->nmutators)]
	                     : facts->methods[hd_rng_below(rng, facts->nmethods)];

	return hd_function(m)->role != HD_API_UNREF && hd_build_prefix_call(t, m, rng, false);
}

static void append_surviving(struct hd_test *t, uint64_t *rng)
{
	for (unsigned attempt = 0; attempt < TRIES; attempt++) {
		uint8_t before = t->nprefix;
		if (append_random(t, rng)) {
			if (hd_test_try(t) == HD_VERDICT_NONE) {
				return;
			}
			t->nprefix = before;
		}
	}
}

void hd_build_prefix(struct hd_test *t, unsigned n, uint64_t *rng)
{
	uint8_t before = t->nprefix;

	if (n == 0 || hd_class_facts->nmethods == 0) {
		return;
	}
	// Usually all of them survive; only if not, each is tried.
	for (unsigned i = 0; i < n; i++) {
		append_random(t, rng);
	}
	if (hd_test_try(t) == HD_VERDICT_NONE) {
		return;
	}
	t->nprefix = before;
	for (unsigned i = 0; i < n; i++) {
		append_surviving(t, rng);
	}
}
