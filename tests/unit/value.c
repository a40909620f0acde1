// SPDX-License-Identifier: Apache-2.0
// Values for parameters: of the kinds that are allowed, within what is known of them, and all of
// what is of interest sooner or later.
#include "target.h"

#include <math.h>
#include <string.h>

#include "gen/test.h"
#include "runtime/rng.h"

enum { MAKE, NUMBERS, TEXTS, OBJECTS, SET, FUNCTIONS };
enum { CLASS, OTHER, CLASSES };

#define NO_RANGE .low = 1, .high = 0
#define OBJECT(of) {.kind = HD_API_OBJECT, .type = (of)}

static const struct hd_api_enumerator colours[] = {{"RED", 1}, {"GREEN", 2}, {"BLUE", 4}};
static const struct hd_api_callback callbacks[3];
static const struct hd_api_signature signature = {.ncallbacks = 3, .callbacks = callbacks};

enum { BYTE, WORD, HINTED, BOOL, ENUM, FLAGS, FLOAT, BITS, NUMBERS_COUNT };
enum { STRING, FORMAT, BUFFER, LENGTH, CALLBACK, NO_CALLBACK, TEXTS_COUNT };

static const struct hd_api_function functions[FUNCTIONS] =
	{
		[MAKE] = {.role = HD_API_CONSTRUCTOR, .self = 0xff, .class = CLASS, .makes = CLASS},
		[NUMBERS] = {.role = HD_API_STATIC,
			.self = 0xff,
			.nparams = NUMBERS_COUNT,
			.makes = HD_API_NONE,
			.params =
				{
					[BYTE] = {.kind = HD_API_INT, .size = 1, NO_RANGE},
					[WORD] = {.kind = HD_API_INT, .size = 4, .is_signed = true, NO_RANGE},
					[HINTED] = {.kind = HD_API_INT, .size = 4, .low = 5, .high = 7},
					[BOOL] = {.kind = HD_API_BOOL, .size = 1},
					[ENUM] = {.kind = HD_API_ENUM, .enumerators = colours, .nenumerators = 3},
					[FLAGS] = {.kind = HD_API_FLAGS, .enumerators = colours, .nenumerators = 3},
					[FLOAT] = {.kind = HD_API_FLOAT, .size = 8},
					[BITS] = {.kind = HD_API_FLAGS, .size = 4, .is_signed = true, NO_RANGE},
				}},
		[TEXTS] =
			{.role = HD_API_STATIC,
				.self = 0xff,
				.nparams = TEXTS_COUNT,
				.makes = HD_API_NONE,
				.params =
					{
						[STRING] = {.kind = HD_API_STRING},
						[FORMAT] = {.kind = HD_API_STRING, .is_format = true},
						[BUFFER] = {.kind = HD_API_BUFFER, .size = 4},
						[LENGTH] = {.kind = HD_API_LENGTH, .related = BUFFER},
						[CALLBACK] = {.kind = HD_API_CALLBACK, .type = 0},
						[NO_CALLBACK] = {.kind = HD_API_CALLBACK, .type = HD_API_NONE},
					}},
		[OBJECTS] = {.role = HD_API_METHOD,
			.self = 0,
			.class = CLASS,
			.nparams = 3,
			.makes = HD_API_NONE,
			.params = {OBJECT(CLASS), OBJECT(CLASS), OBJECT(OTHER)}},
		[SET] = {.role = HD_API_METHOD,
			.self = 0,
			.class = CLASS,
			.nparams = 2,
			.makes = HD_API_NONE,
			.params = {OBJECT(CLASS), {.kind = HD_API_PAYLOAD}}},
};
static const struct hd_api_class classes[CLASSES];

const struct hd_api __heddle_api = {.functions = functions,
	.nfunctions = FUNCTIONS,
	.classes = classes,
	.nclasses = CLASSES,
	.signatures = &signature,
	.nsignatures = 1};
struct hd_function_facts *hd_facts;

