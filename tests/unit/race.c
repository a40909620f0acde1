// SPDX-License-Identifier: Apache-2.0
// FastTrack on accesses made by hand: a race is reported iff two accesses of
// two threads touch a byte, one writes, not both are atomic, and nothing orders
// them.
#include "target.h"

#include "runtime/rng.h"

static struct hd_cell cell;
static struct hd_site sites[16];
static jmp_buf found;
static unsigned reported_by, reported_other;

void hd_fault(enum hd_verdict kind, const struct hd_site *site, uintptr_t address, const char *format, ...)
{
	(void)site;
	(void)address;
	(void)format;
	assert_int_equal(kind, HD_VERDICT_DATA_RACE);
	reported_by = hd.cur->id;
	reported_other = (unsigned)hd.record.fault.other_fiber;
	longjmp(found, 1);
}

bool hd_race_is_known(const struct hd_site *a, const struct hd_site *b)
{
	(void)a;
	(void)b;
	return false;
}

const struct hd_site *hd_site_from_low(uint32_t low)
{
	for (unsigned i = 0; i < 16; i++) {
		if ((uint32_t)(uintptr_t)&sites[i] == low) {
			return &sites[i];
		}
	}
	return NULL;
}

static void begin(unsigned threads)
{
	target_reset(threads);
	hd.races = true;
	hd_race_reset();
	memset(&cell, 0, sizeof(cell));
	for (unsigned t = 0; t < threads; t++) {
		struct hd_fiber *f = &hd_fibers[t];
		f->clock.n = threads;
		f->clock.c[t] = f->epoch = (hd_epoch)t << 24 | 1;
	}
}

enum { READ = 0, WRITE = 1, ATOMIC = 2 };

// Is a race reported? The bytes are [first, first + size).
static bool races(unsigned thread, unsigned kind, unsigned first, unsigned size)
{
	hd.cur = &hd_fibers[thread];
	if (setjmp(found)) {
		return true;
	}
	hd_race_check(&cell, ((1u << size) - 1) << first, kind & WRITE, kind & ATOMIC, &sites[thread], 0x1000 + first);
	return false;
}

static void release(unsigned thread, struct hd_clock *lock)
{
	hd.cur = &hd_fibers[thread];
	hd_race_release(lock);
}

static void acquire(unsigned thread, const struct hd_clock *lock)
{
	hd.cur = &hd_fibers[thread];
	hd_race_acquire(lock);
}

// ---- cases -------------------------------------------------------------------------------

static void accesses_to_one_byte(void **state)
{
	(void)state;
	for (unsigned a = 0; a < 4; a++) {
		for (unsigned b = 0; b < 4; b++) {
			begin(2);
			assert_false(races(0, a, 3, 1));
			bool expected = ((a | b) & WRITE) && !(a & b & ATOMIC);
			assert_int_equal(races(1, b, 3, 1), expected);
			if (expected) {
				assert_int_equal(reported_by, 1);
				assert_int_equal(reported_other, 0);
				assert_ptr_equal(hd.record.fault.other_site, &sites[0]);
			}
		}
	}
}

static void neighbouring_bytes_do_not_race(void **state)
{
	(void)state;
	begin(3);
	assert_false(races(0, WRITE, 0, 4));
	assert_false(races(1, WRITE, 4, 4));
	assert_false(races(0, WRITE, 1, 1));
	assert_false(races(1, READ, 5, 2));
	assert_true(races(2, READ, 7, 1));
}

static void mixed_sizes_race_where_they_overlap(void **state)
{
	(void)state;
	begin(2);
	assert_false(races(0, WRITE, 0, 8));
	assert_true(races(1, READ, 7, 1));
	begin(2);
	assert_false(races(0, WRITE, 2, 2));
	assert_false(races(1, WRITE, 4, 4));
	assert_true(races(1, READ, 0, 8));
	begin(2);
	assert_false(races(0, READ, 0, 2));
	assert_true(races(1, WRITE, 0, 8));
}

static void locks_order_accesses(void **state)
{
	struct hd_clock lock;

	(void)state;
	begin(2);
	memset(&lock, 0, sizeof(lock));
	assert_false(races(0, WRITE, 0, 8));
	release(0, &lock);
	acquire(1, &lock);
	assert_false(races(1, WRITE, 0, 8));
	assert_false(races(1, READ, 0, 4));
	release(1, &lock);
	assert_true(races(0, READ, 0, 1)); // did not acquire
	begin(2);
	memset(&lock, 0, sizeof(lock));
	release(0, &lock);
	assert_false(races(0, WRITE, 0, 8)); // after the release
	acquire(1, &lock);
	assert_true(races(1, WRITE, 0, 8));
}

