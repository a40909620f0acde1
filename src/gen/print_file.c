// SPDX-License-Identifier: Apache-2.0
// A test as a complete C file, as a programmer would have written it to show the fault.
#include "gen/print.h"
#include "gen/results.h"

#include <string.h>

#define MOST_SIGNATURES 256
#define MOST_CALLBACKS 8

struct needs {
	bool token, block, key, text, file, floats, bools, compares, lock;
	bool callbacks[MOST_SIGNATURES][MOST_CALLBACKS];
};

// ---- what the calls need ---------------------------------------------------------------

static void need_callback(struct needs *n, unsigned signature, int64_t which)
{
	if (signature < MOST_SIGNATURES && which < MOST_CALLBACKS) {
		unsigned use = __heddle_api.signatures[signature].callbacks[which].use;
		n->callbacks[signature][which] = true;
		n->lock |= use == HD_USE_LOCK || use == HD_USE_UNLOCK;
	}
}

static void note_struct(struct needs *n, const struct hd_test *test, const struct hd_api_struct *s, int64_t seed)
{
	for (unsigned i = 0; i < s->nfields; i++) {
		const struct hd_api_type *type = &s->fields[i].type;
		struct hd_arg a = hd_value_field(test, s, i, seed);
		n->bools |= type->kind == HD_API_BOOL;
		n->floats |= type->kind == HD_API_FLOAT;
		n->block |= a.source == HD_FROM_BUFFER && !type->in_place;
		n->file |= a.source == HD_FROM_FILE;
		if (a.source == HD_FROM_CALLBACK) {
			need_callback(n, type->type, a.value);
		} else if (a.source == HD_FROM_STRUCT) {
			note_struct(n, test, &__heddle_api.structs[type->type], a.value);
		}
	}
}

static void note_call(struct needs *n, const struct hd_text *t, const struct hd_test *test,
	const struct hd_call_data *c)
{
	const struct hd_api_function *f = hd_function(c->function);

	for (unsigned p = 0; p < f->nparams; p++) {
		const struct hd_arg *a = &c->args[p];
		const struct hd_api_type *type = &f->params[p];
		bool fresh = a->source == HD_FROM_BUFFER || a->source == HD_FROM_HEAP;
		n->token |= a->source == HD_FROM_TOKEN;
		n->block |= fresh && !hd_is_kept_buffer(t, c, p);
		n->key |= fresh && a->number > 0 && !hd_is_kept_buffer(t, c, p);
		n->text |= a->source == HD_FROM_STRING && a->number > 0;
		n->compares |= fresh && hd_is_kept_buffer(t, c, p);
		n->file |= a->source == HD_FROM_FILE;
		n->floats |= type->kind == HD_API_FLOAT;
		n->bools |= type->kind == HD_API_BOOL;
		if (a->source == HD_FROM_CALLBACK) {
			need_callback(n, type->type, a->value);
		} else if (a->source == HD_FROM_STRUCT) {
			note_struct(n, test, &__heddle_api.structs[type->type], a->value);
		}
	}
	if (t->keeps_results) {
		n->bools |= f->result.kind == HD_API_BOOL;
		n->floats |= f->result.kind == HD_API_FLOAT;
		n->compares |= f->result.kind == HD_API_STRING || f->result.kind == HD_API_STRUCT_POINTER;
		n->token |= f->result.kind == HD_API_PAYLOAD;
	}
}

static void put_includes(struct hd_text *t, const struct needs *n)
{
	const struct {
		bool wanted;
		const char *name;
	} headers[] = {
		{t->keeps_results, "assert.h"},
		{n->floats, "math.h"},
		{true, "pthread.h"},
		{n->bools, "stdbool.h"},
		{n->file || n->text, "stdio.h"},
		{true, "stdlib.h"},
		{n->block || n->compares || n->text, "string.h"},
	};

	for (unsigned i = 0; i < sizeof(headers) / sizeof(*headers); i++) {
		if (headers[i].wanted) {
			hd_put(t, "#include <%s>\n", headers[i].name);
		}
	}
	hd_put(t, "\n");
	for (const char *const *i = __heddle_api.includes; i && *i; i++) {
		hd_put(t, "#include %s\n", *i);
	}
	hd_put(t, *__heddle_api.code ? "\n%s\n" : "\n", __heddle_api.code);
}

// ---- file scope ---------------------------------------------------------------------------

static void put_objects(struct hd_text *t, const struct hd_test *test)
{
	struct hd_printed c;
	int thread;

	for (unsigned i = 0; hd_printed_call(test, i, &c, &thread) && thread < test->nthreads; i++) {
		if (hd_has_variable(&c)) {
			hd_put(t, "static ");
			hd_put_type(t, __heddle_api.classes[hd_class_given(&c)].text);
			hd_put_variable(t, test, c.index);
			hd_put(t, ";\n");
		}
	}
}

