// SPDX-License-Identifier: Apache-2.0
// The checked heap: where blocks lie, what of them may be accessed, and what is said of those that
// are misused. No blocks from before main.
#include "target.h"

#include <errno.h>
#include <stdio.h>

#include "runtime/access.h"
#include "runtime/heap.h"

#define SMALL_ROOM (1 << 20)
#define LARGE_ROOM (64 << 20)

static jmp_buf faulted;
static enum hd_verdict verdict;
static char message[200];
static struct hd_site sites[2];
struct hd_heap_mark hd_base;
bool hd_globals_others;

// ---- what the heap is given of the rest ---------------------------------------------------

void hd_fault(enum hd_verdict kind, const struct hd_site *site, uintptr_t address, const char *format, ...)
{
	va_list args;

	(void)site;
	(void)address;
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	verdict = kind;
	longjmp(faulted, 1);
}

void hd_sched_point(const struct hd_op *op)
{
	hd.cur->op = *op;
}

void hd_sched_budget_spent(void)
{
}

void hd_race_check(struct hd_cell *c, unsigned mask, bool write, bool atomic, const struct hd_site *site, uintptr_t a)
{
	(void)c;
	(void)mask;
	(void)atomic;
	assert_true(write);
	hd_fault(HD_VERDICT_DATA_RACE, site, a, "race");
}

const struct hd_site *hd_site_from_low(uint32_t low)
{
	return low == (uint32_t)(uintptr_t)&sites[0] ? &sites[0] : NULL;
}

bool hd_base_is_empty(void)
{
	return true;
}

bool hd_base_has(uintptr_t a)
{
	(void)a;
	return false;
}

uintptr_t hd_base_before(uintptr_t a)
{
	(void)a;
	return 0;
}

void hd_base_touched(uintptr_t a)
{
	(void)a;
	fail();
}

void hd_base_restore(bool all)
{
	(void)all;
	fail();
}

bool hd_memory_is_engine(uintptr_t a)
{
	return a >= HD_SHADOW_BASE && a >> 40 == 0;
}

bool hd_mapped(uintptr_t a)
{
	return a >> 40 != 0;
}

bool hd_globals_have(uintptr_t a)
{
	(void)a;
	return false;
}

void hd_globals_touched(uintptr_t a)
{
	(void)a;
}

// ---- helpers ---------------------------------------------------------------------------------

static int map_arena(void **state)
{
	(void)state;
	if (!target_shadow(HD_SMALL_BASE, SMALL_ROOM)) {
		return 0; // each case skips itself
	}
	assert_true(target_shadow(HD_LARGE_BASE, LARGE_ROOM));
	assert_true(target_map(HD_SMALL_BASE, SMALL_ROOM));
	assert_true(target_map(HD_LARGE_BASE, LARGE_ROOM));
	return 0;
}

static void next_execution(void)
{
	hd.gen++;
	hd_heap_reset();
}

static void begin(void)
{
	static uint32_t gen;

	if (!target_shadow(HD_SMALL_BASE, SMALL_ROOM)) {
		skip(); // AddressSanitizer has its own shadow there
	}
	target_reset(2);
	hd.cur = &hd_fibers[0];
	hd.step_stop = UINT64_MAX;
	hd.single = true;
	hd.gen = gen += 16;
	hd_base = (struct hd_heap_mark){.small_next = HD_SMALL_BASE + HD_HEAP_HEADER, .large_next = HD_LARGE_BASE};
	hd_heap_limit = 256ull << 20;
	hd_heap_reset();
}

static uintptr_t allocate(size_t size)
{
	uintptr_t p = (uintptr_t)hd_heap_alloc(size, 16, &sites[0]);

	assert_int_not_equal(p, 0);
	return p;
}

// The verdict on an access, as the hooks ask for it.
static enum hd_verdict access_to(uintptr_t a, size_t size)
{
	if (setjmp(faulted)) {
		return verdict;
	}
	struct hd_cell *c = hd_cell_of(a);
	if (c->gen != hd.gen) {
		hd_heap_fresh_cell(c, a, size, false, &sites[1]);
	}
	if ((a & 7) + size > c->valid) {
		hd_heap_bad_access(a, size, false, &sites[1]);
	}
	return HD_VERDICT_NONE;
}

static enum hd_verdict release(uintptr_t p)
{
	if (setjmp(faulted)) {
		return verdict;
	}
	hd_heap_free((void *)p, &sites[1]);
	return HD_VERDICT_NONE;
}

// ---- cases ------------------------------------------------------------------------------------

