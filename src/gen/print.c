// SPDX-License-Identifier: Apache-2.0
// Calls of a test as C code, as a programmer would have written them.
#include "gen/print.h"
#include "gen/results.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hd_put(struct hd_text *t, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	size_t room = t->used < t->size ? t->size - t->used : 0;
	int n = vsnprintf(room ? t->out + t->used : NULL, room, format, args);
	va_end(args);
	t->used += n > 0 ? (size_t)n : 0;
}

void hd_put_quoted(struct hd_text *t, const char *s, size_t n)
{
	hd_put(t, "\"");
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		if (c == '"' || c == '\\') {
			hd_put(t, "\\%c", c);
		} else {
			hd_put(t, c < 0x20 || c >= 0x7f ? "\\%03o" : "%c", c);
		}
	}
	hd_put(t, "\"");
}

void hd_put_type(struct hd_text *t, const char *type)
{
	if (strstr(type, "(*")) {
		hd_put(t, "__typeof__(%s) ", type);
	} else {
		hd_put(t, type[0] && type[strlen(type) - 1] == '*' ? "%s" : "%s ", type);
	}
}

// ---- variables: what calls make ------------------------------------------------------

static bool makes_object(const struct hd_call_data *c)
{
	const struct hd_api_function *f = hd_function(c->function);
	return f->makes != HD_API_NONE && __heddle_api.classes[f->makes].shape != HD_API_MODULE;
}

static bool is_in_prefix(const struct hd_printed *c)
{
	return c->index >= 0 && c->index < HD_TEST_PREFIX;
}

bool hd_has_variable(const struct hd_printed *c)
{
	return is_in_prefix(c) ? makes_object(c->call) : c->index >= 0;
}

uint16_t hd_class_given(const struct hd_printed *c)
{
	return is_in_prefix(c) ? hd_function(c->call->function)->makes : c->test->class;
}

static bool has_shape(const struct hd_call_data *c, enum hd_api_shape shape)
{
	return makes_object(c) && __heddle_api.classes[hd_function(c->function)->makes].shape == shape;
}

// Of a suffix call, as it is printed.
static unsigned number_of(const struct hd_test *test, unsigned i)
{
	unsigned n = test->nprefix + 1;

	for (unsigned k = 0; k < (i - HD_TEST_PREFIX) / HD_TEST_SUFFIX; k++) {
		n += test->nsuffix[k];
	}
	return n + (i - HD_TEST_PREFIX) % HD_TEST_SUFFIX;
}

void hd_put_variable(struct hd_text *t, const struct hd_test *test, int64_t i)
{
	if (i == test->shared) {
		hd_put(t, "%sobject", __heddle_api.prefix);
	} else if (i < HD_TEST_PREFIX) {
		hd_put(t, "%sother%ld", __heddle_api.prefix, (long)i);
	} else {
		hd_put(t, "%sgiven%u", __heddle_api.prefix, number_of(test, (unsigned)i));
	}
}

void hd_put_object(struct hd_text *t, const struct hd_test *test, int64_t i)
{
	hd_put(t, has_shape(hd_maker(test, (unsigned)i), HD_API_CALLER_MEMORY) ? "&" : "");
	hd_put_variable(t, test, i);
}

// ---- arguments -------------------------------------------------------------------------

static void put_double(struct hd_text *t, double d)
{
	char text[32];

	snprintf(text, sizeof(text), "%.17g", d);
	for (int digits = 1; digits < 17; digits++) {
		char shorter[32];
		double back;
		snprintf(shorter, sizeof(shorter), "%.*g", digits, d);
		if (sscanf(shorter, "%lf", &back) == 1 && back == d) {
			memcpy(text, shorter, sizeof(text));
			break;
		}
	}
	hd_put(t,
		d != d               ? "NAN"
			: d - d == 0 ? "%s%s"
			: d > 0      ? "INFINITY"
				     : "-INFINITY",
		text, strpbrk(text, ".e") ? "" : ".0");
}

void hd_put_constant(struct hd_text *t, const struct hd_api_type *type, int64_t value)
{
	if (type->kind == HD_API_FLOAT) {
		double d;
		memcpy(&d, &value, sizeof(d));
		put_double(t, d);
		return;
	}
	for (unsigned i = 0; i < type->nenumerators; i++) {
		if (type->enumerators[i].value == value && type->enumerators[i].name) {
			hd_put(t, "%s", type->enumerators[i].name);
			return;
		}
	}
	if (type->kind == HD_API_BOOL) {
		hd_put(t, value ? "true" : "false");
	} else if (!type->is_signed && value < 0) {
		hd_put(t, "%luu", (unsigned long)value);
	} else {
		hd_put(t, "%ld", (long)value);
	}
}

