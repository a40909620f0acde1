// SPDX-License-Identifier: Apache-2.0
// Branches of every kind, for flow.c.
#include "flow_subject.h"

#include <assert.h>
#include <stdlib.h>

int less, not_less, unsigned_greater, narrow_greater, equal, unequal, at_most, is_null, is_there, fast, slow;
int big, three, double_less, float_equal, long_double_more, expected, unexpected, both, both_bits;
int case_one, case_seven, case_minus, case_none, label_a, label_b;
int innermost, in_helper, behind_helper, one_handler, other_handler, check_passed, alive;
int in_body, after_loop, endless, after_condition, half_way, first, second, in_then, in_else, last;
int helped, before_recursion, after_recursion, elsewhere;

void on_signed(int n)
{
	if (n < 10) {
		less = 1;
	} else {
		not_less = 1;
	}
}

void on_unsigned(unsigned n)
{
	if (n > 7) {
		unsigned_greater = 1;
	}
}

void on_narrow(struct box *b, unsigned char c)
{
	if (b->u >= (unsigned)c + 200) {
		narrow_greater = 1;
	}
}

void on_equal(long n)
{
	if (n == 5) {
		equal = 1;
	}
	if (n != 5) {
		unequal = 1;
	}
	if (n <= 5) {
		at_most = 1;
	}
}

void on_pointer(struct box *b)
{
	if (b->next) {
		is_there = 1;
	} else {
		is_null = 1;
	}
}

void on_bool(struct box *b)
{
	if (b->fast) {
		fast = 1;
	} else {
		slow = 1;
	}
}

static bool is_big(int n)
{
	return n > 100;
}

static int twice(int n)
{
	return 2 * n;
}

void on_result(int n)
{
	if (is_big(n)) {
		big = 1;
	}
	if (twice(n) == 6) {
		three = 1;
	}
}

void on_float(struct box *b)
{
	if (b->d < 2.5) {
		double_less = 1;
	}
	if (b->f == 1.5f) {
		float_equal = 1;
	}
	if (!(b->ld <= 8.0L)) {
		long_double_more = 1;
	}
}

void on_expected(struct box *b)
{
	if (__builtin_expect(!!(b->n == 5), 0)) {
		expected = 1;
	} else {
		unexpected = 1;
	}
}

void on_and(int n, int k)
{
	bool ok = n > 3 && k < 2;
	int bits = (n > 3) & (k < 2);

	if (ok) {
		both = 1;
	}
	if (bits) {
		both_bits = 1;
	}
}

void on_switch(int n)
{
	switch (n) {
	case 1:
		case_one = 1;
		break;
	case 7:
	case 8:
		case_seven = 1;
		break;
	case -3:
		case_minus = 1;
		break;
	default:
		case_none = 1;
	}
}

void on_goto(int n)
{
	static const void *const labels[] = {&&a, &&b};

	goto *labels[n];
a:
	label_a = 1;
	return;
b:
	label_b = 1;
}

void nested(struct box *b, int n)
{
	if (n == 42) {
		if (b->fast) {
			if (b->d > 1.0) {
				switch (b->n) {
				case 4:
					innermost = 1;
				}
			}
		}
	}
}

static void helper(struct box *b)
{
	if (b->fast) {
		in_helper = 1;
	}
	behind_helper = 1;
}

void outer(struct box *b, int n)
{
	if (n > 0) {
		helper(b);
	}
}

static void handle_one(void)
{
	one_handler = 1;
}

static void handle_other(void)
{
	other_handler = 1;
}

void (*handlers[])(void) = {handle_one, handle_other};

void through_pointer(int which)
{
	if (which < 2) {
		handlers[which]();
	}
}

void checked(int n)
{
	assert(n >= 3);
	check_passed = 1;
}

static void die(void)
{
	abort();
}

void dies(int n)
{
	if (n > 6) {
		die();
	}
	alive = 1;
}

void loops(int n)
{
	for (int i = 0; i < n; i++) {
		in_body = 1;
	}
	after_loop = 1;
}

void never_ends(int n)
{
	for (;;) {
		if (n == 3) {
			endless = 1;
		}
		n = n + 1;
	}
}

// The loop has no hook of its own, and is entered in the middle and at its head.
int two_entries(int n)
{
	int i = n & 3, sum = 0;

	if (n > 10) {
		goto middle;
	}
head:
	sum += i;
	if (sum > 1000) {
		return half_way;
	}
middle:
	sum += 2;
	i++;
	if (i < n) {
		goto head;
	}
	after_condition = 1;
	return sum;
}

// The same with a hook on the way.
int noisy(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		sum += twice(i);
	}
	return sum;
}

static void help(void)
{
	helped = 1;
}

void in_order(int n)
{
	first = 1;
	if (n) {
		in_then = 1;
	} else {
		in_else = 1;
	}
	second = 1;
	last = 1;
}

void helper_twice(void)
{
	help();
	in_body = 2;
	help();
	last = 2;
}

void recursive(int n)
{
	before_recursion = 1;
	if (n > 0) {
		recursive(n - 1);
	}
	after_recursion = 1;
}

void other_root(void)
{
	elsewhere = 1;
	help();
}
