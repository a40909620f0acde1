// SPDX-License-Identifier: Apache-2.0
// What the program is started with, at addresses of our own. The system puts it on
// its stack, where all addresses depend on how large the environment is.
#include "runtime/rt.h"

#include <string.h>

#define VARIABLES (HD_ARGS_BASE + HD_ARGS_SIZE / 2)
#define MAX_VARIABLES 64

static int count;
static char **given; // on the system's stack: nothing changes it
static uintptr_t variables_low, variables_end; // there, too

// Variables that this execution has asked for.
static struct {
	const char *value;
	char *copy;
} asked[MAX_VARIABLES];
static unsigned nasked;
static char *next_copy;
static uint32_t asked_gen;

void hd_args_init(int argc, char **argv, char **envp)
{
	count = argc;
	given = argv;
	variables_low = UINTPTR_MAX;
	for (char **v = envp; *v; v++) {
		uintptr_t a = (uintptr_t)*v, end = a + strlen(*v) + 1;
		variables_low = a < variables_low ? a : variables_low;
		variables_end = end > variables_end ? end : variables_end;
	}
}

// The name of the program comes last: a replay may know it by a longer path.
char **hd_args_fresh(void)
{
	char **argv = (char **)HD_ARGS_BASE;
	char *next = (char *)(argv + count + 1);

	for (int i = 1; i <= count; i++) {
		int which = i % count;
		size_t size = strlen(given[which]) + 1;
		argv[which] = memcpy(next, given[which], size);
		next += size;
	}
	argv[count] = NULL;
	return argv;
}

static char *add_copy(const char *value)
{
	size_t size = strlen(value) + 1;
	char *copy = memcpy(next_copy, value, size);

	asked[nasked].value = value;
	asked[nasked++].copy = copy;
	next_copy += size;
	return copy;
}

char *hd_args_variable(char *value)
{
	uintptr_t a = (uintptr_t)value;

	if (a < variables_low || a >= variables_end) {
		return value; // none, or set by the program
	}
	if (asked_gen != hd.gen) {
		asked_gen = hd.gen;
		nasked = 0;
		next_copy = (char *)VARIABLES;
	}
	for (unsigned i = 0; i < nasked; i++) {
		if (asked[i].value == value) {
			return asked[i].copy;
		}
	}
	return nasked < MAX_VARIABLES ? add_copy(value) : value;
}
