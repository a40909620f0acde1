// SPDX-License-Identifier: Apache-2.0
// Making tests: every object that a call takes is made before it, and what does not survive a
// sequential run is not part of a prefix.
#include "target.h"

#include "gen/references.h"
#include "gen/series.h"
#include "gen/test.h"
#include "runtime/rng.h"

// A pool, made with a config that is made of nothing; items are given out by a method; two classes
// that can be made only with the other.
enum { POOL, CONFIG, ITEM, EGG, HEN, MODULE, CLASSES };
enum { POOL_NEW, CONFIG_NEW, POOL_TAKE, POOL_PUT, POOL_MERGE, POOL_REF, POOL_UNREF, EGG_NEW, HEN_NEW, STEP, FUNCTIONS };

#define OBJECT(of) {.kind = HD_API_OBJECT, .type = (of)}

static const struct hd_api_function functions[FUNCTIONS] = {
	[POOL_NEW] = {.role = HD_API_CONSTRUCTOR,
		.self = 0xff,
		.class = POOL,
		.makes = POOL,
		.nparams = 1,
		.params = {OBJECT(CONFIG)}},
	[CONFIG_NEW] = {.role = HD_API_CONSTRUCTOR, .self = 0xff, .class = CONFIG, .makes = CONFIG},
	[POOL_TAKE] = {.role = HD_API_METHOD, .class = POOL, .makes = ITEM, .nparams = 1, .params = {OBJECT(POOL)}},
	[POOL_PUT] = {.role = HD_API_METHOD,
		.class = POOL,
		.makes = HD_API_NONE,
		.nparams = 2,
		.params = {OBJECT(POOL), OBJECT(ITEM)}},
	[POOL_MERGE] = {.role = HD_API_METHOD,
		.class = POOL,
		.makes = HD_API_NONE,
		.nparams = 2,
		.params = {OBJECT(POOL), OBJECT(POOL)}},
	[POOL_REF] = {.role = HD_API_REF, .class = POOL, .makes = HD_API_NONE, .nparams = 1, .params = {OBJECT(POOL)}},
	[POOL_UNREF] =
		{.role = HD_API_UNREF, .class = POOL, .makes = HD_API_NONE, .nparams = 1, .params = {OBJECT(POOL)}},
	[EGG_NEW] = {.role = HD_API_CONSTRUCTOR,
		.self = 0xff,
		.class = EGG,
		.makes = EGG,
		.nparams = 1,
		.params = {OBJECT(HEN)}},
	[HEN_NEW] = {.role = HD_API_CONSTRUCTOR,
		.self = 0xff,
		.class = HEN,
		.makes = HEN,
		.nparams = 1,
		.params = {OBJECT(EGG)}},
	[STEP] = {.role = HD_API_METHOD, .self = 0xff, .class = MODULE, .makes = HD_API_NONE},
};
static const struct hd_api_class classes[CLASSES] = {[ITEM] = {.given = true}, [MODULE] = {.shape = HD_API_MODULE}};
const struct hd_api __heddle_api = {.functions = functions,
	.nfunctions = FUNCTIONS,
	.classes = classes,
	.nclasses = CLASSES};
struct hd_function_facts *hd_facts;

static const struct hd_class pool = {.number = POOL,
	.methods = {POOL_TAKE, POOL_PUT, POOL_MERGE, POOL_UNREF},
	.nmethods = 4,
	.contract = HD_CONTRACT_SHARED,
	.mutators = {POOL_TAKE},
	.nmutators = 1};

const struct hd_class *hd_class(uint16_t number)
{
	static const struct hd_class other;

	return number == POOL ? &pool : &other;
}

int hd_learn_bracket(uint16_t class, unsigned bracket)
{
	(void)class;
	(void)bracket;
	return -1;
}

// Only hd_series_advance() is of interest here.
bool hd_test_refers_to(const struct hd_test *t, unsigned call)
{
	(void)t;
	(void)call;
	return true;
}

