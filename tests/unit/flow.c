// SPDX-License-Identifier: Apache-2.0
// The flow of control, of code as the pass instruments it (flow_subject.c): hooks at every kind
// of branch, distances worked out by hand, control dependences and reachability.
#include "target.h"

#include "flow_subject.h"
#include "model/flow.h"

#include <math.h>

static struct hd_flow *flow;
static struct hd_flow_seen *seen;

// ---- the runtime, as far as the subject needs one ------------------------------------

uint8_t __heddle_watch = HD_WATCH_FUNCTIONS | HD_WATCH_BRANCHES;
const struct hd_site *__heddle_callsite;

void __heddle_register(struct hd_module *m)
{
	m->next = hd_modules;
	hd_modules = m;
}

static unsigned nbranches; // told of

void __heddle_branch(const struct hd_site *s, uint64_t a, uint64_t b, uint32_t predicate)
{
	nbranches++;
	hd_flow_saw_branch(seen, s, a, b, predicate);
}

void __heddle_enter(const struct hd_func *f)
{
	hd_flow_saw_enter(seen, f);
}

static void note(const void *p, const struct hd_site *s)
{
	(void)p;
	hd_flow_saw_site(seen, s);
}

void __heddle_leave(const struct hd_func *f)
{
	(void)f;
}

void __heddle_loop(const struct hd_site *s)
{
	(void)s;
}

#define ACCESS(name) \
	void __heddle_##name(const void *p, const struct hd_site *s) \
	{ \
		note(p, s); \
	}
ACCESS(read1)
ACCESS(read2)
ACCESS(read4)
ACCESS(read8)
ACCESS(write1)
ACCESS(write2)
ACCESS(write4)
ACCESS(write8)

void __heddle_read_n(const void *p, uint64_t size, const struct hd_site *s)
{
	(void)size;
	note(p, s);
}

// Asserts and aborts of the subject are not executed.
void __heddle_abort(void)
{
	abort();
}

void __heddle___assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	(void)text, (void)file, (void)line, (void)function;
	abort();
}

// ---- helpers ------------------------------------------------------------------------------

// The site in that function, or any, that writes the mark.
static const struct hd_site *mark_in(const char *function, const char *name)
{
	const struct hd_site *s;

	for (unsigned id = 1; (s = hd_site_by_id(id)); id++) {
		bool there = !function || strcmp(s->func->name, function) == 0;
		if (s->kind == HD_EV_WRITE && s->var && strcmp(s->var->name, name) == 0 && there) {
			return s;
		}
	}
	fail_msg("there is no mark %s", name);
	return NULL;
}

static const struct hd_site *mark(const char *name)
{
	return mark_in(NULL, name);
}

static unsigned count(const char *function, enum hd_event_kind kind)
{
	const struct hd_site *s;
	unsigned n = 0;

	for (unsigned id = 1; (s = hd_site_by_id(id)); id++) {
		n += s->kind == kind && strcmp(s->func->name, function) == 0;
	}
	return n;
}

static double norm(double x)
{
	return x / (x + 1);
}

static void check(const char *name, double expected, const char *file, int line)
{
	double got = hd_flow_distance(seen, mark(name));

	if (!(fabs(got - expected) < 1e-12) && got != expected) {
		print_error("%s: %.15g, expected %.15g\n", name, got, expected);
		_fail(file, line);
	}
}

#define CHECK(name, expected) check(#name, expected, __FILE__, __LINE__)

// The function, as a part of an execution of its own.
#define AFTER(call) (hd_flow_reset(seen, false), (void)(call))

// ---- every kind of branch -----------------------------------------------------------------

static void integers(void **state)
{
	(void)state;
	AFTER(on_signed(15));
	CHECK(less, norm(6));
	CHECK(not_less, 0);
	AFTER(on_signed(-2000000000));
	CHECK(not_less, norm(2000000010));
	AFTER(on_unsigned(3));
	CHECK(unsigned_greater, norm(5));
	AFTER(on_narrow(&(struct box){.u = 350}, 255));
	CHECK(narrow_greater, norm(105));
	AFTER(on_narrow(&(struct box){.u = 0xffffffff}, 255));
	CHECK(narrow_greater, 0);
	AFTER(on_equal(9));
	CHECK(equal, norm(4));
	CHECK(unequal, 0);
	CHECK(at_most, norm(4));
	AFTER(on_equal(5));
	CHECK(equal, 0);
	CHECK(unequal, norm(1));
}

static void pointers(void **state)
{
	struct box b = {0};

	(void)state;
	AFTER(on_pointer(&b));
	CHECK(is_there, norm(1));
	CHECK(is_null, 0);
	b.next = &b;
	AFTER(on_pointer(&b));
	CHECK(is_null, norm((double)(uintptr_t)&b));
}

