// SPDX-License-Identifier: Apache-2.0
// Results that no sequential order of the calls gives, as a condition in C: true
// for what the execution just made left, in the terms in which run.c compares
// results. So a printed test fails where the oracle would, and nowhere else.
#include "gen/print.h"

#include <string.h>

#define MOST_ADDRESSES 64

// Addresses that have appeared, with the variable that holds each.
struct addresses {
	const void *seen[MOST_ADDRESSES];
	char names[MOST_ADDRESSES][64];
	unsigned n;
};

bool hd_is_compared(const struct hd_call_data *c)
{
	return !hd_function(c->function)->weak && !hd_facts[c->function].nondeterministic;
}

static void put_term(struct hd_text *t, bool *any)
{
	hd_put(t, *any ? " &&\n\t         " : "");
	*any = true;
}

static void put_address(struct hd_text *t, struct addresses *known, const struct hd_test *test, const char *name,
                        const void *p, bool *any)
{
	const unsigned char *token = p;
	int object = p ? hd_test_object(p) : -1;

	if (!p || object >= 0 || (token >= hd_value_tokens && token < hd_value_tokens + sizeof(hd_value_tokens))) {
		put_term(t, any);
		hd_put(t, "%s == ", name);
		if (!p) {
			hd_put(t, "NULL");
		} else if (object >= 0) {
			hd_put_object(t, test, object);
		} else {
			hd_put(t, "(void *)&%stoken[%ld]", __heddle_api.prefix, (long)(token - hd_value_tokens));
		}
		return;
	}
	for (unsigned i = 0; i < known->n; i++) {
		put_term(t, any);
		hd_put(t, "%s %s %s", name, known->seen[i] == p ? "==" : "!=", known->names[i]);
		if (known->seen[i] == p) {
			return;
		}
	}
	if (known->n == 0) {
		put_term(t, any);
		hd_put(t, "%s != NULL", name);
	}
	if (known->n < MOST_ADDRESSES) {
		known->seen[known->n] = p;
		struct hd_text copy = {.out = known->names[known->n], .size = sizeof(known->names[0])};
		hd_put(&copy, "%s", name);
		known->n++;
	}
}

static void put_struct(struct hd_text *t, const struct hd_api_struct *s, const char *name, const char *bytes, bool *any)
{
	for (unsigned i = 0; i < s->nfields; i++) {
		const struct hd_api_type *type = &s->fields[i].type;
		int64_t v = 0;
		if (type->kind > HD_API_FLOAT || type->size > 8 || (type->kind == HD_API_FLOAT && type->size != 8)) {
			continue;
		}
		memcpy(&v, bytes + s->fields[i].offset, type->size);
		put_term(t, any);
		hd_put(t, "%s.%s == ", name, type->name);
		hd_put_constant(t, type, v);
	}
}

static void put_result(struct hd_text *t, struct addresses *known, const struct hd_printed *c,
                       const struct hd_frame *frame, bool *any)
{
	const struct hd_api_type *type = &hd_function(c->call->function)->result;
	char name[32];
	struct hd_text n = {.out = name, .size = sizeof(name)};

	hd_put(&n, "%sgot%u", __heddle_api.prefix, c->number);
	switch (type->kind) {
	case HD_API_VOID:
		break;
	case HD_API_STRUCT:
		put_struct(t, &__heddle_api.structs[type->type], name, frame->result.p, any);
		break;
	case HD_API_STRING:
		if (!frame->result.p) {
			put_address(t, known, c->test, name, NULL, any);
			break;
		}
		put_term(t, any);
		hd_put(t, "strcmp(%s, ", name);
		hd_put_quoted(t, frame->result.p, strnlen(frame->result.p, 4096));
		hd_put(t, ") == 0");
		break;
	case HD_API_INT:
	case HD_API_BOOL:
	case HD_API_ENUM:
	case HD_API_FLAGS:
	case HD_API_FLOAT:
	case HD_API_LENGTH:
		put_term(t, any);
		hd_put(t, "%s == ", name);
		hd_put_constant(t, type, frame->result.i);
		break;
	default:
		put_address(t, known, c->test, name, frame->result.p, any);
	}
}

static void put_out_address(struct hd_text *t, struct addresses *known, const struct hd_printed *c, unsigned p,
                            const struct hd_frame *frame, bool *any)
{
	char name[64];
	struct hd_text n = {.out = name, .size = sizeof(name)};

	hd_put_argument_variable(&n, c, p);
	put_address(t, known, c->test, name, (const void *)frame->out[p][0], any);
}

static void put_outs(struct hd_text *t, struct addresses *known, const struct hd_printed *c,
                     const struct hd_frame *frame, bool *any)
{
	const struct hd_api_function *f = hd_function(c->call->function);

	for (unsigned p = 0; p < f->nparams; p++) {
		const struct hd_api_type *type = &f->params[p];
		struct hd_api_type element = {.kind = type->is_float ? HD_API_FLOAT : HD_API_INT, .size = type->size,
		                              .is_signed = type->is_signed};
		if (hd_is_out_variable(c->call, p) && type->is_pointer) {
			put_out_address(t, known, c, p, frame, any);
		} else if (hd_is_out_variable(c->call, p)) {
			int64_t v = 0;
			memcpy(&v, frame->out[p], type->size <= 8 ? type->size : 8);
			if (type->is_signed && type->size < 8) {
				v = (int64_t)((uint64_t)v << (64 - 8 * type->size)) >> (64 - 8 * type->size);
			}
			put_term(t, any);
			hd_put_argument_variable(t, c, p);
			hd_put(t, " == ");
			hd_put_constant(t, &element, v);
		} else if (hd_is_kept_buffer(t, c->call, p)) {
			put_term(t, any);
			hd_put(t, "memcmp(");
			hd_put_argument_variable(t, c, p);
			hd_put(t, ", ");
			hd_put_quoted(t, frame->args[p].p, (size_t)c->call->args[p].value);
			hd_put(t, ", %ld) == 0", (long)c->call->args[p].value);
		}
	}
}

void hd_put_condition(struct hd_text *t, const struct hd_test *test)
{
	static struct addresses known;
	struct hd_printed c;
	int thread, last = -2;
	unsigned at = 0;
	bool any = false;

	known.n = 0;
	for (unsigned i = test->nprefix; hd_printed_call(test, i, &c, &thread); i++) {
		int of = thread < test->nthreads ? thread : -1; // observers
		at = of == last ? at + 1 : 0;
		last = of;
		if (hd_is_compared(c.call)) {
			put_result(t, &known, &c, hd_test_frame(of, at), &any);
			put_outs(t, &known, &c, hd_test_frame(of, at), &any);
		}
	}
	hd_put(t, any ? "" : "true");
}
