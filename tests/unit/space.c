// SPDX-License-Identifier: Apache-2.0
// Concurrency coverage: the space of schedules against a reference that lists everything as
// the paper's algorithm 2 does, the tree of partial goals, and what executions made by hand
// cover, the paper's figure 1 among them.
#include "target.h"

#include "metric/schedules/schedules.h"
#include "runtime/rng.h"

#define MOST 8 // points

static uint16_t var_of[MOST];
static uint64_t reach[MOST];

// Points of one variable, each of which reaches all others.
static struct hd_space make_space(unsigned n, unsigned m, unsigned v, unsigned npoints)
{
	struct hd_space s = {.var_of = var_of, .reach = reach};

	for (unsigned i = 0; i < npoints; i++) {
		var_of[i] = 0;
		reach[i] = (1u << npoints) - 1;
	}
	assert_true(hd_space_init(&s, n, m, v, npoints));
	return s;
}

static struct hd_space_size count(const struct hd_space *s)
{
	static uint64_t goals[4096], parts[64];

	memset(goals, 0, sizeof(goals));
	memset(parts, 0, sizeof(parts));
	assert_true(hd_space_part_indexes(s) <= 64 * 64);
	assert_true(hd_space_indexes(s) <= 4096 * 64);
	struct hd_space_size size = hd_space_count(s, goals, parts);
	uint64_t marked = 0;
	for (uint64_t i = 0; i < hd_space_indexes(s); i++) {
		marked += hd_bit(goals, i);
	}
	assert_int_equal(marked, size.goals);
	return size;
}

// ---- the reference --------------------------------------------------------------------

// Schedules as text, each once: "0a1b0c" with threads as they come first.
static struct {
	char list[40000][2 * HD_SPACE_LENGTH + 1];
	unsigned n;
} all, tuples, parts;

