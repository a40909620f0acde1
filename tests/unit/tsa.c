// SPDX-License-Identifier: Apache-2.0
// TSA on the example of its paper (section 2: two threads that take one lock
// twice each) and on thread models made by hand.
#include "unit.h"

#include "metric/sync/estimate.h"
#include "schedule/tsa/controller.h"
#include "schedule/tsa/saturation.h"

void *hd_persist_alloc(size_t bytes);

void *hd_persist_alloc(size_t bytes)
{
	return calloc(1, bytes);
}

enum { M = 0x1000, N = 0x2000, K = 0x3000 }; // locks

// The places of the example, by line and thread: 2a 4a 2b 4b; others for more.
enum { A2, A4, B2, B4, PLACES = 12 };

static struct hd_site sites[PLACES];
static struct hd_sync_pairs pairs;
static struct hd_thread_model model;
static struct hd_sync_estimator estimator;

static void make_places(void)
{
	pairs = (struct hd_sync_pairs){0};
	hd_sync_pairs_init(&pairs);
	for (unsigned i = 0; i < PLACES; i++) {
		sites[i] = (struct hd_site){.file = "example.c", .line = 2 + i, .column = 1};
		assert_int_equal(hd_sync_pairs_place(&pairs, &sites[i]), i);
	}
}

static void free_places(void)
{
	free(pairs.places);
	free(pairs.callers);
	free(pairs.place_of_site);
	free(pairs.by_hash.entries);
	free(pairs.sites.entries);
	free(pairs.lock_numbers.entries);
	free(pairs.estimated);
	free(pairs.known);
	free(pairs.covered);
	free(pairs.relevant);
	free(pairs.firsts);
	free(pairs.locks);
}

static int begin(void **state)
{
	(void)state;
	make_places();
	if (!model.actions) {
		hd_thread_model_init(&model);
		hd_sync_estimator_init(&estimator, &model, &pairs);
	}
	hd_thread_model_reset(&model, true);
	return 0;
}

static int end(void **state)
{
	(void)state;
	free_places();
	return 0;
}

static void block(unsigned thread, uintptr_t lock, uint16_t place)
{
	hd_thread_model_lock(&model, thread, lock, place, false);
	hd_thread_model_unlock(&model, thread, lock);
}

static void record_example(void)
{
	hd_thread_model_create(&model, 0, 1);
	hd_thread_model_create(&model, 0, 2);
	block(1, M, A2);
	block(1, M, A4);
	block(2, M, B2);
	block(2, M, B4);
	hd_thread_model_join(&model, 0, 1);
	hd_thread_model_join(&model, 0, 2);
}

static void expect_pairs(const uint16_t (*expected)[2], size_t n)
{
	assert_int_equal(pairs.nestimated, n);
	for (size_t i = 0; i < n; i++) {
		if (!hd_sync_pairs_has(pairs.estimated, expected[i][0], expected[i][1])) {
			fail_msg("<%u,%u> is missing", expected[i][0], expected[i][1]);
		}
	}
}

static bool estimated(uint16_t a, uint16_t b)
{
	return hd_sync_pairs_has(pairs.estimated, a, b);
}

// ---- estimation ------------------------------------------------------------------

static void the_example_has_its_ten_requirements(void **state)
{
	static const uint16_t expected[][2] = {{A2, A4}, {A2, B2}, {A2, B4}, {A4, B2}, {A4, B4}, {B2, B4}, {B2, A2},
		{B2, A4}, {B4, A2}, {B4, A4}};
	(void)state;
	record_example();
	hd_sync_estimate(&estimator, false);
	expect_pairs(expected, 10);
}

static void the_published_estimate_agrees_on_the_example(void **state)
{
	(void)state;
	hd_thread_model_reset(&model, false);
	record_example();
	hd_sync_estimate(&estimator, false);
	assert_int_equal(pairs.nestimated, 10);
	assert_false(estimated(A4, A2));
	assert_false(estimated(B4, B2));
}

