// SPDX-License-Identifier: Apache-2.0
// A test as lines of a schedule file, for replay by the same harness:
//   test CLASS THREADS SHARED GIVES_AWAY
//   call THREAD FUNCTION SOURCE:VALUE...      thread -1: prefix
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
		used += (size_t)snprintf(out + used, size - used, " %u:%ld", c->args[p].source, (long)c->args[p].value);
	}
	return used < size ? used + (size_t)snprintf(out + used, size - used, "\n") : used;
}

size_t hd_store_test(const struct hd_test *t, char *out, size_t size)
{
	size_t used = (size_t)snprintf(out, size, "test %u %u %u %u\n", t->class, t->nthreads, t->shared,
		t->gives_away);

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

static bool load_call(struct hd_test *t, const char *line)
{
	int thread, at = 0;
	unsigned function;

	if (sscanf(line, "call %d %u%n", &thread, &function, &at) != 2 || function >= __heddle_api.nfunctions) {
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
		c->args[p] = (struct hd_arg){.source = (uint8_t)source, .value = value};
		line += at;
	}
	return true;
}

bool hd_load_test_line(struct hd_test *t, const char *line)
{
	unsigned class, threads, shared, gives_away;

	if (strncmp(line, "call ", 5) == 0) {
		return load_call(t, line);
	}
	if (sscanf(line, "test %u %u %u %u", &class, &threads, &shared, &gives_away) != 4 ||
		class >= __heddle_api.nclasses || threads > HD_TEST_THREADS ||
		(shared >= HD_TEST_PREFIX && shared != 0xff)) {
		return false;
	}
	memset(t, 0, offsetof(struct hd_test, prefix));
	t->class = (uint16_t)class;
	t->nthreads = (uint8_t)threads;
	t->shared = (uint8_t)shared;
	t->gives_away = gives_away;
	return true;
}
