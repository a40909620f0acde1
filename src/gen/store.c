// SPDX-License-Identifier: Apache-2.0
// A test as lines of a schedule file:
//   test CLASS THREADS SHARED GIVES_AWAY ENDS_SOME # NAME
//   call THREAD FUNCTION SOURCE:VALUE[.NUMBER]... # NAME      thread -1: prefix; xTIMES before the name: so often
// Numbers are those of the harness that wrote it. In another, of an API that has changed since, the
// names tell which class and functions are meant.
#include "gen/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_BLOCK (1 << 24)

static size_t put_call(const struct hd_call_data *c, int thread, char *out, size_t size)
{
	const struct hd_api_function *f = hd_function(c->function);
	size_t used = (size_t)snprintf(out, size, "call %d %u", thread, c->function);

	for (unsigned p = 0; p < f->nparams && used < size; p++) {
		const struct hd_arg *a = &c->args[p];
		int64_t value = a->source == HD_FROM_STRING ? hd_value_string_name(a->value) : a->value;
		used += (size_t)snprintf(out + used, size - used, " %u:%ld", a->source, (long)value);
		if (a->number > 0 && used < size) {
			used += (size_t)snprintf(out + used, size - used, ".%u", a->number);
		}
	}
	if (c->times > 1 && used < size) {
		used += (size_t)snprintf(out + used, size - used, " x%u", c->times);
	}
	return used < size ? used + (size_t)snprintf(out + used, size - used, " # %s\n", f->name) : used;
}

size_t hd_store_test(const struct hd_test *t, char *out, size_t size)
{
	size_t used = (size_t)snprintf(out, size, "test %u %u %u %u %u # %s\n", t->class, t->nthreads, t->shared,
		t->gives_away, t->ends_some, __heddle_api.classes[t->class].name);

	for (unsigned i = 0; i < t->nprefix && used < size; i++) {
		used += put_call(&t->prefix[i], -1, out + used, size - used);
	}
	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = 0; i < t->nsuffix[k] && used < size; i++) {
			used += put_call(&t->suffix[k][i], (int)k, out + used, size - used);
		}
	}
	return used;
}

// Values become indices and sizes: those that no test has are refused.
static bool is_possible(const struct hd_api_type *type, unsigned source, long value)
{
	switch (source) {
	case HD_FROM_BUFFER:
	case HD_FROM_HEAP:
		return value >= 0 && value <= LARGEST_BLOCK;
	case HD_FROM_CALL:
		return value >= 0 && value < HD_TEST_PREFIX + HD_TEST_CALLS;
	case HD_FROM_TOKEN:
		return value >= 0 && value < (long)sizeof(hd_value_tokens);
	case HD_FROM_CALLBACK:
		return type->kind == HD_API_CALLBACK && value >= 0 &&
			value < __heddle_api.signatures[type->type].ncallbacks;
	case HD_FROM_STRUCT:
		return type->kind == HD_API_STRUCT || type->kind == HD_API_STRUCT_POINTER;
	default:
		return source < HD_FROM_COUNT;
	}
}

// The name at the end of a line; its length. NULL: earlier versions wrote none.
static const char *name_in(const char *line, size_t *length)
{
	const char *mark = strstr(line, " # ");

	*length = mark ? strcspn(mark + 3, "\n") : 0;
	return mark ? mark + 3 : NULL;
}

static bool is_name(const char *name, const char *stored, size_t length)
{
	return name && strlen(name) == length && strncmp(name, stored, length) == 0;
}

// The number of the stored function or class in this harness; false: there is none.
static bool find_function(const char *line, unsigned *number)
{
	size_t length;
	const char *name = name_in(line, &length);

	if (!name) {
		return *number < __heddle_api.nfunctions;
	}
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		if (is_name(hd_functions[i].name, name, length)) {
			*number = i;
			return true;
		}
	}
	return false;
}

static bool find_class(const char *line, unsigned *number)
{
	size_t length;
	const char *name = name_in(line, &length);

	if (!name) {
		return *number < __heddle_api.nclasses;
	}
	for (uint32_t i = 0; i < __heddle_api.nclasses; i++) {
		if (is_name(__heddle_api.classes[i].name, name, length)) {
			*number = i;
			return true;
		}
	}
	return false;
}

static bool load_call(struct hd_test *t, const char *line)
{
	int thread, at = 0;
	unsigned function;

	if (sscanf(line, "call %d %u%n", &thread, &function, &at) != 2 || !find_function(line, &function)) {
		return false;
	}
	bool in_prefix = thread < 0;
	if (in_prefix ? t->nprefix == HD_TEST_PREFIX
		      : thread >= HD_TEST_THREADS || t->nsuffix[thread] == HD_TEST_SUFFIX) {
		return false;
	}
	struct hd_call_data *c = in_prefix ? &t->prefix[t->nprefix++] : &t->suffix[thread][t->nsuffix[thread]++];
	*c = (struct hd_call_data){.function = (uint16_t)function};
	line += at;
	for (unsigned p = 0; p < hd_function((uint16_t)function)->nparams; p++) {
		unsigned source;
		long value;
		const struct hd_api_type *type = &hd_function((uint16_t)function)->params[p];
		if (sscanf(line, " %u:%ld%n", &source, &value, &at) != 2 || !is_possible(type, source, value)) {
			return false;
		}
		value = source == HD_FROM_STRING ? (long)hd_value_string_named(value) : value;
		c->args[p] = (struct hd_arg){.source = (uint8_t)source, .value = value};
		line += at;
		if (sscanf(line, ".%hu%n", &c->args[p].number, &at) == 1) {
			line += at;
		}
	}
	unsigned times = 0;
	if (in_prefix && sscanf(line, " x%u%n", &times, &at) == 1) {
		line += at;
	}
	c->times = times <= HD_CALL_TIMES ? (uint16_t)times : 0;
	return line[strspn(line, " ")] == '#' || line[strspn(line, " \n")] == '\0'; // it had as many parameters
}

bool hd_load_test_line(struct hd_test *t, const char *line)
{
	unsigned class, threads, shared, gives_away, ends_some = 0;

	if (strncmp(line, "call ", 5) == 0) {
		return load_call(t, line);
	}
	if (sscanf(line, "test %u %u %u %u %u", &class, &threads, &shared, &gives_away, &ends_some) < 4 ||
		!find_class(line, &class) || threads > HD_TEST_THREADS ||
		(shared >= HD_TEST_PREFIX && shared != 0xff)) {
		return false;
	}
	memset(t, 0, offsetof(struct hd_test, prefix));
	t->class = (uint16_t)class;
	t->nthreads = (uint8_t)threads;
	t->shared = (uint8_t)shared;
	t->gives_away = gives_away;
	t->ends_some = ends_some;
	return true;
}

const char *hd_stored_test_path;

bool hd_load_test(const char *path, struct hd_test *t)
{
	char line[1024];
	bool good = true, any = false;
	FILE *file = fopen(path, "re");

	while (file && good && fgets(line, sizeof(line), file)) {
		bool begins = strncmp(line, "test ", 5) == 0;
		if (begins || (any && strncmp(line, "call ", 5) == 0)) {
			good = hd_load_test_line(t, line);
			any |= begins;
		}
	}
	if (file) {
		fclose(file);
	}
	return good && any;
}