static void only_the_next_of_the_same_thread_is_accepted(void **state)
{
	(void)state;
	block(0, M, 0);
	block(0, N, 1);
	block(0, M, 2);
	block(0, M, 3);
	hd_sync_estimate(&estimator, false);
	expect_pairs((const uint16_t[][2]){{0, 2}, {2, 3}}, 2);
	assert_true(hd_sync_accepts(&model, 0, 2));
	assert_false(hd_sync_accepts(&model, 0, 3));
	assert_false(hd_sync_accepts(&model, 0, 1));
}

// Thread 1 holds N from its first M to its second.
static void record_guarded(bool guard_other)
{
	hd_thread_model_create(&model, 0, 1);
	hd_thread_model_create(&model, 0, 2);
	hd_thread_model_lock(&model, 1, N, 4, false);
	block(1, M, 0);
	block(1, M, 1);
	hd_thread_model_unlock(&model, 1, N);
	if (guard_other) {
		hd_thread_model_lock(&model, 2, N, 5, false);
	}
	block(2, M, 2);
	if (guard_other) {
		hd_thread_model_unlock(&model, 2, N);
	}
	hd_sync_estimate(&estimator, false);
}

static void a_lock_held_all_the_way_keeps_others_out(void **state)
{
	(void)state;
	record_guarded(true);
	assert_false(estimated(0, 2)); // AC2
	assert_false(estimated(2, 1)); // AC3
	assert_true(estimated(1, 2));
	assert_true(estimated(2, 0));
	assert_true(estimated(0, 1));
}

static void a_lock_the_other_does_not_hold_keeps_nobody_out(void **state)
{
	(void)state;
	record_guarded(false);
	assert_true(estimated(0, 2));
	assert_true(estimated(2, 1));
}

static void a_lock_given_back_in_between_does_not_guard(void **state)
{
	(void)state;
	hd_thread_model_create(&model, 0, 1);
	hd_thread_model_create(&model, 0, 2);
	hd_thread_model_lock(&model, 1, N, 4, false);
	block(1, M, 0);
	hd_thread_model_unlock(&model, 1, N);
	hd_thread_model_lock(&model, 1, N, 5, false);
	block(1, M, 1);
	hd_thread_model_unlock(&model, 1, N);
	hd_thread_model_lock(&model, 2, N, 6, false);
	block(2, M, 2);
	hd_thread_model_unlock(&model, 2, N);
	hd_sync_estimate(&estimator, false);
	assert_true(estimated(0, 2));
	assert_true(estimated(2, 1));
}

static void readers_do_not_keep_readers_out(void **state)
{
	(void)state;
	hd_thread_model_create(&model, 0, 1);
	hd_thread_model_create(&model, 0, 2);
	hd_thread_model_lock(&model, 1, N, 4, true);
	block(1, M, 0);
	block(1, M, 1);
	hd_thread_model_unlock(&model, 1, N);
	hd_thread_model_lock(&model, 2, N, 5, true);
	block(2, M, 2);
	hd_thread_model_unlock(&model, 2, N);
	hd_thread_model_create(&model, 0, 3);
	hd_thread_model_lock(&model, 3, N, 6, false); // a writer
	block(3, M, 3);
	hd_thread_model_unlock(&model, 3, N);
	hd_sync_estimate(&estimator, false);
	assert_true(estimated(0, 2));
	assert_false(estimated(0, 3));
}

static void what_comes_before_a_creation_comes_first(void **state)
{
	(void)state;
	block(0, M, 0);
	hd_thread_model_create(&model, 0, 1);
	block(1, M, 1);
	block(0, M, 2);
	hd_sync_estimate(&estimator, false);
	expect_pairs((const uint16_t[][2]){{0, 2}, {0, 1}, {1, 2}, {2, 1}}, 4); // AC4: not <1,0>
}

// main locks twice before it creates the thread, and again after joining it.
static void record_around_a_thread(void)
{
	block(0, M, 0);
	block(0, M, 1);
	hd_thread_model_create(&model, 0, 1);
	block(1, M, 2);
	hd_thread_model_join(&model, 0, 1);
	block(0, M, 3);
	hd_sync_estimate(&estimator, false);
}