static void loaded_bools(void **state)
{
	(void)state;
	AFTER(on_bool(&(struct box){.fast = false}));
	CHECK(fast, norm(1));
	CHECK(slow, 0);
	AFTER(on_bool(&(struct box){.fast = true}));
	CHECK(slow, norm(1));
}

static void results_of_calls(void **state)
{
	(void)state;
	AFTER(on_result(10));
	CHECK(big, norm(1));
	CHECK(three, norm(14));
}

static void floats(void **state)
{
	(void)state;
	AFTER(on_float(&(struct box){.d = 4.5, .f = 1, .ld = 5}));
	CHECK(double_less, norm(3));
	CHECK(float_equal, norm(0.5));
	CHECK(long_double_more, norm(4));
	AFTER(on_float(&(struct box){.d = NAN, .f = INFINITY, .ld = NAN}));
	CHECK(double_less, 1);
	CHECK(float_equal, 1);
	CHECK(long_double_more, 0);
}

static void expected_conditions(void **state)
{
	(void)state;
	AFTER(on_expected(&(struct box){.n = 9}));
	CHECK(expected, norm(4));
	CHECK(unexpected, 0);
	AFTER(on_expected(&(struct box){.n = 5}));
	CHECK(unexpected, norm(1));
}

static void combined_conditions(void **state)
{
	(void)state;
	AFTER(on_and(0, 0));
	CHECK(both, norm(1));
	CHECK(both_bits, norm(1));
	AFTER(on_and(4, 1));
	CHECK(both, 0);
	CHECK(both_bits, 0);
}

static void switches(void **state)
{
	(void)state;
	AFTER(on_switch(5));
	CHECK(case_one, norm(4));
	CHECK(case_seven, norm(2));
	CHECK(case_minus, norm(8));
	CHECK(case_none, 0);
	AFTER(on_switch(8));
	CHECK(case_seven, 0);
	CHECK(case_none, norm(1));
}

static void computed_gotos(void **state)
{
	(void)state;
	AFTER(on_goto(0));
	CHECK(label_a, 0); // told by the site itself
	CHECK(label_b, norm(1));
}

static void the_least_distance_counts(void **state)
{
	(void)state;
	AFTER(on_signed(15));
	on_signed(12);
	on_signed(30);
	CHECK(less, norm(3));
}

// ---- approach levels ---------------------------------------------------------------------------

static void conditions_within_conditions(void **state)
{
	struct box b = {0};

	(void)state;
	AFTER((void)0);
	CHECK(innermost, 5); // four branches, and nobody calls it
	AFTER(nested(&b, 40));
	CHECK(innermost, 3 + norm(2));
	AFTER(nested(&b, 42));
	CHECK(innermost, 2 + norm(1));
	b.fast = true;
	AFTER(nested(&b, 42));
	CHECK(innermost, 1 + norm(2));
	b.d = 1.5;
	AFTER(nested(&b, 42));
	CHECK(innermost, norm(4));
	b.n = 4;
	AFTER(nested(&b, 42));
	CHECK(innermost, 0);
}

static void conditions_of_callers(void **state)
{
	struct box b = {0};

	(void)state;
	AFTER((void)0);
	CHECK(in_helper, 3);
	CHECK(behind_helper, 2);
	AFTER(outer(&b, -4));
	CHECK(in_helper, 1 + norm(5));
	CHECK(behind_helper, norm(5));
	AFTER(outer(&b, 1));
	CHECK(in_helper, norm(1));
	CHECK(behind_helper, 0);
}

static void calls_through_pointers(void **state)
{
	(void)state;
	AFTER(through_pointer(5));
	CHECK(one_handler, 1 + norm(4));
	AFTER(through_pointer(1));
	CHECK(one_handler, 0.5);
	CHECK(other_handler, 0);
}

static void loops_that_are_not_entered(void **state)
{
	(void)state;
	AFTER(loops(-3));
	CHECK(in_body, norm(4));
	CHECK(after_loop, 0);
	AFTER(loops(1));
	CHECK(in_body, 0);
}

static void only_sites_that_were_told_of_count_if_exact(void **state)
{
	(void)state;
	hd_flow_reset(seen, true);
	hd_flow_saw_enter(seen, mark("last")->func);
	assert_true(hd_flow_distance(seen, mark_in("in_order", "last")) == 0.5);
	hd_flow_saw_site(seen, mark_in("in_order", "last"));
	assert_true(hd_flow_distance(seen, mark_in("in_order", "last")) == 0);
	hd_flow_reset(seen, false);
	hd_flow_saw_enter(seen, mark("last")->func);
	assert_true(hd_flow_distance(seen, mark_in("in_order", "last")) == 0);
}

// ---- which branch decides ------------------------------------------------------------------------

