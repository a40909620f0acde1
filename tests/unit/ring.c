// SPDX-License-Identifier: Apache-2.0
// Letters between host and harness (abi/ring.h).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "abi/ring.h"

static struct hd_ring ring;
static char data[HD_LETTER_MOST], taken[HD_LETTER_MOST];

static bool put(uint32_t size, uint16_t kind)
{
	memset(data, kind, size);
	return hd_ring_put(&ring, &(struct hd_letter){.size = size, .kind = kind, .rank = 3}, data);
}

static void take(uint32_t size, uint16_t kind)
{
	struct hd_letter l;

	assert_true(hd_ring_take(&ring, &l, taken));
	assert_int_equal(l.size, size);
	assert_int_equal(l.kind, kind);
	assert_int_equal(l.rank, 3);
	memset(data, kind, size);
	assert_memory_equal(taken, data, size);
}

static void letters_come_out_as_they_went_in(void **state)
{
	(void)state;
	memset(&ring, 0, sizeof(ring));
	// Sizes that do not divide the ring: letters lie across its end.
	for (uint16_t i = 0; i < 200; i++) {
		assert_true(put(100003, i));
		assert_true(put(0, i));
		take(100003, i);
		take(0, i);
	}
	struct hd_letter l;
	assert_false(hd_ring_take(&ring, &l, taken));
}

static void a_full_ring_takes_no_more(void **state)
{
	unsigned n = 0;

	(void)state;
	memset(&ring, 0, sizeof(ring));
	while (put(HD_LETTER_MOST, (uint16_t)n)) {
		n++;
	}
	assert_int_equal(n, 3); // with their heads, four are more than the ring has
	assert_false(put(HD_LETTER_MOST + 1, 0));
	take(HD_LETTER_MOST, 0);
	assert_true(put(HD_LETTER_MOST, 9));
}

// Code under test may have written there.
static void a_damaged_ring_is_empty(void **state)
{
	struct hd_letter l;

	(void)state;
	memset(&ring, 0, sizeof(ring));
	assert_true(put(100, 1));
	((struct hd_letter *)ring.bytes)->size = 1u << 30;
	assert_false(hd_ring_take(&ring, &l, taken));
	ring.written += 3ull * HD_RING_BYTES;
	assert_false(hd_ring_take(&ring, &l, taken));
	assert_true(put(100, 2));
	take(100, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(letters_come_out_as_they_went_in),
		cmocka_unit_test(a_full_ring_takes_no_more),
		cmocka_unit_test(a_damaged_ring_is_empty),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