static void joins_and_what_lies_between_sharpen_the_estimate(void **state)
{
	(void)state;
	record_around_a_thread();
	expect_pairs((const uint16_t[][2]){{0, 1}, {1, 2}, {2, 3}}, 3);
}

static void the_published_estimate_does_not_know_joins(void **state)
{
	(void)state;
	hd_thread_model_reset(&model, false);
	record_around_a_thread();
	expect_pairs((const uint16_t[][2]){{0, 1}, {1, 3}, {0, 2}, {1, 2}, {2, 3}, {3, 2}}, 6);
}

static void an_action_of_a_third_thread_may_always_lie_between(void **state)
{
	(void)state;
	hd_thread_model_create(&model, 0, 1);
	block(1, M, 0);
	hd_thread_model_join(&model, 0, 1);
	hd_thread_model_create(&model, 0, 2);
	block(2, M, 1);
	hd_thread_model_join(&model, 0, 2);
	hd_thread_model_create(&model, 0, 3);
	block(3, M, 2);
	hd_sync_estimate(&estimator, false);
	expect_pairs((const uint16_t[][2]){{0, 1}, {1, 2}}, 2);
}

static void creation_orders_across_generations(void **state)
{
	(void)state;
	hd_thread_model_reset(&model, false);
	block(0, M, 0);
	hd_thread_model_create(&model, 0, 1);
	block(1, M, 1);
	hd_thread_model_create(&model, 1, 2);
	block(2, M, 2);
	hd_sync_estimate(&estimator, false);
	expect_pairs((const uint16_t[][2]){{0, 1}, {0, 2}, {1, 2}}, 3);
	hd_thread_model_reset(&model, true); // sharper: 1 always lies between
	block(0, M, 3);
	hd_thread_model_create(&model, 0, 1);
	block(1, M, 4);
	hd_thread_model_create(&model, 1, 2);
	block(2, M, 5);
	hd_sync_estimate(&estimator, false);
	expect_pairs((const uint16_t[][2]){{0, 1}, {0, 2}, {1, 2}, {3, 4}, {4, 5}}, 5);
}

static void sets_of_locks_are_kept_once(void **state)
{
	(void)state;
	struct hd_locksets *l = &model.locksets;
	const hd_held both[] = {hd_held_make(1, false), hd_held_make(2, true)};
	uint32_t a = hd_locksets_intern(l, both, 2), one = hd_locksets_intern(l, both, 1);
	uint32_t reads = hd_locksets_intern(l, both + 1, 1);

	assert_int_equal(hd_locksets_intern(l, both, 0), 0);
	assert_int_equal(hd_locksets_intern(l, both, 2), a);
	assert_int_not_equal(a, one);
	assert_true(hd_locksets_exclude(l, a, one));
	assert_false(hd_locksets_exclude(l, a, reads)); // both read lock 2
	assert_false(hd_locksets_exclude(l, a, 0));
	hd_locksets_clear(l);
	reads = hd_locksets_intern(l, both + 1, 1); // what was before does not count
	assert_int_equal(hd_locksets_intern(l, both, 2), reads + 1);
}

static void long_loops_are_estimated_at_once(void **state)
{
	(void)state;
	hd_thread_model_create(&model, 0, 1);
	hd_thread_model_create(&model, 0, 2);
	for (unsigned i = 0; i < 50000; i++) {
		block(1, M, 0);
		block(2, M, 1);
	}
	hd_sync_estimate(&estimator, false);
	assert_int_equal(model.nactions, 100000);
	assert_int_equal(pairs.nestimated, 4);
}

// ---- the controller: section 2.4 ------------------------------------------------------

static struct hd_tsa_controller controller;
static const uint64_t both[HD_SET_WORDS] = {3}; // thread 0 is the paper's a, 1 is b

static int begin_control(void **state)
{
	begin(state);
	record_example();
	hd_sync_estimate(&estimator, false);
	hd_tsa_controller_init(&controller, &pairs);
	hd_tsa_controller_begin(&controller);
	hd_sync_pairs_begin(&pairs);
	controller.draw = 0; // the first of equals, as the paper's text chooses
	return 0;
}

