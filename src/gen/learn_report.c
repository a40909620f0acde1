// SPDX-License-Identifier: Apache-2.0
// What was learned of each function, as a line for --list-api and reports.
#include "gen/learn.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text {
	char out[400];
	size_t used;
};

__attribute__((format(printf, 2, 3))) static void put(struct text *t, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	int n = vsnprintf(t->out + t->used, sizeof(t->out) - t->used, format, args);
	va_end(args);
	t->used += n > 0 ? (size_t)n : 0;
	t->used = t->used < sizeof(t->out) ? t->used : sizeof(t->out) - 1;
}

// The lock or unlock of a class that its users lock.
static bool is_bracket(uint16_t function)
{
	uint16_t class = hd_function(function)->class;
	const struct hd_class *c = class == HD_API_NONE ? NULL : &hd_classes[class];

	return c && c->usable && c->contract == HD_CONTRACT_LOCKED && (c->opens == function || c->closes == function);
}

static void put_effect(struct text *t, uint16_t function)
{
	const struct hd_api_function *f = hd_function(function);
	const struct hd_function_facts *facts = &hd_facts[function];
	bool ends = facts->ends || (f->role == HD_API_DESTRUCTOR && !hd_learn_is_method(function));

	put(t, "%s",
		ends                              ? "destroys the object"
			: f->role == HD_API_SETUP ? "is called first, if something needs it"
			: facts->changes          ? "changes something"
						  : "changes nothing");
	put(t, "%s", facts->may_block ? "; may block" : "");
	put(t, "%s", facts->divided ? "; in several critical sections, or in none" : "");
	put(t, "%s", facts->has_default ? "; takes NULL for a default object" : "");
	put(t, "%s", facts->optional ? "; may be left out" : "");
	put(t, "%s", hd_takes_variable(f) ? "; takes the variable of an object, and may change it" : "");
	put(t, "%s", facts->unfit ? "; only on objects of some constructors" : "");
	if (facts->needs > 0) {
		put(t, "; needs %s before", hd_function((uint16_t)(facts->needs - 1))->name);
	}
}

static void put_value(struct text *t, const struct hd_api_type *type, int64_t value)
{
	for (unsigned i = 0; i < type->nenumerators; i++) {
		if (type->enumerators[i].value == value && type->enumerators[i].name) {
			put(t, "%s", type->enumerators[i].name);
			return;
		}
	}
	put(t, "%ld", (long)value);
}

// With which values of a constructor methods take locks.
static void put_flags(struct text *t, const struct hd_api_type *type, const struct hd_param_facts *p)
{
	if (p->set) {
		put(t, "; %s with bits 0x%x: only so locks are taken", type->name, p->set);
	}
	if (p->clear) {
		put(t, "; %s without bits 0x%x: only so locks are taken", type->name, p->clear);
	}
	if (p->unlocked) {
		put(t, "; %s such as ", type->name);
		put_value(t, type, p->locked);
		put(t, ": only so locks are taken");
	}
}

static void put_parameters(struct text *t, uint16_t function)
{
	for (unsigned i = 0; i < hd_function(function)->nparams; i++) {
		const struct hd_api_type *type = &hd_function(function)->params[i];
		const struct hd_param_facts *p = &hd_facts[function].params[i];
		if (p->bad >> HD_FROM_NULL & 1) {
			put(t, "; %s never NULL", type->name);
		}
		if (p->most > 0) {
			put(t, "; %s at most %ld: more costs too much", type->name, (long)p->most);
		}
		put_flags(t, type, p);
	}
}

// What it does to objects of its class in the long run, and to calls that wait.
static void put_states(struct text *t, uint16_t function)
{
	uint16_t class = hd_function(function)->class;
	const struct hd_class *c = class == HD_API_NONE ? NULL : &hd_classes[class];
	bool first = true;

	for (unsigned i = 0; c && i < c->ndepths; i++) {
		if (c->depths[i].function == function) {
			put(t, "%s%u", first ? "; does something new after calls: " : ", ", c->depths[i].times);
			first = false;
		}
	}
	for (unsigned i = 0; c && i < c->npartners; i++) {
		if (c->partners[i].waits == function) {
			put(t, "; waits for %s", hd_function(c->partners[i].wakes)->name);
		}
	}
}

static bool is_among(uint16_t function, const uint16_t *list, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (list[i] == function) {
			return true;
		}
	}
	return false;
}

static bool is_in_tests(uint16_t function)
{
	bool any = false;

	for (uint32_t i = 0; i < __heddle_api.nclasses && !any; i++) {
		const struct hd_class *c = &hd_classes[i];
		any = c->usable &&
			(is_among(function, c->methods, c->nmethods) || is_among(function, c->setup, c->nsetup));
	}
	return any;
}

// Why no test calls a method that can be called; NULL: some do, or it is none.
static const char *why_left_out(uint16_t function)
{
	const struct hd_api_function *f = hd_function(function);
	const struct hd_class *c = f->class == HD_API_NONE ? NULL : &hd_classes[f->class];

	if (!hd_learn_is_method(function) || hd_facts[function].ends || is_in_tests(function)) {
		return NULL;
	}
	if (hd_facts[function].destroys) {
		return "frees the object: not called while other threads use it";
	}
	if (c && c->nmethods == HD_CLASS_METHODS) {
		return "its class has more methods than tests can have";
	}
	return c && !c->usable ? "its class is not tested" : "no test has a place for it";
}

void hd_learn_report(void (*line)(const char *function, const char *text, bool used))
{
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		struct text t = {0};
		if (is_bracket((uint16_t)i)) {
			line(f->name, "called around others", true);
		} else if (f->role == HD_API_EXCLUDED) {
			line(f->name, f->why, false);
		} else if (hd_facts[i].why) {
			line(f->name, hd_facts[i].why, false);
		} else if (hd_facts[i].usable && why_left_out((uint16_t)i)) {
			line(f->name, why_left_out((uint16_t)i), false);
		} else if (hd_facts[i].usable) {
			put_effect(&t, (uint16_t)i);
			put_parameters(&t, (uint16_t)i);
			put_states(&t, (uint16_t)i);
			line(f->name, t.out, true);
		}
	}
}
