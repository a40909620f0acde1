// SPDX-License-Identifier: Apache-2.0
// Pruning and matching, on coverage and stacks made by hand: the two examples of the ConCrash paper
// (figures 6 and 7) and what C adds.
#include "unit.h"

#include "strategy/concrash/prune.h"
#include "strategy/concrash/wanted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct hd_api __heddle_api = {0};

// ---- coverage by hand -------------------------------------------------------------------

enum { LOCK = 0x1000, OTHER_LOCK = 0x2000, FILTER = 0x3000, HANDLERS = 0x3100, NAME = 0x3200 };

static struct hd_coverage *coverage(void)
{
	struct hd_coverage *c = calloc(1, sizeof(*c));

	c->complete = c->has_state = true;
	return c;
}

static void held(struct hd_coverage *c, unsigned n, const uintptr_t *locks)
{
	struct hd_seq_history *h = &c->histories[c->nhistories++];

	h->n = n;
	for (unsigned i = 0; i < n; i++) {
		h->held[i].lock = locks[i];
	}
}

static struct hd_seq_touch *touch(struct hd_coverage *c, unsigned does, uintptr_t address)
{
	if (c->nhistories == 0) {
		held(c, 0, NULL);
	}
	struct hd_seq_touch *t = &c->touches[c->ntouches++];
	*t = (struct hd_seq_touch){
		.does = (uint8_t)does,
		.history = (uint16_t)(c->nhistories - 1),
		.size = 8,
		.site = 1,
		.address = address,
	};
	return t;
}

static struct hd_coverage *reads(uintptr_t address)
{
	struct hd_coverage *c = coverage();

	touch(c, HD_SEQ_READS, address);
	return c;
}

static struct hd_coverage *writes(uintptr_t address)
{
	struct hd_coverage *c = coverage();

	touch(c, HD_SEQ_WRITES, address);
	return c;
}

// ---- figure 6: Logger ---------------------------------------------------------------------

// info() of a logger without a filter reads it and goes on; with one it comes to the call.
static struct hd_coverage *info(bool has_filter)
{
	struct hd_coverage *c = reads(FILTER);

	if (has_filter) {
		struct hd_seq_touch *t = touch(c, HD_SEQ_READS | HD_SEQ_POINTER, FILTER);
		t->near = c->reached = HD_NEAR_POINT;
	}
	return c;
}

static void a_call_that_does_not_reach_the_point_is_pruned(void **state)
{
	struct hd_coverage *without = info(false), *with = info(true);

	(void)state;
	assert_true(hd_prune_by_stack(without));
	assert_false(hd_prune_by_stack(with));
	free(without);
	free(with);
}

static void a_call_that_writes_nothing_read_is_pruned(void **state)
{
	struct hd_coverage *a = info(true), *remove_handler = writes(HANDLERS), *set_filter = writes(FILTER);
	struct hd_coverage *get_filter = reads(FILTER);

	(void)state;
	assert_true(hd_prune_by_interfere(a, remove_handler));
	assert_true(hd_prune_by_interfere(a, get_filter));
	assert_false(hd_prune_by_interfere(a, set_filter));
	free(a);
	free(remove_handler);
	free(set_filter);
	free(get_filter);
}

static void the_same_coverage_again_is_redundant(void **state)
{
	struct hd_coverage *a = info(true), *null = writes(FILTER), *f = writes(FILTER), *name = writes(NAME);
	uint64_t first, second, third, with_states[2];

	(void)state;
	null->state = 1;
	f->state = 2;
	assert_true(hd_prune_key(a, null, false, &first));
	assert_true(hd_prune_key(a, f, false, &second));
	assert_true(hd_prune_key(a, name, false, &third));
	assert_true(first == second);
	assert_true(first != third);
	assert_true(hd_prune_key(a, null, true, &with_states[0]));
	assert_true(hd_prune_key(a, f, true, &with_states[1]));
	assert_true(with_states[0] != with_states[1]);
	free(a);
	free(null);
	free(f);
	free(name);
}

// The order of what is left: first what takes away the pointer that is about to be used.
static void taking_away_comes_first(void **state)
{
	struct hd_coverage *a = info(true), *null = coverage(), *other = writes(FILTER), *name = writes(NAME);

	(void)state;
	touch(null, HD_SEQ_WRITES | HD_SEQ_ZEROES, FILTER);
	assert_int_equal(hd_prune_rank(a, null, true), 0);
	assert_true(hd_prune_rank(a, other, true) > 0);
	assert_int_equal(hd_prune_rank(a, other, false), 0); // of an assertion: any write
	assert_int_equal(hd_prune_rank(a, name, true), HD_RANKS - 1);
	free(a);
	free(null);
	free(other);
	free(name);
}