static int end_control(void **state)
{
	return end(state);
}

// Selects a thread that is about to do something; does it do it now?
static bool select_lock(unsigned thread, uint16_t place)
{
	controller.pending[thread] = (struct hd_tsa_pending){.lock = hd_sync_pairs_lock(&pairs, M), .place = place};
	return hd_tsa_controller_step(&controller, both, thread);
}

static bool select_other(unsigned thread)
{
	controller.pending[thread] = (struct hd_tsa_pending){.lock = HD_SYNC_NO_LOCK, .place = HD_SYNC_NOWHERE};
	return hd_tsa_controller_step(&controller, both, thread);
}

static void expect_rules(uint64_t one, uint64_t two, uint64_t three)
{
	assert_int_equal(pairs.rules[1], one);
	assert_int_equal(pairs.rules[2], two);
	assert_int_equal(pairs.rules[3], three);
}

static void the_walk_through_is_followed_step_by_step(void **state)
{
	(void)state;
	// Iteration 1: 2a is selected and paused.
	assert_false(select_lock(0, A2));
	assert_int_equal(controller.paused[0], 1);
	expect_rules(0, 0, 0);
	// 2: 2b is paused, too; rule 2 lets 2a go, but 2b was selected: nobody acts.
	assert_false(select_lock(1, B2));
	assert_int_equal(controller.paused[0], 2);
	expect_rules(0, 1, 0);
	// 3: 2a is selected, paused, let go by rule 2, and acts.
	assert_true(select_lock(0, A2));
	assert_int_equal(controller.paused[0], 2);
	expect_rules(0, 2, 0);
	hd_sync_pairs_locked(&pairs, M, A2);
	assert_int_equal(pairs.ncovered, 0);
	// 4: 3a is no lock action and is made.
	assert_true(select_other(0));
	assert_int_equal(controller.paused[0], 2);
	// 5: 4a is paused; rule 1 lets 2b go for <2a,2b> (4a for <2a,4a> would do as well); nobody acts.
	controller.draw = 1;
	assert_false(select_lock(0, A4));
	assert_int_equal(controller.paused[0], 1);
	expect_rules(1, 2, 0);
	// 6: 2b is selected, paused, let go by rule 1, and acts: <2a,2b> is covered.
	assert_true(select_lock(1, B2));
	assert_int_equal(controller.paused[0], 1);
	expect_rules(2, 2, 0);
	hd_sync_pairs_locked(&pairs, M, B2);
	assert_int_equal(pairs.ncovered, 1);
	assert_true(hd_sync_pairs_has(pairs.covered, A2, B2));
	assert_int_equal(pairs.nuncovered, 9);
}

static void cover_for_rule_three(void)
{
	static const uint16_t covered[][2] = {{A2, B2}, {A2, A4}, {A4, B4}, {B2, A2}, {B2, A4}, {B2, B4}, {B4, A4}};

	for (size_t i = 0; i < 7; i++) {
		hd_sync_pairs_cover(&pairs, covered[i][0], covered[i][1]);
	}
	assert_int_equal(pairs.nuncovered, 3);
}

static void rule_three_lets_the_least_wanted_go(void **state)
{
	(void)state;
	cover_for_rule_three();
	assert_int_equal(pairs.relevant[A2], 2); // <2a,4b> <4b,2a>
	assert_int_equal(pairs.relevant[B2], 1); // <4a,2b>
	// Iteration 1: 2a is paused.
	assert_false(select_lock(0, A2));
	expect_rules(0, 0, 0);
	// 2: 2b is paused and let go again by rule 3, and acts at once.
	assert_true(select_lock(1, B2));
	expect_rules(0, 0, 1);
	assert_int_equal(controller.paused[0], 1);
}