// The type that an out-parameter points to, if it can be spelt as a variable's.
static bool pointed_type(const struct hd_api_type *type, char *out, size_t size)
{
	snprintf(out, size, "%s", type->text ? type->text : "");
	char *star = strrchr(out, '*');
	if (!star || star[1] != '\0' || strchr(out, '(') || strchr(out, '[')) {
		return false;
	}
	while (star > out && star[-1] == ' ') {
		star--;
	}
	*star = '\0';
	return strcmp(out, "void") != 0 && strcmp(out, "const void") != 0;
}

bool hd_is_out_variable(const struct hd_call_data *c, unsigned p)
{
	char type[128];
	const struct hd_api_type *t = &hd_function(c->function)->params[p];
	return c->args[p].source == HD_FROM_OUT && t->kind == HD_API_OUT && pointed_type(t, type, sizeof(type));
}

bool hd_is_kept_buffer(const struct hd_text *t, const struct hd_call_data *c, unsigned p)
{
	const struct hd_api_type *type = &hd_function(c->function)->params[p];
	return t->keeps_results && c->args[p].source == HD_FROM_BUFFER && type->kind == HD_API_BUFFER &&
		!type->is_const && !type->is_pointer && c->args[p].value > 0 && hd_call_counts(c);
}

void hd_put_argument_variable(struct hd_text *t, const struct hd_printed *c, unsigned p)
{
	const char *name = hd_function(c->call->function)->params[p].name;
	hd_put(t, "%s%u", name && *name ? name : "argument", c->number);
}

// The fields of a struct one by one, also those of structs in it.
struct field_walk {
	struct hd_text *text;
	const struct hd_printed *call;
	unsigned param;
	unsigned printed;
	char path[256]; // of the struct at hand: "outer.inner."
};

typedef void put_field_fn(struct field_walk *w, const struct hd_api_type *t, const struct hd_arg *a);

static void walk_fields(struct field_walk *w, const struct hd_api_struct *s, int64_t seed, put_field_fn *put)
{
	size_t here = strlen(w->path);

	for (unsigned i = 0; i < s->nfields; i++) {
		const struct hd_api_type *t = &s->fields[i].type;
		struct hd_arg a = hd_value_field(w->call->test, s, i, seed);
		if (a.source == HD_FROM_STRUCT) {
			snprintf(w->path + here, sizeof(w->path) - here, "%s.", t->name);
			walk_fields(w, &__heddle_api.structs[t->type], a.value, put);
			w->path[here] = '\0';
		} else if (a.source != HD_FROM_NULL) {
			put(w, t, &a);
		}
	}
}

static void walk_argument(struct field_walk *w, put_field_fn *put)
{
	const struct hd_call_data *c = w->call->call;

	walk_fields(w, &__heddle_api.structs[hd_function(c->function)->params[w->param].type], c->args[w->param].value,
		put);
}

// Can it stand in the initialiser of a static variable?
static bool is_constant(const struct hd_api_type *t, const struct hd_arg *a)
{
	return t->in_place || a->source == HD_FROM_CONSTANT || a->source == HD_FROM_STRING ||
		a->source == HD_FROM_CALLBACK;
}

static void put_value(struct hd_text *t, const struct hd_printed *c, const struct hd_api_type *type,
	const struct hd_arg *a);

static void put_array(struct hd_text *t, const struct hd_api_type *type)
{
	unsigned n = hd_value_elements(type);

	if (type->size == 1) {
		hd_put(t, "\"%.*s\"", (int)n - 1, "aaaaaaaaaaaaaaaa");
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		hd_put(t, i ? ", 1" : "{1");
	}
	hd_put(t, "}");
}

static void put_field(struct field_walk *w, const struct hd_api_type *t, const struct hd_arg *a)
{
	hd_put(w->text, "%s.%s%s = ", w->printed++ ? ", " : "", w->path, t->name);
	if (t->in_place) {
		put_array(w->text, t);
	} else {
		put_value(w->text, w->call, t, a);
	}
}

static void put_initialiser(struct field_walk *w, const struct hd_api_type *t, const struct hd_arg *a)
{
	if (is_constant(t, a)) {
		put_field(w, t, a);
	}
}

static void put_field_assignment(struct field_walk *w, const struct hd_api_type *t, const struct hd_arg *a)
{
	if (!is_constant(t, a)) {
		hd_put(w->text, "\t");
		hd_put_argument_variable(w->text, w->call, w->param);
		hd_put(w->text, ".%s%s = ", w->path, t->name);
		put_value(w->text, w->call, t, a);
		hd_put(w->text, ";\n");
	}
}

