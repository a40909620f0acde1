// SPDX-License-Identifier: Apache-2.0
// Which class the next test is of, where several are under test. A class with more
// pairs of methods needs more tests, but a small one must not starve: executions are
// shared out by the square root of the number of pairs.
#include "engine/engine.h"

#include "metric/pairs.h"

#define TURN 64 // executions in a row of one class

static uint32_t weight_of(uint16_t class)
{
	uint32_t root = 1;

	while ((uint64_t)(root + 1) * (root + 1) <= hd_pairs_count(hd_class(class)->nmethods)) {
		root++;
	}
	return root;
}

void hd_turns_setup(void)
{
	struct hd_campaign *c = hd_campaign;

	c->turns = hd_persist_alloc(c->nclasses * sizeof(*c->turns));
	for (unsigned i = 0; i < c->nclasses; i++) {
		c->turns[i].weight = weight_of(c->classes[i]);
	}
}

static bool is_behind(const struct hd_turn *a, const struct hd_turn *b)
{
	return a->spent * b->weight < b->spent * a->weight;
}

uint16_t hd_turns_class(void)
{
	const struct hd_campaign *c = hd_campaign;
	struct hd_worker *w = hd_worker;

	if (c->turns[w->turn].spent >= w->turn_end) {
		w->turn = 0;
		for (unsigned i = 1; i < c->nclasses; i++) {
			if (is_behind(&c->turns[i], &c->turns[w->turn])) {
				w->turn = i;
			}
		}
		w->turn_end = c->turns[w->turn].spent + TURN;
	}
	return c->classes[w->turn];
}

void hd_turns_spend(unsigned executions)
{
	hd_campaign->turns[hd_worker->turn].spent += executions;
}