static void without_rule_three_anyone_goes(void **state)
{
	(void)state;
	cover_for_rule_three();
	controller.rule3 = false;
	controller.draw = 0; // the first: 2a, whom rule 3 would keep
	assert_false(select_lock(0, A2));
	assert_false(select_lock(1, B2));
	assert_int_equal(controller.paused[0], 2);
	expect_rules(0, 0, 0);
	assert_int_equal(pairs.rules[0], 1);
}

static void an_unwanted_lock_is_paused_where_others_are(void **state)
{
	(void)state;
	cover_for_rule_three();
	hd_sync_pairs_cover(&pairs, A4, B2); // nothing is left for 2b
	assert_true(select_lock(1, B2));     // nobody is paused at M
	assert_false(select_lock(0, A2));
	static const uint64_t three[HD_SET_WORDS] = {7};
	controller.pending[1] = (struct hd_tsa_pending){.lock = hd_sync_pairs_lock(&pairs, M), .place = B2};
	assert_false(hd_tsa_controller_step(&controller, three, 1)); // lines 10 to 12
	assert_int_equal(controller.paused[0], 3);
}

static void unexpected_pairs_are_added(void **state)
{
	(void)state;
	hd_sync_pairs_locked(&pairs, M, A4);
	hd_sync_pairs_locked(&pairs, M, A2);
	assert_int_equal(pairs.unexpected, 1);
	assert_int_equal(pairs.ncovered, 1);
	assert_int_equal(pairs.nuncovered, 10);
	hd_sync_pairs_locked(&pairs, N, A4); // another lock: no pair with what was on M
	assert_int_equal(pairs.ncovered, 1);
	hd_sync_pairs_estimate(&pairs, A4, A2); // a later estimate expects it after all
	assert_int_equal(pairs.unexpected, 0);
	assert_int_equal(hd_sync_pairs_missed(&pairs), 10);
}

static void later_executions_teach_more(void **state)
{
	(void)state;
	hd_thread_model_reset(&model, true);
	hd_thread_model_create(&model, 0, 1);
	block(1, M, A2);
	block(1, M, 5); // was not reached in the first execution
	hd_sync_estimate(&estimator, true);
	assert_int_equal(pairs.nestimated, 10);
	assert_int_equal(pairs.nuncovered, 11);
	assert_int_equal(hd_sync_pairs_total(&pairs), 11);
	hd_sync_pairs_cover(&pairs, A2, 5);
	assert_int_equal(pairs.nuncovered, 10);
	assert_int_equal(pairs.unexpected, 1); // the estimate was short of it all the same
	assert_int_equal(pairs.surprises, 0);
}

// All that is wanted gets covered within a few executions of the example.
static void the_example_is_covered_completely(void **state)
{
	(void)state;
	uint64_t random = 7;
	unsigned executions = 0;

	for (; pairs.nuncovered > 0 && executions < 50; executions++) {
		unsigned made[2] = {0, 0}; // locks taken by each thread
		hd_tsa_controller_begin(&controller);
		hd_sync_pairs_begin(&pairs);
		while (made[0] < 2 || made[1] < 2) {
			uint64_t enabled[HD_SET_WORDS] = {(made[0] < 2 ? 1u : 0u) | (made[1] < 2 ? 2u : 0u)};
			uint64_t free = enabled[0] & ~controller.paused[0];
			random = random * 6364136223846793005u + 1442695040888963407u;
			controller.draw = (unsigned)(random >> 40);
			if (free == 0) {
				free = 1u << hd_tsa_controller_release(&controller, enabled);
			}
			unsigned p = free == 3 ? (unsigned)(random >> 62 & 1) : free == 2;
			uint16_t place = (uint16_t)(2 * p + made[p]);
			controller.pending[p] = (struct hd_tsa_pending){.lock = hd_sync_pairs_lock(&pairs, M),
				.place = place};
			if (hd_tsa_controller_step(&controller, enabled, p)) {
				hd_sync_pairs_locked(&pairs, M, place);
				made[p]++;
			}
		}
	}
	assert_int_equal(pairs.ncovered, 10);
	assert_in_range(executions, 1, 10);
}

// ---- saturation -------------------------------------------------------------------------