// What is read again may have changed meanwhile; after the point of failure it does not matter.
static void reading_again_counts_up_to_the_point(void **state)
{
	struct hd_coverage *a = coverage();

	(void)state;
	touch(a, HD_SEQ_READS, FILTER);
	touch(a, HD_SEQ_READS, NAME);
	assert_int_equal(hd_prune_read_again(a), 0);
	touch(a, HD_SEQ_READS, FILTER);
	touch(a, HD_SEQ_WRITES, NAME);
	touch(a, HD_SEQ_READS, HANDLERS)->near = HD_NEAR_POINT;
	touch(a, HD_SEQ_READS, NAME);
	assert_int_equal(hd_prune_read_again(a), 1);
	free(a);
}

// ---- figure 7: lock history -----------------------------------------------------------------

static struct hd_coverage *locked_once(void)
{
	struct hd_coverage *c = coverage();

	held(c, 1, (uintptr_t[]){LOCK});
	touch(c, HD_SEQ_WRITES, FILTER);
	return c;
}

// Locked, released and locked again: at the second access nothing was held since the beginning.
static struct hd_coverage *locked_twice(void)
{
	struct hd_coverage *c = locked_once();

	held(c, 0, NULL);
	touch(c, HD_SEQ_WRITES, FILTER);
	return c;
}

static void one_locked_section_each_cannot_interleave(void **state)
{
	struct hd_coverage *a = locked_once(), *b = locked_once();

	(void)state;
	assert_true(hd_prune_by_interleave(a, b));
	free(a);
	free(b);
}

static void two_locked_sections_can(void **state)
{
	struct hd_coverage *a = locked_twice(), *b = locked_once();

	(void)state;
	assert_false(hd_prune_by_interleave(a, b));
	assert_false(hd_prune_by_interleave(b, a));
	free(a);
	free(b);
}

static void readers_of_a_lock_interleave(void **state)
{
	struct hd_coverage *a = locked_once(), *b = locked_once();

	(void)state;
	a->histories[0].held[0].shared = true;
	assert_true(hd_prune_by_interleave(a, b));
	b->histories[0].held[0].shared = true;
	assert_false(hd_prune_by_interleave(a, b));
	free(a);
	free(b);
}

// ---- what C adds ----------------------------------------------------------------------------

// free() reads and writes the block: whoever reads inside of it is disturbed, and so is whoever
// frees it again, or locks a lock in it.
static void freeing_interferes_with_the_whole_block(void **state)
{
	struct hd_coverage *inside = reads(FILTER + 40), *frees = coverage(), *locks = coverage();

	(void)state;
	touch(frees, HD_SEQ_READS | HD_SEQ_WRITES | HD_SEQ_FREES, FILTER)->size = 64;
	touch(locks, HD_SEQ_ACQUIRES, FILTER + 56)->size = 1;
	assert_false(hd_prune_by_interfere(inside, frees));
	assert_false(hd_prune_by_interfere(frees, frees));
	assert_false(hd_prune_by_interfere(locks, frees));
	assert_true(hd_prune_by_interfere(frees, inside));
	free(inside);
	free(frees);
	free(locks);
}

static void part_of_a_word_interferes(void **state)
{
	struct hd_coverage *word = reads(FILTER), *byte = coverage(), *next = coverage();

	(void)state;
	touch(byte, HD_SEQ_WRITES, FILTER + 7)->size = 1;
	touch(next, HD_SEQ_WRITES, FILTER + 8)->size = 1;
	assert_false(hd_prune_by_interfere(word, byte));
	assert_true(hd_prune_by_interfere(word, next));
	free(word);
	free(byte);
	free(next);
}

static void a_race_may_be_either_way(void **state)
{
	struct hd_coverage *reader = reads(FILTER), *writer = writes(FILTER), *far = writes(NAME);

	(void)state;
	assert_true(hd_prune_by_interfere(writer, reader)); // a crash is where something was read
	assert_false(hd_prune_by_conflict(writer, reader));
	assert_false(hd_prune_by_conflict(reader, writer));
	assert_false(hd_prune_by_conflict(writer, writer));
	assert_true(hd_prune_by_conflict(reader, reader));
	assert_true(hd_prune_by_conflict(writer, far));
	reader->complete = false;
	assert_false(hd_prune_by_conflict(reader, far));
	free(reader);
	free(writer);
	free(far);
}

