// SPDX-License-Identifier: Apache-2.0
#include "gen/kin.h"
#include "runtime/rng.h"

// The object of another class that the child was made with; -1: none of that class.
static int parent_of(const struct hd_test *t, const struct hd_arg *child, uint16_t class)
{
	bool is_made = child->source == HD_FROM_CALL && child->value < t->nprefix;
	const struct hd_call_data *maker = is_made ? &t->prefix[child->value] : NULL;

	for (unsigned p = 0; maker && p < hd_function(maker->function)->nparams; p++) {
		const struct hd_api_type *type = &hd_function(maker->function)->params[p];
		bool is_parent = type->kind == HD_API_OBJECT && type->type == class &&
			hd_function(maker->function)->makes != class;
		if (is_parent && maker->args[p].source == HD_FROM_CALL) {
			return (int)maker->args[p].value;
		}
	}
	return -1;
}

static unsigned count_objects(const struct hd_api_function *f)
{
	unsigned n = 0;

	for (unsigned p = 0; p < f->nparams; p++) {
		n += f->params[p].kind == HD_API_OBJECT;
	}
	return n;
}

void hd_kin_unite(const struct hd_test *t, struct hd_call_data *c)
{
	const struct hd_api_function *f = hd_function(c->function);
	bool several = count_objects(f) > 1; // most calls take one object

	for (unsigned child = 0; several && child < f->nparams; child++) {
		for (unsigned p = 0; p < f->nparams && f->params[child].kind == HD_API_OBJECT; p++) {
			bool is_object = f->params[p].kind == HD_API_OBJECT && c->args[p].source == HD_FROM_CALL;
			int parent = is_object ? parent_of(t, &c->args[child], f->params[p].type) : -1;
			c->args[p].value = parent >= 0 ? parent : c->args[p].value;
		}
	}
}

// Does the call leave what it was given as it was: its own, and usable?
static bool keeps(const struct hd_call_data *c, const struct hd_arg *object)
{
	const struct hd_api_function *f = hd_function(c->function);

	for (unsigned p = 0; p < f->nparams; p++) {
		bool is_it = c->args[p].source == HD_FROM_CALL && c->args[p].value == object->value;
		if (is_it && (p != f->self || hd_facts[c->function].destroys || hd_ends_given(c->function))) {
			return false;
		}
	}
	return true;
}

// What the thread was given for an earlier call, and still has; every other time.
static bool draw_kept(const struct hd_test *t, unsigned thread, uint16_t class, struct hd_arg *out, uint64_t *rng)
{
	for (unsigned i = t->nsuffix[thread]; i-- > 0;) {
		const struct hd_call_data *c = &t->suffix[thread][i];
		unsigned self = hd_function(c->function)->self;
		if (hd_function(c->function)->class != class || self == 0xff || c->args[self].source != HD_FROM_CALL) {
			continue;
		}
		*out = c->args[self];
		for (unsigned k = i; k < t->nsuffix[thread]; k++) {
			if (!keeps(&t->suffix[thread][k], out)) {
				return false;
			}
		}
		return hd_rng_below(rng, 2) == 0;
	}
	return false;
}

uint32_t hd_kin_draw_kept(const struct hd_test *t, unsigned thread, struct hd_call_data *c, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(c->function);
	uint32_t given = 0;

	for (unsigned p = 0; p < f->nparams; p++) {
		uint16_t class = f->params[p].type;
		bool own = f->params[p].kind == HD_API_OBJECT && class != HD_API_NONE && class != t->class &&
			__heddle_api.classes[class].given;
		if (own && draw_kept(t, thread, class, &c->args[p], rng)) {
			given |= 1u << p;
		}
	}
	return given;
}

static bool any_ends(const struct hd_call_data *calls, unsigned n, unsigned object)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned self = hd_function(calls[i].function)->self;
		if (hd_facts[calls[i].function].ends && self != 0xff && calls[i].args[self].source == HD_FROM_CALL &&
			calls[i].args[self].value == object) {
			return true;
		}
	}
	return false;
}

bool hd_kin_is_ended(const struct hd_test *t, unsigned call)
{
	bool ended = t->ends_some && any_ends(t->prefix, t->nprefix, call);

	for (unsigned k = 0; t->ends_some && k < t->nthreads; k++) {
		ended |= any_ends(t->suffix[k], t->nsuffix[k], call);
	}
	return ended;
}