static int deadly; // a function whose calls do not survive, -1: none
static unsigned trials;

enum hd_verdict hd_test_try(const struct hd_test *t)
{
	trials++;
	for (unsigned i = 0; i < t->nprefix; i++) {
		if (t->prefix[i].function == deadly) {
			return HD_VERDICT_NULL_DEREFERENCE;
		}
	}
	return HD_VERDICT_NONE;
}

static struct hd_test test;
static uint64_t rng;

static int begin(void **state)
{
	static struct hd_function_facts facts[FUNCTIONS];

	(void)state;
	for (unsigned i = 0; i < FUNCTIONS; i++) {
		facts[i] = (struct hd_function_facts){.usable = true};
		for (unsigned p = 0; p < HD_API_MAX_PARAMS; p++) {
			facts[i].params[p] = (struct hd_param_facts){.bad = 1u << HD_FROM_NULL, .plain = HD_FROM_COUNT};
		}
	}
	hd_facts = facts;
	deadly = -1;
	trials = 0;
	rng = 3;
	return 0;
}

// Every argument of a prefix call that is an object was made by a call before it, of its class.
static void check_call(const struct hd_call_data *c, unsigned made_before)
{
	const struct hd_api_function *f = hd_function(c->function);

	for (unsigned p = 0; p < f->nparams; p++) {
		assert_int_equal(c->args[p].source, HD_FROM_CALL);
		assert_in_range(c->args[p].value, 0, made_before - 1);
		assert_true(hd_makes(&test.prefix[c->args[p].value], f->params[p].type));
	}
}

static void check_test(void)
{
	assert_in_range(test.nprefix, 0, HD_TEST_PREFIX);
	for (unsigned i = 0; i < test.nprefix; i++) {
		check_call(&test.prefix[i], i);
	}
	for (unsigned t = 0; t < HD_TEST_THREADS; t++) {
		assert_in_range(test.nsuffix[t], 0, HD_TEST_SUFFIX);
		for (unsigned i = 0; i < test.nsuffix[t]; i++) {
			check_call(&test.suffix[t][i], test.nprefix);
		}
	}
}

static unsigned count(uint16_t function)
{
	unsigned n = 0;

	for (unsigned i = 0; i < test.nprefix; i++) {
		n += test.prefix[i].function == function;
	}
	return n;
}

// ---- cases ---------------------------------------------------------------------------------

static void a_test_begins_with_what_the_shared_object_needs(void **state)
{
	(void)state;
	assert_true(hd_build_begin(&test, POOL, &rng, true));
	assert_int_equal(test.nprefix, 2);
	assert_int_equal(test.prefix[0].function, CONFIG_NEW);
	assert_int_equal(test.prefix[1].function, POOL_NEW);
	assert_int_equal(test.shared, 1);
	check_test();
}

static void a_module_needs_no_object(void **state)
{
	(void)state;
	assert_true(hd_build_begin(&test, MODULE, &rng, true));
	assert_int_equal(test.shared, 0xff);
	assert_int_equal(test.nprefix, 0);
	assert_true(hd_build_suffix_call(&test, 0, STEP, &rng));
}

static void what_cannot_be_made_is_not(void **state)
{
	(void)state;
	assert_false(hd_build_begin(&test, EGG, &rng, true)); // each needs the other
	hd_facts[CONFIG_NEW].usable = false;
	assert_false(hd_build_can_make(CONFIG));
	assert_false(hd_build_begin(&test, POOL, &rng, true));
}

static void a_call_that_is_impossible_leaves_the_test_as_it_was(void **state)
{
	(void)state;
	assert_true(hd_build_begin(&test, POOL, &rng, true));
	hd_facts[POOL_TAKE].usable = false;
	struct hd_test before = test;
	assert_false(hd_build_prefix_call(&test, POOL_PUT, &rng, false));
	assert_int_equal(test.nprefix, before.nprefix);
	assert_false(hd_build_suffix_call(&test, 1, POOL_PUT, &rng));
	assert_int_equal(test.nprefix, before.nprefix);
	assert_int_equal(test.nsuffix[1], 0);
}

