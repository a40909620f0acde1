// SPDX-License-Identifier: Apache-2.0
// ConSuite: the fitness of sequences by hand, the archive, and which schedules a test could be
// made to pass.
#include "target.h"

#include "runtime/rng.h"
#include "schedule/consuite/aims.h"
#include "strategy/consuite/archive.h"
#include "strategy/consuite/fitness.h"

#include <math.h>

static uint16_t var_of[8];
static uint64_t reach[8], of_var[1];
static struct hd_schedules schedules;

// Points of one variable; each reaches those after it.
static void prepare(unsigned npoints)
{
	struct hd_config config = {.points = 3, .threads = 2, .variables = 2};

	of_var[0] = (1u << npoints) - 1;
	for (unsigned i = 0; i < npoints; i++) {
		var_of[i] = 0;
		reach[i] = of_var[0] & ~((2ull << i) - 1);
	}
	memset(&schedules, 0, sizeof(schedules));
	schedules.points = (struct hd_point_set){.n = npoints, .var_of = var_of, .reach = reach, .of_var = of_var};
	hd_schedules_prepare(&schedules, &config);
}

static struct hd_schedules_trace trace;

static const struct hd_schedules_trace *trace_of(const char *text)
{
	trace.n = 0;
	for (; *text; text += 2) {
		trace.events[trace.n++] = (struct hd_passed){.thread = (uint8_t)(text[0] - '0'),
			.point = (uint16_t)(text[1] - 'a')};
	}
	return &trace;
}

// ---- fitness ---------------------------------------------------------------------------

static double distances[4];

static double distance(unsigned point)
{
	return distances[point];
}

#define PART(...) (&(struct hd_part){sizeof((uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t), {__VA_ARGS__}})

static void assert_near(double a, double b)
{
	assert_true(fabs(a - b) < 1e-12);
}

static void distances_are_normalised(void **state)
{
	(void)state;
	assert_near(hd_fitness_normalise(0), 0);
	assert_near(hd_fitness_normalise(1), 0.5);
	assert_near(hd_fitness_normalise(3), 0.75);
	assert_near(hd_fitness_normalise(INFINITY), 1);
}

// a is passed, b is one branch and a third away, c was not even approached.
static void points_count_in_order(void **state)
{
	(void)state;
	distances[0] = 0;
	distances[1] = 1 + 1 / 3.0;
	distances[2] = 4;
	assert_near(hd_fitness_of_part(PART(0), trace_of("0a"), distance), 0);
	assert_near(hd_fitness_of_part(PART(1), trace_of("0a"), distance), 4.0 / 7);
	assert_near(hd_fitness_of_part(PART(0, 1), trace_of("0a"), distance), 4.0 / 7);
	assert_near(hd_fitness_of_part(PART(0, 1, 2), trace_of("0a"), distance), 4.0 / 7 + 1);
	assert_near(hd_fitness_of_part(PART(2, 1, 0), trace_of("0a"), distance),
		0.8 + 2); // the first is not passed: 1 for each other
	assert_near(hd_fitness_of_part(PART(0, 2), trace_of("0a0b0c"), distance), 0);
}

// What was passed too early has to be passed again: it is not as near as can be.
static void points_passed_in_the_wrong_order_are_not_passed(void **state)
{
	(void)state;
	distances[0] = distances[1] = 0;
	assert_near(hd_fitness_of_part(PART(0, 1), trace_of("0b0a"), distance), 0.5);
	assert_near(hd_fitness_of_part(PART(0, 1), trace_of("0b0a0b"), distance), 0);
}

// ---- the archive --------------------------------------------------------------------------

static uint64_t index_of(const struct hd_part *part)
{
	return hd_space_part_index(&schedules.space, part);
}

static void sequences_are_kept_for_what_they_pass(void **state)
{
	(void)state;
	struct hd_archive archive = {0};
	struct hd_series series = {.ncalls = 2};

	prepare(3);
	hd_archive_init(&archive, &schedules);
	assert_true(hd_archive_add(&archive, &series, &schedules, trace_of("0a0b")));
	assert_int_equal(hd_archive_count(&archive, index_of(PART(0))), 1);
	assert_int_equal(hd_archive_count(&archive, index_of(PART(0, 1))), 1);
	assert_int_equal(hd_archive_count(&archive, index_of(PART(2))), 0);
	assert_false(hd_archive_add(&archive, &series, &schedules, trace_of("0a0b"))); // a second way
	assert_int_equal(archive.n, 2);
	assert_false(hd_archive_add(&archive, &series, &schedules, trace_of("0a0b"))); // a third is not needed
	assert_int_equal(archive.n, 2);
	assert_true(hd_archive_add(&archive, &series, &schedules, trace_of("0b0c")));
	assert_int_equal(hd_archive_count(&archive, index_of(PART(1))), 3);
	assert_int_equal(hd_archive_count(&archive, index_of(PART(1, 2))), 1);
	assert_int_equal(hd_archive_count(&archive, index_of(PART(2, 1))), 0); // c does not reach b
}

