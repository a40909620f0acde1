// SPDX-License-Identifier: Apache-2.0
// Memory-access patterns: the example of MAPTest's paper (figures 1 to 3), every type from an
// execution made by hand, and a matcher that tries everything as a reference on
// random executions.
#include "target.h"

#include "metric/map/goals.h"
#include "runtime/rng.h"

// Table I once more, as the paper prints it, for the reference: thread, access, variable.
static const char *const table[HD_MAP_TYPES + 1] = {
	[1] = "aRx bWx",
	[2] = "aWx bRx",
	[3] = "aWx bWx",
	[4] = "aRx bWx aRx",
	[5] = "aWx bWx aRx",
	[6] = "aWx bRx aWx",
	[7] = "aRx bWx aWx",
	[8] = "aWx bWx aWx",
	[9] = "aWx bWx bWy aWy",
	[10] = "aWx bWy bWx aWy",
	[11] = "aWx bWy aWy bWx",
	[12] = "aWx bRx bRy aWy",
	[13] = "aWx bRy bRx aWy",
	[14] = "aRx bWx bWy aRy",
	[15] = "aRx bWy bWx aRy",
	[16] = "aRx bWy aRy bWx",
	[17] = "aWx bRy aWy bRx",
};

#define MOST_KEYS 65536

// Keys found, sorted before they are compared.
struct keys {
	uint64_t list[MOST_KEYS];
	unsigned n;
	unsigned types[HD_MAP_TYPES + 1]; // how often each was found
};

static struct keys found, expected;
static struct hd_map_matcher matcher;

static void add(struct keys *k, const struct hd_map_pattern *p)
{
	uint64_t key = hd_map_key(0, p);

	for (unsigned i = 0; i < k->n; i++) {
		if (k->list[i] == key) {
			return;
		}
	}
	assert_true(k->n < MOST_KEYS);
	k->list[k->n++] = key;
	k->types[p->type]++;
}

