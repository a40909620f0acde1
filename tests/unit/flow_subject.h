// SPDX-License-Identifier: Apache-2.0
// What flow.c calls of flow_subject.c. Each function leaves a mark where it went: a write to a
// global, which has a site of its own.
#ifndef HD_TESTS_FLOW_SUBJECT_H
#define HD_TESTS_FLOW_SUBJECT_H

#include <stdbool.h>

struct box {
	bool fast;
	int n;
	unsigned u;
	float f;
	double d;
	long double ld;
	struct box *next;
};

void on_signed(int n);
void on_unsigned(unsigned n);
void on_narrow(struct box *b, unsigned char c);
void on_equal(long n);
void on_pointer(struct box *b);
void on_bool(struct box *b);
void on_result(int n);
void on_float(struct box *b);
void on_expected(struct box *b);
void on_and(int n, int k);
void on_switch(int n);
void on_goto(int n);
void nested(struct box *b, int n);
void outer(struct box *b, int n);
void through_pointer(int which);
void checked(int n);
void dies(int n);
void loops(int n);
void never_ends(int n);
int two_entries(int n);
int noisy(int n);
void in_order(int n);
void helper_twice(void);
void recursive(int n);
void other_root(void);
void plain(int n); // flow_plain.c

#endif