static void exactly_the_bytes_of_a_block_are_valid(void **state)
{
	(void)state;
	begin();
	for (size_t size = 0; size < 70; size++) {
		uintptr_t p = allocate(size);
		assert_int_equal(p % 16, 0);
		assert_int_equal(hd_heap_size((void *)p), size);
		for (size_t i = 0; i < size; i++) {
			assert_int_equal(access_to(p + i, 1), HD_VERDICT_NONE);
			assert_int_equal(*(unsigned char *)(p + i), HD_HEAP_FILL);
		}
		assert_int_equal(access_to(p + size, 1), HD_VERDICT_OUT_OF_BOUNDS);
		assert_int_equal(access_to(p - 1, 1), HD_VERDICT_OUT_OF_BOUNDS);
	}
}

static void an_overrun_is_told_of_the_block_that_it_left(void **state)
{
	(void)state;
	begin();
	for (size_t size = 1; size < 70; size++) {
		uintptr_t p = allocate(size);
		char wanted[200];
		allocate(24); // the next one
		snprintf(wanted, sizeof(wanted), "at offset %zu of a block of %zu bytes", size, size);
		assert_int_equal(access_to(p + size, 1), HD_VERDICT_OUT_OF_BOUNDS);
		assert_non_null(strstr(message, wanted));
		snprintf(wanted, sizeof(wanted), "at offset %zu of a block of %zu bytes", size + 15, size);
		access_to(p + size + 15, 1);
		assert_non_null(strstr(message, wanted));
		access_to(p - 1, 1);
		assert_non_null(strstr(message, "at offset -1 of a block of"));
	}
	uintptr_t large = allocate(10000);
	access_to(large - 8, 8);
	assert_non_null(strstr(message, "at offset -8 of a block of 10000 bytes"));
}

static void blocks_are_apart_and_not_reused(void **state)
{
	(void)state;
	begin();
	uintptr_t before = 0;
	for (unsigned i = 0; i < 100; i++) {
		uintptr_t p = allocate(i);
		assert_true(before == 0 || p >= before + i - 1 + 2 * HD_HEAP_HEADER);
		assert_int_equal(release(p), HD_VERDICT_NONE);
		before = p;
	}
}

static void alignment_is_kept(void **state)
{
	(void)state;
	begin();
	for (size_t align = 16; align <= 8192; align *= 2) {
		allocate(1);
		uintptr_t p = (uintptr_t)hd_heap_alloc(24, align, &sites[0]);
		assert_int_equal(p % align, 0);
		assert_int_equal((uintptr_t)hd_heap_alloc(HD_HEAP_LARGE, align, &sites[0]) % align, 0);
		assert_int_equal(access_to(p + 16, 8), HD_VERDICT_NONE);
	}
}

static void a_freed_block_is_seen_wherever_it_is_used(void **state)
{
	(void)state;
	begin();
	uintptr_t p = allocate(40), q = allocate(8);
	assert_true(hd_heap_is_live((void *)p));
	assert_int_equal(release(p), HD_VERDICT_NONE);
	assert_false(hd_heap_is_live((void *)p));
	for (size_t i = 0; i < 40; i += 8) {
		assert_int_equal(access_to(p + i, 8), HD_VERDICT_USE_AFTER_FREE);
	}
	assert_int_equal(access_to(q, 8), HD_VERDICT_NONE);
	assert_int_equal(release(p), HD_VERDICT_DOUBLE_FREE);
	assert_int_equal(release(q + 4), HD_VERDICT_INVALID_FREE);
	assert_int_equal(release(q + 16), HD_VERDICT_INVALID_FREE);
	assert_int_equal(release(q), HD_VERDICT_NONE);
}

static void large_blocks_read_as_zero_and_have_the_same_bounds(void **state)
{
	(void)state;
	begin();
	for (unsigned round = 0; round < 2; round++) { // also where another execution has written
		uintptr_t p = allocate(HD_HEAP_LARGE + 5), q = allocate(10000);
		for (size_t i = 0; i < HD_HEAP_LARGE + 5; i++) {
			assert_int_equal(access_to(p + i, 1), HD_VERDICT_NONE);
			assert_int_equal(*(unsigned char *)(p + i), 0);
		}
		memset((void *)p, 1, HD_HEAP_LARGE + 5);
		assert_int_equal(access_to(p + HD_HEAP_LARGE + 5, 1), HD_VERDICT_OUT_OF_BOUNDS);
		assert_int_equal(access_to(p + HD_HEAP_LARGE + 1, 8), HD_VERDICT_OUT_OF_BOUNDS);
		assert_int_equal(access_to(q, 8), HD_VERDICT_NONE);
		assert_int_equal(release(q), HD_VERDICT_NONE);
		assert_int_equal(access_to(q, 8), HD_VERDICT_USE_AFTER_FREE);
		assert_int_equal(access_to(q + 5000, 8), HD_VERDICT_USE_AFTER_FREE); // not touched before
		next_execution();
	}
}