// ---- what a test could be made to pass ---------------------------------------------------

static bool passes(const char *line, const struct hd_steps *s, unsigned thread)
{
	for (unsigned i = 0; i < 3; i++) {
		if (s->threads[i] == thread) {
			while (*line && *line != 'a' + (char)s->points[i]) {
				line++;
			}
			if (!*line++) {
				return false;
			}
		}
	}
	return true;
}

// All goals of which each thread passes its part, by trying all of them.
static unsigned count_possible(const char *one, const char *two, bool *possible)
{
	unsigned n = 0;

	for (uint64_t i = 0; i < hd_space_indexes(&schedules.space); i++) {
		struct hd_steps s;
		hd_space_at(&schedules.space, i, &s);
		bool fits = hd_bit(schedules.goals, i) &&
			((passes(one, &s, 0) && passes(two, &s, 1)) || (passes(one, &s, 1) && passes(two, &s, 0)));
		possible[i] = fits;
		n += fits;
	}
	return n;
}

static void all_possible_schedules_are_aimed_at_once(void **state)
{
	uint64_t rng = 11;

	(void)state;
	for (unsigned round = 0; round < 100; round++) {
		static bool possible[3 * 25 * 64];
		char one[8] = "", two[8] = "", both[32] = "";
		static struct hd_aims aims;
		struct hd_steps steps;
		unsigned tried = 0;
		prepare(5);
		for (unsigned i = 0; i < 7; i++) {
			one[i] = (char)('a' + hd_rng_below(&rng, 5));
			two[i] = (char)('a' + hd_rng_below(&rng, 5));
			sprintf(both + strlen(both), "0%c", one[i]);
		}
		for (unsigned i = 0; i < 7; i++) {
			sprintf(both + strlen(both), "1%c", two[i]);
		}
		unsigned n = count_possible(one, two, possible);
		hd_aims_begin(&aims, trace_of(both), 2);
		while (hd_aims_next(&aims, &schedules, &steps)) {
			assert_true(passes(one, &steps, 0) && passes(two, &steps, 1));
			hd_space_normalise(&schedules.space, &steps);
			assert_true(possible[hd_space_index(&schedules.space, &steps)]);
			hd_schedules_forbid(&schedules, &steps); // so that it is not wanted once more
			tried++;
		}
		assert_int_equal(tried, n);
		assert_false(hd_aims_next(&aims, &schedules, &steps));
	}
}

// Each of them is possible, and none is missed in many draws, also those that were covered or tried.
static void any_possible_schedule_is_drawn(void **state)
{
	static bool possible[3 * 25 * 64], drawn[3 * 25 * 64];
	static struct hd_aims aims;
	uint64_t rng = 5;
	struct hd_steps steps;
	unsigned ndrawn = 0;

	(void)state;
	prepare(5);
	unsigned n = count_possible("abcb", "cae", possible);
	hd_aims_begin(&aims, trace_of("0a0b0c0b1c1a1e"), 2);
	for (unsigned i = 0; i < 20000; i++) {
		assert_true(hd_aims_draw(&aims, &schedules, &steps, &rng));
		assert_true(passes("abcb", &steps, 0) && passes("cae", &steps, 1));
		hd_space_normalise(&schedules.space, &steps);
		uint64_t index = hd_space_index(&schedules.space, &steps);
		assert_true(possible[index]);
		ndrawn += !drawn[index];
		drawn[index] = true;
		hd_schedules_forbid(&schedules, &steps);
	}
	assert_int_equal(ndrawn, n);
	hd_aims_begin(&aims, trace_of("0a0b0c"), 2);
	assert_false(hd_aims_draw(&aims, &schedules, &steps, &rng)); // one thread makes no schedule
}

static void a_schedule_is_tried_three_times(void **state)
{
	(void)state;
	struct hd_steps steps = {.threads = {1, 1, 0}, .points = {0, 1, 2}}, normal = steps;

	prepare(3);
	hd_space_normalise(&schedules.space, &normal);
	uint64_t i = hd_space_index(&schedules.space, &normal);
	for (unsigned k = 0; k < 3; k++) {
		assert_true(hd_schedules_wants(&schedules, i));
		hd_schedules_note_try(&schedules, &steps);
	}
	assert_false(hd_schedules_wants(&schedules, i));
	hd_schedules_forget_tries(&schedules);
	assert_true(hd_schedules_wants(&schedules, i));
}