static void what_is_given_out_is_the_argument_of_one_call(void **state)
{
	(void)state;
	assert_true(hd_build_begin(&test, POOL, &rng, true));
	for (unsigned i = 0; i < 3; i++) {
		assert_true(hd_build_suffix_call(&test, i, POOL_PUT, &rng));
	}
	assert_int_equal(count(POOL_TAKE), 3);
	for (unsigned i = 1; i < 3; i++) {
		assert_int_not_equal(test.suffix[i][0].args[1].value, test.suffix[i - 1][0].args[1].value);
	}
	check_test();
}

static void a_second_object_is_made_now_and_then(void **state)
{
	unsigned second = 0;

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		assert_true(hd_build_begin(&test, POOL, &rng, false));
		assert_true(hd_build_suffix_call(&test, 0, POOL_MERGE, &rng));
		check_test();
		second += count(POOL_NEW) == 2;
	}
	assert_in_range(second, 60, 140); // one in three
}

static void who_gives_a_reference_up_has_one(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 100; i++) {
		assert_true(hd_build_begin(&test, POOL, &rng, false));
		for (unsigned k = 0; k < 3; k++) {
			assert_true(hd_build_suffix_call(&test, k, POOL_UNREF, &rng));
		}
		assert_int_equal(count(POOL_REF) + test.gives_away, 3);
	}
}

static void room_is_finite(void **state)
{
	(void)state;
	assert_true(hd_build_begin(&test, POOL, &rng, true));
	for (unsigned i = 0; i < HD_TEST_SUFFIX; i++) {
		assert_true(hd_build_suffix_call(&test, 0, POOL_TAKE, &rng));
	}
	assert_false(hd_build_suffix_call(&test, 0, POOL_TAKE, &rng));
	for (unsigned i = 0; i < 2 * HD_TEST_PREFIX; i++) {
		hd_build_prefix_call(&test, POOL_TAKE, &rng, false);
	}
	assert_int_equal(test.nprefix, HD_TEST_PREFIX);
	assert_false(hd_build_suffix_call(&test, 1, POOL_PUT, &rng)); // its item has no room
	check_test();
}

static void a_prefix_that_survives_is_tried_once(void **state)
{
	(void)state;
	assert_true(hd_build_begin(&test, POOL, &rng, false));
	hd_build_prefix(&test, 5, &rng);
	assert_int_equal(trials, 1);
	assert_int_equal(count(POOL_UNREF), 0); // prefixes keep what they have
	check_test();
}

static void calls_that_do_not_survive_are_dropped(void **state)
{
	unsigned others = 0;

	(void)state;
	deadly = POOL_MERGE;
	for (unsigned i = 0; i < 100; i++) {
		assert_true(hd_build_begin(&test, POOL, &rng, false));
		hd_build_prefix(&test, 4, &rng);
		assert_int_equal(count(POOL_MERGE), 0);
		others += count(POOL_TAKE);
		check_test();
	}
	assert_true(others > 200); // three of four are mutators, tried again
}

static void the_same_seed_makes_the_same_test(void **state)
{
	static struct hd_test first;

	(void)state;
	for (unsigned round = 0; round < 2; round++) {
		memset(&test, 0, sizeof(test));
		rng = 99;
		assert_true(hd_build_begin(&test, POOL, &rng, false));
		hd_build_prefix(&test, 6, &rng);
		assert_true(hd_build_suffix_call(&test, 0, POOL_MERGE, &rng));
		if (round == 0) {
			first = test;
		}
	}
	assert_memory_equal(&first, &test, sizeof(test));
}

