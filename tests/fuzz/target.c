// SPDX-License-Identifier: Apache-2.0
// What the harness reads: schedules, with the test that is in them. Only the readers are
// here; nothing is executed.
#include "engine/read_schedule.c"
#include "gen/store.c"

#include "fuzz.h"

#include <stdlib.h>

enum { FUNCTIONS = 4, CLASSES = 2 };

static const struct hd_api_signature signatures[] = {{.ncallbacks = 3}};
static const struct hd_api_struct structs[] = {{.size = 8}};
static const struct hd_api_class classes[CLASSES];
static const struct hd_api_function functions[FUNCTIONS] = {
	{.nparams = 0},
	{.nparams = 2, .params = {{.kind = HD_API_OBJECT}, {.kind = HD_API_INT}}},
	{.nparams = 2, .params = {{.kind = HD_API_CALLBACK}, {.kind = HD_API_STRUCT}}},
	{.nparams = HD_API_MAX_PARAMS},
};
const struct hd_api __heddle_api = {
	.classes = classes,
	.functions = functions,
	.structs = structs,
	.signatures = signatures,
	.nclasses = CLASSES,
	.nfunctions = FUNCTIONS,
	.nstructs = 1,
	.nsignatures = 1,
};
const struct hd_api_function *hd_functions = functions;

struct hd_worker *hd_worker;
unsigned char hd_value_tokens[8];

static void expect(bool condition)
{
	if (!condition) {
		abort();
	}
}

const struct hd_site *hd_site_in(const char *function, const char *file, uint32_t block, uint32_t index)
{
	static const struct hd_site site;
	expect(strlen(function) < 512 && strlen(file) < 512);
	return block + index < 10 ? &site : NULL;
}

const struct hd_site *hd_site_like(const struct hd_site *place)
{
	return hd_site_in("", place->file, place->block, place->index);
}

int64_t hd_value_string_name(int64_t index)
{
	return index;
}

int64_t hd_value_string_named(int64_t name)
{
	return name;
}

void hd_tests_bind(enum hd_verdict judged)
{
	(void)judged;
}

static void check_call(const struct hd_call_data *c)
{
	expect(c->function < FUNCTIONS);
	for (unsigned p = 0; p < functions[c->function].nparams; p++) {
		expect(c->args[p].source < HD_FROM_COUNT);
		expect(c->args[p].source != HD_FROM_TOKEN || (size_t)c->args[p].value < sizeof(hd_value_tokens));
		expect(c->args[p].source != HD_FROM_CALLBACK || (uint64_t)c->args[p].value < 3);
	}
}

// Whatever was read can be executed.
static void check_test(const struct hd_test *test)
{
	expect(test->class < CLASSES && test->nthreads <= HD_TEST_THREADS && test->nprefix <= HD_TEST_PREFIX);
	for (unsigned i = 0; i < test->nprefix; i++) {
		check_call(&test->prefix[i]);
	}
	for (unsigned k = 0; k < HD_TEST_THREADS; k++) {
		expect(test->nsuffix[k] <= HD_TEST_SUFFIX);
		for (unsigned i = 0; i < test->nsuffix[k]; i++) {
			check_call(&test->suffix[k][i]);
		}
	}
}

static void fuzz_target_schedule(char *text, size_t size)
{
	static struct hd_worker worker;
	static struct hd_segment segments[HD_MAX_SCHEDULE];
	static uint8_t choices[HD_MAX_CHOICES];
	struct hd_schedule recorded = {.segments = segments,
		.room = HD_MAX_SCHEDULE,
		.choices = choices,
		.choices_room = HD_MAX_CHOICES};
	struct hd_fault fault = {0};
	memset(&worker.test, 0, sizeof(worker.test));
	hd_worker = &worker;
	if (!hd_read_schedule(fuzz_file("schedule", text, size), &recorded, &fault)) {
		return;
	}
	for (size_t i = 0; i < recorded.n; i++) {
		expect(segments[i].fiber < HD_USABLE_FIBERS && segments[i].upto < HD_SCHEDULE_STEPS);
	}
	check_test(&worker.test);
	char again[65536];
	expect(hd_store_test(&worker.test, again, sizeof(again)) < sizeof(again));
}

static void fuzz_test(char *text, size_t size)
{
	struct hd_test test = {0};
	(void)size;
	while (*text) {
		char *end = strchrnul(text, '\n');
		char next = *end;
		*end = '\0';
		if (!hd_load_test_line(&test, text)) {
			return; // the file is refused
		}
		check_test(&test);
		text = next ? end + 1 : end;
	}
}

const struct fuzz_entry fuzz_targets[] = {
	{"target-schedule", fuzz_target_schedule},
	{"test", fuzz_test},
	{0},
};