static bool prune_by_lock_order(const struct hd_coverage *a, const struct hd_coverage *b)
{
	const struct hd_coverage *calls[] = {a, b};

	return hd_prune_by_lock_order(calls, 2);
}

static void what_is_not_complete_is_not_pruned(void **state)
{
	struct hd_coverage *a = locked_once(), *b = locked_once(), *far = writes(NAME);
	uint64_t key;

	(void)state;
	a->complete = false;
	assert_false(hd_prune_by_interleave(a, b));
	assert_false(hd_prune_by_interfere(a, far));
	assert_false(prune_by_lock_order(a, b));
	assert_false(hd_prune_key(a, b, false, &key));
	b->has_state = false;
	assert_false(hd_prune_key(far, b, true, &key)); // a state that is too large to be compared
	free(a);
	free(b);
	free(far);
}

static void locks_in_opposite_orders_are_kept(void **state)
{
	struct hd_coverage *ab = coverage(), *ba = coverage();

	(void)state;
	ab->norders = ba->norders = 1;
	ab->orders[0].held = ba->orders[0].taken = LOCK;
	ab->orders[0].taken = ba->orders[0].held = OTHER_LOCK;
	assert_false(prune_by_lock_order(ab, ba));
	assert_true(prune_by_lock_order(ab, ab));
	ba->norders = 0;
	assert_true(prune_by_lock_order(ab, ba));
	ba->waits = true;
	assert_false(prune_by_lock_order(ab, ba));
	free(ab);
	free(ba);
}

static void locks_in_a_circle_of_three_are_kept(void **state)
{
	static const uintptr_t locks[] = {LOCK, OTHER_LOCK, LOCK + 64};
	struct hd_coverage *c[3];

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		c[i] = coverage();
		c[i]->norders = 1;
		c[i]->orders[0].held = locks[i];
		c[i]->orders[0].taken = locks[(i + 1) % 3];
	}
	const struct hd_coverage *three[] = {c[0], c[1], c[2]}, *twice[] = {c[0], c[1], c[1]};
	assert_false(hd_prune_by_lock_order(three, 3));
	assert_true(hd_prune_by_lock_order(three, 2));
	assert_true(hd_prune_by_lock_order(twice, 3));
	c[0]->norders = 2; // one call alone makes no circle
	c[0]->orders[1].held = locks[1];
	c[0]->orders[1].taken = locks[0];
	assert_true(hd_prune_by_lock_order(three, 1));
	for (unsigned i = 0; i < 3; i++) {
		free(c[i]);
	}
}

// ---- is it the same crash? --------------------------------------------------------------------

static const struct hd_func next = {.name = "next", .file = "dir/list.c"}, sum = {.name = "sum", .file = "dir/list.c"},
			    walk = {.name = "walk"}, clear = {.name = "clear"};

static struct hd_chain chain(unsigned line, unsigned n, const struct hd_func *const *functions)
{
	struct hd_chain c = {.n = n};

	for (unsigned i = 0; i < n; i++) {
		c.functions[i] = functions[i];
		c.lines[i] = line ? line + 100 * i : 0;
	}
	return c;
}

#define CHAIN(line, ...) \
	chain(line, sizeof((const struct hd_func *[]){__VA_ARGS__}) / sizeof(void *), \
		(const struct hd_func *[]){__VA_ARGS__})

static enum hd_match match(struct hd_chain wanted, struct hd_chain seen, bool same_object)
{
	return hd_match_chains(&wanted, &seen, same_object);
}

static void same_functions_and_line_are_exact(void **state)
{
	(void)state;
	assert_int_equal(match(CHAIN(10, &next, &sum), CHAIN(10, &next, &sum), false), HD_MATCH_EXACT);
}

static void another_line_counts_only_before_and_on_the_same_object(void **state)
{
	(void)state;
	assert_int_equal(match(CHAIN(10, &next, &sum), CHAIN(9, &next, &sum), true), HD_MATCH_FUNCTIONS);
	assert_int_equal(match(CHAIN(10, &next, &sum), CHAIN(9, &next, &sum), false), HD_MATCH_METHOD);
	assert_int_equal(match(CHAIN(10, &next, &sum), CHAIN(11, &next, &sum), true), HD_MATCH_METHOD);
}

