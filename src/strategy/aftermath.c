// SPDX-License-Identifier: Apache-2.0
#include "strategy/aftermath.h"

#define MOST_SEGMENTS 256
#define MOST_CHOICES 64
#define STATES 4096 // remembered; then all are forgotten
#define FIRST 512   // tests of a class are made without
#define ONE_IN 8    // later tests, at most: counters that depend on the schedule are states of their own, too

void hd_aftermath_init(struct hd_aftermath *a)
{
	hd_schedule_init(&a->left.schedule, MOST_SEGMENTS, MOST_CHOICES);
	hd_table_init(&a->states, hd_persist_alloc(2 * STATES * sizeof(*a->states.entries)), 2 * STATES);
}

static bool is_new(struct hd_aftermath *a, uint64_t state)
{
	if (a->states.n == STATES) {
		hd_table_clear(&a->states);
	}
	uint32_t known = a->states.n;
	return hd_table_number(&a->states, state) == known;
}

bool hd_aftermath_wants(const struct hd_aftermath *a)
{
	return !a->there && FIRST + a->followed * ONE_IN < a->tests;
}

void hd_aftermath_note(struct hd_aftermath *a, const struct hd_test *t, const struct hd_left *left)
{
	if (!is_new(a, left->state) || !hd_schedule_copy(&a->left.schedule, &left->schedule)) {
		return;
	}
	a->test = *t;
	a->next = 0;
	a->there = true;
}

bool hd_aftermath_test(struct hd_aftermath *a, const struct hd_proposal *p, struct hd_test *t)
{
	a->tests++;
	while (a->there && a->next < p->class->nmethods * a->test.nthreads) {
		uint16_t method = p->class->methods[a->next / a->test.nthreads];
		unsigned thread = a->next++ % a->test.nthreads;
		*t = a->test;
		if (hd_build_suffix_call(t, thread, method, p->rng)) {
			p->effort->schedules = 1;
			p->effort->follow = &a->left.schedule;
			a->followed++;
			return true;
		}
	}
	a->there = false;
	return false;
}
