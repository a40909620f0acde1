// SPDX-License-Identifier: Apache-2.0
// The states that executions of the test at hand have left, if the strategy wants it watched. One that
// no sequential order leaves is no violation: nobody has seen anything wrong yet. But it is where to
// look, and the strategy is told.
#include "engine/engine.h"

#define MOST_STATES 4
#define MOST_SEGMENTS 256
#define MOST_CHOICES 64

struct hd_state {
	struct hd_left left;
	struct hd_unexplained goal; // its hash is that of the state
};

void hd_states_init(struct hd_rounds *rounds)
{
	rounds->states = hd_persist_alloc(MOST_STATES * sizeof(*rounds->states));
	for (unsigned i = 0; i < MOST_STATES; i++) {
		hd_schedule_init(&rounds->states[i].left.schedule, MOST_SEGMENTS, MOST_CHOICES);
	}
}

static bool is_known(uint64_t state)
{
	const struct hd_rounds *rounds = &hd_worker->rounds;

	for (unsigned i = 0; i < rounds->nstates; i++) {
		if (rounds->states[i].left.state == state) {
			return true;
		}
	}
	return false;
}

void hd_states_note(void)
{
	struct hd_rounds *rounds = &hd_worker->rounds;
	struct hd_state *s = &rounds->states[rounds->nstates];

	if (!hd_results.overlapped || hd_results.state == 0 || rounds->nstates == MOST_STATES ||
		is_known(hd_results.state) || !hd_schedule_copy(&s->left.schedule, &hd.record.schedule)) {
		return;
	}
	s->left.state = s->goal.hash = hd_results.state;
	s->goal.n = hd_test_order(s->goal.order);
	rounds->nstates++;
}

// The sequential orders of the test are made, unless the one that an execution seems to have followed leaves
// the same state.
static bool is_left_by_orders(const struct hd_unexplained *goal)
{
	static struct hd_linearizations orders = {.by_state = true};
	struct hd_run like = hd_program_run();

	hd_linearize(&hd_worker->test, HD_VERDICT_NOT_LINEARIZABLE, &like, &orders, goal, 1);
	hd_campaign->linearizations += orders.orders;
	return orders.explained || !orders.complete || !orders.deterministic || orders.fault != HD_VERDICT_NONE;
}

void hd_states_check(void)
{
	struct hd_rounds *rounds = &hd_worker->rounds;
	const struct hd_test *t = &hd_worker->test;
	const struct hd_strategy *strategy = hd_campaign->strategy;

	__heddle_phase = HD_PHASE_JUDGE;
	hd_test_watched = true;
	for (unsigned i = 0; i < rounds->nstates && !hd_campaign->over; i++) {
		if (!is_left_by_orders(&rounds->states[i].goal)) {
			strategy->unordered(hd_worker->strategy_states[t->class], t, &rounds->states[i].left);
			break;
		}
	}
	hd_test_watched = false;
	rounds->nstates = 0;
}