#define DRAWS 20000

static struct hd_test test;
static uint64_t rng;
static struct hd_call_data call;

static int begin(void **state)
{
	static struct hd_function_facts facts[FUNCTIONS];

	(void)state;
	memset(facts, 0, sizeof(facts));
	for (unsigned i = 0; i < FUNCTIONS; i++) {
		for (unsigned p = 0; p < HD_API_MAX_PARAMS; p++) {
			facts[i].params[p].plain = HD_FROM_COUNT; // not known
		}
	}
	hd_facts = facts;
	test = (struct hd_test){.class = CLASS,
		.nprefix = 2,
		.shared = 0,
		.prefix = {{.function = MAKE}, {.function = MAKE}}};
	rng = 11;
	call = (struct hd_call_data){0};
	hd_value_careful = false;
	return 0;
}

static bool draw(uint16_t function, unsigned param, bool simple, struct hd_arg *out)
{
	struct hd_scope scope = {.test = &test, .rng = &rng, .simple = simple};

	call.function = function;
	return hd_value_draw(&scope, function, param, out, &call);
}

static int64_t number(unsigned param)
{
	struct hd_arg a;

	assert_true(draw(NUMBERS, param, false, &a));
	assert_int_equal(a.source, HD_FROM_CONSTANT);
	return a.value;
}

static void integers_fit_their_type(void **state)
{
	bool zero = false, largest = false, negative = false;

	(void)state;
	for (unsigned i = 0; i < DRAWS; i++) {
		int64_t byte = number(BYTE), word = number(WORD), hinted = number(HINTED);
		assert_in_range(byte, 0, 255);
		assert_true(word >= INT32_MIN && word <= INT32_MAX);
		assert_in_range(hinted, 5, 7);
		zero |= byte == 0;
		largest |= word == INT32_MAX;
		negative |= word < 0;
	}
	assert_true(zero && largest && negative);
}

static void enumerators_flags_and_booleans(void **state)
{
	unsigned enumerators = 0, combinations = 0, booleans = 0;

	(void)state;
	for (unsigned i = 0; i < DRAWS; i++) {
		enumerators |= 1u << number(ENUM);
		combinations |= 1u << number(FLAGS);
		booleans |= 1u << number(BOOL);
	}
	assert_int_equal(enumerators, 1 << 1 | 1 << 2 | 1 << 4);
	assert_int_equal(combinations, 0xff);
	assert_int_equal(booleans, 3);
}

static void flags_without_names_are_often_single_bits(void **state)
{
	unsigned bits = 0;

	(void)state;
	for (unsigned i = 0; i < DRAWS; i++) {
		int64_t v = number(BITS);
		bits |= v > 0 && (v & (v - 1)) == 0 ? (unsigned)v : 0;
	}
	assert_int_equal(bits & 0xffff, 0xffff);
}

static void floats_are_sometimes_not_finite(void **state)
{
	unsigned finite = 0, other = 0;

	(void)state;
	for (unsigned i = 0; i < DRAWS; i++) {
		int64_t v = number(FLOAT);
		double d;
		memcpy(&d, &v, sizeof(d));
		*(isfinite(d) ? &finite : &other) += 1;
	}
	assert_true(other > 0 && finite > 10 * other);
}

static void simple_values_are_always_the_same(void **state)
{
	(void)state;
	for (unsigned p = 0; p < NUMBERS_COUNT; p++) {
		struct hd_arg first, again;
		if (p == HINTED) {
			continue; // any of the range
		}
		assert_true(draw(NUMBERS, p, true, &first));
		for (unsigned i = 0; i < 100; i++) {
			assert_true(draw(NUMBERS, p, true, &again));
			assert_int_equal(again.value, first.value);
		}
	}
}

