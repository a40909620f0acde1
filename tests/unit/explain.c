// SPDX-License-Identifier: Apache-2.0
// Explanations say what the trace shows, and nothing where it does not.
#include "unit.h"

#include "base/json.h"
#include "report/explain.h"

// Events: thread, op, line, variable; "" for none.
struct event {
	int thread;
	const char *op;
	int line;
	const char *variable;
};

static json_t *site_of(int line, const char *variable)
{
	json_t *site = json_pack("{s:s, s:i, s:s}", "file", "a.c", "line", line, "function", "f");
	if (*variable) {
		json_object_set_new(site, "variable", json_string(variable));
	}
	return site;
}

static json_t *trace_of(const struct event *events, size_t count)
{
	json_t *trace = json_array();
	for (size_t i = 0; i < count; i++) {
		json_array_append_new(trace,
			json_pack("{s:i, s:s, s:o}", "t", events[i].thread, "op", events[i].op, "site",
				site_of(events[i].line, events[i].variable)));
	}
	return trace;
}

// Why and remedy of a finding, as "why|remedy". Takes the JSON.
static void expect_explanation(json_t *stored, const char *expected)
{
	struct hd_finding *finding = hd_finding_decode(stored);
	struct hd_str why = {0}, remedy = {0};
	hd_explain(finding, &why, &remedy);
	hd_str_addf(&why, "|%s", hd_str_text(&remedy));
	assert_string_equal(hd_str_text(&why), expected);
	hd_str_finish(&remedy);
	hd_str_finish(&why);
	hd_finding_destroy(finding);
	json_decref(stored);
}

static void between_two_critical_sections(void **state)
{
	static const struct event events[] = {
		{1, "lock", 10, "struct s.lock"},
		{1, "read", 11, "struct s.x"},
		{1, "unlock", 12, "struct s.lock"},
		{2, "lock", 20, "struct s.lock"},
		{2, "write", 21, "struct s.x"},
		{2, "unlock", 22, "struct s.lock"},
		{1, "lock", 13, "struct s.lock"},
		{1, "read", 14, "struct s.x"},
	};
	(void)state;
	expect_explanation(json_pack("{s:s, s:s, s:i, s:o, s:{s:i, s:s, s:[o, o, o]}}", "kind", "null-dereference",
				   "class", "s", "thread", 1, "trace", trace_of(events, 8), "pattern", "type", 4,
				   "text", "", "steps", site_of(11, "struct s.x"), site_of(21, "struct s.x"),
				   site_of(14, "struct s.x")),
		"Thread 2 changed s.x (a.c:21) between thread 1 reading it at line 11 and its read at line 14; no sequential "
		"order of these calls does this.|s.lock is let go in between, at line 12: with both accesses in one critical "
		"section this cannot happen.");
}

static void without_any_lock(void **state)
{
	static const struct event events[] = {
		{1, "read", 11, "x"},
		{2, "write", 21, "x"},
		{1, "write", 11, "x"},
	};
	(void)state;
	expect_explanation(json_pack("{s:s, s:i, s:o, s:{s:i, s:s, s:[o, o, o]}}", "kind", "assertion", "thread", 1,
				   "trace", trace_of(events, 3), "pattern", "type", 7, "text", "", "steps",
				   site_of(11, "x"), site_of(21, "x"), site_of(11, "x")),
		"Thread 2 changed x (a.c:21) between thread 1 reading it at line 11 and its write at line 11.|With both accesses in "
		"one critical section, of a lock that is also held at line 21, this cannot happen.");
}

static json_t *race(const struct event *events, size_t count)
{
	return json_pack("{s:s, s:i, s:o, s:o, s:[{s:i, s:s, s:[o]}, {s:i, s:s, s:[o]}]}", "kind", "data-race",
		"thread", 2, "site", site_of(21, "x"), "trace", trace_of(events, count), "stacks", "thread", 2, "title",
		"", "frames", site_of(21, ""), "thread", 1, "title", "", "frames", site_of(11, ""));
}

