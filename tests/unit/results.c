// SPDX-License-Identifier: Apache-2.0
// What counts as a result, for the oracle and in a printed test alike: numbers of every size,
// and as many addresses as the largest test of a small API gives.
#include "unit.h"

#include "gen/print.h"
#include "gen/results.h"
#include "gen/run.h"

struct mixed {
	float narrow;
	signed char small;
	double wide;
	void *left_out;
};

static const struct hd_api_field fields[] = {
	{.type = {.kind = HD_API_FLOAT, .size = 4, .name = "narrow"}, .offset = offsetof(struct mixed, narrow)},
	{.type = {.kind = HD_API_INT, .size = 1, .is_signed = true, .name = "small"},
		.offset = offsetof(struct mixed, small)},
	{.type = {.kind = HD_API_FLOAT, .size = 8, .name = "wide"}, .offset = offsetof(struct mixed, wide)},
	{.type = {.kind = HD_API_POINTER, .size = 8, .name = "left_out"}, .offset = offsetof(struct mixed, left_out)},
};
static const struct hd_api_struct mixed = {.name = "struct mixed", .nfields = 4, .fields = fields};

enum { MIX, FIND, NUMBER };
static const struct hd_api_function functions[] = {
	[MIX] = {.name = "mix", .result = {.kind = HD_API_STRUCT}, .makes = HD_API_NONE},
	[FIND] = {.name = "find",
		.result = {.kind = HD_API_POINTER},
		.makes = HD_API_NONE,
		.nparams = 1,
		.params = {{.kind = HD_API_OUT, .is_pointer = true, .size = 8, .name = "at", .text = "void **"}}},
	[NUMBER] = {.name = "number",
		.result = {.kind = HD_API_VOID},
		.makes = HD_API_NONE,
		.nparams = 1,
		.params = {{.kind = HD_API_OUT, .is_float = true, .size = 4, .name = "x", .text = "float *"}}},
};
const struct hd_api __heddle_api = {.functions = functions,
	.nfunctions = 3,
	.classes = (const struct hd_api_class[1]){{.name = "class"}},
	.nclasses = 1,
	.structs = &mixed,
	.nstructs = 1,
	.prefix = ""};

static struct hd_test test;
static char text[1 << 20];

static const char *condition(void)
{
	struct hd_text t = {.out = text, .size = sizeof(text), .keeps_results = true};

	hd_put_condition(&t, &test);
	return text;
}

static uint64_t hash(void)
{
	hd_results_begin(false);
	for (unsigned k = 0; k < test.nthreads; k++) {
		for (unsigned i = 0; i < test.nsuffix[k]; i++) {
			hd_results_add(&test.suffix[k][i], &hd_suffix_frames[k][i]);
		}
	}
	return hd_results.hash;
}

// A test of `calls` calls of one function, eight by thread.
static void begin(unsigned function, unsigned calls)
{
	test = (struct hd_test){.shared = 0xff, .gives_away = true};
	hd_test_running = &test;
	for (unsigned i = 0; i < calls; i++) {
		struct hd_call_data *c = &test.suffix[i / HD_TEST_SUFFIX][i % HD_TEST_SUFFIX];
		c->function = (uint16_t)function;
		c->args[0].source = HD_FROM_OUT;
		hd_suffix_frames[i / HD_TEST_SUFFIX][i % HD_TEST_SUFFIX] = (struct hd_frame){.ended = true};
		test.nthreads = (uint8_t)(i / HD_TEST_SUFFIX + 1);
		test.nsuffix[i / HD_TEST_SUFFIX]++;
	}
}

static void numbers_of_a_struct_count(void **state)
{
	struct mixed m = {.narrow = 0.1f, .small = -3, .wide = 0.5};

	(void)state;
	begin(MIX, 1);
	hd_suffix_frames[0][0].result.p = &m;
	assert_string_equal(condition(),
		"got1.narrow == 0.10000000149011612 &&\n\t         got1.small == -3 &&\n"
		"\t         got1.wide == 0.5");
	uint64_t before = hash();
	m.left_out = &m;
	m.wide = 0.5;
	assert_true(hash() == before);
	m.narrow = 0.2f;
	assert_true(hash() != before);
}

static void floats_are_compared_as_c_does(void **state)
{
	float x[] = {0.0f, -0.0f, __builtin_nanf("1"), __builtin_nanf("2")};
	uint64_t hashes[4];

	(void)state;
	begin(NUMBER, 1);
	for (unsigned i = 0; i < 4; i++) {
		memcpy(hd_suffix_frames[0][0].out[0], &x[i], sizeof(x[i]));
		hashes[i] = hash();
		assert_string_equal(condition(), i < 2 ? "x1 == 0.0" : "x1 != x1");
	}
	assert_true(hashes[0] == hashes[1]);
	assert_true(hashes[2] == hashes[3]);
	assert_true(hashes[0] != hashes[2]);
}

// The last call tells the address again that call 60 told first.
static void all_addresses_of_a_test_count(void **state)
{
	static char place[2 * HD_TEST_CALLS];

	(void)state;
	begin(FIND, HD_TEST_CALLS);
	for (unsigned i = 0; i < HD_TEST_CALLS; i++) {
		struct hd_frame *f = hd_test_frame((int)(i / HD_TEST_SUFFIX), i % HD_TEST_SUFFIX);
		f->result.p = &place[2 * i];
		f->out[0][0] = (uintptr_t)&place[2 * i + 1];
	}
	uint64_t before = hash();
	hd_suffix_frames[7][7].out[0][0] = (uintptr_t)&place[2 * 59 + 1];
	assert_true(hash() != before);
	assert_non_null(strstr(condition(), "at64 == at60"));
	assert_non_null(strstr(text, "at63 != at60"));
}

static int learn(void **state)
{
	(void)state;
	hd_memory_init();
	hd_learn_init();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_of_a_struct_count),
		cmocka_unit_test(floats_are_compared_as_c_does),
		cmocka_unit_test(all_addresses_of_a_test_count),
	};
	return cmocka_run_group_tests(tests, learn, NULL);
}