// A callback that calls back calls one method, by its name.
static void put_callback(struct hd_text *t, const struct hd_test *test, const struct hd_api_callback *c)
{
	static const char placeholder[] = "\t__heddle_reenter();\n";
	const char *at = c->reenters ? strstr(c->source, placeholder) : NULL;
	const struct hd_api_function *f = hd_test_reentered(test);

	if (!at) {
		hd_put(t, "\n%s", c->source);
		return;
	}
	hd_put(t, "\n%.*s", (int)(at - c->source), c->source);
	if (f && test->shared != 0xff) {
		hd_put(t, "\t%s(", f->name);
		hd_put_object(t, test, test->shared);
		hd_put(t, ");\n");
	}
	hd_put(t, "%s", at + strlen(placeholder));
}

static void put_callbacks(struct hd_text *t, const struct hd_test *test, const struct needs *n)
{
	for (unsigned s = 0; s < __heddle_api.nsignatures && s < MOST_SIGNATURES; s++) {
		for (unsigned c = 0; c < __heddle_api.signatures[s].ncallbacks && c < MOST_CALLBACKS; c++) {
			if (n->callbacks[s][c]) {
				put_callback(t, test, &__heddle_api.signatures[s].callbacks[c]);
			}
		}
	}
}

// Variables for what is compared in the end.
static void put_kept(struct hd_text *t, const struct hd_test *test)
{
	struct hd_printed c;
	int thread;

	for (unsigned i = test->nprefix; hd_printed_call(test, i, &c, &thread); i++) {
		const struct hd_api_type *result = &hd_function(c.call->function)->result;
		if (result->kind != HD_API_VOID && hd_call_counts(c.call)) {
			hd_put(t, "static ");
			hd_put_type(t, result->text);
			hd_put(t, "%sgot%u;\n", __heddle_api.prefix, c.number);
			hd_put_early_variable(t, &c);
		}
		hd_put_declarations(t, &c, true);
	}
}

// Functions that make keys that differ.
static void put_makers(struct hd_text *t, const struct needs *n)
{
	const char *prefix = __heddle_api.prefix;

	if (n->key) {
		hd_put(t,
			"\n// A block with other letters for each number.\nstatic void *%skey(size_t n, unsigned number)\n{\n"
			"\tchar *p = %sblock(n);\n\tfor (size_t i = 0; i + 1 < n && number > 0; i++, number /= 26) {\n"
			"\t\tp[i] = (char)('a' + number %% 26);\n\t}\n\treturn p;\n}\n",
			prefix, prefix);
	}
	if (n->text) {
		hd_put(t,
			"\n// A text that ends with a number.\nstatic char *%stext(const char *start, unsigned number)\n{\n"
			"\tsize_t size = strlen(start) + %d;\n\tchar *p = malloc(size);\n"
			"\tsnprintf(p, size, \"%%s%%u\", start, number);\n\treturn p;\n}\n",
			prefix, 6);
	}
}

static void put_file_scope(struct hd_text *t, const struct hd_test *test, const struct needs *n)
{
	if (n->token) {
		hd_put(t, "static char %stoken[%zu];\n", __heddle_api.prefix, sizeof(hd_value_tokens));
	}
	if (n->file) {
		hd_put(t, "static FILE *%sfile;\n", __heddle_api.prefix);
	}
	put_objects(t, test);
	if (t->keeps_results) {
		put_kept(t, test);
	}
	if (n->lock) {
		hd_put(t,
			"\n// The lock of all callbacks; a thread may lock it again.\n"
			"static pthread_mutex_t callback_lock = PTHREAD_MUTEX_INITIALIZER;\n"
			"static __thread int callback_locks;\n\n"
			"static void lock_callbacks(void)\n{\n\tif (callback_locks++ == 0) {\n"
			"\t\tpthread_mutex_lock(&callback_lock);\n\t}\n}\n\n"
			"static void unlock_callbacks(void)\n{\n\tif (--callback_locks == 0) {\n"
			"\t\tpthread_mutex_unlock(&callback_lock);\n\t}\n}\n");
	}
	put_callbacks(t, test, n);
	if (n->block) {
		hd_put(t,
			"\n// A fresh heap block that reads as a string.\nstatic void *%sblock(size_t n)\n{\n"
			"\tchar *p = calloc(n, 1);\n\tif (n > 1) {\n\t\tmemset(p, 'a', n - 1);\n\t}\n\treturn p;\n}\n",
			__heddle_api.prefix);
	}
	put_makers(t, n);
}

// ---- functions ----------------------------------------------------------------------------

