// SPDX-License-Identifier: Apache-2.0
// Results that no sequential order of the calls gives, as a condition in C: true
// for what the execution just made left, part by part as results.h says. So a
// printed test fails where the oracle would, and nowhere else.
#include "gen/print.h"
#include "gen/results.h"

#include <string.h>

// The condition, as far as it is written.
struct condition {
	struct hd_text *text;
	bool any; // term
	const struct hd_printed *call;
	struct hd_addresses seen;
	char names[HD_RESULT_ADDRESSES][64]; // of a variable that holds each
};

static void put_term(struct condition *c)
{
	hd_put(c->text, c->any ? " &&\n\t         " : "");
	c->any = true;
}

// A variable of the call, or a field of one.
static void put_name(struct hd_text *t, const struct hd_printed *call, const struct hd_part *part)
{
	if (part->param >= 0) {
		hd_put_argument_variable(t, call, (unsigned)part->param);
		return;
	}
	hd_put(t, part->kind == HD_PART_EARLY ? "%searly%u" : "%sgot%u", __heddle_api.prefix, call->number);
	if (part->field) {
		hd_put(t, part->is_behind ? "->%s" : ".%s", part->field->name);
	}
}

static bool is_long_double(const struct hd_api_function *f, const struct hd_part *part)
{
	const struct hd_api_type *t = part->field ? part->field
		: part->param < 0                 ? &f->result
						  : &f->params[part->param];

	return t->size > sizeof(double);
}

static void put_number(struct condition *c, const struct hd_part *part, const char *name)
{
	const struct hd_api_function *f = hd_function(c->call->call->function);
	double d;

	memcpy(&d, &part->number, sizeof(d));
	put_term(c);
	if (part->is_float) {
		struct hd_api_type type = {.kind = HD_API_FLOAT};
		hd_put(c->text, is_long_double(f, part) ? "(double)%s " : "%s ", name);
		if (d != d) {
			hd_put(c->text, "!= %s", name);
		} else {
			hd_put(c->text, "== ");
			hd_put_constant(c->text, &type, part->number);
		}
		return;
	}
	struct hd_api_type element = {.kind = HD_API_INT};
	if (part->param >= 0) {
		element.is_signed = f->params[part->param].is_signed;
	}
	hd_put(c->text, "%s == ", name);
	hd_put_constant(c->text, part->field ? part->field : part->param < 0 ? &f->result : &element, part->number);
}

// An object that is new is none of those of its class that were there.
static void put_differences(struct condition *c, const struct hd_part *part, const char *name)
{
	const struct hd_test *test = c->call->test;
	const struct hd_api_type *result = &hd_function(c->call->call->function)->result;
	bool is_object = part->param < 0 && !part->field && result->kind == HD_API_OBJECT;

	for (unsigned i = 0; is_object && i < test->nprefix; i++) {
		if (hd_makes(&test->prefix[i], result->type)) {
			put_term(c);
			hd_put(c->text, "%s != ", name);
			hd_put_object(c->text, test, i);
		}
	}
}

static void put_other_address(struct condition *c, struct hd_address a, const struct hd_part *part, const char *name)
{
	if (a.is_new) {
		put_term(c);
		hd_put(c->text, "%s != NULL", name);
		put_differences(c, part, name);
		struct hd_text copy = {.out = c->names[a.number], .size = sizeof(c->names[0])};
		hd_put(&copy, "%s", name);
	} else {
		put_term(c);
		hd_put(c->text, "%s == %s", name, c->names[a.number]);
	}
	for (unsigned i = 0; i < a.number && a.is_new; i++) {
		put_term(c);
		hd_put(c->text, "%s != %s", name, c->names[i]);
	}
}

static void put_address(struct condition *c, const struct hd_part *part, const char *name)
{
	struct hd_address a = hd_address_of(&c->seen, part->p);

	switch (a.kind) {
	case HD_ADDRESS_NULL:
		put_term(c);
		hd_put(c->text, "%s == NULL", name);
		break;
	case HD_ADDRESS_OBJECT:
		put_term(c);
		hd_put(c->text, "%s == ", name);
		hd_put_object(c->text, c->call->test, a.number);
		break;
	case HD_ADDRESS_TOKEN:
		put_term(c);
		hd_put(c->text, "%s == (void *)&%stoken[%u]", name, __heddle_api.prefix, a.number);
		break;
	case HD_ADDRESS_OTHER:
		put_other_address(c, a, part, name);
		break;
	case HD_ADDRESS_BEYOND:
		break;
	}
}

