// SPDX-License-Identifier: Apache-2.0
#include "gen/references.h"

// Does any function give one back? Most libraries have none, and every call of every test is asked for.
static bool are_counted(void)
{
	static int known; // 0: not yet

	for (uint32_t i = 0; known == 0 && i < __heddle_api.nfunctions; i++) {
		known = hd_function((uint16_t)i)->role == HD_API_UNREF;
	}
	known = known ? known : -1;
	return known > 0;
}

static bool uses_shared(const struct hd_test *t, const struct hd_call_data *c)
{
	for (unsigned p = 0; p < hd_function(c->function)->nparams; p++) {
		if (c->args[p].source == HD_FROM_CALL && c->args[p].value == t->shared) {
			return true;
		}
	}
	return false;
}

// How the call changes the number of references: 1, 0 or -1.
static int change_by(const struct hd_test *t, const struct hd_call_data *c)
{
	const struct hd_api_function *f = hd_function(c->function);
	int change = (f->role == HD_API_REF) - (f->role == HD_API_UNREF);

	return change != 0 && f->class == t->class && uses_shared(t, c) ? change : 0; // most calls change nothing
}

// References that a thread must have had before its first call.
static int given_to(const struct hd_test *t, unsigned thread)
{
	int balance = 0, lowest = 0;

	for (unsigned i = 0; i < t->nsuffix[thread]; i++) {
		balance += change_by(t, &t->suffix[thread][i]);
		lowest = balance < lowest ? balance : lowest;
	}
	return -lowest;
}

static bool keeps_to_its_own(const struct hd_test *t, unsigned thread, int given)
{
	for (unsigned i = 0, held = (unsigned)given; given > 0 && i < t->nsuffix[thread]; i++) {
		if (held == 0 && uses_shared(t, &t->suffix[thread][i])) {
			return false;
		}
		held += (unsigned)change_by(t, &t->suffix[thread][i]);
	}
	return true;
}

bool hd_references_hold(const struct hd_test *t)
{
	int there = t->gives_away, given = 0;

	if (t->shared == 0xff || !are_counted()) {
		return true;
	}
	for (unsigned i = 0; i < t->nprefix; i++) {
		there += change_by(t, &t->prefix[i]);
	}
	for (unsigned thread = 0; thread < t->nthreads; thread++) {
		int of_thread = given_to(t, thread);
		if (!keeps_to_its_own(t, thread, of_thread)) {
			return false;
		}
		given += of_thread;
	}
	return given == 0 || given <= there;
}

bool hd_references_are_gone(const struct hd_test *t, unsigned thread)
{
	int held = are_counted() ? given_to(t, thread) : 0;

	if (held == 0 || t->shared == 0xff) {
		return false;
	}
	for (unsigned i = 0; i < t->nsuffix[thread]; i++) {
		held += change_by(t, &t->suffix[thread][i]);
	}
	return held == 0;
}