static const struct hd_site *call_of(const char *function, const char *callee)
{
	const struct hd_site *s;

	for (unsigned id = 1; (s = hd_site_by_id(id)); id++) {
		if (s->callee && strcmp(s->callee, callee) == 0 && strcmp(s->func->name, function) == 0) {
			return s;
		}
	}
	fail_msg("%s does not call %s", function, callee);
	return NULL;
}

static struct hd_flow_outcome only_controller(const struct hd_site *s)
{
	struct hd_place p = hd_place_of_site(s);
	struct hd_flow_outcome out[4];

	assert_int_equal(hd_flow_controllers(flow, &p, out, 4), 1);
	return out[0];
}

static void an_assertion_is_decided_by_its_condition(void **state)
{
	struct hd_flow_outcome o = only_controller(call_of("checked", "__assert_fail"));

	(void)state;
	assert_string_equal(o.branch->func->name, "checked");
	assert_int_equal(o.branch->line, call_of("checked", "__assert_fail")->line);
	assert_int_equal(o.outcome, HD_EDGE_FALSE);
	o = only_controller(mark("check_passed"));
	assert_int_equal(o.outcome, HD_EDGE_TRUE);
}

static void a_failure_in_a_helper_is_decided_by_its_caller(void **state)
{
	struct hd_flow_outcome o = only_controller(call_of("die", "abort"));

	(void)state;
	assert_string_equal(o.branch->func->name, "dies");
	assert_int_equal(o.outcome, HD_EDGE_TRUE);
}

static void cases_tell_their_values(void **state)
{
	struct hd_place p = hd_place_of_site(mark("case_seven"));
	struct hd_flow_outcome out[4];

	(void)state;
	assert_int_equal(hd_flow_controllers(flow, &p, out, 4), 2);
	assert_int_equal(out[0].outcome, HD_EDGE_CASE);
	assert_int_equal(out[0].value + out[1].value, 7 + 8);
	assert_int_equal(only_controller(mark("case_minus")).value, -3);
	assert_int_equal(only_controller(mark("case_none")).outcome, HD_EDGE_DEFAULT);
}

static void loops_without_end_have_decisions(void **state)
{
	struct hd_flow_outcome o = only_controller(mark("endless"));

	(void)state;
	assert_string_equal(o.branch->func->name, "never_ends");
	assert_int_equal(o.outcome, HD_EDGE_TRUE);
}

static void loops_with_two_entries_have_decisions(void **state)
{
	struct hd_flow_outcome o = only_controller(mark("after_condition"));

	(void)state;
	assert_int_equal(o.outcome, HD_EDGE_FALSE);
	AFTER(two_entries(20));
	CHECK(after_condition, 0);
	AFTER(two_entries(50)); // sum > 1000 comes first, when i is 43
	CHECK(after_condition, norm(7));
}

static void places_are_found_by_line(void **state)
{
	const struct hd_site *s = mark("in_helper");
	struct hd_place out[4];

	(void)state;
	assert_int_equal(hd_flow_places(flow, "helper", "some/where/flow_subject.c", s->line, out, 4), 1);
	assert_ptr_equal(out[0].func, s->func);
	assert_int_equal(out[0].block, s->block);
	assert_int_equal(hd_flow_places(flow, "outer", "flow_subject.c", s->line, out, 4), 0);
	// The call of die() has no site, but a place.
	struct hd_flow_outcome o = only_controller(call_of("die", "abort"));
	assert_int_equal(hd_flow_places(flow, "dies", NULL, o.branch->line + 1, out, 4), 1);
	assert_int_equal(hd_flow_controllers(flow, &out[0], &o, 1), 1);
	assert_int_equal(o.outcome, HD_EDGE_TRUE);
}

// ---- what can follow what ---------------------------------------------------------------------------

static bool reaches(const char *a, const char *b)
{
	return hd_flow_reaches(flow, mark(a), mark(b));
}

static void in_one_function_along_its_paths(void **state)
{
	(void)state;
	assert_true(reaches("first", "in_then"));
	assert_true(reaches("in_then", "second"));
	assert_true(reaches("second", "last"));
	assert_false(reaches("last", "second"));
	assert_false(reaches("in_then", "in_else"));
	assert_false(reaches("in_else", "in_then"));
	assert_false(reaches("first", "first"));
	assert_true(reaches("in_body", "in_body"));
	assert_false(reaches("after_loop", "in_body"));
	assert_true(reaches("endless", "endless"));
}

