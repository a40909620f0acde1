// SPDX-License-Identifier: Apache-2.0
// With which flags of a constructor do methods take locks? A class that locks only if it is
// told to promises nothing without: its objects are made so that they are locked.
#include "gen/learn.h"

#define MOST_METHODS 4 // that are looked at
#define FLAG_BITS 16
#define MOST_VALUES (FLAG_BITS + 1)

static unsigned count_locks(const struct hd_test *t)
{
	unsigned n = 0;

	hd_trial_run(t, true);
	for (size_t i = 0; i < hd.nlog; i++) {
		unsigned kind = hd.log[i].kind;
		n += hd_event_takes_lock(kind) || kind == HD_EV_ATOMIC_RMW;
	}
	return n;
}

enum answer { CANNOT_TELL, TAKES_NONE, TAKES_LOCKS };

// Do methods of an object that is made like this take locks?
static enum answer ask(const struct hd_class *c, const struct hd_test *made, uint64_t *rng)
{
	enum answer answer = CANNOT_TELL;
	struct hd_test t = *made;

	if (hd_test_try(&t) != HD_VERDICT_NONE || !hd_trial_constructed()) {
		return answer;
	}
	unsigned before = count_locks(&t), asked = 0;
	for (unsigned i = 0; i < c->nmethods && asked < MOST_METHODS && hd_trial_has_time(); i++) {
		uint64_t own = *rng;
		t = *made;
		bool built = hd_function(c->methods[i])->class == c->number && !hd_facts[c->methods[i]].may_block &&
			hd_function(c->methods[i])->role != HD_API_UNREF &&
			hd_build_prefix_call(&t, c->methods[i], &own, true);
		if (!built || hd_test_try(&t) != HD_VERDICT_NONE) {
			continue;
		}
		asked++;
		answer = TAKES_NONE;
		if (count_locks(&t) > before) {
			return TAKES_LOCKS;
		}
	}
	return answer;
}

static unsigned values_of(const struct hd_api_type *t, int64_t *values)
{
	unsigned n = 0;

	values[n++] = 0;
	if (t->nenumerators > 0) {
		n = t->kind == HD_API_FLAGS ? n : 0;
		for (unsigned i = 0; i < t->nenumerators && n < MOST_VALUES; i++) {
			values[n++] = t->enumerators[i].value;
		}
	} else if (t->kind == HD_API_FLAGS) {
		for (unsigned i = 0; i < FLAG_BITS; i++) {
			values[n++] = INT64_C(1) << i;
		}
	} else {
		values[n++] = 1;
	}
	return n;
}

static bool is_switch(const struct hd_api_type *t)
{
	return t->kind == HD_API_FLAGS || t->kind == HD_API_BOOL || t->kind == HD_API_ENUM ||
		(t->kind == HD_API_INT && t->low > t->high);
}

// Bits that must be there or must not, or values that are left.
static void note(struct hd_param_facts *facts, const struct hd_api_type *t, const int64_t *values,
	const enum answer *answers, unsigned n)
{
	uint32_t locked = 0, unlocked = 0;

	for (unsigned i = 0; i < n; i++) {
		locked |= (uint32_t)(answers[i] == TAKES_LOCKS) << i;
		unlocked |= (uint32_t)(answers[i] == TAKES_NONE) << i;
	}
	if (!locked || !unlocked) {
		return;
	}
	if (t->kind != HD_API_FLAGS) {
		facts->locked = values[__builtin_ctz(locked)];
		facts->unlocked = unlocked;
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		if (answers[0] == TAKES_LOCKS && answers[i] == TAKES_NONE) {
			facts->clear |= (uint32_t)values[i];
		}
	}
	if (answers[0] == TAKES_NONE) {
		facts->set = (uint32_t)values[__builtin_ctz(locked)];
	}
}

static void learn_flag(const struct hd_class *c, uint16_t constructor, unsigned param, uint64_t *rng)
{
	const struct hd_api_type *type = &hd_function(constructor)->params[param];
	int64_t values[MOST_VALUES];
	enum answer answers[MOST_VALUES];
	unsigned n = values_of(type, values);
	struct hd_test t;

	for (unsigned i = 0; i < n; i++) {
		uint64_t own = *rng;
		answers[i] = CANNOT_TELL;
		if (hd_build_begin_by(&t, c->number, constructor, &own)) {
			t.prefix[t.nprefix - 1].args[param] = (struct hd_arg){.source = HD_FROM_CONSTANT,
				.value = values[i]};
			answers[i] = ask(c, &t, rng);
		}
	}
	note(&hd_facts[constructor].params[param], type, values, answers, n);
}

void hd_learn_flags(const struct hd_class *c, uint64_t *rng)
{
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		bool makes = f->role == HD_API_CONSTRUCTOR && f->class == c->number && hd_facts[i].usable;
		for (unsigned p = 0; makes && p < f->nparams; p++) {
			if (is_switch(&f->params[p])) {
				learn_flag(c, (uint16_t)i, p, rng);
			}
		}
	}
}