// Only the part that was still live can be compared.
static void put_text(struct condition *c, const struct hd_part *part, const char *name)
{
	bool ended = *part->live < part->size && ((const char *)part->p)[*part->live] == '\0';

	if (!ended && *part->live == 0) {
		return;
	}
	put_term(c);
	hd_put(c->text, ended ? "%s && strcmp(%s, " : "%s && strncmp(%s, ", name, name);
	hd_put_quoted(c->text, part->p, *part->live);
	if (ended) {
		hd_put(c->text, ") == 0");
	} else {
		hd_put(c->text, ", %u) == 0", *part->live);
	}
}

static void put_bytes(struct condition *c, const struct hd_part *part, const char *name)
{
	if (*part->live > 0 && hd_is_kept_buffer(c->text, c->call->call, (unsigned)part->param)) {
		put_term(c);
		hd_put(c->text, "memcmp(%s, ", name);
		hd_put_quoted(c->text, part->p, *part->live);
		hd_put(c->text, ", %u) == 0", *part->live);
	}
}

// What the caller would have seen, had it looked at once.
static void put_early(struct condition *c, const struct hd_part *part, const char *name)
{
	if (part->field) {
		put_number(c, part, name);
		return;
	}
	put_term(c);
	hd_put(c->text, "memcmp(%s, ", name);
	hd_put_quoted(c->text, part->p, part->size);
	hd_put(c->text, ", %zu) == 0", part->size);
}

static void put_part(void *to, const struct hd_part *part)
{
	struct condition *c = to;
	char name[128];
	struct hd_text n = {.out = name, .size = sizeof(name)};

	put_name(&n, c->call, part);
	switch (part->kind) {
	case HD_PART_NUMBER:
	case HD_PART_ADDRESS:
		if (part->param >= 0 && !hd_is_out_variable(c->call->call, (unsigned)part->param)) {
			break; // its type cannot be written
		}
		if (part->kind == HD_PART_NUMBER) {
			put_number(c, part, name);
		} else {
			put_address(c, part, name);
		}
		break;
	case HD_PART_TEXT:
		put_text(c, part, name);
		break;
	case HD_PART_BYTES:
		put_bytes(c, part, name);
		break;
	case HD_PART_STRUCT:
		break; // its fields follow
	case HD_PART_EARLY:
		put_early(c, part, name);
		break;
	}
}

// ---- what was handed out too early ------------------------------------------------------------------

static void note_early(void *to, const struct hd_part *part)
{
	const struct hd_part **early = to;
	static struct hd_part found;

	if (part->kind == HD_PART_EARLY) {
		found = *part;
		*early = &found;
	}
}

// The part that tells of it, of a call of a thread; NULL: none.
static const struct hd_part *early_part(const struct hd_printed *c)
{
	const struct hd_part *early = NULL;
	unsigned i = c->number - 1u - c->test->nprefix;

	for (unsigned k = 0; k < c->test->nthreads; i -= c->test->nsuffix[k], k++) {
		if (i < c->test->nsuffix[k]) {
			hd_each_part(c->call, hd_test_frame((int)k, i), note_early, &early);
			break;
		}
	}
	return early;
}

void hd_put_early_variable(struct hd_text *t, const struct hd_printed *c)
{
	const struct hd_part *part = early_part(c);

	if (part && part->field) {
		hd_put(t, "static %s ", __heddle_api.structs[hd_function(c->call->function)->result.type].name);
		hd_put(t, "%searly%u;\n", __heddle_api.prefix, c->number);
	} else if (part) {
		hd_put(t, "static char %searly%u[%zu];\n", __heddle_api.prefix, c->number, part->size + 1);
	}
}

void hd_put_early_copy(struct hd_text *t, const struct hd_printed *c)
{
	const char *prefix = __heddle_api.prefix;
	const struct hd_part *part = early_part(c);
	unsigned n = c->number;

	if (part && part->field) {
		hd_put(t, "\tif (%sgot%u) {\n\t\tmemcpy(&%searly%u, %sgot%u, sizeof(%searly%u));\n\t}\n", prefix, n,
			prefix, n, prefix, n, prefix, n);
	} else if (part) {
		hd_put(t, "\tif (%sgot%u) {\n\t\tstrncpy(%searly%u, %sgot%u, %zu);\n\t}\n", prefix, n, prefix, n,
			prefix, n, part->size);
	}
}

// ---- all of it ----------------------------------------------------------------------------------------

void hd_put_condition(struct hd_text *t, const struct hd_test *test)
{
	static struct condition condition;
	struct hd_printed call;
	int thread, last = -2;
	unsigned at = 0;

	condition.text = t;
	condition.any = false;
	condition.call = &call;
	condition.seen.n = 0;
	for (unsigned i = test->nprefix; hd_printed_call(test, i, &call, &thread); i++) {
		int of = thread < test->nthreads ? thread : -1; // observers
		at = of == last ? at + 1 : 0;
		last = of;
		hd_each_part(call.call, hd_test_frame(of, at), put_part, &condition);
	}
	hd_put(t, condition.any ? "" : "true");
}