// Calls from number `from` on, as long as they are of this thread (-1: the prefix;
// the number of threads: observers).
static void put_calls(struct hd_text *t, const struct hd_test *test, unsigned from, int of, bool declarations)
{
	struct hd_printed c;
	int thread;

	for (unsigned i = from; hd_printed_call(test, i, &c, &thread) && thread == of; i++) {
		if (declarations) {
			hd_put_declarations(t, &c, false);
		} else {
			hd_put_field_assignments(t, &c);
			hd_put(t, "\t");
			hd_put_call(t, &c);
			hd_put(t, "\n");
			if (t->keeps_results && of >= 0) {
				hd_put_early_copy(t, &c);
			}
		}
	}
}

static void put_threads(struct hd_text *t, const struct hd_test *test)
{
	unsigned first = test->nprefix;

	for (int k = 0; k < test->nthreads; first += test->nsuffix[k], k++) {
		hd_put(t, "\nstatic void *%sthread_%u(void *unused)\n{\n", __heddle_api.prefix,
			hd_test_number_of((unsigned)k));
		if (!t->keeps_results) {
			put_calls(t, test, first, k, true);
		}
		hd_put(t, "\t(void)unused;\n");
		put_calls(t, test, first, k, false);
		hd_put(t, "\treturn NULL;\n}\n");
	}
}

static unsigned count_calls(const struct hd_test *test)
{
	unsigned n = test->nprefix;

	for (unsigned k = 0; k < test->nthreads; k++) {
		n += test->nsuffix[k];
	}
	return n;
}

static void put_destroyers(struct hd_text *t, const struct hd_test *test)
{
	struct hd_call_data c;

	for (unsigned i = test->nprefix; i-- > 0;) {
		if (hd_test_destroyer(test, i, &c)) {
			const struct hd_printed call = {.test = test, .call = &c, .index = -1};
			struct hd_text plain = *t;
			plain.keeps_results = false;
			hd_put(&plain, "\t");
			hd_put_call(&plain, &call);
			hd_put(&plain, "\n");
			t->used = plain.used;
		}
	}
}

// outlives: the fault is one of a thread of the code itself, which may come after main().
static void put_main(struct hd_text *t, const struct hd_test *test, const struct needs *n, bool asks, bool outlives)
{
	unsigned observers = count_calls(test);

	hd_put(t, "\nint main(void)\n{\n\tpthread_t t[%u];\n", test->nthreads ? test->nthreads : 1);
	put_calls(t, test, 0, -1, true);
	if (asks && !t->keeps_results) {
		put_calls(t, test, observers, test->nthreads, true);
	}
	hd_put(t, n->file ? "\n\t%sfile = fopen(\"/dev/null\", \"w+\");\n" : "\n", __heddle_api.prefix);
	hd_put(t, __heddle_api.setup ? "\theddle_setup();\n" : "");
	put_calls(t, test, 0, -1, false);
	for (unsigned k = 0; k < test->nthreads; k++) {
		hd_put(t, "\tpthread_create(&t[%u], NULL, %sthread_%u, NULL);\n", k, __heddle_api.prefix,
			hd_test_number_of(k));
	}
	for (unsigned k = 0; k < test->nthreads; k++) {
		hd_put(t, "\tpthread_join(t[%u], NULL);\n", k);
	}
	if (asks) {
		put_calls(t, test, observers, test->nthreads, false);
	}
	if (t->keeps_results) {
		hd_put(t,
			"\t// No sequential order of these calls gives all of these results:\n"
			"\tassert(!(");
		hd_put_condition(t, test);
		hd_put(t, "));\n");
	}
	put_destroyers(t, test);
	hd_put(t, outlives ? "\tpthread_exit(NULL); // other threads may still run\n}\n" : "\treturn 0;\n}\n");
}

size_t hd_print_test(const struct hd_test *test, const struct hd_fault *f, char *out, size_t size)
{
	static struct needs n;
	struct hd_text t = {.out = out, .size = size, .keeps_results = f->kind == HD_VERDICT_NOT_LINEARIZABLE};
	bool asks = t.keeps_results || f->fiber == 0; // the fault may be theirs
	struct hd_call_data destroyer;
	struct hd_printed c;
	int thread;

	n = (struct needs){0};
	for (unsigned i = 0; hd_printed_call(test, i, &c, &thread) && (asks || thread < test->nthreads); i++) {
		note_call(&n, &t, test, c.call);
	}
	for (unsigned i = 0; i < test->nprefix; i++) {
		if (hd_test_destroyer(test, i, &destroyer)) {
			note_call(&n, &t, test, &destroyer);
		}
	}
	put_includes(&t, &n);
	put_file_scope(&t, test, &n);
	put_threads(&t, test);
	put_main(&t, test, &n, asks, f->fiber > 0 && hd_test_thread_of((unsigned)f->fiber) < 0);
	return t.used;
}
