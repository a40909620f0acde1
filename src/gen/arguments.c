// SPDX-License-Identifier: Apache-2.0
// One call: its arguments are made, the function is called, its object is found.
#include "gen/run.h"

#include <stdio.h>
#include <string.h>

static union hd_value value_of(const struct hd_api_type *t, const struct hd_arg *a, uint64_t *out);

static void set_field(const struct hd_api_type *t, union hd_value v, char *to)
{
	bool is_scalar = t->kind <= HD_API_FLOAT || t->kind == HD_API_LENGTH || t->kind == HD_API_OBJECT;

	if (t->kind == HD_API_FLOAT && t->size == sizeof(float)) {
		float narrow = (float)v.d;
		memcpy(to, &narrow, sizeof(narrow));
	} else {
		memcpy(to, &v, is_scalar && t->size < sizeof(v) ? t->size : sizeof(v));
	}
}

static void fill_array(const struct hd_api_type *t, char *to)
{
	unsigned n = hd_value_elements(t);
	union hd_value one = {.i = 1};

	if (t->size == 1) {
		memset(to, 'a', n - 1); // what is behind is 0
		return;
	}
	one.d = t->is_float ? 1 : one.d;
	struct hd_api_type element = {.kind = t->is_float ? HD_API_FLOAT : HD_API_INT, .size = t->size};
	for (unsigned i = 0; i < n; i++) {
		set_field(&element, one, to + (size_t)i * t->size);
	}
}

static void fill_struct(const struct hd_api_struct *s, int64_t seed, char *p)
{
	for (unsigned i = 0; i < s->nfields; i++) {
		const struct hd_api_type *t = &s->fields[i].type;
		struct hd_arg a = hd_value_field(hd_test_running, s, i, seed);
		if (a.source == HD_FROM_STRUCT) {
			fill_struct(&__heddle_api.structs[t->type], a.value, p + s->fields[i].offset);
		} else if (t->in_place) {
			fill_array(t, p + s->fields[i].offset);
		} else if (a.source != HD_FROM_NULL) {
			set_field(t, value_of(t, &a, NULL), p + s->fields[i].offset);
		}
	}
}

void *hd_call_memory(size_t size)
{
	void *p = hd_heap_alloc(size, 16, NULL);

	if (!p) {
		hd.record.outcome.cut_off = true;
		hd_sched_finish();
	}
	return p;
}

static void *room_for_struct(const struct hd_api_type *t)
{
	size_t size = __heddle_api.structs[t->type].size;
	void *p = hd_call_memory(size);

	memset(p, 0, size);
	return p;
}

static void *filled_struct(const struct hd_api_type *t, int64_t seed)
{
	void *p = room_for_struct(t);

	fill_struct(&__heddle_api.structs[t->type], seed, p);
	return p;
}

static void *fresh_block(int64_t size, unsigned number)
{
	char *p = hd_call_memory((size_t)size);

	memset(p, 0, (size_t)size);
	if (size > 1) {
		memset(p, 'a', (size_t)size - 1); // also a string
	}
	for (size_t i = 0; number > 0 && i + 1 < (size_t)size; i++, number /= 26) {
		p[i] = hd_value_letter(number, 0);
	}
	return p;
}

#define DIGITS 6 // of a number, and the end

static void *numbered_string(const char *text, unsigned number)
{
	size_t size = strlen(text) + DIGITS;
	char *p = hd_call_memory(size);

	snprintf(p, size, "%s%u", text, number);
	return p;
}

static union hd_value value_of(const struct hd_api_type *t, const struct hd_arg *a, uint64_t *out)
{
	union hd_value v = {0};

	switch (a->source) {
	case HD_FROM_CONSTANT:
		v.i = a->value;
		break;
	case HD_FROM_STRING:
		v.p = a->number > 0 ? numbered_string(hd_value_string(a->value), a->number)
				    : (void *)hd_value_string(a->value);
		break;
	case HD_FROM_BUFFER:
	case HD_FROM_HEAP:
		v.p = fresh_block(a->value, a->number);
		break;
	case HD_FROM_OUT:
		memset(out, 0, HD_OUT_WORDS * sizeof(*out));
		v.p = out;
		break;
	case HD_FROM_CALL:
		v.p = t->in_out ? (void *)&hd_objects[a->value] : hd_objects[a->value];
		break;
	case HD_FROM_TOKEN:
		v.p = &hd_value_tokens[a->value];
		break;
	case HD_FROM_CALLBACK:
		v.f = __heddle_api.signatures[t->type].callbacks[a->value].function;
		break;
	case HD_FROM_STRUCT:
		v.p = filled_struct(t, a->value);
		break;
	case HD_FROM_FILE:
		v.p = hd_value_file();
		break;
	default:
		break;
	}
	return v;
}

void hd_call_make(const struct hd_call_data *c, struct hd_frame *f)
{
	const struct hd_api_function *function = hd_function(c->function);

	f->ended = false;
	f->failed = false;
	f->result.u = 0;
	if (function->result.kind == HD_API_STRUCT) {
		f->result.p = room_for_struct(&function->result);
	}
	HD_FEW
	for (unsigned i = 0; i < function->nparams; i++) {
		f->args[i] = value_of(&function->params[i], &c->args[i], f->out[i]);
	}
	if (unlikely(hd.run.fills_stacks)) {
		hd_fiber_fill_below(); // calls before this one have left something, too
	}
	function->call(f->args, &f->result);
	f->ended = true;
}

void *hd_call_object(const struct hd_call_data *c, struct hd_frame *f)
{
	const struct hd_api_function *function = hd_function(c->function);
	const struct hd_api_class *class = function->makes == HD_API_NONE ? NULL
									  : &__heddle_api.classes[function->makes];

	if (!class || class->shape == HD_API_MODULE) {
		return f->result.p;
	}
	for (unsigned i = 0; i < function->nparams; i++) {
		if (function->params[i].kind == HD_API_OUT_OBJECT && function->params[i].type == function->makes) {
			void *p;
			memcpy(&p, f->out[i], sizeof(p));
			f->failed = p == NULL;
			return p;
		}
	}
	if (class->shape == HD_API_CALLER_MEMORY) {
		return f->args[function->self].p;
	}
	f->failed = class->shape == HD_API_HANDLE ? f->result.i < 0 : f->result.p == NULL;
	return f->result.p;
}