static void race_with_a_lock_on_one_side(void **state)
{
	static const struct event events[] = {
		{1, "lock", 10, "lock"},
		{1, "write", 11, "x"},
		{1, "unlock", 12, "lock"},
		{2, "read", 21, "x"},
	};
	(void)state;
	expect_explanation(race(events, 4),
		"Thread 1 changed x at a.c:11, holding lock; thread 2 reads it at line 21, holding no lock: nothing orders the "
		"two.|Holding lock at line 21, too, would order them.");
}

static void race_with_locks_that_are_not_known(void **state)
{
	static const struct event tried[] = {
		{1, "try lock", 10, "lock"},
		{1, "write", 11, "x"},
		{2, "read", 21, "x"},
	};
	static const struct event nameless[] = {
		{1, "lock", 10, ""},
		{1, "write", 11, "x"},
		{2, "read", 21, "x"},
	};
	(void)state;
	expect_explanation(race(tried, 3), "|");
	expect_explanation(race(nameless, 3), "|");
}

static void use_of_a_freed_block(void **state)
{
	static const struct event one[] = {
		{2, "free", 30, "p"},
		{1, "read", 40, "q"},
	};
	static const struct event two[] = {
		{2, "free", 29, "o"},
		{2, "free", 30, "p"},
		{1, "read", 40, "q"},
	};
	(void)state;
	json_t *known = json_pack("{s:s, s:i, s:o, s:o}", "kind", "use-after-free", "thread", 1, "site",
		site_of(40, "q"), "trace", trace_of(one, 2));
	json_t *doubtful = json_pack("{s:s, s:i, s:o, s:o}", "kind", "use-after-free", "thread", 1, "site",
		site_of(40, "q"), "trace", trace_of(two, 3));
	expect_explanation(known,
		"Thread 2 freed the block at a.c:30 while thread 1 was still going to use it, at line 40.|What finds the block and "
		"what uses it would have to be one critical section, or hold a reference that keeps it.");
	expect_explanation(doubtful, "|"); // which of the two?
}

static void locks_in_opposite_orders(void **state)
{
	static const struct event events[] = {
		{1, "lock", 10, "a"},
		{2, "lock", 20, "b"},
	};
	(void)state;
	expect_explanation(json_pack("{s:s, s:o, s:[s, s], s:[{s:i, s:s, s:[o]}, {s:i, s:s, s:[o]}]}", "kind",
				   "deadlock", "trace", trace_of(events, 2), "details",
				   "thread 1 waits for mutex `b`, held by thread 2 (a.c:11)",
				   "thread 2 waits for mutex `a`, held by thread 1 (a.c:21)", "stacks", "thread", 1,
				   "title", "", "frames", site_of(11, ""), "thread", 2, "title", "", "frames",
				   site_of(21, "")),
		"Thread 1 holds a since a.c:10 and waits for b at a.c:11, while thread 2 holds b since a.c:20 and waits for a at "
		"a.c:21: each waits for the other.|Taking a and b in the same order in both would prevent it.");
}

static void nothing_is_guessed(void **state)
{
	(void)state;
	expect_explanation(json_pack("{s:s}", "kind", "assertion"), "|");
	expect_explanation(json_pack("{s:s}", "kind", "data-race"), "|");
	expect_explanation(json_pack("{s:s, s:[s]}", "kind", "deadlock", "details", "thread 1 waits for `x`"), "|");
	expect_explanation(json_pack("{s:s}", "kind", "use-after-free"), "|");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(between_two_critical_sections),
		cmocka_unit_test(without_any_lock),
		cmocka_unit_test(race_with_a_lock_on_one_side),
		cmocka_unit_test(race_with_locks_that_are_not_known),
		cmocka_unit_test(use_of_a_freed_block),
		cmocka_unit_test(locks_in_opposite_orders),
		cmocka_unit_test(nothing_is_guessed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