static void across_functions_by_calls(void **state)
{
	const struct hd_site *between = mark_in("helper_twice", "in_body"), *end = mark_in("helper_twice", "last");

	(void)state;
	assert_true(hd_flow_reaches(flow, mark("helped"), between));
	assert_true(hd_flow_reaches(flow, between, mark("helped")));
	assert_true(hd_flow_reaches(flow, mark("helped"), mark("helped")));
	assert_false(hd_flow_reaches(flow, end, mark("helped")));
	assert_true(hd_flow_reaches(flow, mark("helped"), end));
	assert_true(hd_flow_reaches(flow, mark("elsewhere"), mark("helped")));
	assert_false(hd_flow_reaches(flow, mark("helped"), mark("elsewhere")));
	assert_false(hd_flow_reaches(flow, between, mark("elsewhere"))); // no call executes both
	assert_false(hd_flow_reaches(flow, mark("elsewhere"), end));
	assert_true(reaches("in_helper", "behind_helper"));
	assert_false(reaches("behind_helper", "in_helper"));
	assert_false(reaches("one_handler", "other_handler"));
}

static void in_recursive_functions_either_way(void **state)
{
	(void)state;
	assert_true(reaches("before_recursion", "before_recursion"));
	assert_true(reaches("after_recursion", "after_recursion"));
	assert_true(reaches("before_recursion", "after_recursion"));
	assert_false(reaches("after_recursion", "before_recursion"));
}

// ---- the pass ----------------------------------------------------------------------------------------

static void loops_with_two_entries_are_not_silent(void **state)
{
	(void)state;
	assert_int_equal(count("two_entries", HD_EV_LOOP), 1);
	assert_int_equal(count("noisy", HD_EV_LOOP), 0);
	assert_int_equal(count("never_ends", HD_EV_LOOP), 1);
}

static void every_conditional_has_a_site(void **state)
{
	(void)state;
	assert_int_equal(count("on_bool", HD_EV_BRANCH), 1);
	assert_int_equal(count("on_result", HD_EV_BRANCH), 2);
	assert_int_equal(count("on_float", HD_EV_BRANCH), 3);
	assert_int_equal(count("on_switch", HD_EV_BRANCH), 1);
	assert_int_equal(count("on_goto", HD_EV_BRANCH), 1);
	assert_int_equal(count("nested", HD_EV_BRANCH), 4);
}

static void only_who_asks_has_hooks_at_branches(void **state)
{
	(void)state;
	nbranches = 0;
	AFTER(on_signed(1));
	assert_int_equal(nbranches, 1);
	AFTER(plain(1));
	assert_int_equal(nbranches, 1);
	assert_int_equal(hd_flow_untold(flow), 1);
	// The site is there, and so are the edges.
	assert_int_equal(count("plain", HD_EV_BRANCH), 1);
	assert_int_equal(only_controller(mark("in_plain")).outcome, HD_EDGE_TRUE);
}

static int create(void **state)
{
	const void *const roots[] = {on_signed, on_unsigned, on_narrow, on_equal, on_pointer, on_bool, on_result,
		on_float, on_expected, on_and, on_switch, on_goto, nested, outer, through_pointer, checked, dies, loops,
		never_ends, two_entries, noisy, in_order, helper_twice, recursive, other_root, plain};

	(void)state;
	flow = hd_flow_create(roots, sizeof(roots) / sizeof(*roots));
	seen = hd_flow_seen_create(flow);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers),
		cmocka_unit_test(pointers),
		cmocka_unit_test(loaded_bools),
		cmocka_unit_test(results_of_calls),
		cmocka_unit_test(floats),
		cmocka_unit_test(expected_conditions),
		cmocka_unit_test(combined_conditions),
		cmocka_unit_test(switches),
		cmocka_unit_test(computed_gotos),
		cmocka_unit_test(the_least_distance_counts),
		cmocka_unit_test(conditions_within_conditions),
		cmocka_unit_test(conditions_of_callers),
		cmocka_unit_test(calls_through_pointers),
		cmocka_unit_test(loops_that_are_not_entered),
		cmocka_unit_test(only_sites_that_were_told_of_count_if_exact),
		cmocka_unit_test(an_assertion_is_decided_by_its_condition),
		cmocka_unit_test(a_failure_in_a_helper_is_decided_by_its_caller),
		cmocka_unit_test(cases_tell_their_values),
		cmocka_unit_test(loops_without_end_have_decisions),
		cmocka_unit_test(loops_with_two_entries_have_decisions),
		cmocka_unit_test(places_are_found_by_line),
		cmocka_unit_test(in_one_function_along_its_paths),
		cmocka_unit_test(across_functions_by_calls),
		cmocka_unit_test(in_recursive_functions_either_way),
		cmocka_unit_test(loops_with_two_entries_are_not_silent),
		cmocka_unit_test(every_conditional_has_a_site),
		cmocka_unit_test(only_who_asks_has_hooks_at_branches),
	};
	return cmocka_run_group_tests(tests, create, NULL);
}