static void every_execution_gets_the_same_addresses(void **state)
{
	(void)state;
	begin();
	uintptr_t small = allocate(20), large = allocate(20000);
	next_execution();
	assert_int_equal(access_to(small, 4), HD_VERDICT_WILD_ACCESS); // of the last execution
	assert_int_equal(allocate(20), small);
	assert_int_equal(allocate(20000), large);
}

static void addresses_outside_the_heap(void **state)
{
	(void)state;
	begin();
	assert_true(target_shadow(0, HD_NULL_SIZE));
	assert_true(target_shadow((uintptr_t)&hd_base - 64, 128));
	assert_int_equal(access_to(0, 8), HD_VERDICT_NULL_DEREFERENCE);
	assert_int_equal(access_to(HD_NULL_SIZE - 8, 8), HD_VERDICT_NULL_DEREFERENCE);
	assert_int_equal(access_to(HD_SMALL_BASE + SMALL_ROOM / 2, 8), HD_VERDICT_WILD_ACCESS);
	assert_int_equal(release((uintptr_t)&hd_base + 8), HD_VERDICT_INVALID_FREE);
}

static void a_limit_is_kept_and_given_back(void **state)
{
	(void)state;
	begin();
	hd_heap_limit = 1000;
	uintptr_t p = allocate(600);
	errno = 0;
	assert_null(hd_heap_alloc(500, 16, &sites[0]));
	assert_int_equal(errno, ENOMEM);
	assert_null(hd_heap_alloc(SIZE_MAX, 16, &sites[0]));
	assert_int_equal(release(p), HD_VERDICT_NONE);
	allocate(500);
	next_execution();
	allocate(900);
}

static void leaks_are_found_with_their_site(void **state)
{
	uintptr_t address;
	size_t size;
	const struct hd_site *site = NULL;

	(void)state;
	begin();
	uintptr_t small = allocate(12), large = allocate(5000);
	hd_heap_alloc(8, 16, NULL); // of code that is not instrumented
	assert_true(hd_heap_find_leak(&address, &size, &site));
	assert_int_equal(address, small);
	assert_int_equal(size, 12);
	assert_ptr_equal(site, &sites[0]);
	release(small);
	assert_true(hd_heap_find_leak(&address, &size, &site));
	assert_int_equal(address, large);
	release(large);
	assert_false(hd_heap_find_leak(&address, &size, &site));
}

static void freed_blocks_come_back_if_asked_for(void **state)
{
	(void)state;
	begin();
	uintptr_t one = allocate(12), two = allocate(12);
	release(one);
	release(two);
	assert_true(allocate(12) > two); // not in this execution
	hd.run.reuse = HD_REUSE_NEWEST;
	next_execution();
	one = allocate(12), two = allocate(12);
	release(one);
	release(two);
	assert_int_equal(release(two), HD_VERDICT_DOUBLE_FREE);
	assert_int_not_equal(allocate(40), two); // of another size
	assert_int_equal(allocate(16), two);
	assert_int_equal(allocate(12), one);
	hd.run.reuse = HD_REUSE_OLDEST;
	next_execution();
	one = allocate(12), two = allocate(12);
	release(one);
	release(two);
	assert_int_equal(allocate(12), one);
	assert_int_equal(release(one), HD_VERDICT_NONE);
	assert_int_equal(allocate(12), two);
	hd.run.reuse = HD_REUSE_NONE;
}

static void freeing_races_with_what_it_is_not_ordered_after(void **state)
{
	(void)state;
	begin();
	hd.races = true;
	hd.single = false;
	hd.fuel = 1000;
	uintptr_t p = allocate(24);
	struct hd_cell *c = hd_cell_of(p + 8);
	c->write = (hd_epoch)1 << 24 | 1; // by a thread of whose steps this one knows nothing
	c->write_mask = 0xff;
	c->write_site = (uint32_t)(uintptr_t)&sites[1];
	assert_int_equal(release(p), HD_VERDICT_DATA_RACE);
	c->write = 0;
	assert_int_equal(release(p), HD_VERDICT_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exactly_the_bytes_of_a_block_are_valid),
		cmocka_unit_test(an_overrun_is_told_of_the_block_that_it_left),
		cmocka_unit_test(blocks_are_apart_and_not_reused),
		cmocka_unit_test(alignment_is_kept),
		cmocka_unit_test(a_freed_block_is_seen_wherever_it_is_used),
		cmocka_unit_test(large_blocks_read_as_zero_and_have_the_same_bounds),
		cmocka_unit_test(every_execution_gets_the_same_addresses),
		cmocka_unit_test(addresses_outside_the_heap),
		cmocka_unit_test(a_limit_is_kept_and_given_back),
		cmocka_unit_test(leaks_are_found_with_their_site),
		cmocka_unit_test(freed_blocks_come_back_if_asked_for),
		cmocka_unit_test(freeing_races_with_what_it_is_not_ordered_after),
	};
	return cmocka_run_group_tests(tests, map_arena, NULL);
}
