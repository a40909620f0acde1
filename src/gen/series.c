// SPDX-License-Identifier: Apache-2.0
#include "gen/series.h"

#include "runtime/rng.h"

#include <math.h>
#include <string.h>

static struct hd_test room; // a series as a test of one thread, for gen/build.c

void hd_series_test(const struct hd_series *s, struct hd_test *t)
{
	memset(t, 0, offsetof(struct hd_test, prefix));
	t->class = s->class;
	t->nthreads = 1;
	t->nprefix = s->nprefix;
	t->shared = s->shared;
	t->gives_away = s->gives_away;
	t->nsuffix[0] = s->ncalls;
	memcpy(t->prefix, s->prefix, s->nprefix * sizeof(*s->prefix));
	memcpy(t->suffix[0], s->calls, s->ncalls * sizeof(*s->calls));
}

static void take(struct hd_series *s, const struct hd_test *t, unsigned nbase)
{
	s->class = t->class;
	s->nbase = (uint8_t)nbase;
	s->nprefix = t->nprefix;
	s->shared = t->shared;
	s->gives_away = t->gives_away;
	s->ncalls = t->nsuffix[0];
	memcpy(s->prefix, t->prefix, t->nprefix * sizeof(*s->prefix));
	memcpy(s->calls, t->suffix[0], t->nsuffix[0] * sizeof(*s->calls));
}

static uint16_t draw_method(const struct hd_class *class, uint64_t *rng)
{
	return class->methods[hd_rng_below(rng, class->nmethods)];
}

bool hd_series_draw(struct hd_series *s, const struct hd_class *class, unsigned n, uint64_t *rng)
{
	if (class->nmethods == 0 || !hd_build_begin(&room, class->number, rng, false)) {
		return false;
	}
	unsigned nbase = room.nprefix;
	room.nthreads = 1;
	for (unsigned i = 1 + hd_rng_below(rng, n); i > 0; i--) {
		hd_build_suffix_call(&room, 0, draw_method(class, rng), rng);
	}
	take(s, &room, nbase);
	return s->ncalls > 0;
}

// ---- objects that nothing refers to any more -----------------------------------------------

static void renumber(struct hd_call_data *c, unsigned n, unsigned gone)
{
	for (unsigned i = 0; i < n; i++) {
		for (unsigned p = 0; p < hd_function(c[i].function)->nparams; p++) {
			struct hd_arg *a = &c[i].args[p];
			if (a->source == HD_FROM_CALL && a->value > (int64_t)gone) {
				a->value--;
			}
		}
	}
}

static void drop_prefix_call(struct hd_series *s, unsigned i)
{
	memmove(&s->prefix[i], &s->prefix[i + 1], (s->nprefix - i - 1u) * sizeof(*s->prefix));
	s->nprefix--;
	renumber(s->prefix, s->nprefix, i);
	renumber(s->calls, s->ncalls, i);
}

static void tidy(struct hd_series *s)
{
	for (unsigned i = s->nprefix; i-- > s->nbase;) {
		hd_series_test(s, &room);
		bool is_reference = hd_function(s->prefix[i].function)->role == HD_API_REF;
		if (!is_reference && !hd_test_refers_to(&room, i)) {
			drop_prefix_call(s, i);
		}
	}
}

// ---- operators --------------------------------------------------------------------------------

bool hd_series_insert(struct hd_series *s, const struct hd_class *class, unsigned most, uint64_t *rng)
{
	unsigned at = hd_rng_below(rng, s->ncalls + 1u);

	if (s->ncalls >= most) {
		return false;
	}
	hd_series_test(s, &room);
	if (!hd_build_suffix_call(&room, 0, draw_method(class, rng), rng)) {
		return false;
	}
	struct hd_call_data last = room.suffix[0][room.nsuffix[0] - 1];
	memmove(&room.suffix[0][at + 1], &room.suffix[0][at], (s->ncalls - at) * sizeof(last));
	room.suffix[0][at] = last;
	take(s, &room, s->nbase);
	return true;
}

static void drop_call(struct hd_series *s, unsigned at)
{
	memmove(&s->calls[at], &s->calls[at + 1], (s->ncalls - at - 1u) * sizeof(*s->calls));
	s->ncalls--;
}

bool hd_series_remove(struct hd_series *s, uint64_t *rng)
{
	if (s->ncalls < 2) {
		return false;
	}
	drop_call(s, hd_rng_below(rng, s->ncalls));
	tidy(s);
	return true;
}

bool hd_series_change_call(struct hd_series *s, const struct hd_class *class, uint64_t *rng)
{
	unsigned at = hd_rng_below(rng, s->ncalls);

	hd_series_test(s, &room);
	room.nsuffix[0] = (uint8_t)at; // in its place; those after it follow
	if (!hd_build_suffix_call(&room, 0, draw_method(class, rng), rng)) {
		return false;
	}
	room.nsuffix[0] = s->ncalls;
	take(s, &room, s->nbase);
	tidy(s);
	return true;
}

// ---- values --------------------------------------------------------------------------------------