static void lines_may_be_unknown(void **state)
{
	(void)state;
	assert_int_equal(match(CHAIN(0, &next, &sum), CHAIN(9, &next, &sum), false), HD_MATCH_FUNCTIONS);
	assert_int_equal(match(CHAIN(9, &next, &sum), CHAIN(0, &next, &sum), false), HD_MATCH_FUNCTIONS);
}

static void optimised_stacks_have_fewer_frames(void **state)
{
	(void)state;
	assert_int_equal(match(CHAIN(10, &next, &sum), CHAIN(10, &next, &walk, &sum), false), HD_MATCH_FUNCTIONS);
	// Without lines even the innermost function may have been inlined; with them it would be known.
	assert_int_equal(match(CHAIN(0, &walk, &sum), CHAIN(10, &next, &walk, &sum), false), HD_MATCH_FUNCTIONS);
	assert_int_equal(match(CHAIN(10, &walk, &sum), CHAIN(10, &next, &walk, &sum), false), HD_MATCH_METHOD);
	assert_int_equal(match(CHAIN(10, &next, &walk, &sum), CHAIN(10, &next, &sum), false), HD_MATCH_METHOD);
}

// The line of the access is lost if the function is inlined and the access moved: that of the call is left.
static void what_the_line_calls_counts_on_the_same_object(void **state)
{
	struct hd_chain seen = CHAIN(10, &next, &walk, &sum); // called in 110

	(void)state;
	assert_int_equal(match(CHAIN(110, &walk, &sum), seen, true), HD_MATCH_FUNCTIONS);
	assert_int_equal(match(CHAIN(110, &walk, &sum), seen, false), HD_MATCH_METHOD);
	assert_int_equal(match(CHAIN(111, &walk, &sum), seen, true), HD_MATCH_METHOD);
	seen.lines[1] = 0; // not known
	assert_int_equal(match(CHAIN(110, &walk, &sum), seen, true), HD_MATCH_METHOD);
}

static void another_method_is_another_crash(void **state)
{
	(void)state;
	assert_int_equal(match(CHAIN(10, &next, &sum), CHAIN(10, &next, &clear), true), HD_MATCH_NONE);
	assert_int_equal(match(CHAIN(10, &next, &sum), CHAIN(10, &walk, &sum), true), HD_MATCH_METHOD);
	assert_int_equal(match(CHAIN(10, &next, &sum), (struct hd_chain){0}, true), HD_MATCH_NONE);
	assert_int_equal(match((struct hd_chain){0}, CHAIN(10, &next, &sum), true), HD_MATCH_NONE);
}

static void kinds_must_agree(void **state)
{
	static const struct {
		enum hd_wanted_kind wanted;
		enum hd_verdict seen;
		enum hd_match best;
	} pairs[] = {
		{HD_WANTED_FAULT, HD_VERDICT_USE_AFTER_FREE, HD_MATCH_EXACT},
		{HD_WANTED_FAULT, HD_VERDICT_NULL_DEREFERENCE, HD_MATCH_EXACT},
		{HD_WANTED_FAULT, HD_VERDICT_ASSERTION, HD_MATCH_METHOD},
		{HD_WANTED_FAULT, HD_VERDICT_DEADLOCK, HD_MATCH_METHOD},
		{HD_WANTED_ASSERTION, HD_VERDICT_ASSERTION, HD_MATCH_EXACT},
		{HD_WANTED_ASSERTION, HD_VERDICT_NULL_DEREFERENCE, HD_MATCH_METHOD},
		{HD_WANTED_ABORT, HD_VERDICT_DOUBLE_FREE, HD_MATCH_EXACT}, // as glibc notices it
		{HD_WANTED_ABORT, HD_VERDICT_OUT_OF_BOUNDS, HD_MATCH_FUNCTIONS},
		{HD_WANTED_OUT_OF_BOUNDS, HD_VERDICT_OUT_OF_BOUNDS, HD_MATCH_EXACT},
		{HD_WANTED_OUT_OF_BOUNDS, HD_VERDICT_USE_AFTER_FREE, HD_MATCH_METHOD}, // a sanitizer knows better
		{HD_WANTED_DOUBLE_FREE, HD_VERDICT_USE_AFTER_FREE, HD_MATCH_FUNCTIONS},
		{HD_WANTED_NULL, HD_VERDICT_NULL_DEREFERENCE, HD_MATCH_EXACT},
		{HD_WANTED_DEADLOCK, HD_VERDICT_DEADLOCK, HD_MATCH_EXACT},
		{HD_WANTED_DEADLOCK, HD_VERDICT_LIVELOCK, HD_MATCH_METHOD},
		{HD_WANTED_RACE, HD_VERDICT_DATA_RACE, HD_MATCH_EXACT},
		{HD_WANTED_UNKNOWN, HD_VERDICT_DATA_RACE, HD_MATCH_METHOD},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		assert_int_equal(hd_match_kinds(pairs[i].wanted, pairs[i].seen), pairs[i].best);
	}
}