static void put_struct_literal(struct hd_text *t, const struct hd_printed *c, unsigned p)
{
	struct field_walk w = {.text = t, .call = c, .param = p};

	hd_put(t, "(%s){", __heddle_api.structs[hd_function(c->call->function)->params[p].type].name);
	walk_argument(&w, put_field);
	hd_put(t, w.printed ? "}" : "0}");
}

static void put_struct(struct hd_text *t, const struct hd_printed *c, unsigned p)
{
	struct field_walk w = {.text = t, .call = c, .param = p};

	hd_put(t, "%s ", __heddle_api.structs[hd_function(c->call->function)->params[p].type].name);
	hd_put_argument_variable(t, c, p);
	hd_put(t, " = {");
	walk_argument(&w, put_initialiser);
	hd_put(t, w.printed ? "};\n" : "0};\n");
}

void hd_put_field_assignments(struct hd_text *t, const struct hd_printed *c)
{
	for (unsigned p = 0; p < hd_function(c->call->function)->nparams; p++) {
		if (c->call->args[p].source == HD_FROM_STRUCT) {
			struct field_walk w = {.text = t, .call = c, .param = p};
			walk_argument(&w, put_field_assignment);
		}
	}
}

// Structs are static: the callee may keep the address.
void hd_put_declarations(struct hd_text *t, const struct hd_printed *c, bool at_file_scope)
{
	const struct hd_api_function *f = hd_function(c->call->function);
	const char *before = at_file_scope ? "static " : "\t";
	char type[128];

	for (unsigned p = 0; p < f->nparams; p++) {
		const struct hd_arg *a = &c->call->args[p];
		if (hd_is_out_variable(c->call, p) && pointed_type(&f->params[p], type, sizeof(type))) {
			hd_put(t, "%s", before);
			hd_put_type(t, type);
			hd_put_argument_variable(t, c, p);
			hd_put(t, ";\n");
		} else if (hd_is_kept_buffer(t, c->call, p)) {
			hd_put(t, "%schar ", before);
			hd_put_argument_variable(t, c, p);
			hd_put(t, "[%ld] = \"", (long)a->value);
			for (int64_t i = 0; i + 1 < a->value; i++) {
				hd_put(t, "%c", hd_value_letter(a->number, (size_t)i));
			}
			hd_put(t, "\";\n");
		} else if (a->source == HD_FROM_STRUCT) {
			hd_put(t, at_file_scope ? "static " : "\tstatic ");
			put_struct(t, c, p);
		}
	}
}

static void put_out(struct hd_text *t, const struct hd_printed *c, unsigned p)
{
	const struct hd_api_type *type = &hd_function(c->call->function)->params[p];

	if (hd_is_out_variable(c->call, p)) {
		hd_put(t, "&");
		hd_put_argument_variable(t, c, p);
	} else if (type->kind == HD_API_OUT_OBJECT && c->index >= 0) {
		hd_put(t, "&");
		hd_put_variable(t, c->test, c->index);
	} else {
		hd_put(t, "(void *)(long[4]){0}");
	}
}

static void put_from_call(struct hd_text *t, const struct hd_test *test, const struct hd_api_type *type, int64_t i)
{
	if (type->by_address || type->in_out) {
		hd_put(t, "&");
		hd_put_variable(t, test, i);
		return;
	}
	if (type->kind != HD_API_OBJECT && has_shape(hd_maker(test, (unsigned)i), HD_API_HANDLE)) {
		hd_put(t, "(void *)(long)"); // a number as user data
	}
	hd_put_object(t, test, i);
}

// Which of several: the next in each turn of a loop.
static void put_number(struct hd_text *t, const struct hd_printed *c, const struct hd_arg *a)
{
	if (a->number > 0) {
		hd_put(t, ", %u", a->number);
		hd_put(t, c->call->times > 1 ? " + %sturn)" : ")", __heddle_api.prefix);
	}
}

// What needs no variable of its own.
static void put_value(struct hd_text *t, const struct hd_printed *c, const struct hd_api_type *type,
	const struct hd_arg *a)
{
	switch (a->source) {
	case HD_FROM_CONSTANT:
		hd_put_constant(t, type, a->value);
		break;
	case HD_FROM_STRING:
		hd_put(t, type->kind == HD_API_STRING ? "" : "(void *)");
		if (a->number > 0) {
			hd_put(t, "%stext(", __heddle_api.prefix);
		}
		hd_put_quoted(t, hd_value_string(a->value), strlen(hd_value_string(a->value)));
		put_number(t, c, a);
		break;
	case HD_FROM_BUFFER:
	case HD_FROM_HEAP:
		hd_put(t, a->number > 0 ? "%skey(%ld" : "%sblock(%ld)", __heddle_api.prefix, (long)a->value);
		put_number(t, c, a);
		break;
	case HD_FROM_CALL:
		put_from_call(t, c->test, type, a->value);
		break;
	case HD_FROM_TOKEN:
		hd_put(t, "&%stoken[%ld]", __heddle_api.prefix, (long)a->value);
		break;
	case HD_FROM_CALLBACK:
		hd_put(t, "%s", __heddle_api.signatures[type->type].callbacks[a->value].name);
		break;
	case HD_FROM_FILE:
		hd_put(t, "%sfile", __heddle_api.prefix);
		break;
	default:
		hd_put(t, "NULL");
	}
}