static void growth_ends_in_saturation(void **state)
{
	(void)state;
	struct hd_saturation s = {0};
	hd_saturation_init(&s, 100);
	for (unsigned i = 0; i < 300; i++) {
		hd_saturation_add(&s, i);
		assert_false(hd_saturation_reached(&s));
	}
	assert_true(hd_saturation_r2(&s) > 0.99);
	unsigned more = 0;
	while (!hd_saturation_reached(&s) && more < 1000) {
		hd_saturation_add(&s, 300);
		more++;
	}
	assert_in_range(more, 90, 101);
	free(s.values);
}

static void without_a_window_nothing_saturates(void **state)
{
	(void)state;
	struct hd_saturation s = {0};
	hd_saturation_init(&s, 0);
	hd_saturation_add(&s, 1);
	assert_false(hd_saturation_reached(&s));
}

static void equal_positions_are_one_place(void **state)
{
	(void)state;
	char file[] = "example.c"; // another string of the same text
	struct hd_site copy = {.file = file, .line = 3, .column = 1}, other = {.file = file, .line = 3, .column = 9};
	assert_int_equal(hd_sync_pairs_place(&pairs, &copy), 1);
	assert_int_equal(hd_sync_pairs_place(&pairs, &other), PLACES);
	assert_int_equal(hd_sync_pairs_place(&pairs, NULL), HD_SYNC_NOWHERE);
}

static void a_function_that_calls_helpers_is_one_place(void **state)
{
	(void)state;
	struct hd_func deposit = {.name = "deposit", .file = "bank.c"},
		       withdraw = {.name = "withdraw", .file = "bank.c"};
	uint16_t place = hd_sync_pairs_caller(&pairs, &deposit, 7), other = hd_sync_pairs_caller(&pairs, &withdraw, 12);

	assert_int_equal(place, PLACES);
	assert_int_equal(other, PLACES + 1);
	assert_int_equal(hd_sync_pairs_caller(&pairs, &deposit, 7), place);
	assert_true(hd_sync_pairs_is_caller(&pairs, pairs.places[place]));
	assert_false(hd_sync_pairs_is_caller(&pairs, pairs.places[0]));
	assert_string_equal(pairs.places[place]->func->name, "deposit");
	assert_int_equal(pairs.places[place]->line, 7);
}

int main(void)
{
#define MODEL(test) cmocka_unit_test_setup_teardown(test, begin, end)
#define CONTROL(test) cmocka_unit_test_setup_teardown(test, begin_control, end_control)
	const struct CMUnitTest tests[] = {
		MODEL(the_example_has_its_ten_requirements),
		MODEL(the_published_estimate_agrees_on_the_example),
		MODEL(only_the_next_of_the_same_thread_is_accepted),
		MODEL(a_lock_held_all_the_way_keeps_others_out),
		MODEL(a_lock_the_other_does_not_hold_keeps_nobody_out),
		MODEL(a_lock_given_back_in_between_does_not_guard),
		MODEL(readers_do_not_keep_readers_out),
		MODEL(what_comes_before_a_creation_comes_first),
		MODEL(joins_and_what_lies_between_sharpen_the_estimate),
		MODEL(the_published_estimate_does_not_know_joins),
		MODEL(an_action_of_a_third_thread_may_always_lie_between),
		MODEL(creation_orders_across_generations),
		MODEL(sets_of_locks_are_kept_once),
		MODEL(long_loops_are_estimated_at_once),
		MODEL(equal_positions_are_one_place),
		MODEL(a_function_that_calls_helpers_is_one_place),
		CONTROL(the_walk_through_is_followed_step_by_step),
		CONTROL(rule_three_lets_the_least_wanted_go),
		CONTROL(without_rule_three_anyone_goes),
		CONTROL(an_unwanted_lock_is_paused_where_others_are),
		CONTROL(unexpected_pairs_are_added),
		CONTROL(later_executions_teach_more),
		CONTROL(the_example_is_covered_completely),
		cmocka_unit_test(growth_ends_in_saturation),
		cmocka_unit_test(without_a_window_nothing_saturates),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