static void what_did_not_survive_is_not_drawn(void **state)
{
	struct hd_arg a;

	(void)state;
	hd_facts[TEXTS].params[STRING].bad = 1u << HD_FROM_NULL;
	for (unsigned i = 0; i < DRAWS; i++) {
		assert_true(draw(TEXTS, STRING, false, &a));
		assert_int_equal(a.source, HD_FROM_STRING);
		assert_in_range(a.value, 0, hd_value_nstrings() - 1);
	}
	hd_facts[TEXTS].params[STRING].bad |= 1u << HD_FROM_STRING;
	assert_false(draw(TEXTS, STRING, false, &a));
}

static void options_are_neither_too_dear_nor_unlocked(void **state)
{
	struct hd_arg options[12];

	(void)state;
	hd_facts[NUMBERS].params[WORD].most = 5;
	hd_facts[NUMBERS].params[WORD].unlocked = 1; // with 0, nothing is locked
	hd_facts[NUMBERS].params[WORD].locked = 3;
	unsigned n = hd_value_options(NUMBERS, WORD, options, 12);
	assert_true(n > 1);
	for (unsigned i = 0; i < n; i++) {
		assert_int_equal(options[i].source, HD_FROM_CONSTANT);
		assert_true(options[i].value <= 5 && options[i].value != 0);
	}
}

static void null_is_rare_except_in_setters(void **state)
{
	unsigned strings = 0, setters = 0;

	(void)state;
	for (unsigned i = 0; i < DRAWS; i++) {
		struct hd_arg a;
		assert_true(draw(TEXTS, STRING, false, &a));
		strings += a.source == HD_FROM_NULL;
		assert_true(draw(TEXTS, FORMAT, false, &a));
		assert_int_equal(a.source, HD_FROM_STRING); // never
		assert_true(draw(SET, 1, false, &a));
		setters += a.source == HD_FROM_NULL;
	}
	assert_true(strings > 0 && setters > 2 * strings);
}

static void strings_may_have_to_be_harmless(void **state)
{
	(void)state;
	hd_value_careful = true;
	for (unsigned i = 0; i < DRAWS; i++) {
		struct hd_arg a;
		assert_true(draw(TEXTS, STRING, false, &a));
		const char *text = hd_value_string(a.value);
		assert_true(a.source != HD_FROM_STRING || (*text && *text != '/'));
		assert_null(strchr(text, '%'));
	}
}

// Two in one cell would be shared or not as the linker put them: campaigns would differ between builds.
static void no_two_strings_share_a_cell(void **state)
{
	(void)state;
	for (unsigned i = 0; i < hd_value_nstrings(); i++) {
		assert_int_equal((uintptr_t)hd_value_string(i) % HD_TEXT_CELLS, 0);
		assert_true(strlen(hd_value_string(i)) < HD_TEXT_CELLS);
	}
}

static void a_string_that_is_needed_is_given_often(void **state)
{
	unsigned needed = 0;
	struct hd_arg a;

	(void)state;
	hd_facts[TEXTS].params[STRING].good = 14;
	assert_true(draw(TEXTS, STRING, true, &a));
	assert_int_equal(a.value, 14);
	for (unsigned i = 0; i < 1000; i++) {
		draw(TEXTS, STRING, false, &a);
		needed += a.value == 14;
	}
	assert_in_range(needed, 400, 600);
}

static void lengths_follow_from_their_buffers(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 1000; i++) {
		struct hd_arg length;
		assert_true(draw(TEXTS, BUFFER, false, &call.args[BUFFER]));
		assert_true(draw(TEXTS, LENGTH, false, &length));
		bool null = call.args[BUFFER].source == HD_FROM_NULL;
		assert_int_equal(length.value, null ? 0 : call.args[BUFFER].value / 4);
		assert_int_equal(call.args[BUFFER].value % 4, 0);
	}
}

static void callbacks_are_those_of_the_signature(void **state)
{
	unsigned seen = 0;

	(void)state;
	for (unsigned i = 0; i < 1000; i++) {
		struct hd_arg a;
		assert_true(draw(TEXTS, CALLBACK, false, &a));
		seen |= a.source == HD_FROM_CALLBACK ? 1u << a.value : 0;
		assert_true(draw(TEXTS, NO_CALLBACK, false, &a));
		assert_int_equal(a.source, HD_FROM_NULL); // nothing else is there
	}
	assert_int_equal(seen, 7);
}