static void note(typeof(all) *set, const char *text)
{
	for (unsigned i = 0; i < set->n; i++) {
		if (strcmp(set->list[i], text) == 0) {
			return;
		}
	}
	assert_true(set->n < 40000);
	strcpy(set->list[set->n++], text);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

// The points of each thread, without regard to which is which.
static void note_parts(const char *schedule)
{
	char text[HD_SPACE_LENGTH][HD_SPACE_LENGTH + 1] = {0}, joined[2 * HD_SPACE_LENGTH + 1] = "";
	unsigned n = 0;

	for (const char *c = schedule; *c; c += 2) {
		unsigned t = (unsigned)(*c - '0');
		n = t + 1 > n ? t + 1 : n;
		text[t][strlen(text[t])] = c[1];
	}
	for (unsigned t = 0; t < n; t++) {
		note(&parts, text[t]);
	}
	qsort(text, n, sizeof(*text), by_text);
	for (unsigned t = 0; t < n; t++) {
		strcat(strcat(joined, text[t]), t + 1 < n ? "|" : "");
	}
	note(&tuples, joined);
}

static bool follows(const struct hd_space *s, const char *schedule, unsigned thread, unsigned point)
{
	int before = -1;

	for (const char *c = schedule; *c; c += 2) {
		before = (unsigned)(*c - '0') == thread ? c[1] - 'a' : before;
	}
	return before < 0 || (s->reach[before] >> point & 1);
}

static unsigned variables_in(const struct hd_space *s, const char *schedule)
{
	unsigned seen = 0;

	for (const char *c = schedule; *c; c += 2) {
		seen |= 1u << s->var_of[c[1] - 'a'];
	}
	return (unsigned)__builtin_popcount(seen);
}

// Every (thread, point) at every step; then those of one thread are removed, and those that
// differ in the names of threads only are one.
static void list_all(const struct hd_space *s, unsigned m, char *schedule, unsigned at)
{
	if (at == s->length) {
		char named[2 * HD_SPACE_LENGTH + 1] = "", names[16];
		unsigned used = 0;
		memset(names, -1, sizeof(names));
		for (unsigned i = 0; i < at; i++) {
			unsigned t = (unsigned)(schedule[2 * i] - '0');
			names[t] = names[t] < 0 ? (char)used++ : names[t];
			named[2 * i] = (char)('0' + names[t]);
			named[2 * i + 1] = schedule[2 * i + 1];
		}
		if (used > 1 && variables_in(s, named) <= s->variables) {
			note(&all, named);
			note_parts(named);
		}
		return;
	}
	for (unsigned t = 0; t < m; t++) {
		for (unsigned p = 0; p < s->npoints; p++) {
			schedule[2 * at] = '\0';
			if (follows(s, schedule, t, p)) {
				schedule[2 * at] = (char)('0' + t);
				schedule[2 * at + 1] = (char)('a' + p);
				schedule[2 * at + 2] = '\0';
				list_all(s, m, schedule, at + 1);
			}
		}
	}
}

static void compare_with_reference(const struct hd_space *s, unsigned m)
{
	char schedule[2 * HD_SPACE_LENGTH + 3] = "";
	struct hd_space_size size = count(s);

	all.n = tuples.n = parts.n = 0;
	list_all(s, m, schedule, 0);
	assert_int_equal(size.goals, all.n);
	assert_int_equal(size.tuples, tuples.n);
	assert_int_equal(size.parts, parts.n);
}

static void counts_are_those_of_brute_force(void **state)
{
	uint64_t rng = 7;

	(void)state;
	for (unsigned n = 2; n <= 4; n++) {
		for (unsigned m = 2; m <= 3; m++) {
			for (unsigned v = 1; v <= 3; v++) {
				struct hd_space s = make_space(n, m, v, n == 4 ? 3 : 5);
				compare_with_reference(&s, m);
				for (unsigned i = 0; i < s.npoints; i++) {
					var_of[i] = (uint16_t)hd_rng_below(&rng, 3);
					reach[i] = hd_rng(&rng) & hd_rng(&rng) & ((1u << s.npoints) - 1);
				}
				compare_with_reference(&s, m);
			}
		}
	}
}

static void three_schedules_to_a_goal_pair(void **state)
{
	(void)state;
	for (unsigned npoints = 1; npoints <= 7; npoints++) {
		struct hd_space s = make_space(3, 2, 2, npoints);
		struct hd_space_size size = count(&s);
		assert_int_equal(size.goals, 3 * size.tuples);
		assert_int_equal(size.tuples, npoints * npoints * npoints);
	}
}

static void indexes_are_one_to_one(void **state)
{
	(void)state;
	struct hd_space s = make_space(4, 3, 2, 4);
	struct hd_steps steps;
	struct hd_part part;

	unsigned n = 0;
	for (uint64_t i = 0; i < hd_space_indexes(&s); i++) {
		hd_space_at(&s, i, &steps);
		assert_int_equal(hd_space_index(&s, &steps), i);
		n += steps.points[3] < 4;
	}
	assert_int_equal(n, 13 * 256); // 14 ways to take turns, but one has 4 threads
	for (uint64_t i = 0; i < hd_space_part_indexes(&s); i++) {
		hd_space_part_at(&s, i, &part);
		assert_int_equal(hd_space_part_index(&s, &part), i);
	}
}

static void too_many_are_refused(void **state)
{
	(void)state;
	struct hd_space s = {.var_of = var_of, .reach = reach};

	assert_true(hd_space_init(&s, 3, 2, 2, 800));
	assert_false(hd_space_init(&s, 4, 2, 2, 800));
}

// ---- the tree of partial goals -----------------------------------------------------------

// a reaches b, b reaches nothing: projections of one thread are a, b and ab.
static void tree_has_the_parts_of_schedules_only(void **state)
{
	(void)state;
	struct hd_space s = make_space(3, 2, 2, 2);
	uint64_t wanted[1] = {0}, goals[64] = {0};

	reach[0] = 2;
	reach[1] = 0;
	struct hd_space_size size = hd_space_count(&s, goals, wanted);
	assert_int_equal(size.parts, 3);
	assert_true(hd_bit(wanted, hd_space_part_index(&s, &(struct hd_part){1, {0}})));
	assert_true(hd_bit(wanted, hd_space_part_index(&s, &(struct hd_part){1, {1}})));
	assert_true(hd_bit(wanted, hd_space_part_index(&s, &(struct hd_part){2, {0, 1}})));
	assert_int_equal(size.tuples, 2); // ab with a, ab with b
	assert_int_equal(size.goals, 6);
}

// The two schedules that the paper gives as an example need the same parts.
static void order_between_threads_does_not_matter_to_parts(void **state)
{
	(void)state;
	struct hd_space s = make_space(3, 2, 2, 3);
	struct hd_steps one = {.threads = {0, 1, 0}, .points = {0, 1, 2}};
	struct hd_steps two = {.threads = {0, 0, 1}, .points = {0, 2, 1}};
	struct hd_steps swapped = {.threads = {0, 1, 1}, .points = {1, 0, 2}};

	assert_int_equal(hd_space_tuple(&s, &one), hd_space_tuple(&s, &two));
	assert_int_equal(hd_space_tuple(&s, &one), hd_space_tuple(&s, &swapped));
	assert_true(hd_space_index(&s, &one) != hd_space_index(&s, &two));
}

// ---- coverage -------------------------------------------------------------------------------

static struct hd_schedules schedules;

static void make_schedules(unsigned n, unsigned m, unsigned npoints)
{
	struct hd_config config = {.points = n, .threads = m, .variables = 2};

	make_space(n, m, 2, npoints);
	memset(&schedules, 0, sizeof(schedules));
	schedules.points = (struct hd_point_set){.n = npoints, .var_of = var_of, .reach = reach};
	hd_schedules_prepare(&schedules, &config);
}

static void scan(const char *text)
{
	static struct hd_schedules_trace t;

	t.n = 0;
	for (; *text; text += 2) {
		t.events[t.n++] = (struct hd_passed){.thread = (uint8_t)(text[0] - '0'),
			.point = (uint16_t)(text[1] - 'a')};
	}
	hd_schedules_scan(&schedules, &t);
}

static bool is_covered(const char *text)
{
	struct hd_steps steps = {0};

	for (unsigned i = 0; text[2 * i]; i++) {
		steps.threads[i] = (uint8_t)(text[2 * i] - '0');
		steps.points[i] = (uint16_t)(text[2 * i + 1] - 'a');
	}
	hd_space_normalise(&schedules.space, &steps);
	return hd_bit(schedules.covered, hd_space_index(&schedules.space, &steps));
}

// Figure 1: a and b read the field, c writes it. Thread 0 is stopped after a until the other has
// written: it then returns what it read at a. If the other has written before a, it does not.
static void figure_1(void **state)
{
	(void)state;
	make_schedules(2, 2, 3);
	scan("0a1a1b1c0b"); // the failing execution
	assert_true(is_covered("0a1c"));
	assert_false(is_covered("0c1a"));
	make_schedules(2, 2, 3);
	scan("0a0b0c1a1b"); // one after the other
	assert_true(is_covered("0c1a"));
	assert_false(is_covered("0a1c"));
}

static void threads_stand_still_between_steps(void **state)
{
	(void)state;
	make_schedules(3, 2, 3);
	scan("0a0b1c");
	assert_true(is_covered("0a0b1c"));
	assert_int_equal(schedules.ncovered, 1);
	assert_int_equal(schedules.ntuples, 1);
	assert_int_equal(schedules.nparts, 2);
	scan("0a0b0c1c"); // thread 0 went on after b
	assert_false(is_covered("0a0b1a"));
	assert_true(is_covered("0a0c1c"));
	assert_true(is_covered("0b0c1c"));
	assert_int_equal(schedules.ncovered, 3);
	scan("0a1b0c1a");
	assert_true(is_covered("0a1b0c"));
	assert_true(is_covered("0b1c0a")); // 1b 0c 1a, whoever is called 0
	assert_int_equal(schedules.ncovered, 5);
}

// All of what the definition says, by trying all events.
static void scan_by_hand(const char *text, struct hd_steps *s, unsigned at, unsigned n, bool *covered)
{
	if (n == schedules.space.length) {
		struct hd_steps normal = *s;
		bool one = true;
		for (unsigned i = 1; i < n; i++) {
			one &= s->threads[i] == s->threads[0];
		}
		if (!one) {
			hd_space_normalise(&schedules.space, &normal);
			covered[hd_space_index(&schedules.space, &normal)] = true;
		}
		return;
	}
	for (unsigned i = at; text[2 * i]; i++) {
		bool alone = true; // the thread of this step, since the last one
		for (unsigned x = at; x < i; x++) {
			alone &= n == 0 || text[2 * x] == text[2 * i];
		}
		if (alone) {
			s->threads[n] = (uint8_t)text[2 * i];
			s->points[n] = (uint16_t)(text[2 * i + 1] - 'a');
			scan_by_hand(text, s, i + 1, n + 1, covered);
		}
	}
}

static void random_executions_as_defined(void **state)
{
	uint64_t rng = 3;

	(void)state;
	for (unsigned round = 0; round < 600; round++) {
		static bool covered[14 * 64 * 64];
		struct hd_steps steps;
		char text[64] = "";
		unsigned length = 2 + hd_rng_below(&rng, 20), thread = 0;
		memset(covered, 0, sizeof(covered));
		make_schedules(3 + round % 2, 3, 4);
		for (unsigned i = 0; i < length; i++) {
			thread = hd_rng_below(&rng, 3) ? thread : hd_rng_below(&rng, 3);
			text[2 * i] = (char)('0' + thread);
			text[2 * i + 1] = (char)('a' + hd_rng_below(&rng, 4));
		}
		scan(text);
		scan_by_hand(text, &steps, 0, 0, covered);
		for (uint64_t i = 0; i < hd_space_indexes(&schedules.space); i++) {
			assert_int_equal(hd_bit(schedules.covered, i), covered[i]);
		}
	}
}

static void forbidden_ones_count_until_they_are_made(void **state)
{
	(void)state;
	struct hd_steps steps = {.threads = {0, 0, 1}, .points = {0, 1, 2}};

	make_schedules(3, 2, 3);
	hd_schedules_forbid(&schedules, &steps);
	hd_schedules_forbid(&schedules, &steps);
	assert_int_equal(schedules.nforbidden, 1);
	assert_int_equal(schedules.ncovered, 0);
	scan("0a0b1c");
	assert_int_equal(schedules.nforbidden, 0);
	assert_int_equal(schedules.ncovered, 1);
}

static struct {
	uint64_t goals[64], values[64];
	unsigned n;
} told;

static void put(uint64_t goal, uint64_t value)
{
	assert_true(told.n < 64);
	told.goals[told.n] = goal;
	told.values[told.n++] = value;
}

// What one has covered, another takes: it is covered there, and not wanted, but its sequences are not.
static void goals_of_another(void **state)
{
	(void)state;
	struct hd_steps steps = {.threads = {0, 0, 1}, .points = {0, 1, 2}};

	make_schedules(3, 2, 3);
	hd_schedules_forbid(&schedules, &steps);
	scan("0a1c0b1b");
	uint64_t ncovered = schedules.ncovered, ntuples = schedules.ntuples;
	told.n = 0;
	hd_schedules_tell(&schedules, 1000, put);
	assert_true(ncovered > 0);
	assert_int_equal(told.n, ncovered + 1);
	make_schedules(3, 2, 3);
	for (unsigned twice = 0; twice < 2; twice++) {
		for (unsigned i = 0; i < told.n; i++) {
			hd_schedules_take(&schedules, told.goals[i] - 1000, told.values[i]);
		}
	}
	hd_schedules_take(&schedules, UINT32_MAX, told.values[0]); // damaged
	hd_schedules_take(&schedules, hd_space_indexes(&schedules.space) - 1, told.values[0]); // no goal
	assert_int_equal(schedules.ncovered, ncovered);
	assert_int_equal(schedules.nforbidden, 1);
	assert_int_equal(schedules.ntuples, ntuples);
	assert_int_equal(schedules.nparts, 0);
	assert_true(is_covered("0a1c0b"));
	for (unsigned i = 0; i < told.n; i++) {
		assert_false(hd_schedules_wants(&schedules, told.goals[i] - 1000));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_are_those_of_brute_force),
		cmocka_unit_test(three_schedules_to_a_goal_pair),
		cmocka_unit_test(indexes_are_one_to_one),
		cmocka_unit_test(too_many_are_refused),
		cmocka_unit_test(tree_has_the_parts_of_schedules_only),
		cmocka_unit_test(order_between_threads_does_not_matter_to_parts),
		cmocka_unit_test(figure_1),
		cmocka_unit_test(threads_stand_still_between_steps),
		cmocka_unit_test(random_executions_as_defined),
		cmocka_unit_test(forbidden_ones_count_until_they_are_made),
		cmocka_unit_test(goals_of_another),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