// ---- crash files --------------------------------------------------------------------------------

static const struct hd_func program[] = {{.name = "next", .file = "dir/list.c"}, {.name = "sum", .file = "dir/list.c"},
	{.name = "next", .file = "dir/tree.c"}};
static struct hd_module module = {.funcs = program, .funcs_end = program + 3};

static void read_crash(const char *text)
{
	char path[] = "/tmp/heddle-crash-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	hd_modules = &module;
	hd_wanted_read(path);
	unlink(path);
}

static void frames_are_functions_of_the_program(void **state)
{
	(void)state;
	read_crash("heddle-crash 1\nkind assertion\nthread crashed\n"
		   "frame abort 79 abort.c\nframe next 12 /build/tree.c\nframe qsort 0 -\nframe sum 40 list.c\n"
		   "frame main 3 main.c\nthread\nframe poll 0 -\n");
	assert_false(hd_wanted->unusable);
	assert_int_equal(hd_wanted->kind, HD_WANTED_ASSERTION);
	assert_int_equal(hd_wanted->n, 2);
	const struct hd_wanted_stack *s = &hd_wanted->stacks[0];
	assert_true(s->crashed);
	assert_int_equal(s->nframes, 5);
	assert_int_equal(s->chain.n, 2);
	assert_ptr_equal(s->chain.functions[0], &program[2]); // the one in that file
	assert_int_equal(s->chain.lines[0], 12);
	assert_ptr_equal(s->chain.functions[1], &program[1]);
	assert_false(hd_wanted->stacks[1].crashed);
	assert_int_equal(hd_wanted->stacks[1].chain.n, 0);
}

static void bad_files_are_refused(void **state)
{
	(void)state;
	const char *const files[] = {"", "heddle-crash 2\n", "kind fault\n",
		"heddle-crash 1\nkind fault\nthread crashed\nframe main 1 main.c\n",
		"heddle-crash 1\nframe next 1 list.c\n", "heddle-crash 1\nthread crashed\nframe next x\nframe\n"};
	for (unsigned i = 0; i < sizeof(files) / sizeof(*files); i++) {
		read_crash(files[i]);
		assert_true(hd_wanted->unusable);
		assert_true(hd_wanted->missing[0]);
	}
	hd_wanted_read("/nowhere/crash");
	assert_true(hd_wanted->unusable);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_call_that_does_not_reach_the_point_is_pruned),
		cmocka_unit_test(a_call_that_writes_nothing_read_is_pruned),
		cmocka_unit_test(the_same_coverage_again_is_redundant),
		cmocka_unit_test(taking_away_comes_first),
		cmocka_unit_test(reading_again_counts_up_to_the_point),
		cmocka_unit_test(one_locked_section_each_cannot_interleave),
		cmocka_unit_test(two_locked_sections_can),
		cmocka_unit_test(readers_of_a_lock_interleave),
		cmocka_unit_test(freeing_interferes_with_the_whole_block),
		cmocka_unit_test(part_of_a_word_interferes),
		cmocka_unit_test(what_is_not_complete_is_not_pruned),
		cmocka_unit_test(a_race_may_be_either_way),
		cmocka_unit_test(locks_in_opposite_orders_are_kept),
		cmocka_unit_test(locks_in_a_circle_of_three_are_kept),
		cmocka_unit_test(same_functions_and_line_are_exact),
		cmocka_unit_test(another_line_counts_only_before_and_on_the_same_object),
		cmocka_unit_test(lines_may_be_unknown),
		cmocka_unit_test(optimised_stacks_have_fewer_frames),
		cmocka_unit_test(what_the_line_calls_counts_on_the_same_object),
		cmocka_unit_test(another_method_is_another_crash),
		cmocka_unit_test(kinds_must_agree),
		cmocka_unit_test(frames_are_functions_of_the_program),
		cmocka_unit_test(bad_files_are_refused),
	};

	hd_memory_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