static void calls_are_on_the_shared_object_or_crosswise(void **state)
{
	unsigned crosswise = 0;

	(void)state;
	for (unsigned i = 0; i < 3000; i++) {
		assert_true(draw(OBJECTS, 0, false, &call.args[0]));
		assert_true(draw(OBJECTS, 1, false, &call.args[1]));
		assert_int_equal(call.args[0].source, HD_FROM_CALL);
		if (call.args[0].value != test.shared) {
			assert_int_equal(call.args[1].source, HD_FROM_CALL);
			assert_int_equal(call.args[1].value, test.shared);
			crosswise++;
		}
	}
	assert_in_range(crosswise, 800, 1200); // one in three
	// With one parameter of the class there is nothing to cross.
	for (unsigned i = 0; i < 1000; i++) {
		assert_true(draw(SET, 0, false, &call.args[0]));
		assert_int_equal(call.args[0].value, test.shared);
	}
}

static void an_object_that_is_not_there_is_null_or_nothing(void **state)
{
	struct hd_arg a;

	(void)state;
	assert_true(draw(OBJECTS, 2, false, &a));
	assert_int_equal(a.source, HD_FROM_NULL);
	hd_facts[OBJECTS].params[2].bad = 1u << HD_FROM_NULL;
	assert_false(draw(OBJECTS, 2, false, &a));
}

static void fields_depend_on_the_seed_and_not_on_each_other(void **state)
{
	static const struct hd_api_field fields[] = {
		{.type = {.kind = HD_API_INT, .size = 4, .is_signed = true, NO_RANGE}},
		{.type = {.kind = HD_API_BUFFER, .size = 2}},
		{.type = {.kind = HD_API_LENGTH, .related = 1}},
		{.type = OBJECT(CLASS)},
		{.type = OBJECT(OTHER)},
	};
	static const struct hd_api_struct config = {.nfields = 5, .fields = fields};
	struct hd_api_struct shorter = config;

	(void)state;
	shorter.nfields = 1;
	for (int64_t seed = 0; seed < 50; seed++) {
		struct hd_arg a = hd_value_field(&test, &config, 0, seed);
		assert_in_range(a.value, 1, 64); // sizes and capacities that work
		assert_int_equal(a.value, hd_value_field(&test, &shorter, 0, seed).value);
		assert_int_equal(hd_value_field(&test, &config, 1, seed).value, 16);
		assert_int_equal(hd_value_field(&test, &config, 2, seed).value, 8); // elements
		assert_int_equal(hd_value_field(&test, &config, 3, seed).source, HD_FROM_CALL);
		assert_int_equal(hd_value_field(&test, &config, 4, seed).source, HD_FROM_NULL);
	}
}

#define CASE(f) cmocka_unit_test_setup(f, begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(integers_fit_their_type),
		CASE(enumerators_flags_and_booleans),
		CASE(flags_without_names_are_often_single_bits),
		CASE(floats_are_sometimes_not_finite),
		CASE(simple_values_are_always_the_same),
		CASE(what_did_not_survive_is_not_drawn),
		CASE(options_are_neither_too_dear_nor_unlocked),
		CASE(null_is_rare_except_in_setters),
		CASE(strings_may_have_to_be_harmless),
		CASE(no_two_strings_share_a_cell),
		CASE(a_string_that_is_needed_is_given_often),
		CASE(lengths_follow_from_their_buffers),
		CASE(callbacks_are_those_of_the_signature),
		CASE(calls_are_on_the_shared_object_or_crosswise),
		CASE(an_object_that_is_not_there_is_null_or_nothing),
		CASE(fields_depend_on_the_seed_and_not_on_each_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
