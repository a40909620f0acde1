// SPDX-License-Identifier: Apache-2.0
#include "model/helpers.h"

#include "model/calls.h"

#include <stdlib.h>
#include <string.h>

#define ROUNDS 8 // helpers that call helpers

struct function {
	bool takes, gives;
};

// Of this process.
static struct hd_calls calls;
static struct function *functions;
static bool any; // most code has none

static bool starts_with(const char *name, const char *start)
{
	return strncmp(name, start, strlen(start)) == 0;
}

static bool ends_with(const char *name, const char *end)
{
	size_t length = strlen(name), wanted = strlen(end);
	return length >= wanted && strcmp(name + length - wanted, end) == 0;
}

static void note_site(const struct hd_site *site)
{
	const char *name = site->callee;
	uint32_t f = name && site->func ? hd_calls_number(site->func) : HD_MODEL_NONE;

	if (f == HD_MODEL_NONE || !(starts_with(name, "pthread_") || starts_with(name, "mtx_"))) {
		return;
	}
	bool gives = ends_with(name, "unlock");
	functions[f].gives |= gives;
	functions[f].takes |= !gives && ends_with(name, "lock");
}

static bool is_helper(uint32_t f)
{
	return f < calls.nfuncs && functions[f].takes && !functions[f].gives;
}

// What its callees do for it.
static bool follow_calls(uint32_t f)
{
	struct function before = functions[f];

	for (uint32_t i = calls.first[f]; i < calls.first[f + 1]; i++) {
		uint32_t callee = calls.calls[i].func;
		if (callee < calls.nfuncs && callee != f) {
			functions[f].takes |= is_helper(callee);
			functions[f].gives |= functions[callee].gives && !functions[callee].takes;
		}
	}
	return functions[f].takes != before.takes || functions[f].gives != before.gives;
}

// Of a return address, which may be that of the next function if its call is the last instruction.
static uint32_t function_of(uintptr_t pc)
{
	return hd_calls_func_around(&calls, (const void *)(pc - 1));
}

static bool is_helper_code(uintptr_t pc)
{
	uint32_t f = function_of(pc);
	return f != HD_MODEL_NONE && is_helper(f);
}

void hd_helpers_prepare(void)
{
	if (functions) {
		return;
	}
	hd_calls_create(&calls);
	functions = calloc(calls.nfuncs + 1, sizeof(*functions));
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_site *s = m->sites; s < m->sites_end; s++) {
			note_site(s);
		}
	}
	bool more = true;
	for (unsigned round = 0; more && round < ROUNDS; round++) {
		more = false;
		for (uint32_t f = 0; f < calls.nfuncs; f++) {
			more |= follow_calls(f);
		}
	}
	for (uint32_t f = 0; f < calls.nfuncs; f++) {
		any |= is_helper(f);
	}
	hd_is_lock_helper = is_helper_code;
}

bool hd_helpers_have(const struct hd_func *f)
{
	return any && f && is_helper(hd_calls_number(f));
}

const struct hd_func *hd_helpers_caller(const struct hd_stack *stack)
{
	uint32_t f = stack->n ? function_of(stack->pc[hd_stack_locker(stack)]) : HD_MODEL_NONE;
	return f != HD_MODEL_NONE && !is_helper(f) ? calls.records[f] : NULL;
}

uint32_t hd_helpers_line(const struct hd_func *caller)
{
	uint32_t f = hd_calls_number(caller);

	for (uint32_t i = functions ? calls.first[f] : 0; functions && i < calls.first[f + 1]; i++) {
		if (is_helper(calls.calls[i].func)) {
			return calls.calls[i].record->line;
		}
	}
	return caller->line;
}
