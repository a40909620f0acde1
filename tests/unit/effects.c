// SPDX-License-Identifier: Apache-2.0
// Which methods write what others touch, on a model made by hand: SET writes x,
// GET reads x, ADD reads and writes y, NAME touches nothing.
#include "target.h"

#include "gen/test.h"
#include "model/model.h"

enum { SET, GET, ADD, NAME, METHODS };
enum { SET_X = 1, GET_X, ADD_READS_Y, ADD_WRITES_Y, SITES = ADD_WRITES_Y };

const struct hd_api __heddle_api = {.functions = (const struct hd_api_function[METHODS]){{.name = "set"}}};

// Function i is method i.
struct hd_model *hd_model_build(const void *const *methods, unsigned n)
{
	static uint32_t set_x[] = {SET_X}, get_x[] = {GET_X}, read_y[] = {ADD_READS_Y}, write_y[] = {ADD_WRITES_Y};
	static uint32_t func_of_site[SITES + 1] =
		{[SET_X] = SET, [GET_X] = GET, [ADD_READS_Y] = ADD, [ADD_WRITES_Y] = ADD};
	static uint64_t methods_of_func[METHODS] = {1u << SET, 1u << GET, 1u << ADD, 1u << NAME};
	static struct hd_model_var vars[] = {
		{.name = "x", .reads = get_x, .nreads = 1, .writes = set_x, .nwrites = 1},
		{.name = "y", .reads = read_y, .nreads = 1, .writes = write_y, .nwrites = 1},
	};
	static struct hd_model model = {
		.vars = vars,
		.nvars = 2,
		.func_of_site = func_of_site,
		.methods_of_func = methods_of_func,
		.nsites = SITES,
		.nfuncs = METHODS,
		.nmethods = METHODS,
		.words = 1,
	};

	(void)methods;
	assert_int_equal(n, METHODS);
	return &model;
}

static struct hd_class facts = {.methods = {SET, GET, ADD, NAME}, .nmethods = METHODS};

static void writers_feed_all_who_touch_the_variable(void **state)
{
	static const bool expected[METHODS][METHODS] = {
		[SET] = {[SET] = true, [GET] = true},
		[ADD] = {[ADD] = true},
	};

	(void)state;
	hd_effects_model(&facts);
	for (unsigned writer = 0; writer < METHODS; writer++) {
		for (unsigned user = 0; user < METHODS; user++) {
			assert_int_equal(hd_effects_feeds(&facts, writer, user), expected[writer][user]);
		}
	}
}

static void mutators_are_those_that_write(void **state)
{
	(void)state;
	hd_effects_model(&facts);
	assert_int_equal(facts.nmutators, 2);
	assert_int_equal(facts.mutators[0], SET);
	assert_int_equal(facts.mutators[1], ADD);
}

static void feeders_of_a_pair_are_those_of_either(void **state)
{
	uint16_t out[HD_CLASS_METHODS];

	(void)state;
	hd_effects_model(&facts);
	assert_int_equal(hd_effects_feeders(&facts, GET, NAME, out), 1);
	assert_int_equal(out[0], SET);
	assert_int_equal(hd_effects_feeders(&facts, GET, ADD, out), 2);
	assert_int_equal(hd_effects_feeders(&facts, NAME, NAME, out), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writers_feed_all_who_touch_the_variable),
		cmocka_unit_test(mutators_are_those_that_write),
		cmocka_unit_test(feeders_of_a_pair_are_those_of_either),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