static void put_argument(struct hd_text *t, const struct hd_printed *c, unsigned p)
{
	const struct hd_api_function *f = hd_function(c->call->function);
	const struct hd_api_type *type = &f->params[p];
	const struct hd_arg *a = &c->call->args[p];

	bool makes = is_in_prefix(c) && f->role == HD_API_CONSTRUCTOR && makes_object(c->call);

	if (makes && p == f->self && type->kind != HD_API_OUT_OBJECT) {
		hd_put_object(t, c->test, c->index); // an init function on the object itself
	} else if (hd_is_kept_buffer(t, c->call, p)) {
		hd_put(t, type->size > 1 ? "(void *)" : "");
		hd_put_argument_variable(t, c, p);
	} else if (a->source == HD_FROM_OUT) {
		put_out(t, c, p);
	} else if (a->source == HD_FROM_STRUCT) {
		hd_put(t, type->kind == HD_API_STRUCT ? "" : "&");
		if (t->spells_structs) {
			put_struct_literal(t, c, p);
		} else {
			hd_put_argument_variable(t, c, p);
		}
	} else {
		put_value(t, c, type, a);
		bool grows = c->call->times > 1 && type->kind == HD_API_INT && a->source == HD_FROM_CONSTANT;
		if (grows) {
			hd_put(t, " + %sturn", __heddle_api.prefix);
		}
	}
}

// A constructor may also store it through an argument, or take memory for it.
static bool returns_object(const struct hd_printed *c)
{
	const struct hd_api_function *f = hd_function(c->call->function);
	bool returns = hd_has_variable(c) && !has_shape(c->call, HD_API_CALLER_MEMORY);

	for (unsigned p = 0; p < f->nparams; p++) {
		returns &= f->params[p].kind != HD_API_OUT_OBJECT;
	}
	return returns;
}

static void put_assignment(struct hd_text *t, const struct hd_printed *c)
{
	const struct hd_api_function *f = hd_function(c->call->function);

	if (t->keeps_results && !is_in_prefix(c) && f->result.kind != HD_API_VOID && hd_call_counts(c->call)) {
		hd_put(t, "%sgot%u = ", __heddle_api.prefix, c->number);
	}
	if (returns_object(c)) {
		hd_put_variable(t, c->test, c->index);
		hd_put(t, " = ");
	}
}

void hd_put_call(struct hd_text *t, const struct hd_printed *c)
{
	const struct hd_api_function *f = hd_function(c->call->function);

	if (c->call->times > 1) {
		const char *prefix = __heddle_api.prefix;
		hd_put(t, "for (int %sturn = 0; %sturn < %u; %sturn++) ", prefix, prefix, c->call->times, prefix);
	}
	put_assignment(t, c);
	hd_put(t, "%s(", f->name);
	for (unsigned p = 0; p < f->nparams; p++) {
		hd_put(t, p ? ", " : "");
		put_argument(t, c, p);
	}
	hd_put(t, ");");
}

bool hd_printed_call(const struct hd_test *test, unsigned i, struct hd_printed *out, int *thread)
{
	*out = (struct hd_printed){.test = test, .index = -1, .number = i + 1};
	*thread = -1;
	if (i < test->nprefix) {
		out->call = &test->prefix[i];
		out->index = (int)i;
		return true;
	}
	i -= test->nprefix;
	for (*thread = 0; *thread < test->nthreads; ++*thread) {
		if (i < test->nsuffix[*thread]) {
			out->call = &test->suffix[*thread][i];
			out->index = hd_gives(out->call, test->class) ? (int)hd_given_by((unsigned)*thread, i) : -1;
			return true;
		}
		i -= test->nsuffix[*thread];
	}
	out->call = hd_test_observer(test, i);
	return out->call != NULL;
}

size_t hd_print_call(const struct hd_test *test, const struct hd_call_data *c, char *out, size_t size)
{
	struct hd_text t = {.out = out, .size = size, .spells_structs = true};
	struct hd_printed call;
	int thread;

	for (unsigned i = 0; hd_printed_call(test, i, &call, &thread); i++) {
		if (call.call != c) {
			continue;
		}
		if (returns_object(&call)) {
			hd_put_type(&t, __heddle_api.classes[hd_class_given(&call)].text);
		}
		hd_put_call(&t, &call);
		break;
	}
	return t.used;
}
