// SPDX-License-Identifier: Apache-2.0
// A test as the C that a person would have written.
#include "gen/test.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Text that grows to the right; `used` may pass `size`, then the rest is cut.
struct text {
	char *out;
	size_t size, used;
};

__attribute__((format(printf, 2, 3))) static void put(struct text *t, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	size_t room = t->used < t->size ? t->size - t->used : 0;
	int n = vsnprintf(room ? t->out + t->used : NULL, room, format, args);
	va_end(args);
	t->used += n > 0 ? (size_t)n : 0;
}

static void put_quoted(struct text *t, const char *s)
{
	put(t, "\"");
	for (; *s; s++) {
		put(t, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
	}
	put(t, "\"");
}

// ---- variables: what the prefix makes ------------------------------------------------

static bool makes_object(const struct hd_call_data *c)
{
	const struct hd_api_function *f = hd_function(c->function);
	return f->role == HD_API_CONSTRUCTOR && f->class != HD_API_NONE &&
	       __heddle_api.classes[f->class].shape != HD_API_MODULE;
}

static void put_variable(struct text *t, const struct hd_test *test, int64_t i)
{
	if (i == test->shared) {
		put(t, "object");
	} else if (makes_object(&test->prefix[i])) {
		put(t, "other%ld", (long)i);
	} else {
		put(t, "r%ld", (long)i);
	}
}

// Reads as an expression of the object's type.
static void put_object(struct text *t, const struct hd_test *test, int64_t i)
{
	const struct hd_api_function *f = hd_function(test->prefix[i].function);
	bool by_address = makes_object(&test->prefix[i]) &&
	                  __heddle_api.classes[f->class].shape == HD_API_CALLER_MEMORY;

	put(t, by_address ? "&" : "");
	put_variable(t, test, i);
}

// ---- arguments -------------------------------------------------------------------------

static void put_constant(struct text *t, const struct hd_api_type *type, int64_t value)
{
	if (type->kind == HD_API_FLOAT) {
		double d;
		memcpy(&d, &value, sizeof(d));
		put(t, d != d ? "NAN" : d - d != 0 ? "INFINITY" : "%g", d);
		return;
	}
	for (unsigned i = 0; i < type->nenumerators; i++) {
		if (type->enumerators[i].value == value && type->enumerators[i].name) {
			put(t, "%s", type->enumerators[i].name);
			return;
		}
	}
	if (type->kind == HD_API_BOOL) {
		put(t, value ? "true" : "false");
	} else {
		put(t, "%ld", (long)value);
	}
}

// The type that an out-parameter points to, if it can be spelt as a variable's.
static bool pointed_type(const struct hd_api_type *type, char *out, size_t size)
{
	snprintf(out, size, "%s", type->text ? type->text : "");
	char *star = strrchr(out, '*');
	if (!star || star[1] != '\0' || strchr(out, '(') || strchr(out, '[') || strncmp(out, "void", 4) == 0) {
		return false;
	}
	while (star > out && star[-1] == ' ') {
		star--;
	}
	*star = '\0';
	return true;
}

static bool is_out_variable(const struct hd_call_data *c, unsigned p)
{
	char type[128];
	const struct hd_api_type *t = &hd_function(c->function)->params[p];
	return c->args[p].source == HD_FROM_OUT && t->kind == HD_API_OUT && pointed_type(t, type, sizeof(type));
}

// Out-parameters get a variable each: `position` is where the call stands.
static void put_out_variable(struct text *t, const struct hd_call_data *c, unsigned p, int position)
{
	const char *name = hd_function(c->function)->params[p].name;
	put(t, "%s%d", name && *name ? name : "out", position + 1);
}

static void put_out_declarations(struct text *t, const struct hd_call_data *c, int position)
{
	char type[128];

	for (unsigned p = 0; p < hd_function(c->function)->nparams; p++) {
		if (is_out_variable(c, p) && pointed_type(&hd_function(c->function)->params[p], type, sizeof(type))) {
			put(t, "\t%s%s", type, type[strlen(type) - 1] == '*' ? "" : " ");
			put_out_variable(t, c, p, position);
			put(t, ";\n");
		}
	}
}

static void put_argument(struct text *t, const struct hd_test *test, const struct hd_call_data *c, unsigned p,
                         int index, int position)
{
	const struct hd_api_function *f = hd_function(c->function);
	const struct hd_api_type *type = &f->params[p];
	const struct hd_arg *a = &c->args[p];

	if (index >= 0 && makes_object(c) && p == f->self && type->kind != HD_API_OUT_OBJECT) {
		put_object(t, test, index); // an init function on the object itself
		return;
	}
	switch (a->source) {
	case HD_FROM_CONSTANT:
		put_constant(t, type, a->value);
		break;
	case HD_FROM_STRING:
		if (type->kind != HD_API_STRING) {
			put(t, "(void *)");
		}
		put_quoted(t, hd_value_string(a->value));
		break;
	case HD_FROM_BUFFER:
	case HD_FROM_HEAP:
		put(t, "block(%ld)", (long)a->value);
		break;
	case HD_FROM_OUT:
		if (is_out_variable(c, p)) {
			put(t, "&");
			put_out_variable(t, c, p, position);
			break;
		}
		put(t, type->kind == HD_API_OUT_OBJECT && index >= 0 ? "&" : "(void *)(uint64_t[4]){0}");
		if (type->kind == HD_API_OUT_OBJECT && index >= 0) {
			put_variable(t, test, index);
		}
		break;
	case HD_FROM_CALL:
		put_object(t, test, a->value);
		break;
	case HD_FROM_TOKEN:
		put(t, "&token[%ld]", (long)a->value);
		break;
	case HD_FROM_CALLBACK:
		put(t, "%s", __heddle_api.signatures[type->type].callbacks[a->value].name);
		break;
	case HD_FROM_STRUCT:
		put(t, type->kind == HD_API_STRUCT ? "s%u_%ld" : "&s%u_%ld", type->type, (long)a->value);
		break;
	case HD_FROM_FILE:
		put(t, "file");
		break;
	default:
		put(t, "NULL");
	}
}

static void put_call(struct text *t, const struct hd_test *test, const struct hd_call_data *c, int index,
                     int position)
{
	const struct hd_api_function *f = hd_function(c->function);

	put(t, "%s(", f->name);
	for (unsigned p = 0; p < f->nparams; p++) {
		put(t, p ? ", " : "");
		put_argument(t, test, c, p, index, position);
	}
	put(t, ");");
}

// A prefix call: with the variable it fills, if something refers to it.
static void put_prefix_call(struct text *t, const struct hd_test *test, int i, bool declared)
{
	const struct hd_call_data *c = &test->prefix[i];
	const struct hd_api_function *f = hd_function(c->function);
	bool out = false;

	for (unsigned p = 0; p < f->nparams; p++) {
		out |= f->params[p].kind == HD_API_OUT_OBJECT;
	}
	if (makes_object(c)) {
		const struct hd_api_class *class = &__heddle_api.classes[f->class];
		bool assigns = !out && class->shape != HD_API_CALLER_MEMORY;
		if (!declared && assigns) {
			bool star = class->text[0] && class->text[strlen(class->text) - 1] == '*';
			put(t, star ? "%s" : "%s ", class->text);
		}
		if (assigns) {
			put_variable(t, test, i);
			put(t, " = ");
		}
	}
	put_call(t, test, c, i, i);
}

size_t hd_print_call(const struct hd_test *test, const struct hd_call_data *c, int index, char *out, size_t size)
{
	struct text t = {.out = out, .size = size};

	if (index >= 0) {
		put_prefix_call(&t, test, index, false);
	} else {
		put_call(&t, test, c, -1, 0);
	}
	return t.used;
}

// ---- the whole file ---------------------------------------------------------------------

struct needs {
	bool token, block, file, floats;
	bool callbacks[256][8];
	bool structs[256][8];
};

static void note_needs(struct needs *n, const struct hd_call_data *c)
{
	const struct hd_api_function *f = hd_function(c->function);

	for (unsigned p = 0; p < f->nparams; p++) {
		const struct hd_arg *a = &c->args[p];
		uint16_t type = f->params[p].type;
		n->token |= a->source == HD_FROM_TOKEN;
		n->block |= a->source == HD_FROM_BUFFER || a->source == HD_FROM_HEAP;
		n->file |= a->source == HD_FROM_FILE;
		n->floats |= f->params[p].kind == HD_API_FLOAT;
		if (a->source == HD_FROM_CALLBACK && type < 256 && a->value < 8) {
			n->callbacks[type][a->value] = true;
		}
		if (a->source == HD_FROM_STRUCT && type < 256 && a->value < 8) {
			n->structs[type][a->value] = true;
		}
	}
}

static void put_struct(struct text *t, unsigned type, unsigned seed)
{
	const struct hd_api_struct *s = &__heddle_api.structs[type];
	char bytes[1024];

	if (s->size > sizeof(bytes)) {
		return;
	}
	hd_value_fill_struct(s, seed, bytes);
	put(t, "static %s s%u_%u = {", s->name, type, seed);
	bool comma = false;
	for (unsigned i = 0; i < s->nfields; i++) {
		const struct hd_api_field *f = &s->fields[i];
		int64_t v = 0;
		memcpy(&v, bytes + f->offset, f->type.size && f->type.size < 8 ? f->type.size : 8);
		if (v == 0) {
			continue;
		}
		put(t, comma ? ", .%s = " : ".%s = ", f->type.name);
		comma = true;
		if (f->type.kind == HD_API_STRING) {
			put_quoted(t, (const char *)v);
		} else if (f->type.kind == HD_API_CALLBACK) {
			put(t, "%s", __heddle_api.signatures[f->type.type].callbacks[0].name);
		} else if (f->type.kind == HD_API_FLOAT && f->type.size == 4) {
			float narrow;
			memcpy(&narrow, bytes + f->offset, 4);
			put(t, "%g", (double)narrow);
		} else {
			put_constant(t, &f->type, v);
		}
	}
	put(t, comma ? "};\n" : "0};\n");
}

static void put_callbacks(struct text *t, const struct needs *n)
{
	for (unsigned s = 0; s < __heddle_api.nsignatures && s < 256; s++) {
		for (unsigned c = 0; c < __heddle_api.signatures[s].ncallbacks && c < 8; c++) {
			bool in_struct = false;
			for (unsigned k = 0; k < __heddle_api.nstructs && k < 256 && c == 0; k++) {
				for (unsigned v = 0; v < 8; v++) {
					in_struct |= n->structs[k][v];
				}
			}
			if (n->callbacks[s][c] || in_struct) {
				put(t, "static %s\n", __heddle_api.signatures[s].callbacks[c].source);
			}
		}
	}
}

static void put_declarations(struct text *t, const struct hd_test *test)
{
	for (unsigned i = 0; i < test->nprefix; i++) {
		if (makes_object(&test->prefix[i])) {
			const struct hd_api_function *f = hd_function(test->prefix[i].function);
			const char *type = __heddle_api.classes[f->class].text;
			bool star = type[0] && type[strlen(type) - 1] == '*';
			put(t, star ? "static %s" : "static %s ", type);
			put_variable(t, test, i);
			put(t, ";\n");
		}
	}
}

static void put_threads(struct text *t, const struct hd_test *test)
{
	for (unsigned k = 0; k < test->nthreads; k++) {
		put(t, "\nstatic void *thread_%u(void *unused)\n{\n", k + 1);
		for (unsigned i = 0; i < test->nsuffix[k]; i++) {
			put_out_declarations(t, &test->suffix[k][i], (int)i);
		}
		put(t, "\t(void)unused;\n");
		for (unsigned i = 0; i < test->nsuffix[k]; i++) {
			put(t, "\t");
			put_call(t, test, &test->suffix[k][i], -1, (int)i);
			put(t, "\n");
		}
		put(t, "\treturn NULL;\n}\n");
	}
}

static void put_main(struct text *t, const struct hd_test *test)
{
	put(t, "\nint main(void)\n{\n\tpthread_t t[%u];\n", test->nthreads ? test->nthreads : 1);
	for (unsigned i = 0; i < test->nprefix; i++) {
		put_out_declarations(t, &test->prefix[i], (int)i);
	}
	put(t, "\n");
	for (unsigned i = 0; i < test->nprefix; i++) {
		put(t, "\t");
		put_prefix_call(t, test, (int)i, true);
		put(t, "\n");
	}
	for (unsigned k = 0; k < test->nthreads; k++) {
		put(t, "\tpthread_create(&t[%u], NULL, thread_%u, NULL);\n", k, k + 1);
	}
	for (unsigned k = 0; k < test->nthreads; k++) {
		put(t, "\tpthread_join(t[%u], NULL);\n", k);
	}
	put(t, "\treturn 0;\n}\n");
}

size_t hd_print_test(const struct hd_test *test, const char *comment, char *out, size_t size)
{
	static struct needs n;
	struct text t = {.out = out, .size = size};

	n = (struct needs){0};
	for (unsigned i = 0; i < test->nprefix; i++) {
		note_needs(&n, &test->prefix[i]);
	}
	for (unsigned k = 0; k < test->nthreads; k++) {
		for (unsigned i = 0; i < test->nsuffix[k]; i++) {
			note_needs(&n, &test->suffix[k][i]);
		}
	}
	put(&t, "%s", comment);
	put(&t, "#include <math.h>\n#include <pthread.h>\n#include <stdbool.h>\n#include <stdint.h>\n"
	        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n");
	for (const char *const *i = __heddle_api.includes; i && *i; i++) {
		put(&t, "#include %s\n", *i);
	}
	put(&t, "\n");
	if (n.token) {
		put(&t, "static char token[8];\n");
	}
	put_declarations(&t, test);
	put_callbacks(&t, &n);
	for (unsigned s = 0; s < 256 && s < __heddle_api.nstructs; s++) {
		for (unsigned v = 0; v < 8; v++) {
			if (n.structs[s][v]) {
				put_struct(&t, s, v);
			}
		}
	}
	if (n.file) {
		put(&t, "static FILE *file;\n");
	}
	if (n.block) {
		put(&t, "\n// A fresh heap block that reads as a string.\nstatic void *block(size_t n)\n{\n"
		        "\tchar *p = calloc(n, 1);\n\tmemset(p, 'a', n - 1);\n\treturn p;\n}\n");
	}
	put_threads(&t, test);
	put_main(&t, test);
	return t.used;
}