// Nobody uses what it has given up.
static void a_thread_keeps_to_its_references(void **state)
{
	uint64_t rng = 7;
	struct hd_test t;
	(void)state;

	for (unsigned i = 0; i < 50; i++) {
		assert_true(hd_build_begin(&t, POOL, &rng, false));
		t.nthreads = 2;
		assert_true(hd_build_suffix_call(&t, 0, POOL_UNREF, &rng));
		assert_true(hd_references_hold(&t));
		uint8_t before = t.nprefix;
		assert_false(hd_build_suffix_call(&t, 0, POOL_TAKE, &rng));
		assert_int_equal(t.nprefix, before);
		assert_true(hd_build_suffix_call(&t, 1, POOL_TAKE, &rng));
		assert_true(hd_references_hold(&t));
		t.suffix[0][t.nsuffix[0]++] = t.suffix[1][0];
		assert_false(hd_references_hold(&t));
		t.nsuffix[0]--;
		t.suffix[1][t.nsuffix[1]++] = t.suffix[0][0]; // more than there are
		assert_false(hd_references_hold(&t));
	}
}

// ---- series -----------------------------------------------------------------------------------

// On the pool that it begins with: calls that give nothing, unless `taking`.
static struct hd_series series_of(unsigned ncalls, int taking)
{
	struct hd_series s = {.class = POOL, .nbase = 2, .nprefix = 2, .shared = 1, .ncalls = (uint8_t)ncalls};

	s.prefix[0].function = CONFIG_NEW;
	s.prefix[1].function = POOL_NEW;
	for (unsigned i = 0; i < ncalls; i++) {
		s.calls[i].function = (int)i == taking ? POOL_TAKE : POOL_MERGE;
		s.calls[i].args[1] = (struct hd_arg){.source = HD_FROM_CONSTANT, .value = i}; // which one it is
	}
	return s;
}

static void calls_become_a_part_of_the_prefix(void **state)
{
	struct hd_series s = series_of(4, -1);

	(void)state;
	hd_series_advance(&s, 1);
	assert_int_equal(s.ncalls, 1);
	assert_int_equal(s.calls[0].args[1].value, 3); // the last one is left
	assert_int_equal(s.nprefix, 5);
	assert_int_equal(s.nbase, 2);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(s.prefix[2 + i].function, POOL_MERGE);
		assert_int_equal(s.prefix[2 + i].args[1].value, i); // in their order
	}
	hd_series_advance(&s, 1);
	assert_int_equal(s.ncalls, 1); // nothing is left to be moved
}

// What a call of a thread gives has no number in a prefix, so the call stays, and those after it.
static void calls_that_give_objects_stay(void **state)
{
	struct hd_series s = series_of(4, 1);

	(void)state;
	hd_series_advance(&s, 1);
	assert_int_equal(s.nprefix, 3);
	assert_int_equal(s.ncalls, 3);
	assert_int_equal(s.calls[0].function, POOL_TAKE);
}

static void a_prefix_has_an_end(void **state)
{
	struct hd_series s = series_of(4, -1);

	(void)state;
	s.nprefix = HD_TEST_PREFIX - 1;
	hd_series_advance(&s, 0);
	assert_int_equal(s.nprefix, HD_TEST_PREFIX);
	assert_int_equal(s.ncalls, 3);
}

#define CASE(f) cmocka_unit_test_setup(f, begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_thread_keeps_to_its_references),
		CASE(a_test_begins_with_what_the_shared_object_needs),
		CASE(a_module_needs_no_object),
		CASE(what_cannot_be_made_is_not),
		CASE(a_call_that_is_impossible_leaves_the_test_as_it_was),
		CASE(what_is_given_out_is_the_argument_of_one_call),
		CASE(a_second_object_is_made_now_and_then),
		CASE(who_gives_a_reference_up_has_one),
		CASE(room_is_finite),
		CASE(a_prefix_that_survives_is_tried_once),
		CASE(calls_that_do_not_survive_are_dropped),
		CASE(the_same_seed_makes_the_same_test),
		CASE(calls_become_a_part_of_the_prefix),
		CASE(calls_that_give_objects_stay),
		CASE(a_prefix_has_an_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