// ---- schedules that a lock forbids ------------------------------------------------------------

// Two threads pass their points in order, and take a lock before one and give it back after another.
static struct {
	const char *lines[2];
	unsigned lock[2], unlock[2]; // events
	unsigned at[2];
} locked;

static bool waits(unsigned thread)
{
	unsigned other = 1 - thread;

	return locked.at[thread] == locked.lock[thread] && locked.at[other] > locked.lock[other] &&
		locked.at[other] <= locked.unlock[other];
}

// True: the goal is forbidden. If it cannot be enforced, what was passed on the way to which step?
static bool enforce(const struct hd_steps *goal, unsigned *step, uint64_t *passed)
{
	unsigned k;

	trace.n = locked.at[0] = locked.at[1] = 0;
	for (k = 0; k < 3; k++) {
		unsigned t = goal->threads[k], point = HD_SCHEDULES_NO_POINT;
		memset(passed, 0, HD_SPACE_POINTS / 8);
		for (*step = k; point != goal->points[k];) {
			if (waits(t) || !locked.lines[t][locked.at[t]]) {
				return waits(t);
			}
			point = (unsigned)(locked.lines[t][locked.at[t]++] - 'a');
			trace.events[trace.n++] = (struct hd_passed){.thread = (uint8_t)t, .point = (uint16_t)point};
			passed[0] |= 1ull << point;
		}
	}
	*step = 3;
	return false;
}

static void draw_locked(uint64_t *rng, char lines[2][8])
{
	for (unsigned t = 0; t < 2; t++) {
		for (unsigned i = 0; i < 6; i++) {
			lines[t][i] = (char)('a' + hd_rng_below(rng, 6));
		}
		lines[t][6] = 0;
		locked.lines[t] = lines[t];
		locked.lock[t] = hd_rng_below(rng, 5);
		locked.unlock[t] = locked.lock[t] + 1 + hd_rng_below(rng, 6 - locked.lock[t] - 1);
	}
}

// What is forbidden is what enforcing each possible schedule on its own finds.
static void one_execution_forbids_what_many_would(void **state)
{
	static bool forbidden[3 * 36 * 64];
	static struct hd_aims aims;
	uint64_t rng = 3, passed[HD_SPACE_POINTS / 64], rest[HD_SPACE_POINTS / 64];
	unsigned executions = 0, goals = 0, step;

	(void)state;
	for (unsigned round = 0; round < 200; round++) {
		char lines[2][8], both[32] = "";
		struct hd_steps goal;
		draw_locked(&rng, lines);
		for (unsigned i = 0; i < 12; i++) {
			sprintf(both + strlen(both), "%u%c", i / 6, lines[i / 6][i % 6]);
		}
		memset(forbidden, 0, sizeof(forbidden));
		prepare(6);
		hd_aims_begin(&aims, trace_of(both), 2);
		while (hd_aims_next(&aims, &schedules, &goal)) {
			struct hd_steps normal = goal;
			hd_space_normalise(&schedules.space, &normal);
			forbidden[hd_space_index(&schedules.space, &normal)] |= enforce(&goal, &step, passed);
			goals++;
		}
		prepare(6);
		hd_aims_begin(&aims, trace_of(both), 2);
		while (hd_aims_next(&aims, &schedules, &goal)) {
			bool is_forbidden = enforce(&goal, &step, passed);
			executions++;
			if (step == 3) {
				continue;
			}
			hd_aims_stop(&aims, &schedules, &goal, step, passed, is_forbidden);
			unsigned thread = goal.threads[step];
			if (is_forbidden && hd_aims_rest(&aims, &trace, thread, rest)) {
				hd_schedules_forbid_after(&schedules, &trace, thread, rest);
			}
		}
		for (uint64_t i = 0; i < hd_space_indexes(&schedules.space); i++) {
			assert_int_equal(hd_bit(schedules.forbidden, i), forbidden[i]);
		}
	}
	assert_true(executions < goals);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distances_are_normalised),
		cmocka_unit_test(points_count_in_order),
		cmocka_unit_test(points_passed_in_the_wrong_order_are_not_passed),
		cmocka_unit_test(sequences_are_kept_for_what_they_pass),
		cmocka_unit_test(all_possible_schedules_are_aimed_at_once),
		cmocka_unit_test(any_possible_schedule_is_drawn),
		cmocka_unit_test(a_schedule_is_tried_three_times),
		cmocka_unit_test(one_execution_forbids_what_many_would),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