static void all_readers_are_remembered(void **state)
{
	(void)state;
	for (unsigned writer = 0; writer < 4; writer++) {
		struct hd_clock lock;
		begin(5);
		memset(&lock, 0, sizeof(lock));
		for (unsigned t = 0; t < 4; t++) {
			assert_false(races(t, READ, 0, 8));
			if (t != 2) {
				release(t, &lock);
			}
		}
		acquire(4, &lock); // knows all but one
		assert_true(races(4, WRITE, 0, 8));
		assert_int_equal(reported_other, 2);
	}
}

static void atomic_reads_and_plain_reads_are_told_apart(void **state)
{
	(void)state;
	begin(3);
	assert_false(races(0, READ | ATOMIC, 0, 4));
	assert_false(races(1, READ, 0, 4));
	assert_true(races(2, WRITE | ATOMIC, 0, 4));
	assert_int_equal(reported_other, 1);
	begin(3);
	assert_false(races(0, READ | ATOMIC, 0, 4));
	assert_false(races(1, READ | ATOMIC, 0, 4));
	assert_false(races(2, WRITE | ATOMIC, 0, 4));
}

static void what_is_not_wanted_is_not_reported(void **state)
{
	(void)state;
	begin(2);
	hd.races = false;
	assert_false(races(0, WRITE, 0, 8));
	assert_false(races(1, WRITE, 0, 8));
}

// ---- random sequences against the definition ----------------------------------------------

#define STEPS 12
#define THREADS 3

struct access {
	unsigned thread, kind, first, size;
	uint32_t clock[THREADS]; // what the thread knew
};

static bool is_race(const struct access *a, const struct access *b)
{
	bool overlap = a->first < b->first + b->size && b->first < a->first + a->size;
	bool conflict = ((a->kind | b->kind) & WRITE) && !(a->kind & b->kind & ATOMIC);
	bool ordered = a->clock[a->thread] <= b->clock[a->thread];

	return a->thread != b->thread && overlap && conflict && !ordered;
}

// Runs one sequence to its first race; what is reported must be one.
static void random_sequence(uint64_t *rng, bool pieces, unsigned kinds, unsigned *exact, unsigned *missed)
{
	struct hd_clock locks[2];
	struct access made[STEPS];
	unsigned n = 0;

	begin(THREADS);
	memset(locks, 0, sizeof(locks));
	for (unsigned i = 0; i < STEPS; i++) {
		unsigned t = hd_rng_below(rng, THREADS), what = hd_rng_below(rng, 8);
		if (what == 0) {
			release(t, &locks[hd_rng_below(rng, 2)]);
			continue;
		}
		if (what == 1) {
			acquire(t, &locks[hd_rng_below(rng, 2)]);
			continue;
		}
		struct access *a = &made[n];
		a->thread = t;
		a->kind = hd_rng_below(rng, kinds);
		a->size = pieces ? 1u << hd_rng_below(rng, 4) : 8;
		a->first = a->size * hd_rng_below(rng, 8 / a->size);
		memcpy(a->clock, hd_fibers[t].clock.c, sizeof(a->clock));
		bool expected = false;
		for (unsigned k = 0; k < n; k++) {
			expected |= is_race(&made[k], a);
		}
		bool reported = races(t, a->kind, a->first, a->size);
		n++;
		assert_true(!reported || expected); // no false alarm
		*missed += expected && !reported;
		*exact += expected && reported;
		if (reported || expected) {
			return;
		}
	}
}

static void random_sequences(bool pieces, unsigned kinds)
{
	uint64_t rng = 7;
	unsigned exact = 0, missed = 0;

	for (unsigned i = 0; i < 100000; i++) {
		random_sequence(&rng, pieces, kinds, &exact, &missed);
	}
	assert_true(exact > 50000);
	assert_int_equal(missed, 0);
}

static void plain_accesses_of_whole_cells(void **state)
{
	(void)state;
	random_sequences(false, 2);
}

static void plain_accesses_of_pieces(void **state)
{
	(void)state;
	random_sequences(true, 2);
}

static void plain_and_atomic_accesses(void **state)
{
	(void)state;
	random_sequences(false, 4);
	random_sequences(true, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accesses_to_one_byte),
		cmocka_unit_test(neighbouring_bytes_do_not_race),
		cmocka_unit_test(mixed_sizes_race_where_they_overlap),
		cmocka_unit_test(locks_order_accesses),
		cmocka_unit_test(all_readers_are_remembered),
		cmocka_unit_test(atomic_reads_and_plain_reads_are_told_apart),
		cmocka_unit_test(what_is_not_wanted_is_not_reported),
		cmocka_unit_test(plain_accesses_of_whole_cells),
		cmocka_unit_test(plain_accesses_of_pieces),
		cmocka_unit_test(plain_and_atomic_accesses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