// Steps are mostly small, but any distance can be made in few.
static int64_t draw_step(uint64_t *rng)
{
	int64_t step = 1 + (int64_t)(hd_rng(rng) >> 33 & ((1ull << hd_rng_below(rng, 20)) - 1));

	return hd_rng_below(rng, 2) ? step : -step;
}

static int64_t within(int64_t v, const struct hd_api_type *t)
{
	if (t->low <= t->high) {
		return v < t->low ? t->low : v > t->high ? t->high : v;
	}
	switch (t->size) {
	case 1:
		return t->is_signed ? (int8_t)v : (uint8_t)v;
	case 2:
		return t->is_signed ? (int16_t)v : (uint16_t)v;
	case 4:
		return t->is_signed ? (int32_t)v : (uint32_t)v;
	default:
		return v;
	}
}

static int64_t move_float(int64_t bits, uint64_t *rng)
{
	double d, step = ldexp((double)draw_step(rng), -(int)hd_rng_below(rng, 16));

	memcpy(&d, &bits, sizeof(d));
	d = isfinite(d) ? d + step : step;
	memcpy(&bits, &d, sizeof(d));
	return bits;
}

// Also flags whose names are not known.
static bool is_number(const struct hd_api_type *t)
{
	return t->kind == HD_API_INT || ((t->kind == HD_API_ENUM || t->kind == HD_API_FLAGS) && t->nenumerators == 0);
}

// A value a little away from what it was; false: it is none of that kind.
static bool move_value(struct hd_arg *a, const struct hd_api_type *t, uint64_t *rng)
{
	if (a->source != HD_FROM_CONSTANT) {
		return false;
	}
	switch (t->kind) {
	case HD_API_BOOL:
		a->value = !a->value;
		return true;
	case HD_API_FLOAT:
		a->value = move_float(a->value, rng);
		return true;
	default:
		if (!is_number(t)) {
			return false;
		}
		a->value = within((int64_t)((uint64_t)a->value + (uint64_t)draw_step(rng)), t);
		return true;
	}
}

// And the lengths that depend on it.
static bool draw_value(struct hd_test *t, struct hd_call_data *c, unsigned param, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(c->function);
	struct hd_scope scope = {.test = t, .rng = rng};
	bool ok = hd_value_draw(&scope, c->function, param, &c->args[param], c);

	for (unsigned p = 0; p < f->nparams && ok; p++) {
		if (f->params[p].kind == HD_API_LENGTH && f->params[p].related == param) {
			ok = hd_value_draw(&scope, c->function, p, &c->args[p], c);
		}
	}
	return ok;
}

#define REDRAWN_ONE_IN 8
#define SEEDED_OF 2 // and so many of the others are one of the seeds
#define TRIES 4     // to find a parameter that has values

// One of the values that were named; false: there is none for this kind.
static bool take_seed(struct hd_arg *a, const struct hd_api_type *t, const struct hd_series_seeds *seeds, uint64_t *rng)
{
	bool is_float = t->kind == HD_API_FLOAT;
	unsigned n = is_float ? seeds->nfloats : seeds->nintegers;

	if (a->source != HD_FROM_CONSTANT || (!is_float && !is_number(t)) || n == 0) {
		return false;
	}
	int64_t v = (is_float ? seeds->floats : seeds->integers)[hd_rng_below(rng, n)];
	a->value = is_float ? v : within(v, t);
	return true;
}

static bool choose_value(const struct hd_series *s, uint64_t *rng, unsigned *call, unsigned *param)
{
	for (unsigned i = 0; i < TRIES; i++) {
		*call = hd_rng_below(rng, s->ncalls);
		const struct hd_api_function *f = hd_function(s->calls[*call].function);
		*param = f->nparams ? hd_rng_below(rng, f->nparams) : 0;
		if (f->nparams && *param != f->self && f->params[*param].kind != HD_API_LENGTH) {
			return true;
		}
	}
	return false;
}

bool hd_series_change_value(struct hd_series *s, const struct hd_series_seeds *seeds, uint64_t *rng)
{
	unsigned at, param;

	if (!choose_value(s, rng, &at, &param)) {
		return false;
	}
	struct hd_call_data c = s->calls[at];
	const struct hd_api_type *type = &hd_function(c.function)->params[param];
	unsigned how = hd_rng_below(rng, REDRAWN_ONE_IN);
	bool moved = how > 0 && how <= SEEDED_OF ? take_seed(&c.args[param], type, seeds, rng)
						 : how > 0 && move_value(&c.args[param], type, rng);
	if (!moved) {
		hd_series_test(s, &room);
		if (!draw_value(&room, &c, param, rng)) {
			return false;
		}
	}
	s->calls[at] = c;
	tidy(s);
	return true;
}

static bool may_be_in_prefix(const struct hd_series *s, const struct hd_call_data *c)
{
	const struct hd_api_function *f = hd_function(c->function);

	// Calls of threads have no numbers in a prefix, so nothing may refer to what they give.
	bool is_method = f->role == HD_API_METHOD || f->role == HD_API_OBSERVER;
	return s->nprefix < HD_TEST_PREFIX && is_method && f->makes == HD_API_NONE &&
		hd_class(s->class)->contract == HD_CONTRACT_SHARED;
}