static void on_found(void *context, const struct hd_map_pattern *p, const struct hd_map_label *last)
{
	assert_int_equal(last->what.site, p->sites[hd_map_types[p->type].nsteps - 1]);
	add(context, p);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static void match(const struct hd_map_access *trace, unsigned n)
{
	memset(&found, 0, sizeof(found));
	hd_map_matcher_begin(&matcher, 0, on_found, &found);
	for (unsigned i = 0; i < n; i++) {
		hd_map_matcher_access(&matcher, &trace[i]);
	}
	hd_map_matcher_finish(&matcher);
}

static struct hd_map_access read_of(unsigned thread, uint32_t site, uint32_t var)
{
	return (struct hd_map_access){.thread = (uint8_t)thread, .site = site, .var = var, .address = 0x100 + 16 * var};
}

static struct hd_map_access write_of(unsigned thread, uint32_t site, uint32_t var)
{
	struct hd_map_access a = read_of(thread, site, var);
	a.write = true;
	return a;
}

// ---- the paper's example --------------------------------------------------------------

static void example_has_16_patterns(void **state)
{
	(void)state;
	struct hd_map_counts th = {.reads = 2, .writes = 1};
	assert_int_equal(hd_map_size(&th, 1), 16);
}

static void example_covers_three_of_them(void **state)
{
	(void)state;
	enum { S4 = 4, S5 = 5, S9 = 9 };
	const struct hd_map_access execution[] = {read_of(1, S4, 0), write_of(2, S9, 0), read_of(1, S5, 0)};
	struct hd_map_counts th = {.reads = 2, .writes = 1};

	match(execution, 3);
	memset(&expected, 0, sizeof(expected));
	add(&expected, &(struct hd_map_pattern){.type = 1, .sites = {S4, S9}});
	add(&expected, &(struct hd_map_pattern){.type = 2, .sites = {S9, S5}});
	add(&expected, &(struct hd_map_pattern){.type = 4, .sites = {S4, S9, S5}});
	assert_int_equal(found.n, 3);
	for (unsigned i = 0; i < 3; i++) {
		bool there = false;
		for (unsigned k = 0; k < 3; k++) {
			there |= found.list[k] == expected.list[i];
		}
		assert_true(there);
	}
	assert_true(100.0 * found.n / (double)hd_map_size(&th, 1) == 18.75);
}

static void threads_do_not_matter_beyond_who_is_the_same(void **state)
{
	(void)state;
	const struct hd_map_access one[] = {read_of(1, 4, 0), write_of(2, 9, 0), read_of(1, 5, 0)};
	const struct hd_map_access two[] = {read_of(7, 4, 0), write_of(3, 9, 0), read_of(7, 5, 0)};

	match(one, 3);
	struct keys *first = malloc(sizeof(*first));
	*first = found;
	match(two, 3);
	assert_int_equal(found.n, first->n);
	assert_memory_equal(found.list, first->list, found.n * sizeof(*found.list));
	free(first);
}

// ---- the size of the domain ------------------------------------------------------------

static bool fits(const struct hd_map_counts *vars, unsigned var, bool write, unsigned site)
{
	return site < (write ? vars[var].writes : vars[var].reads);
}

// Counts by going through all sites of all ordered pairs of variables, as algorithm 3 does.
static uint64_t count_all(const struct hd_map_counts *vars, unsigned type, unsigned x, unsigned y)
{
	unsigned nsteps = ((unsigned)strlen(table[type]) + 1) / 4, most = 5;
	uint64_t count = 0;

	for (unsigned code = 0; code < (unsigned)(nsteps == 2 ? 25 : nsteps == 3 ? 125 : 625); code++) {
		bool good = true;
		for (unsigned i = 0, left = code; i < nsteps; i++, left /= most) {
			const char *step = table[type] + 4 * i;
			good &= fits(vars, step[2] == 'x' ? x : y, step[1] == 'W', left % most);
		}
		count += good;
	}
	return count;
}

static void size_is_that_of_the_enumeration(void **state)
{
	(void)state;
	uint64_t rng = 1;

	for (unsigned round = 0; round < 50; round++) {
		struct hd_map_counts vars[4];
		uint64_t count = 0;
		for (unsigned i = 0; i < 4; i++) {
			vars[i] = (struct hd_map_counts){.reads = hd_rng_below(&rng, 5),
				.writes = hd_rng_below(&rng, 5)};
		}
		for (unsigned type = 1; type <= HD_MAP_TYPES; type++) {
			for (unsigned x = 0; x < 4; x++) {
				for (unsigned y = 0; y < 4; y++) {
					bool wanted = type <= 8 ? x == y : x != y;
					count += wanted ? count_all(vars, type, x, y) : 0;
				}
			}
		}
		assert_int_equal(hd_map_size(vars, 4), count);
	}
}

static void size_of_many_variables_does_not_overflow(void **state)
{
	(void)state;
	static struct hd_map_counts vars[1000];

	for (unsigned i = 0; i < 1000; i++) {
		vars[i] = (struct hd_map_counts){.reads = 100000, .writes = 100000};
	}
	assert_int_equal(hd_map_size(vars, 1000), INT64_MAX);
}

// ---- each type from an execution made by hand ---------------------------------------------

static unsigned parse(unsigned type, struct hd_map_access *trace)
{
	unsigned n = 0;

	for (const char *s = table[type]; *s; s += s[3] ? 4 : 3, n++) {
		trace[n] = read_of(s[0] == 'a' ? 1 : 2, 10 + n, s[2] == 'x' ? 0 : 1);
		trace[n].write = s[1] == 'W';
	}
	return n;
}

static void each_type_is_found(void **state)
{
	(void)state;
	for (unsigned type = 1; type <= HD_MAP_TYPES; type++) {
		struct hd_map_access trace[HD_MAP_STEPS];
		unsigned n = parse(type, trace);
		assert_int_equal(n, hd_map_types[type].nsteps);
		match(trace, n);
		assert_int_equal(found.types[type], 1);
		for (unsigned i = 0; i < n; i++) { // all by one thread: nothing
			trace[i].thread = 1;
		}
		match(trace, n);
		assert_int_equal(found.n, 0);
	}
}

// Two atomic read-modify-writes, one after the other: the first may count as read or as write, the
// second, too, and two reads are no pattern.
static void read_modify_write_reads_and_writes(void **state)
{
	(void)state;
	const struct hd_map_access execution[] = {read_of(1, 5, 0), write_of(1, 5, 0), read_of(2, 9, 0),
		write_of(2, 9, 0)};

	match(execution, 4);
	memset(&expected, 0, sizeof(expected));
	add(&expected, &(struct hd_map_pattern){.type = 1, .sites = {5, 9}});
	add(&expected, &(struct hd_map_pattern){.type = 2, .sites = {5, 9}});
	add(&expected, &(struct hd_map_pattern){.type = 3, .sites = {5, 9}});
	qsort(found.list, found.n, sizeof(*found.list), by_value);
	qsort(expected.list, expected.n, sizeof(*expected.list), by_value);
	assert_int_equal(found.n, 3);
	assert_memory_equal(found.list, expected.list, 3 * sizeof(*found.list));
}

static void other_addresses_are_other_variables(void **state)
{
	(void)state;
	struct hd_map_access trace[] = {read_of(1, 4, 0), write_of(2, 9, 0), read_of(1, 5, 0)};

	trace[1].address += 8; // the same field of another object
	match(trace, 3);
	assert_int_equal(found.n, 0);
}

// ---- everything tried, as a reference --------------------------------------------------------

static bool is_instance(unsigned type, const struct hd_map_access *trace, const unsigned *at, unsigned n)
{
	const struct hd_map_access *vars[2] = {NULL, NULL};
	int threads[2] = {-1, -1};

	for (unsigned i = 0; i < n; i++) {
		const char *s = table[type] + 4 * i;
		const struct hd_map_access *e = &trace[at[i]];
		unsigned thread = s[0] == 'b', var = s[2] == 'y';
		if (e->write != (s[1] == 'W') || (threads[thread] >= 0 && threads[thread] != e->thread) ||
			(vars[var] && (vars[var]->address != e->address || vars[var]->var != e->var))) {
			return false;
		}
		threads[thread] = e->thread;
		vars[var] = e;
	}
	return threads[0] != threads[1] && (!vars[1] || vars[0]->var != vars[1]->var);
}

static void try_all(const struct hd_map_access *trace, unsigned n, unsigned *at, unsigned have)
{
	for (unsigned type = 1; have >= 2 && type <= HD_MAP_TYPES; type++) {
		if ((strlen(table[type]) + 1) / 4 == have && is_instance(type, trace, at, have)) {
			struct hd_map_pattern p = {.type = (uint8_t)type};
			for (unsigned i = 0; i < have; i++) {
				p.sites[i] = trace[at[i]].site;
			}
			add(&expected, &p);
		}
	}
	for (unsigned i = have ? at[have - 1] + 1 : 0; have < HD_MAP_STEPS && i < n; i++) {
		at[have] = i;
		try_all(trace, n, at, have + 1);
	}
}

static unsigned make_trace(struct hd_map_access *trace, uint64_t *rng)
{
	unsigned n = 2 + hd_rng_below(rng, 15), threads = 2 + hd_rng_below(rng, 2), vars = 1 + hd_rng_below(rng, 3);

	for (unsigned i = 0; i < n; i++) {
		unsigned var = hd_rng_below(rng, vars), site = hd_rng_below(rng, 4);
		trace[i] = read_of(1 + hd_rng_below(rng, threads), 1 + 4 * var + site, var);
		trace[i].write = site % 2;
		trace[i].address += 8 * (hd_rng_below(rng, 6) == 0);
		if (i > 0 && hd_rng_below(rng, 3) == 0) { // loops: what came by before
			trace[i] = trace[hd_rng_below(rng, i)];
		}
	}
	return n;
}

static void matcher_finds_what_the_reference_finds(void **state)
{
	(void)state;
	uint64_t rng = 42;
	unsigned seen[HD_MAP_TYPES + 1] = {0};

	for (unsigned round = 0; round < 5000; round++) {
		struct hd_map_access trace[20];
		unsigned at[HD_MAP_STEPS], n = make_trace(trace, &rng);
		memset(&expected, 0, sizeof(expected));
		try_all(trace, n, at, 0);
		match(trace, n);
		assert_false(matcher.bounded);
		qsort(found.list, found.n, sizeof(*found.list), by_value);
		qsort(expected.list, expected.n, sizeof(*expected.list), by_value);
		assert_int_equal(found.n, expected.n);
		assert_memory_equal(found.list, expected.list, found.n * sizeof(*found.list));
		for (unsigned t = 1; t <= HD_MAP_TYPES; t++) {
			seen[t] += expected.types[t];
		}
	}
	for (unsigned t = 1; t <= HD_MAP_TYPES; t++) {
		assert_true(seen[t] > 100); // the executions were such that this says something
	}
}

static void too_much_is_said_to_be_too_much(void **state)
{
	(void)state;
	struct hd_map_access trace[HD_MAP_LABELS + 2];

	for (unsigned i = 0; i < HD_MAP_LABELS + 2; i++) {
		trace[i] = write_of(1 + i % 2, i + 1, i);
	}
	match(trace, HD_MAP_LABELS);
	assert_false(matcher.bounded);
	match(trace, HD_MAP_LABELS + 2);
	assert_true(matcher.bounded);
}

static uint64_t known[HD_MAP_KNOWN];

static bool is_matched(const struct hd_map_access *trace, unsigned n, uint64_t salt)
{
	memset(&found, 0, sizeof(found));
	hd_map_matcher_begin(&matcher, salt, on_found, &found);
	for (unsigned i = 0; i < n; i++) {
		hd_map_matcher_access(&matcher, &trace[i]);
	}
	bool matched = hd_map_matcher_finish(&matcher);
	assert_int_equal(matched, found.n > 0);
	return matched;
}

static void an_order_is_matched_once(void **state)
{
	(void)state;
	struct hd_map_access one[] = {read_of(1, 4, 0), write_of(2, 9, 0), read_of(1, 5, 0)};
	struct hd_map_access two[] = {write_of(2, 9, 0), read_of(1, 4, 0), read_of(1, 5, 0)};

	matcher.known = known;
	assert_true(is_matched(one, 3, 0));
	assert_false(is_matched(one, 3, 0));
	assert_true(is_matched(one, 3, 1)); // of another class
	assert_true(is_matched(two, 3, 0));
	for (unsigned i = 0; i < 3; i++) {
		one[i].address += 64; // the object lies elsewhere
	}
	assert_false(is_matched(one, 3, 0));
	one[1].address += 8;
	assert_false(is_matched(one, 3, 0)); // nothing is shared
	matcher.known = NULL;
}

static void other_variables_do_not_make_an_order_new(void **state)
{
	(void)state;
	const struct hd_map_access one[] = {read_of(1, 4, 0), write_of(2, 9, 0), write_of(1, 20, 1),
		write_of(2, 21, 1)};
	const struct hd_map_access two[] = {read_of(1, 4, 0), write_of(2, 9, 0), write_of(2, 21, 1),
		write_of(1, 20, 1)};

	memset(known, 0, sizeof(known));
	matcher.known = known;
	assert_true(is_matched(one, 4, 0));
	assert_int_equal(found.types[1], 1);
	assert_true(is_matched(two, 4, 0));
	assert_int_equal(found.types[1], 0); // only what concerns the second variable is looked at
	assert_int_equal(found.types[3], 1);
	matcher.known = NULL;
}

// ---- what a test could cover ------------------------------------------------------------------

static void record(const struct hd_map_access *a)
{
	hd_map_trace.events[hd_map_trace.n++] = (struct hd_map_event){.access = *a};
}

static void record_lock(unsigned thread, enum hd_map_event_kind kind)
{
	hd_map_trace.events[hd_map_trace.n++] = (struct hd_map_event){.access = {.thread = (uint8_t)thread,
									      .address = 0x5000},
		.kind = (uint8_t)kind};
}

static unsigned goals_of_type(const struct hd_map_goals *g, unsigned type)
{
	unsigned n = 0;

	for (unsigned i = 0; i < g->n; i++) {
		n += g->list[i].pattern.type == type;
	}
	return n;
}

static int set_up_goals(void **state)
{
	(void)state;
	target_reset(3);
	hd_metric_states[HD_METRIC_access_patterns] = hd_persist_alloc(sizeof(struct hd_map));
	hd_map_set_init(&hd_map()->covered, 10);
	hd_map_trace.n = 0;
	hd_map_targets.n = 0;
	return 0;
}

// Nothing can come between the read and the write of one execution of an instruction.
static void goals_leave_a_read_modify_write_whole(void **state)
{
	(void)state;
	struct hd_map_goals goals = {0};
	uint64_t rng = 1;

	for (unsigned thread = 1; thread <= 2; thread++) {
		struct hd_map_access reads = read_of(thread, 4 + thread, 0), writes = write_of(thread, 4 + thread, 0);
		reads.step = writes.step = 7;
		record(&reads);
		record(&writes);
	}
	hd_map_goals_reset(&goals, false);
	hd_map_goals_predict(&goals, &rng);
	assert_int_equal(goals_of_type(&goals, 1), 2); // either thread first
	assert_int_equal(goals_of_type(&goals, 2), 2);
	assert_int_equal(goals_of_type(&goals, 3), 2);
	assert_int_equal(goals.n, 6);
}

// Thread 1 checks and uses, thread 2 writes; `locked` says who holds the lock while doing so.
static void record_check_and_use(bool one, bool two)
{
	const struct hd_map_access check = read_of(1, 4, 0), use = read_of(1, 5, 0), write = write_of(2, 9, 0);

	if (one) {
		record_lock(1, HD_MAP_LOCK);
	}
	record(&check);
	record(&use);
	if (one) {
		record_lock(1, HD_MAP_UNLOCK);
	}
	if (two) {
		record_lock(2, HD_MAP_LOCK);
	}
	record(&write);
	if (two) {
		record_lock(2, HD_MAP_UNLOCK);
	}
}

static void a_sequential_execution_tells_what_else_is_possible(void **state)
{
	(void)state;
	struct hd_map_goals g = {0};
	uint64_t rng = 1;

	record_check_and_use(false, false);
	hd_map_goals_reset(&g, false);
	hd_map_goals_predict(&g, &rng);
	assert_int_equal(goals_of_type(&g, 1), 2);
	assert_int_equal(goals_of_type(&g, 2), 2);
	assert_int_equal(goals_of_type(&g, 4), 1); // use, write, check is not: each comes once, in this order
	assert_int_equal(g.n, 5);
}

static void what_is_covered_is_no_goal(void **state)
{
	(void)state;
	struct hd_map_goals g = {0};
	uint64_t rng = 1;

	record_check_and_use(false, false);
	hd_map_set_add(&hd_map()->covered,
		hd_map_key(hd_map_class, &(struct hd_map_pattern){.type = 1, .sites = {4, 9}}));
	hd_map_goals_reset(&g, false);
	hd_map_goals_predict(&g, &rng);
	assert_int_equal(goals_of_type(&g, 1), 1);
}

static void locks_that_both_hold_keep_apart(void **state)
{
	(void)state;
	struct hd_map_goals g = {0};
	uint64_t rng = 1;

	record_check_and_use(true, true);
	hd_map_goals_reset(&g, false);
	hd_map_goals_predict(&g, &rng);
	assert_int_equal(goals_of_type(&g, 4), 0);
	assert_int_equal(goals_of_type(&g, 1), 2); // whole sections can come in both orders
	assert_int_equal(hd_map()->pruned, 1);
}

static void a_lock_that_one_holds_does_not(void **state)
{
	(void)state;
	struct hd_map_goals g = {0};
	uint64_t rng = 1;

	record_check_and_use(true, false);
	hd_map_goals_reset(&g, false);
	hd_map_goals_predict(&g, &rng);
	assert_int_equal(goals_of_type(&g, 4), 1);
	assert_int_equal(hd_map()->pruned, 0);
}

#define SIX 6

// Six reads of one thread against six writes of another: 36 of types 1 and 2 each; 15 pairs of one
// thread's accesses in order around each of the other's, for type 4 and for type 6.
static void record_six_against_six(void)
{
	for (unsigned i = 0; i < SIX; i++) {
		const struct hd_map_access a = read_of(1, 4 + i, 0);
		record(&a);
	}
	for (unsigned i = 0; i < SIX; i++) {
		const struct hd_map_access a = write_of(2, 20 + i, 0);
		record(&a);
	}
}

// Takes all goals, none of which is ever covered.
static unsigned take_all(struct hd_map_goals *g, uint64_t *rng, unsigned *of_type)
{
	struct hd_map_set taken;
	struct hd_map_goal goal;
	unsigned n = 0;

	hd_map_set_init(&taken, 10);
	for (; hd_map_goals_take(g, rng, &goal); n++) {
		assert_true(hd_map_set_add(&taken, hd_map_key(0, &goal.pattern)));
		of_type[goal.pattern.type]++;
	}
	return n;
}

static void every_pattern_has_its_turn_once(void **state)
{
	(void)state;
	static struct hd_map_goals g;
	uint64_t rng = 1;
	unsigned of_type[HD_MAP_TYPES + 1] = {0};

	record_six_against_six();
	hd_map_goals_reset(&g, true);
	hd_map_goals_predict(&g, &rng);
	assert_int_equal(take_all(&g, &rng, of_type), 36 + 36 + 90 + 90);
	assert_int_equal(of_type[1], 36);
	assert_int_equal(of_type[2], 36);
	assert_int_equal(of_type[4], 90);
	assert_int_equal(of_type[6], 90);
	hd_map_goals_reset(&g, true); // another test: all of them again
	hd_map_goals_predict(&g, &rng);
	assert_int_equal(take_all(&g, &rng, of_type), 36 + 36 + 90 + 90);
}

static void one_list_is_a_sample(void **state)
{
	(void)state;
	static struct hd_map_goals g;
	uint64_t rng = 1;
	unsigned of_type[HD_MAP_TYPES + 1] = {0};

	record_six_against_six();
	hd_map_goals_reset(&g, false);
	hd_map_goals_predict(&g, &rng);
	assert_int_equal(take_all(&g, &rng, of_type), HD_MAP_GOALS);
	assert_true(of_type[1] + of_type[2] > 0 && of_type[4] > 0 && of_type[6] > 0);
}

// ---- the set -------------------------------------------------------------------------------------

static void set_keeps_what_fits(void **state)
{
	(void)state;
	struct hd_map_set s;

	hd_map_set_init(&s, 8);
	for (uint64_t i = 1; i <= 1000; i++) {
		hd_map_set_add(&s, hd_mix(i));
	}
	assert_true(s.n > 180 && s.n < 256);
	assert_int_equal(s.n + s.left_out, 1000);
	assert_true(hd_map_set_has(&s, hd_mix(1)));
	assert_false(hd_map_set_has(&s, hd_mix(2000)));
	assert_false(hd_map_set_add(&s, hd_mix(1)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(example_has_16_patterns),
		cmocka_unit_test(example_covers_three_of_them),
		cmocka_unit_test(threads_do_not_matter_beyond_who_is_the_same),
		cmocka_unit_test(size_is_that_of_the_enumeration),
		cmocka_unit_test(size_of_many_variables_does_not_overflow),
		cmocka_unit_test(each_type_is_found),
		cmocka_unit_test(read_modify_write_reads_and_writes),
		cmocka_unit_test(other_addresses_are_other_variables),
		cmocka_unit_test(matcher_finds_what_the_reference_finds),
		cmocka_unit_test(an_order_is_matched_once),
		cmocka_unit_test(other_variables_do_not_make_an_order_new),
		cmocka_unit_test(too_much_is_said_to_be_too_much),
		cmocka_unit_test_setup(a_sequential_execution_tells_what_else_is_possible, set_up_goals),
		cmocka_unit_test_setup(goals_leave_a_read_modify_write_whole, set_up_goals),
		cmocka_unit_test_setup(what_is_covered_is_no_goal, set_up_goals),
		cmocka_unit_test_setup(locks_that_both_hold_keep_apart, set_up_goals),
		cmocka_unit_test_setup(a_lock_that_one_holds_does_not, set_up_goals),
		cmocka_unit_test_setup(every_pattern_has_its_turn_once, set_up_goals),
		cmocka_unit_test_setup(one_list_is_a_sample, set_up_goals),
		cmocka_unit_test(set_keeps_what_fits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