void hd_series_advance(struct hd_series *s, unsigned n)
{
	while (s->ncalls > n && may_be_in_prefix(s, &s->calls[0])) {
		s->prefix[s->nprefix++] = s->calls[0];
		drop_call(s, 0);
	}
}

void hd_series_shorten(struct hd_series *s, unsigned n)
{
	while (s->ncalls > n) {
		drop_call(s, 0);
	}
	tidy(s);
}

// ---- calls of one series in a test of another --------------------------------------------------

struct import {
	const struct hd_series *from;
	struct hd_test *to;
	uint64_t *rng;
	bool own; // the object that the calls are made on is not the test's
	int16_t map[HD_TEST_PREFIX]; // by call of the prefix: that of the test; -1: it is not there yet
};

static bool import_args(struct import *x, struct hd_call_data *c);

// Every other time threads share what their calls are given, if it is made in the same way: an object of the
// test that stands for one of the series', or -1.
static int16_t find_same(const struct import *x, unsigned i)
{
	const struct hd_api_function *f = hd_function(x->from->prefix[i].function);

	for (unsigned k = 0; f->role == HD_API_CONSTRUCTOR && k < x->to->nprefix; k++) {
		bool is_same = x->to->prefix[k].function == x->from->prefix[i].function && k != x->to->shared;
		if (is_same && hd_rng_below(x->rng, 2) == 0) {
			return (int16_t)k;
		}
	}
	return -1;
}

// The call of the test's prefix that stands for one of the series'; -1: impossible.
static int import_object(struct import *x, unsigned i)
{
	const struct hd_series *s = x->from;
	struct hd_test *t = x->to;
	bool is_base = !x->own && i < s->nbase && i < t->nprefix && t->prefix[i].function == s->prefix[i].function;

	if (x->map[i] < 0 && i == s->shared && !x->own) {
		x->map[i] = t->shared;
	} else if (x->map[i] < 0 && is_base) {
		x->map[i] = (int16_t)i;
	} else if (x->map[i] < 0 && (x->map[i] = find_same(x, i)) >= 0) {
		return x->map[i];
	} else if (x->map[i] < 0) {
		struct hd_call_data c = s->prefix[i];
		if (!import_args(x, &c) || t->nprefix == HD_TEST_PREFIX) {
			return -1;
		}
		x->map[i] = t->nprefix;
		t->prefix[t->nprefix++] = c;
	}
	return x->map[i];
}

static bool import_args(struct import *x, struct hd_call_data *c)
{
	for (unsigned p = 0; p < hd_function(c->function)->nparams; p++) {
		if (c->args[p].source == HD_FROM_CALL) {
			int object = import_object(x, (unsigned)c->args[p].value);
			if (object < 0) {
				return false;
			}
			c->args[p].value = object;
		}
	}
	return true;
}

// A thread that gives up a reference must have one of its own.
static bool import_reference(struct import *x)
{
	for (unsigned i = x->from->nbase; i < x->from->nprefix; i++) {
		if (hd_function(x->from->prefix[i].function)->role == HD_API_REF) {
			x->map[i] = -1;
			return import_object(x, i) >= 0;
		}
	}
	bool first = !x->to->gives_away;
	x->to->gives_away = true;
	return first;
}

static bool import_calls(struct import x, unsigned first, unsigned thread, unsigned most)
{
	const struct hd_series *s = x.from;
	struct hd_test *t = x.to;

	memset(x.map, 0xff, sizeof(x.map));
	if (s->shared != t->shared && (s->shared == 0xff || t->shared == 0xff)) {
		return false;
	}
	for (unsigned i = first; i < s->ncalls && t->nsuffix[thread] < most; i++) {
		struct hd_call_data c = s->calls[i];
		bool gives_up = hd_function(c.function)->role == HD_API_UNREF;
		if ((gives_up && !import_reference(&x)) || !import_args(&x, &c)) {
			return false;
		}
		t->suffix[thread][t->nsuffix[thread]++] = c;
	}
	return true;
}

bool hd_series_join(const struct hd_series *s, struct hd_test *t, bool own, uint64_t *rng)
{
	if (t->nthreads == HD_TEST_THREADS) {
		return false;
	}
	unsigned thread = t->nthreads++;
	return import_calls((struct import){.from = s, .to = t, .rng = rng, .own = own}, 0, thread, HD_TEST_SUFFIX);
}

bool hd_series_cross(struct hd_series *out, const struct hd_series *a, const struct hd_series *b, unsigned most,
	uint64_t *rng)
{
	unsigned keep = hd_rng_below(rng, a->ncalls + 1u), from = hd_rng_below(rng, b->ncalls);

	*out = *a;
	out->ncalls = (uint8_t)keep;
	tidy(out);
	hd_series_test(out, &room);
	if (!import_calls((struct import){.from = b, .to = &room, .rng = rng}, from, 0, most) || room.nsuffix[0] == 0) {
		return false;
	}
	take(out, &room, a->nbase);
	return true;
}
